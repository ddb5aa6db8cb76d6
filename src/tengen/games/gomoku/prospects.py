"""What one more stone makes of a row of cells: five, an open four, an open three. Knows no fouls and looks no further.

A row is a whole line of cells from edge to edge. Few rows of a board change with a move, so what is read is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from tengen.core import EMPTY, Color
from tengen.games.gomoku.lines import FIVE, Line, Run, axes

Cells: TypeAlias = tuple[int, ...]
"""What stands on the cells of a row, from one end to the other."""

_KEPT_ROWS: Final = 1 << 15
_OPEN: Final = FIVE - 1
"""So many stones side by side, five at either end of them next: an open four."""


class Prospect(NamedTuple):
    """What a stone of one's own makes on one empty cell of a row.

    `stones` counts one's own in the fullest five cells that can still become five, this one with them. An open three
    can become an open four; `halts` says that no open four of the other side is left.
    """

    place: int
    wins: bool
    stops_win: bool
    makes_open_four: bool
    makes_open_three: bool
    halts: bool
    stones: int


@cache
def rows(columns: int, lines: int) -> tuple[tuple[tuple[int, ...], Callable[[bytes], Cells]], ...]:
    """Every row that has room for five: its cells by their places on the board, and how to read them."""
    found = []
    for index, rays in enumerate(axes(columns, lines)):
        for back, ahead in rays:
            row = (index, *ahead)
            if not back and len(row) >= FIVE:
                found.append((row, itemgetter(*row)))
    return tuple(found)


@lru_cache(maxsize=_KEPT_ROWS)
def prospects(cells: Cells, color: Color, line: Line) -> tuple[Prospect, ...]:
    """What a stone of this colour makes on the empty cells of a row; those where it makes nothing are left out."""
    found = []
    halting = _halting(cells, color.other, line)
    for place, cell in enumerate(cells):
        if cell != EMPTY:
            continue
        wins = _wins(cells, place, color, line)
        stones = FIVE if wins else _most_stones(cells, place, color)
        opens = not wins and _opens(cells, place, color, line)
        becomes_three = stones == _OPEN - 1 and bool(_open_fours(_with(cells, place, color), color, line, place))
        stops = _wins(cells, place, color.other, line)
        prospect = Prospect(place, wins, stops, opens, becomes_three, place in halting, stones)
        if any(prospect[1:]):
            found.append(prospect)
    return tuple(found)


def _halting(cells: Cells, color: Color, line: Line) -> frozenset[int]:
    """Where the other side may put a stone so that this colour can make no open four; none where it cannot now."""
    if not _open_fours(cells, color, line):
        return frozenset()
    empties = (place for place, cell in enumerate(cells) if cell == EMPTY)
    return frozenset(place for place in empties if not _open_fours(_with(cells, place, color.other), color, line))


def _open_fours(cells: Cells, color: Color, line: Line, through: int | None = None) -> list[int]:
    """Where a stone makes an open four; with `through`, one that this cell is part of."""
    near = range(len(cells)) if through is None else range(max(0, through - 3), min(len(cells), through + 4))
    return [place for place in near if cells[place] == EMPTY and _opens(cells, place, color, line, through)]


def _opens(cells: Cells, place: int, color: Color, line: Line, through: int | None = None) -> bool:
    first, last = _run(cells, place, color)
    if last - first + 1 != _OPEN or not (through is None or first <= through <= last):
        return False
    ends = (first - 1, last + 1)
    if ends[0] < 0 or ends[1] == len(cells) or cells[ends[0]] != EMPTY or cells[ends[1]] != EMPTY:
        return False
    grown = _with(cells, place, color)
    return all(_wins(grown, end, color, line) for end in ends)


def _wins(cells: Cells, place: int, color: Color, line: Line) -> bool:
    first, last = _run(cells, place, color)
    length = last - first + 1
    if length < FIVE:
        return False
    is_closed = first > 0 and last < len(cells) - 1 and cells[first - 1] != EMPTY and cells[last + 1] != EMPTY
    return line.is_won_by(Run(length, is_closed), color)


def _run(cells: Cells, place: int, color: Color) -> tuple[int, int]:
    """The first and the last cell of the run through a cell, as if a stone of this colour stood on it."""
    first = last = place
    while first > 0 and cells[first - 1] == color:
        first -= 1
    while last < len(cells) - 1 and cells[last + 1] == color:
        last += 1
    return first, last


def _most_stones(cells: Cells, place: int, color: Color) -> int:
    """As `Prospect.stones`: 0 where the row has no room for five here, or the run gets too long to win."""
    first, last = _run(cells, place, color)
    if last - first + 1 >= FIVE:
        return 0
    fives = (cells[begin : begin + FIVE] for begin in range(max(0, place - 4), min(place, len(cells) - FIVE) + 1))
    return max((five.count(color) + 1 for five in fives if color.other not in five), default=0)


def _with(cells: Cells, place: int, color: Color) -> Cells:
    return (*cells[:place], color, *cells[place + 1 :])
