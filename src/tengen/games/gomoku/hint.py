"""What a beginner looks for in Gomoku: make five, stop the opponent's, open fours alike, then the longest own row."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import Final

from tengen.core import EMPTY, Board, Color, Move, Point
from tengen.games.gomoku.lines import Line
from tengen.games.gomoku.openings import stone_count
from tengen.games.gomoku.position import GomokuPosition
from tengen.games.gomoku.prospects import Prospect, prospects, rows

_WIN: Final = 1000.0
_STOP: Final = 500.0
_OPEN_FOUR: Final = 250.0
_HALT: Final = 50.0
"""For every open three that is stopped; there are four directions, so an open four of one's own comes first."""
_STONE: Final = 2.0
_OPEN_THREE: Final = 3.0
"""More than the stone that makes an open three a four which is open no more."""
_KEPT_BOARDS: Final = 64
_NEAR: Final = 2
"""How many columns or rows away a stone still has to do with a point."""
_FEW_STONES: Final = 3
"""With fewer stones than this any point is worth a thought."""


def hint(position: GomokuPosition, move: Move) -> float:
    """To win comes before all, then to stop the opponent's win, an open four, and to stop the opponent's open three.

    Then the longest own row counts that can still become five, and an open three more than a four that will be
    stopped. Equals are told apart by `_closeness`.
    """
    if move is None:
        return -math.inf
    board = position.board
    worth = _worths(board, position.to_move, position.line)[board.index(move)]
    return _WIN if worth >= _WIN else worth + _closeness(board, move)


def is_sensible(board: Board, point: Point) -> bool:
    """Whether a stone stands nearby, or hardly any on the whole board."""
    return any(_cells_near(board, point)) or stone_count(board) < _FEW_STONES


@lru_cache(maxsize=_KEPT_BOARDS)
def _worths(board: Board, color: Color, line: Line) -> list[float]:
    """What a stone on every cell is worth by the rows through it."""
    urgent = [0.0] * len(board.cells)
    long = [_STONE] * len(board.cells)
    for cells, read in rows(board.columns, board.rows):
        row = read(board.cells)
        if not any(row):
            continue
        for prospect in prospects(row, color, line):
            cell = cells[prospect.place]
            urgent[cell] += _urgency(prospect)
            long[cell] = max(long[cell], _STONE * prospect.stones + _OPEN_THREE * prospect.makes_open_three)
    return [first + second for first, second in zip(urgent, long, strict=True)]


def _urgency(prospect: Prospect) -> float:
    if prospect.wins:
        return _WIN
    if prospect.stops_win:
        return _STOP
    return _OPEN_FOUR if prospect.makes_open_four else _HALT * prospect.halts


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
