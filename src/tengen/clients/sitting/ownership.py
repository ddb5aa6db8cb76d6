"""Whose the points of a board are by an estimate: what to draw, and what to count. Estimates nothing itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tengen.core import BLACK, COLORS, WHITE, Board, Color, Point
from tengen.players import Estimate

_HELD: Final = 0.3
"""A point is held by the side that will have it two times in three."""
_SEEN: Final = 0.15
"""Less is not worth a mark."""


def held_points(estimate: Estimate, board: Board) -> dict[Color, tuple[Point, ...]]:
    """The points that each side holds, under stones too; those that are open belong to nobody."""
    held: dict[Color, list[Point]] = {color: [] for color in COLORS}
    for point, share in _owned(estimate, board):
        if abs(share) >= _HELD:
            held[BLACK if share > 0 else WHITE].append(point)
    return {color: tuple(points) for color, points in held.items()}


def shares(estimate: Estimate, board: Board) -> dict[Point, float]:
    """What is to be seen of who has each point: 1 is Black's, -1 White's. A stone that stays needs no mark."""
    found = {}
    for point, share in _owned(estimate, board):
        color = board[point]
        own = 1 if color is BLACK else -1
        if abs(share) >= _SEEN and (color is None or share * own < 0):
            found[point] = share
    return found


def _owned(estimate: Estimate, board: Board) -> Iterator[tuple[Point, float]]:
    return zip(board.points(), estimate.ownership, strict=True)
