"""Othello positions of any size. No clocks, no players, no text formats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tengen.core import EMPTY, Board, Color, ErrorCode, IllegalMove, Move, Point, Position


@cache
def rays(columns: int, rows: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For every cell the cells in each of the eight directions, nearest first; rays too short to flip are left out."""
    directions = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
    table = []
    for y in range(rows):
        for x in range(columns):
            lines = []
            for dx, dy in directions:
                line = []
                cx, cy = x + dx, y + dy
                while 0 <= cx < columns and 0 <= cy < rows:
                    line.append(cy * columns + cx)
                    cx, cy = cx + dx, cy + dy
                if len(line) >= 2:
                    lines.append(tuple(line))
            table.append(tuple(lines))
    return tuple(table)


@dataclass(frozen=True, slots=True)
class OthelloPosition(Position):
    """Discs and the side to move. A pass is legal exactly when no disc can be placed and the opponent can move."""

    board: Board
    to_move: Color

    def flips(self, point: Point) -> list[int]:
        """The cells that a disc on this empty point would turn over; none makes the move illegal."""
        return self._flips(self.board.index(point), self.to_move)

    def _flips(self, index: int, color: int) -> list[int]:
        cells = self.board.cells
        other = 3 - color
        flipped: list[int] = []
        for ray in rays(self.board.columns, self.board.rows)[index]:
            if cells[ray[0]] != other:
                continue
            for count, cell in enumerate(ray):
                stone = cells[cell]
                if stone == color:
                    flipped.extend(ray[:count])
                    break
                if stone == EMPTY:
                    break
        return flipped

    def _can_flip(self, index: int, color: int) -> bool:
        cells = self.board.cells
        other = 3 - color
        for ray in rays(self.board.columns, self.board.rows)[index]:
            if cells[ray[0]] != other:
                continue
            for cell in ray:
                stone = cells[cell]
                if stone == color:
                    return True
                if stone == EMPTY:
                    break
        return False

    def can_place(self, color: Color) -> bool:
        """Whether this side has a point to place a disc on."""
        return any(not cell and self._can_flip(i, color) for i, cell in enumerate(self.board.cells))

    def legal_points(self) -> list[Point]:
        color = self.to_move
        board = self.board
        return [board.point(i) for i, cell in enumerate(board.cells) if not cell and self._can_flip(i, color)]

    def can_pass(self) -> bool:
        return not self.can_place(self.to_move) and self.can_place(self.to_move.other)

    def play(self, move: Move) -> OthelloPosition:
        if move is None:
            if not self.can_pass():
                raise IllegalMove(ErrorCode.NO_PASS, move)
            return OthelloPosition(self.board, self.to_move.other)
        self._check_free(move)
        flipped = self.flips(move)
        if not flipped:
            code = ErrorCode.NO_FLIP if self.can_place(self.to_move) else ErrorCode.MUST_PASS
            raise IllegalMove(code, move)
        cells = bytearray(self.board.cells)
        for index in (self.board.index(move), *flipped):
            cells[index] = self.to_move
        return OthelloPosition(Board(self.board.columns, self.board.rows, bytes(cells)), self.to_move.other)
