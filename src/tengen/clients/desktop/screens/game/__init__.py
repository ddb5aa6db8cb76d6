"""The screen of games: the board, the panel beside it, its commands and keys."""

from tengen.clients.desktop.screens.game.board import BoardArea
from tengen.clients.desktop.screens.game.moves import MoveList
from tengen.clients.desktop.screens.game.players import PlayerCard

__all__ = ["BoardArea", "MoveList", "PlayerCard", "screen"]
