"""Positions of Corners. No points, no options: those are the rules' business."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.core import BLACK, WHITE, Board, Color, ErrorCode, IllegalMove, Move, Point, Position


def is_corner(board: Board, point: Point) -> bool:
    """Whether the point is one of the four corners."""
    return point.x in (0, board.columns - 1) and point.y in (0, board.rows - 1)


@dataclass(frozen=True, slots=True)
class CornersPosition(Position):
    """Stones, the side to move, and who may still rest. Who takes a corner moves again."""

    board: Board
    to_move: Color
    rests: frozenset[Color]

    @property
    def key(self) -> bytes:
        return self.board.cells + bytes((self.to_move, BLACK in self.rests, WHITE in self.rests))

    def legal_points(self) -> list[Point]:
        return self.board.empties()

    def can_pass(self) -> bool:
        return self.to_move in self.rests

    def play(self, move: Move) -> CornersPosition:
        if move is None:
            if not self.can_pass():
                raise IllegalMove(ErrorCode.NO_PASS, move)
            return CornersPosition(self.board, self.to_move.other, self.rests - {self.to_move})
        self._check_free(move)
        after = self.board.with_stones({move: self.to_move})
        following = self.to_move if is_corner(after, move) else self.to_move.other
        return CornersPosition(after, following, self.rests)
