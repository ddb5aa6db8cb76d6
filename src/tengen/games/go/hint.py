"""What a beginner's advice says of a Go move: capture, save what is in atari, fill no eye of one's own."""

from __future__ import annotations

import math

from tengen.core import Move, Point
from tengen.games.go.grid import Cells, chain_at, neighbours
from tengen.games.go.position import GoPosition

_PASS = -2.0
_WINNING_PASS = 1000.0


def hint(position: GoPosition, move: Move, *, pass_wins: bool = False) -> float:
    """Captured stones and saved stones count most, stones that could be captured next count against.

    A pass is better only than moves that lose something. `pass_wins` says that the pass ends a won game.
    """
    if move is None:
        return _WINNING_PASS if pass_wins else _PASS
    if position.is_own_eye(move):
        return -math.inf
    board = position.board
    beside = neighbours(board.columns, board.rows)
    index = board.index(move)
    after = position.play(move)
    mine = position.prisoners.of(position.to_move)
    captured = after.prisoners.of(position.to_move) - mine
    if after.board.cells[index] != position.to_move:
        return -math.inf
    chain = chain_at(after.board.cells, beside, index)
    liberties = _liberties(after.board.cells, beside, chain)
    if liberties == 1 and captured <= 1:
        return -10.0 * len(chain) + captured
    return 10.0 * captured + 8.0 * _saved(position, beside, index) + _shape(position, move, liberties)


def _liberties(cells: Cells, beside: tuple[tuple[int, ...], ...], chain: list[int]) -> int:
    return len({near for stone in chain for near in beside[stone] if not cells[near]})


def _saved(position: GoPosition, beside: tuple[tuple[int, ...], ...], index: int) -> int:
    """How many of the player's stones beside the point are in atari now."""
    cells = position.board.cells
    saved: set[int] = set()
    for near in beside[index]:
        if cells[near] == position.to_move and near not in saved:
            chain = chain_at(cells, beside, near)
            if _liberties(cells, beside, chain) == 1:
                saved.update(chain)
    return len(saved)


def _shape(position: GoPosition, point: Point, liberties: int) -> float:
    """A little for freedom, for the third and fourth line, and against the first."""
    size = position.board.columns
    line = min(point.x, point.y, size - 1 - point.x, size - 1 - point.y)
    return 0.1 * min(liberties, 4) + (-0.5, -0.1, 0.2, 0.2)[min(line, 3)]
