"""What a player can do under the rules. Requests between seats (takeback, draw) are not actions: see match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tengen.core.color import Color, Move, Point


@dataclass(frozen=True, slots=True)
class Place:
    """Put a stone on a point. In an opening the stone's colour may differ from the player's."""

    player: Color
    point: Point


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the turn to the opponent."""

    player: Color


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up; allowed at any time, also in the opponent's turn."""

    player: Color


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer a question of the opening, such as which colour to take."""

    player: Color
    choice: str


@dataclass(frozen=True, slots=True)
class MarkDead:
    """Call the chains on these points dead before counting."""

    player: Color
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class UnmarkDead:
    """Call the chains on these points alive again."""

    player: Color
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Agree:
    """Accept the dead stones as they are marked now."""

    player: Color


@dataclass(frozen=True, slots=True)
class Resume:
    """Play on instead of counting."""

    player: Color


Action: TypeAlias = Place | Pass | Resign | Choose | MarkDead | UnmarkDead | Agree | Resume

ACTION_NAMES: dict[type[Action], str] = {
    Place: "place",
    Pass: "pass",
    Resign: "resign",
    Choose: "choose",
    MarkDead: "mark_dead",
    UnmarkDead: "unmark_dead",
    Agree: "agree",
    Resume: "resume",
}
"""The names of the actions in save files and messages."""


def from_move(player: Color, move: Move) -> Place | Pass:
    """The action that plays a position's move."""
    return Pass(player) if move is None else Place(player, move)
