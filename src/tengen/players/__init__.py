"""Those who choose moves without being people: AIs and bridges to engines. No seats, no clocks."""

from tengen.players.hint_player import HintPlayer
from tengen.players.levels import LEVELS
from tengen.players.make import HUMAN, RANDOM, make_player, offered_players
from tengen.players.mcts import MctsPlayer
from tengen.players.player import Budget, Player, StopToken, Turn
from tengen.players.random_player import RandomPlayer

__all__ = [
    "HUMAN",
    "LEVELS",
    "RANDOM",
    "Budget",
    "HintPlayer",
    "MctsPlayer",
    "Player",
    "RandomPlayer",
    "StopToken",
    "Turn",
    "make_player",
    "offered_players",
]
