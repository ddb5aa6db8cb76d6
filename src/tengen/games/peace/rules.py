"""Peace: fill the board together; nothing is taken and nobody wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tengen.core import (
    BLACK,
    Action,
    Board,
    BoardSpec,
    GameState,
    Outcome,
    Outline,
    Reason,
    Ruleset,
    Setup,
    celled_board,
)
from tengen.games.peace.position import PeacePosition


@dataclass(frozen=True, slots=True)
class PeaceRules(Ruleset):
    """Even boards from 4 to 16, beginning with four discs in the middle."""

    KIND: ClassVar[str] = "peace"
    SIZES: ClassVar[tuple[int, ...]] = tuple(range(4, 17, 2))
    DEFAULT_SIZE: ClassVar[int] = 8

    def board_spec(self) -> BoardSpec:
        return celled_board(self.size)

    def _start(self) -> GameState:
        return GameState(PeacePosition(Board.centre_four(self.size), BLACK))

    def _set_up(self, setup: Setup) -> GameState:
        return GameState(PeacePosition(setup.board, setup.to_move))

    def _position_at(self, start: Outline) -> PeacePosition:
        return PeacePosition(start.board, start.to_move)

    def _position_after(self, state: GameState, action: Action, outline: Outline) -> PeacePosition:
        del state, action
        return PeacePosition(outline.board, outline.to_move)

    def _judge(self, state: GameState) -> Outcome | None:
        return Outcome.draw(Reason.FULL_BOARD) if state.position.board.is_full else None
