"""Colours, points and moves: the smallest words of every game. Knows no board and no rules."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

EMPTY: Final = 0
"""The value of an empty cell; stones have the value of their colour."""


class Color(IntEnum):
    """A side, and the stones of that side. The value is the one a board cell holds."""

    BLACK = 1
    WHITE = 2

    @property
    def other(self) -> Color:
        """The opponent."""
        return WHITE if self is BLACK else BLACK

    @property
    def word(self) -> str:
        """The name used in text keys and save files: `black` or `white`."""
        return self.name.lower()


BLACK: Final = Color.BLACK
WHITE: Final = Color.WHITE
COLORS: Final = (BLACK, WHITE)


class Point(NamedTuple):
    """A place on the board: column `x` and row `y`, counted from 0 at the top left."""

    x: int
    y: int


Move: TypeAlias = Point | None
"""What a position plays: a stone on a point, or PASS."""

PASS: Final[Move] = None
