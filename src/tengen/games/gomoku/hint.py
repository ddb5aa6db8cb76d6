"""What a beginner looks for in Gomoku: make the line, stop the opponent's, lengthen the longest of one's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Final

from tengen.core import EMPTY, Board, Move, Point
from tengen.games.gomoku.lines import FIVE, makes_line, runs
from tengen.games.gomoku.openings import stone_count
from tengen.games.gomoku.position import GomokuPosition

_WIN: Final = 1000.0
_STOP: Final = 100.0
_NEAR: Final = 2
"""How many columns or rows away a stone still has to do with a point."""
_FEW_STONES: Final = 3
"""With fewer stones than this any point is worth a thought."""


def hint(position: GomokuPosition, move: Move) -> float:
    """The longest own line through the point. To win comes before all, to stop the opponent's win before length.

    A row of five or more that does not win counts for nothing. Equal lengths are told apart by `_closeness`.
    """
    if move is None:
        return -math.inf
    board, color, line = position.board, position.to_move, position.line
    index = board.index(move)
    if makes_line(board, index, color, line):
        return _WIN
    longest = max((run.length for run in runs(board, index, color) if run.length < FIVE), default=0)
    stop = _STOP if makes_line(board, index, color.other, line) else 0.0
    return stop + longest + _closeness(board, move)


def is_sensible(board: Board, point: Point) -> bool:
    """Whether a stone stands nearby, or hardly any on the whole board."""
    return any(_cells_near(board, point)) or stone_count(board) < _FEW_STONES


def _closeness(board: Board, point: Point) -> float:
    """From 0 to less than 1: first for stones of either colour nearby, then for the centre."""
    cells = _cells_near(board, point)
    stones = 1.0 - cells.count(EMPTY) / len(cells)
    off_centre = max(abs(2 * point.x - board.columns + 1), abs(2 * point.y - board.rows + 1)) / board.columns
    return 0.8 * stones + 0.1 * (1.0 - off_centre)


def _cells_near(board: Board, point: Point) -> tuple[int, ...]:
    return _readers(board.columns, board.rows)[board.index(point)](board.cells)


@cache
def _readers(columns: int, rows: int) -> tuple[Callable[[bytes], tuple[int, ...]], ...]:
    """For every cell, how to read the cells near it."""

    def near(x: int, y: int) -> list[int]:
        return [
            cy * columns + cx
            for cy in range(max(0, y - _NEAR), min(rows, y + _NEAR + 1))
            for cx in range(max(0, x - _NEAR), min(columns, x + _NEAR + 1))
            if (cx, cy) != (x, y)
        ]

    return tuple(itemgetter(*near(x, y)) for y in range(rows) for x in range(columns))
