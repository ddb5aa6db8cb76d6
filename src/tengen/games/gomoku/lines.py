"""Lines of stones: where they run on a board and which of them win. Knows no turns and no fouls."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from tengen.core import EMPTY, WHITE, Board, Color, Point

FIVE: Final = 5

DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
"""Across, down, and the two diagonals, as steps of x and y."""

Ray: TypeAlias = tuple[int, ...]
"""The cells from a cell towards the edge, nearest first."""


class Line(StrEnum):
    """Which lines win. `RENJU` also restricts Black's moves; that is told in renju.py."""

    FREESTYLE = "freestyle"
    STANDARD = "standard"
    RENJU = "renju"
    CARO = "caro"

    def is_won_by(self, run: Run, color: Color) -> bool:
        """Whether a run of this colour is a winning line."""
        if run.length < FIVE:
            return False
        match self:
            case Line.FREESTYLE:
                return True
            case Line.STANDARD:
                return run.length == FIVE
            case Line.RENJU:
                return run.length == FIVE or color is WHITE
            case Line.CARO:
                return run.length > FIVE or not run.is_closed


class Run(NamedTuple):
    """Stones of one colour side by side; closed when opponent stones stand at both ends. An edge closes nothing."""

    length: int
    is_closed: bool


@cache
def axes(columns: int, rows: int) -> tuple[tuple[tuple[Ray, Ray], ...], ...]:
    """For every cell, in each of the four directions, the ray back and the ray ahead."""

    def ray(x: int, y: int, dx: int, dy: int) -> Ray:
        cells = []
        x, y = x + dx, y + dy
        while 0 <= x < columns and 0 <= y < rows:
            cells.append(y * columns + x)
            x, y = x + dx, y + dy
        return tuple(cells)

    return tuple(
        tuple((ray(x, y, -dx, -dy), ray(x, y, dx, dy)) for dx, dy in DIRECTIONS)
        for y in range(rows)
        for x in range(columns)
    )


def runs(board: Board, index: int, color: Color) -> Iterator[Run]:
    """The run through a cell in each direction, as if a stone of this colour stood on it."""
    cells = board.cells
    for rays in axes(board.columns, board.rows)[index]:
        length = 1
        closed_ends = 0
        for ray in rays:
            for cell in ray:
                if cells[cell] != color:
                    closed_ends += cells[cell] != EMPTY
                    break
                length += 1
        yield Run(length, closed_ends == 2)


def makes_line(board: Board, index: int, color: Color, line: Line) -> bool:
    """Whether a stone of this colour on the cell is part of a winning line."""
    return any(run.length >= FIVE and line.is_won_by(run, color) for run in runs(board, index, color))


def has_line(board: Board, line: Line) -> bool:
    """Whether a winning line stands anywhere. Looks at every stone: for set-ups, not for play."""
    return any(cell and makes_line(board, i, Color(cell), line) for i, cell in enumerate(board.cells))


def winning_rows(board: Board, line: Line) -> list[tuple[Point, ...]]:
    """Every winning line on the board, each once, from end to end. Looks at every stone, as `has_line` does."""
    found = []
    for index, cell in enumerate(board.cells):
        if not cell:
            continue
        directions = zip(axes(board.columns, board.rows)[index], runs(board, index, Color(cell)), strict=True)
        for (back, ahead), run in directions:
            begins_here = not back or board.cells[back[0]] != cell
            if begins_here and line.is_won_by(run, Color(cell)):
                found.append(tuple(map(board.point, (index, *ahead[: run.length - 1]))))
    return found
