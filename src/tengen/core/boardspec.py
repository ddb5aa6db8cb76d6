"""How a board looks and how its points are called. Draws nothing; clients do, from this description."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from string import ascii_uppercase
from typing import Final

from tengen.core.color import Point
from tengen.core.errors import ErrorCode, GameError

LETTERS: Final = ascii_uppercase
LETTERS_WITHOUT_I: Final = ascii_uppercase.replace("I", "")


class BoardStyle(StrEnum):
    """Whether stones stand on the crossings of lines or inside cells."""

    LINES = "lines"
    CELLS = "cells"


@dataclass(frozen=True, slots=True)
class BoardSpec:
    """What a client needs to draw a board: its size, style, star points, and the labels of columns and rows.

    `column_labels` run from the left, `row_labels` from the top. A point's name is its column's label
    and its row's label in one.
    """

    columns: int
    rows: int
    style: BoardStyle
    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    stars: tuple[Point, ...] = ()

    def name(self, point: Point) -> str:
        """The point in the game's own notation, such as `D4`."""
        return self.column_labels[point.x] + self.row_labels[point.y]

    def parse(self, text: str) -> Point:
        """Read a point, letter and number in either order and any case: `d3`, `3D`.

        Raises BAD_NOTATION when the text is not a point of this board.
        """
        match = _POINT.fullmatch(text.strip())
        if match:
            letter = (match["letter"] or match["last_letter"]).upper()
            number = (match["number"] or match["first_number"]).lstrip("0")
            for x, column in enumerate(self.column_labels):
                if column.upper() == letter and number in self.row_labels:
                    return Point(x, self.row_labels.index(number))
        lowest, highest = sorted((0, self.rows - 1), key=lambda row: int(self.row_labels[row]))
        raise GameError(
            ErrorCode.BAD_NOTATION,
            text=text.strip()[:20],
            first=self.name(Point(0, lowest)),
            last=self.name(Point(self.columns - 1, highest)),
        )


_POINT = re.compile(
    r"(?P<letter>[A-Za-z])\s*(?P<number>[0-9]{1,3})|(?P<first_number>[0-9]{1,3})\s*(?P<last_letter>[A-Za-z])"
)


def lined_board(size: int, *, letters: str, stars: tuple[Point, ...]) -> BoardSpec:
    """A board of lines whose rows count from the bottom, as in Go and Gomoku."""
    rows = tuple(str(number) for number in range(size, 0, -1))
    return BoardSpec(size, size, BoardStyle.LINES, tuple(letters[:size]), rows, stars)


def celled_board(size: int) -> BoardSpec:
    """A board of cells whose rows count from the top, as in Othello."""
    stars = _corner_stars(size, 2) if size >= 8 else ()
    rows = tuple(str(number) for number in range(1, size + 1))
    return BoardSpec(size, size, BoardStyle.CELLS, tuple(LETTERS[:size].lower()), rows, stars)


def _corner_stars(size: int, inset: int) -> tuple[Point, ...]:
    """The four crossings at this distance from the corners of a board of cells."""
    near, far = inset, size - inset
    return (Point(near, near), Point(far, near), Point(near, far), Point(far, far))
