"""Gomoku positions of any size. No openings, no clocks, no text formats."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.core import BLACK, Board, Color, ErrorCode, IllegalMove, Move, Point, Position
from tengen.games.gomoku.lines import Line, makes_line
from tengen.games.gomoku.renju import Foul, foul_at, fouls, has_free_point


class ForbiddenMove(IllegalMove):
    """A foul of Black in Renju; the text says which."""

    def __init__(self, foul: Foul, move: Move) -> None:
        super().__init__(ErrorCode.FORBIDDEN, move)
        self.foul = foul
        self.key = f"gomoku.foul.{foul}"


@dataclass(frozen=True, slots=True)
class GomokuPosition(Position):
    """Stones, the side to move, and which lines win. Nobody passes.

    `winner` is who has made a line. `play` looks only at the lines through the new stone, so a position to begin
    from must have no winning line.
    """

    board: Board
    to_move: Color
    line: Line
    winner: Color | None = None

    @property
    def has_fouls(self) -> bool:
        """Whether the side to move has points it may not take."""
        return self.line is Line.RENJU and self.to_move is BLACK

    def forbidden_points(self) -> list[Point]:
        """The empty points that are fouls for the side to move, row by row from the top left."""
        return list(fouls(self.board)) if self.has_fouls else []

    def legal_points(self) -> list[Point]:
        empties = self.board.empties()
        if not self.has_fouls:
            return empties
        forbidden = fouls(self.board)
        return [point for point in empties if point not in forbidden]

    def takes_every_empty(self) -> bool:
        return not self.has_fouls

    def can_place(self) -> bool:
        """Whether the side to move has a legal point."""
        return has_free_point(self.board) if self.has_fouls else not self.board.is_full

    def can_pass(self) -> bool:
        return False

    def play(self, move: Move) -> GomokuPosition:
        if move is None:
            raise IllegalMove(ErrorCode.NO_PASS, move)
        self._check_free(move)
        if self.has_fouls and (foul := foul_at(self.board, move)):
            raise ForbiddenMove(foul, move)
        color = self.to_move
        cells = bytearray(self.board.cells)
        index = self.board.index(move)
        cells[index] = color
        board = Board(self.board.columns, self.board.rows, bytes(cells))
        winner = color if makes_line(board, index, color, self.line) else None
        return GomokuPosition(board, color.other, self.line, winner)
