"""What a beginner's advice says of an Othello move: corners first, many discs, few for the opponent, edges."""

from __future__ import annotations

import math

from tengen.core import Move, Point
from tengen.games.othello.position import OthelloPosition

_CORNER = 1000.0


def hint(position: OthelloPosition, move: Move) -> float:
    """Discs turned over minus the opponent's best reply; an edge is worth one more, a corner everything."""
    if move is None:
        return -math.inf
    side = position.board.columns - 1
    if move.x in (0, side) and move.y in (0, side):
        return _CORNER
    after = position.play(move)
    replies = (len(after.flips(point)) for point in after.legal_points())
    return len(position.flips(move)) - max(replies, default=0) + _edge(move, side)


def _edge(point: Point, side: int) -> float:
    return 1.0 if point.x in (0, side) or point.y in (0, side) else 0.0
