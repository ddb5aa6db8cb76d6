"""Stones that are proposed as dead, until somebody marks or agrees: what a click on one of them means."""

from __future__ import annotations

from tengen.core import Board, Point


def corrected(proposed: frozenset[Point], board: Board, point: Point) -> tuple[Point, ...]:
    """All points to call dead when a stone of the proposal, or one beside it, is clicked."""
    if point not in proposed:
        return (*sorted(proposed), point)
    return tuple(sorted(proposed - _chain(board, point)))


def _chain(board: Board, start: Point) -> frozenset[Point]:
    """The stones of one colour that hang together with this one: they live and die together."""
    color, chain, found = board[start], {start}, [start]
    for x, y in found:
        for beside in (Point(x - 1, y), Point(x + 1, y), Point(x, y - 1), Point(x, y + 1)):
            if beside in board and beside not in chain and color is not None and board[beside] is color:
                chain.add(beside)
                found.append(beside)
    return frozenset(chain)
