"""Corners: fill the board; a corner counts more and gives another turn; each side may rest once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Board,
    BoardSpec,
    Color,
    Features,
    GameState,
    Move,
    OptionSpec,
    OptionValue,
    Outcome,
    Reason,
    Ruleset,
    Score,
    Setup,
    celled_board,
)
from tengen.core.options import boolean, choice, number
from tests.toygame.position import CornersPosition, is_corner


class Goal(StrEnum):
    """Who wins when the board is full."""

    MOST = "most"
    FEWEST = "fewest"


@dataclass(frozen=True, slots=True)
class CornersRules(Ruleset):
    """Boards of 3, 4 and 6. `corner_points` is what a corner counts; any other cell counts one."""

    goal: Goal
    corner_points: int
    rest: bool

    KIND: ClassVar[str] = "corners"
    SIZES: ClassVar[tuple[int, ...]] = (3, 4, 6)
    DEFAULT_SIZE: ClassVar[int] = 4
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (
        choice("goal", Goal, Goal.MOST),
        number("corner_points", 3, minimum=1, maximum=9, step=1),
        boolean("rest", True),
    )
    FEATURES: ClassVar[Features] = Features(passes=True, points=True)
    PRESETS: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {
        "plain": {"goal": Goal.MOST},
        "misere": {"goal": Goal.FEWEST, "corner_points": 5},
    }

    def board_spec(self) -> BoardSpec:
        return celled_board(self.size)

    def score(self, state: GameState) -> Score:
        board = state.position.board
        return Score(self._points(board, BLACK), self._points(board, WHITE))

    def hint(self, state: GameState, move: Move) -> float:
        sign = 1.0 if self.goal is Goal.MOST else -1.0
        if move is None:
            return -math.inf if sign > 0 else 0.0
        return sign * (self.corner_points if is_corner(state.position.board, move) else 1)

    def _start(self) -> GameState:
        return self._set_up(Setup(Board.empty(self.size), BLACK))

    def _set_up(self, setup: Setup) -> GameState:
        rests = frozenset(COLORS) if self.rest else frozenset()
        return GameState(CornersPosition(setup.board, setup.to_move, rests))

    def _judge(self, state: GameState) -> Outcome | None:
        if not state.position.board.is_full:
            return None
        score = self.score(state)
        winner = score.leader
        if winner is not None and self.goal is Goal.FEWEST:
            winner = winner.other
        return Outcome(winner, Reason.SCORE, score.margin, score)

    def _points(self, board: Board, color: Color) -> int:
        return sum(self.corner_points if is_corner(board, point) else 1 for point in board.stones(color))
