"""Gomoku: a line of five wins.

Which lines win is told in `lines`, Black's fouls in `renju`, how the first stones are placed in `openings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from tengen.core import (
    BLACK,
    CHOICE,
    OPENING,
    PLAY,
    Action,
    Board,
    BoardSpec,
    Choose,
    Color,
    ErrorCode,
    GameError,
    GameState,
    IllegalAction,
    Move,
    OptionSpec,
    OptionValue,
    Outcome,
    Outline,
    Place,
    Point,
    Reason,
    Ruleset,
    Setup,
    lined_board,
)
from tengen.core.boardspec import LETTERS
from tengen.core.options import choice
from tengen.games.gomoku import openings
from tengen.games.gomoku.hint import hint, is_sensible
from tengen.games.gomoku.lines import Line, has_line, winning_rows
from tengen.games.gomoku.openings import CHOOSING, PLACE_TWO, Opening, stone_count
from tengen.games.gomoku.position import GomokuPosition


@dataclass(frozen=True, slots=True)
class GomokuRules(Ruleset):
    """Boards from 8 to 20. `line` says which lines win and is what the presets set; `opening` goes with any.

    When Black is to move in Renju and every empty point is a foul, nobody can play on: a draw, as on a full board.
    """

    line: Line
    opening: Opening

    KIND: ClassVar[str] = "gomoku"
    SIZES: ClassVar[tuple[int, ...]] = tuple(range(8, 21))
    DEFAULT_SIZE: ClassVar[int] = 15
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        choice("line", Line, Line.FREESTYLE, advanced=True),
        choice("opening", Opening, Opening.FREE),
    )
    PRESETS: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {line.value: {"line": line} for line in Line}

    def board_spec(self) -> BoardSpec:
        return lined_board(self.size, letters=LETTERS, stars=_stars(self.size))

    def without_choices(self) -> Self:
        return self.with_options({"opening": Opening.FREE}) if self.opening in CHOOSING else self

    # --- whose turn, and what is possible ------------------------------------------------------

    def actors(self, state: GameState) -> tuple[Color, ...]:
        if state.is_over:
            return ()
        if state.phase == PLAY:
            return (state.position.to_move,)
        stones = stone_count(state.position.board)
        return (openings.actor(self.opening, state.phase, state.position.to_move, stones),)

    def choices(self, state: GameState) -> tuple[str, ...]:
        if state.is_over or state.phase != CHOICE:
            return ()
        return openings.choices(self.opening, stone_count(state.position.board))

    def legal_points(self, state: GameState) -> list[Point]:
        points = Ruleset.legal_points(self, state)
        if state.phase == OPENING:
            board = state.position.board
            points = [point for point in points if openings.allows(self.opening, board, point)]
        return points

    def forbidden_points(self, state: GameState) -> list[Point]:
        """Black's fouls in Renju, while Black is to move."""
        return [] if state.is_over or state.phase == CHOICE else _position(state).forbidden_points()

    def winning_rows(self, state: GameState) -> list[tuple[Point, ...]]:
        is_won = state.outcome is not None and state.outcome.reason is Reason.LINE
        return winning_rows(state.position.board, self.line) if is_won else []

    def guidance(self, state: GameState) -> str | None:
        """The key of the line that tells the player what the opening asks now; None in ordinary play."""
        if state.is_over:
            return None
        return openings.guidance(self.opening, state.phase, stone_count(state.position.board))

    def hint(self, state: GameState, move: Move) -> float:
        return hint(_position(state), move)

    def is_sensible(self, state: GameState, point: Point) -> bool:
        return is_sensible(state.position.board, point)

    # --- the course of a game ------------------------------------------------------------------

    def _start(self) -> GameState:
        position = GomokuPosition(Board.empty(self.size), BLACK, self.line)
        return GameState(position, openings.phase_with(self.opening, 0))

    def _set_up(self, setup: Setup) -> GameState:
        """A set-up skips the opening. Its stones are taken as they stand, in any number.

        Only a line that wins is refused, for that game would be over. A black overline in Renju is none: it may have
        been a foul once, but a set-up has no past.
        """
        if has_line(setup.board, self.line):
            raise GameError(ErrorCode.BAD_RECORD, "record.has_line")
        return GameState(GomokuPosition(setup.board, setup.to_move, self.line))

    def _position_at(self, start: Outline) -> GomokuPosition:
        return GomokuPosition(start.board, start.to_move, self.line)

    def _position_after(self, state: GameState, action: Action, outline: Outline) -> GomokuPosition:
        del state, action
        outcome = outline.outcome
        winner = outcome.winner if outcome is not None and outcome.reason is Reason.LINE else None
        return GomokuPosition(outline.board, outline.to_move, self.line, winner)

    def _judge(self, state: GameState) -> Outcome | None:
        position = _position(state)
        if position.winner is not None:
            return Outcome.won(position.winner, Reason.LINE)
        return None if position.can_place() else Outcome.draw(Reason.FULL_BOARD)

    def _place(self, state: GameState, action: Place) -> GameState:
        position = state.position.play(action.point)
        if state.phase == PLAY:
            return replace(state, position=position)
        if not openings.allows(self.opening, state.position.board, action.point):
            raise IllegalAction(ErrorCode.OPENING_RULE, action)
        phase = openings.phase_with(self.opening, stone_count(position.board))
        return replace(state, position=position, phase=phase)

    def _choose(self, state: GameState, action: Choose) -> GameState:
        if action.choice == PLACE_TWO:
            return replace(state, phase=OPENING)
        return replace(state, phase=PLAY, swapped=action.choice != action.player.word)


def _position(state: GameState) -> GomokuPosition:
    assert isinstance(state.position, GomokuPosition)
    return state.position


def _stars(size: int) -> tuple[Point, ...]:
    """Four near the corners, on the fourth line from size 13 on and on the third below.

    An odd board has one in the centre too, and from size 19 on four at the sides.
    """
    near = 3 if size >= 13 else 2
    far, middle = size - 1 - near, size // 2
    corners = [Point(x, y) for y in (near, far) for x in (near, far)]
    if size % 2 == 0:
        return tuple(corners)
    sides = [Point(middle, near), Point(near, middle), Point(far, middle), Point(middle, far)]
    return (*corners, *(sides if size >= 19 else ()), Point(middle, middle))
