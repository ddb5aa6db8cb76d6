"""Black's fouls in Renju: overline, double-four, double-three. White has none, so White is not spoken of here.

The terms are those of the International Rules of Renju (Renju International Federation, 1996), for Black:

- five: exactly five stones side by side; overline: six or more. A stone that makes a five is never a foul.
- four: four stones to which one stone can be added to make a five.
- straight four: four stones side by side that can be made a five at either end.
- three: three stones to which one stone can be added to make a straight four. The added stone must be one that
  Black may play: it makes no five at the same time and is no foul itself, which is asked in the same way, as
  deep as it goes.
- double-four: a stone that is part of two fours, which may lie on one line. Double-three: part of two threes.

Two fours, or two threes, are two different sets of stones. So a straight four is one four, though two points
complete it. It follows that one direction never holds a four and a three through the same stone, nor two threes.

To Black's lines an edge and a white stone are the same, a wall, and nothing farther than five cells away matters.
So each direction through a point is a window of eleven cells, and what a black stone in its middle makes there is
worked out once for every window that occurs. Where fewer than two black stones are in a window, it makes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from operator import itemgetter
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from tengen.core import BLACK, EMPTY, WHITE, Board, Point
from tengen.games.gomoku.lines import DIRECTIONS, FIVE

_KEPT_BOARDS: Final = 256


class Foul(StrEnum):
    """What Black may not make. Words: `foul.<value>`."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "double_four"
    DOUBLE_THREE = "double_three"


def foul_at(board: Board, point: Point) -> Foul | None:
    """The foul that a black stone on this empty point would be, or None when Black may play there."""
    return _Judge(board).foul(board.index(point))


@lru_cache(maxsize=_KEPT_BOARDS)
def fouls(board: Board) -> Mapping[Point, Foul]:
    """Every empty point that is a foul for Black, row by row from the top left.

    Everybody who looks at a match asks for them, most more than once: those of the last boards are kept.
    """
    judge = _Judge(board)
    found = {}
    for index, cell in enumerate(board.cells):
        if not cell and (foul := judge.foul(index)):
            found[board.point(index)] = foul
    return MappingProxyType(found)


def has_free_point(board: Board) -> bool:
    """Whether there is an empty point that is no foul for Black."""
    judge = _Judge(board)
    return any(not cell and judge.foul(index) is None for index, cell in enumerate(board.cells))


# --- one direction -------------------------------------------------------------------------------

_REACH: Final = 5
_MIDDLE: Final = _REACH
_WALL: Final = int(WHITE)
_STONE: Final = int(BLACK)
_FEWEST: Final = 2
"""A three has two stones beside the one that makes it, and everything else has more."""

Window: TypeAlias = tuple[int, ...]
"""Eleven cells of one direction around a point: EMPTY, BLACK or a wall."""


class _Shape(NamedTuple):
    """What a black stone in the middle of a window makes in that direction.

    `makers` are the steps from the middle to the points where a stone would make a straight four of a three.
    """

    is_five: bool = False
    is_overline: bool = False
    fours: int = 0
    makers: tuple[int, ...] = ()


@cache
def _shape(window: Window) -> _Shape:
    line = [*window]
    line[_MIDDLE] = BLACK
    first, last = _run(line)
    if last - first >= FIVE - 1:
        is_five = last - first == FIVE - 1
        return _Shape(is_five=is_five, is_overline=not is_five)
    completions = [place for place in _gaps(line, 4) if _makes_five(line, place)]
    if completions:
        # Two points that are five apart are the ends of one straight four; any other two complete two fours.
        is_straight = completions[-1] - completions[0] == FIVE
        return _Shape(fours=1 if is_straight else len(completions))
    makers = [place for place in _gaps(line, 3) if _makes_straight_four(line, place)]
    return _Shape(makers=tuple(place - _MIDDLE for place in makers))


def _gaps(line: list[int], reach: int) -> list[int]:
    """The empty places up to this far from the middle."""
    return [place for place in range(_MIDDLE - reach, _MIDDLE + reach + 1) if line[place] == EMPTY]


def _run(line: list[int]) -> tuple[int, int]:
    """The first and the last place of the unbroken row through the middle, as far as the window shows it."""
    first = last = _MIDDLE
    while first > 0 and line[first - 1] == BLACK:
        first -= 1
    while last < len(line) - 1 and line[last + 1] == BLACK:
        last += 1
    return first, last


def _run_with(line: list[int], place: int) -> tuple[int, int] | None:
    """The row through the middle once a stone is added, or None when the stone is no part of it."""
    line[place] = BLACK
    first, last = _run(line)
    line[place] = EMPTY
    return (first, last) if first <= place <= last else None


def _makes_five(line: list[int], place: int) -> bool:
    run = _run_with(line, place)
    return run is not None and run[1] - run[0] == FIVE - 1


def _makes_straight_four(line: list[int], place: int) -> bool:
    run = _run_with(line, place)
    if run is None or run[1] - run[0] != 3:
        return False
    line[place] = BLACK
    first, last = run
    straight = all(line[end] == EMPTY and _makes_five(line, end) for end in (first - 1, last + 1))
    line[place] = EMPTY
    return straight


# --- the whole board -----------------------------------------------------------------------------

_Axis: TypeAlias = tuple[int, Callable[[bytearray], Window]]
"""One direction from a cell: the step to the next cell, and how to cut its window out of the cells."""


@cache
def _windows(columns: int, rows: int) -> tuple[tuple[_Axis, ...], ...]:
    """For every cell its four windows. What is off the board is read after the last cell, where a wall is kept."""

    def place(x: int, y: int) -> int:
        return y * columns + x if 0 <= x < columns and 0 <= y < rows else columns * rows

    steps = range(-_REACH, _REACH + 1)
    return tuple(
        tuple(
            (dx + dy * columns, itemgetter(*(place(x + dx * step, y + dy * step) for step in steps)))
            for dx, dy in DIRECTIONS
        )
        for y in range(rows)
        for x in range(columns)
    )


class _Judge:
    """One board's cells, on which stones are tried and taken back."""

    def __init__(self, board: Board) -> None:
        self._cells = bytearray(board.cells)
        self._cells.append(_WALL)
        self._windows = _windows(board.columns, board.rows)

    def foul(self, index: int) -> Foul | None:
        """The foul of a black stone on this empty cell; a five is none."""
        return self._look(index)[0]

    def _look(self, index: int) -> tuple[Foul | None, bool]:
        """The foul of a black stone on this empty cell, and whether it makes a five."""
        cells = self._cells
        fours = 0
        is_overline = False
        threes = []
        for step, cut in self._windows[index]:
            window = cut(cells)
            if window.count(_STONE) < _FEWEST:
                continue
            shape = _shape(window)
            if shape.is_five:
                return None, True
            is_overline = is_overline or shape.is_overline
            fours += shape.fours
            if shape.makers:
                threes.append([index + step * maker for maker in shape.makers])
        if is_overline:
            return Foul.OVERLINE, False
        if fours >= 2:
            return Foul.DOUBLE_FOUR, False
        if len(threes) >= 2 and self._has_two_threes(index, threes):
            return Foul.DOUBLE_THREE, False
        return None, False

    def _has_two_threes(self, index: int, threes: list[list[int]]) -> bool:
        """Whether two of these rows can become straight fours by stones that Black may play after this."""
        cells = self._cells
        cells[index] = BLACK
        real = 0
        for others, makers in zip(range(len(threes) - 1, -1, -1), threes, strict=True):
            real += any(self._look(maker) == (None, False) for maker in makers)
            if real == 2 or real + others < 2:
                break
        cells[index] = EMPTY
        return real >= 2
