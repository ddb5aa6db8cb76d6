"""Positions of Squares. Who wins is the rules' business."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import Board, Color, ErrorCode, IllegalMove, Move, Point, Position

STONES_A_TURN: Final = 2


@dataclass(frozen=True, slots=True)
class SquaresPosition(Position):
    """Stones, the side to move, and how many stones it has left in this turn."""

    board: Board
    to_move: Color
    stones_left: int

    @property
    def key(self) -> bytes:
        return self.board.cells + bytes((self.to_move, self.stones_left))

    def legal_points(self) -> list[Point]:
        return self.board.empties()

    def can_pass(self) -> bool:
        return False

    def play(self, move: Move) -> SquaresPosition:
        if move is None:
            raise IllegalMove(ErrorCode.NO_PASS, move)
        self._check_free(move)
        after = self.board.with_stones({move: self.to_move})
        if self.stones_left > 1:
            return SquaresPosition(after, self.to_move, self.stones_left - 1)
        return SquaresPosition(after, self.to_move.other, STONES_A_TURN)

    def squares_with(self, point: Point) -> list[tuple[Point, ...]]:
        """The squares of four points that this point belongs to."""
        corners = (Point(point.x - dx, point.y - dy) for dx in (0, 1) for dy in (0, 1))
        squares = (tuple(Point(x + dx, y + dy) for dy in (0, 1) for dx in (0, 1)) for x, y in corners)
        return [square for square in squares if all(corner in self.board for corner in square)]
