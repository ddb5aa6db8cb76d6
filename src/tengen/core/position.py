"""What stands on the board and who is to move. No clocks, no players, no phases."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final, NamedTuple

from tengen.core.board import Board
from tengen.core.color import PASS, Color, Move, Point
from tengen.core.errors import ErrorCode, GameError
from tengen.core.picture import Pictured


class IllegalMove(GameError):
    """The position refuses this move."""

    def __init__(self, code: ErrorCode, move: Move) -> None:
        super().__init__(code)
        self.move = move


class Prisoners(NamedTuple):
    """Stones that each side has taken."""

    black: int = 0
    white: int = 0

    def of(self, color: Color) -> int:
        """The stones that this side has taken."""
        return self.black if color is Color.BLACK else self.white


_NO_PRISONERS: Final = Prisoners()


@dataclass(frozen=True, slots=True)
class Setup:
    """A position to begin from: the stones, the side to move, the prisoners taken so far. It has no past."""

    board: Board
    to_move: Color
    prisoners: Prisoners = Prisoners()


class Position(Pictured, ABC):
    """An immutable position: everything the legality of the next move depends on.

    A game's position is a frozen dataclass with at least these fields.
    """

    __slots__ = ()

    board: Board
    to_move: Color

    @property
    def prisoners(self) -> Prisoners:
        """Stones taken so far; games without capture have none."""
        return _NO_PRISONERS

    @property
    def key(self) -> bytes:
        """Stones and side to move as bytes: equal positions have equal keys."""
        return self.board.cells + bytes((self.to_move,))

    @abstractmethod
    def play(self, move: Move) -> Position:
        """The position after the move. Raises IllegalMove with the reason."""

    @abstractmethod
    def legal_points(self) -> list[Point]:
        """Every point where the side to move may place a stone, row by row from the top left."""

    def takes_every_empty(self) -> bool:
        """Whether every empty point is legal, where that is known without looking at them one by one."""
        return False

    @abstractmethod
    def can_pass(self) -> bool:
        """Whether the side to move may pass."""

    def refusal(self, move: Move) -> ErrorCode | None:
        """Why the move is refused, or None when it is legal."""
        try:
            self.play(move)
        except IllegalMove as error:
            return error.code
        return None

    def legal_moves(self) -> list[Move]:
        """Every legal move, the pass last."""
        moves: list[Move] = list(self.legal_points())
        if self.can_pass():
            moves.append(PASS)
        return moves

    def _check_free(self, point: Point) -> None:
        """Refuse a point outside the board or with a stone on it."""
        board = self.board
        if not (0 <= point.x < board.columns and 0 <= point.y < board.rows):
            raise IllegalMove(ErrorCode.OUT_OF_BOUNDS, point)
        if board.cells[point.y * board.columns + point.x]:
            raise IllegalMove(ErrorCode.OCCUPIED, point)
