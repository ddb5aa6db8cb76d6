"""The grid of stones as a value. Knows neither rules nor who is to move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tengen.core.color import BLACK, EMPTY, WHITE, Color, Point


@dataclass(frozen=True, slots=True)
class Board:
    """Stones on a grid, row by row from the top left: one byte a cell, 0 empty, 1 black, 2 white."""

    columns: int
    rows: int
    cells: bytes

    @classmethod
    def empty(cls, columns: int, rows: int | None = None) -> Board:
        """A board without stones; square when only one length is given."""
        rows = columns if rows is None else rows
        return cls(columns, rows, bytes(columns * rows))

    @classmethod
    def centre_four(cls, size: int) -> Board:
        """Two white stones on the falling and two black ones on the rising diagonal in the middle of an even board."""
        low, high = size // 2 - 1, size // 2
        stones = {Point(low, low): WHITE, Point(high, high): WHITE, Point(high, low): BLACK, Point(low, high): BLACK}
        return cls.empty(size).with_stones(stones)

    def __contains__(self, point: object) -> bool:
        return isinstance(point, Point) and 0 <= point.x < self.columns and 0 <= point.y < self.rows

    def __getitem__(self, point: Point) -> Color | None:
        """The stone on a point of this board, or None when it is empty."""
        return _STONES[self.cells[point.y * self.columns + point.x]]

    def index(self, point: Point) -> int:
        """Where the point lies in `cells`."""
        return point.y * self.columns + point.x

    def point(self, index: int) -> Point:
        """The point at a place in `cells`."""
        return Point(index % self.columns, index // self.columns)

    def points(self) -> Iterator[Point]:
        """Every point, row by row from the top left."""
        return iter(_points(self.columns, self.rows))

    def stones(self, color: Color) -> list[Point]:
        """The points that hold stones of this colour."""
        return [self.point(i) for i, cell in enumerate(self.cells) if cell == color]

    def empties(self) -> list[Point]:
        """The points without a stone."""
        points = _points(self.columns, self.rows)
        return [points[found.start()] for found in _EMPTY.finditer(self.cells)]

    def count(self, color: Color) -> int:
        """How many stones of this colour there are."""
        return self.cells.count(color)

    @property
    def is_full(self) -> bool:
        """Whether no point is empty."""
        return EMPTY not in self.cells

    def with_stones(self, stones: Mapping[Point, Color | None]) -> Board:
        """This board with some points changed; None takes a stone away."""
        cells = bytearray(self.cells)
        for point, color in stones.items():
            cells[self.index(point)] = EMPTY if color is None else color
        return Board(self.columns, self.rows, bytes(cells))

    def with_stone(self, points: Iterable[Point], color: Color) -> Board:
        """This board with stones of one colour put on some points."""
        return self.with_stones(dict.fromkeys(points, color))


@dataclass(frozen=True, slots=True)
class Changes:
    """What happened to a board between two moments, so that a client can follow without rules."""

    placed: tuple[tuple[Point, Color], ...] = ()
    removed: tuple[Point, ...] = ()
    flipped: tuple[Point, ...] = ()

    @classmethod
    def between(cls, before: Board, after: Board) -> Changes:
        """The stones that came, went and changed colour. Both boards have the same size."""
        placed: list[tuple[Point, Color]] = []
        removed: list[Point] = []
        flipped: list[Point] = []
        points = _points(after.columns, after.rows)
        for index in _differences(before.cells, after.cells):
            point, stone = points[index], _STONES[after.cells[index]]
            if stone is None:
                removed.append(point)
            elif before.cells[index]:
                flipped.append(point)
            else:
                placed.append((point, stone))
        return cls(tuple(placed), tuple(removed), tuple(flipped))

    def applied(self, board: Board) -> Board:
        """The board after these changes. Raises ValueError for a point that is not on it."""
        if not (self.placed or self.removed or self.flipped):
            return board
        cells = bytearray(board.cells)
        for point, color in self.placed:
            cells[_checked_index(board, point)] = color
        for point in self.removed:
            cells[_checked_index(board, point)] = EMPTY
        for point in self.flipped:
            index = _checked_index(board, point)
            cells[index] = _FLIPPED[cells[index]]
        return Board(board.columns, board.rows, bytes(cells))


def _checked_index(board: Board, point: Point) -> int:
    x, y = point
    if not (0 <= x < board.columns and 0 <= y < board.rows):
        raise ValueError(f"{x}, {y} is not on the board")
    return y * board.columns + x


def _differences(before: bytes, after: bytes) -> list[int]:
    """Where two boards of one size differ. Asked at every move of a match, so not cell by cell."""
    differing = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
    return [found.start() for found in _NOT_ZERO.finditer(differing.to_bytes(len(after), "big"))]


_STONES: tuple[Color | None, ...] = (None, BLACK, WHITE)
"""What lies on a point, by its cell. To make the colour out of the number takes much longer."""

_FLIPPED = (EMPTY, int(WHITE), int(BLACK))
"""What becomes of a cell whose stone changes colour."""

_NOT_ZERO = re.compile(rb"[^\0]")
_EMPTY = re.compile(rb"\0")


@lru_cache(maxsize=64)
def _points(columns: int, rows: int) -> tuple[Point, ...]:
    """Every point of a board of this size, made once: they never change, and boards are full of them."""
    return tuple(Point(x, y) for y in range(rows) for x in range(columns))
