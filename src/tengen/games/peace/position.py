"""Peace positions: discs come, none goes. No clocks, no players, no text formats."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.core import Board, Color, ErrorCode, IllegalMove, Move, Point, Position


@dataclass(frozen=True, slots=True)
class PeacePosition(Position):
    """Discs and the side to move. Every empty point may be taken; nobody passes."""

    board: Board
    to_move: Color

    def legal_points(self) -> list[Point]:
        return self.board.empties()

    def takes_every_empty(self) -> bool:
        return True

    def can_pass(self) -> bool:
        return False

    def play(self, move: Move) -> PeacePosition:
        if move is None:
            raise IllegalMove(ErrorCode.NO_PASS, move)
        self._check_free(move)
        return PeacePosition(self.board.with_stones({move: self.to_move}), self.to_move.other)
