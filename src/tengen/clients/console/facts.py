"""What the console says of any game: its name here, who plays it, whether its board is full. No game is named here."""

from __future__ import annotations

from tengen.clients.play import View
from tengen.core import Color, GameKind, text, words
from tengen.people import DELETED_PLAYER


def game_name(kind: GameKind, language: str) -> str:
    """What the game is called here: its name for the console where it has one, else its name."""
    named = words(language).get(f"{kind.name}.console_name")
    return named if named is not None else text(language, f"{kind.name}.name")


def player_name(view: View, color: Color, language: str) -> str:
    """What the player of this colour is called; one without a name is called by the colour."""
    name = view.seats[color].name
    if name == DELETED_PLAYER:
        return text(language, "console.people.deleted_player")
    return name or text(language, f"color.{color.word}")


def is_full(view: View) -> bool:
    """Whether no point of the board is empty."""
    return view.board.is_full
