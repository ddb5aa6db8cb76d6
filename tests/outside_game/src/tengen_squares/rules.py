"""Squares: Black begins with a few stones, then both sides place two stones a turn; four in a square win."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from tengen.core import (
    BLACK,
    Board,
    BoardSpec,
    ErrorCode,
    GameError,
    GameState,
    Move,
    OptionSpec,
    OptionValue,
    Outcome,
    Point,
    Reason,
    Ruleset,
    Setup,
    lined_board,
)
from tengen.core.boardspec import LETTERS
from tengen.core.options import number
from tengen_squares.position import STONES_A_TURN, SquaresPosition

SQUARE: Final = Reason("square")


@dataclass(frozen=True, slots=True)
class SquaresRules(Ruleset):
    """Boards from 4 to 7. `first_stones` is how many stones Black begins with."""

    first_stones: int

    KIND: ClassVar[str] = "squares"
    SIZES: ClassVar[tuple[int, ...]] = (4, 5, 6, 7)
    DEFAULT_SIZE: ClassVar[int] = 5
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (number("first_stones", 1, minimum=1, maximum=2, step=1),)
    PRESETS: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {
        "even": {"first_stones": 1},
        "head-start": {"first_stones": 2},
    }
    REASONS: ClassVar[tuple[Reason, ...]] = (SQUARE,)

    def board_spec(self) -> BoardSpec:
        return lined_board(self.size, letters=LETTERS, stars=())

    def guidance(self, state: GameState) -> str | None:
        is_second = not state.is_over and _position(state).stones_left < STONES_A_TURN
        return "turn.last_stone" if is_second and any(state.position.board.cells) else None

    def winning_rows(self, state: GameState) -> list[tuple[Point, ...]]:
        return _squares(_position(state))

    def hint(self, state: GameState, move: Move) -> float:
        assert move is not None, "there are no passes here"
        position = _position(state)
        stones = [[position.board[point] for point in square] for square in position.squares_with(move)]
        worth = (0 if len({*square} - {None}) > 1 else sum(cell is not None for cell in square) for square in stones)
        return float(max(worth))

    def _start(self) -> GameState:
        return GameState(SquaresPosition(Board.empty(self.size), BLACK, self.first_stones))

    def _set_up(self, setup: Setup) -> GameState:
        state = GameState(SquaresPosition(setup.board, setup.to_move, STONES_A_TURN))
        if _squares(_position(state)):
            raise GameError(ErrorCode.BAD_RECORD, "squares.setup.has_square")
        return state

    def _judge(self, state: GameState) -> Outcome | None:
        position = _position(state)
        won = _squares(position)
        if won:
            winner = position.board[won[0][0]]
            assert winner is not None
            return Outcome.won(winner, SQUARE)
        return Outcome.draw(Reason.FULL_BOARD) if position.board.is_full else None


def _position(state: GameState) -> SquaresPosition:
    assert isinstance(state.position, SquaresPosition)
    return state.position


def _squares(position: SquaresPosition) -> list[tuple[Point, ...]]:
    """The squares that one side has filled."""
    board = position.board
    found = (square for point in board.points() for square in position.squares_with(point) if square[0] == point)
    return [square for square in found if board[square[0]] and len({board[point] for point in square}) == 1]
