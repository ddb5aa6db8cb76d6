"""Othello: discs are turned over between one's own; the most discs win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Board,
    BoardSpec,
    Features,
    GameState,
    Move,
    OptionSpec,
    Outcome,
    Outline,
    Pass,
    Ruleset,
    Score,
    Setup,
    celled_board,
)
from tengen.core.options import boolean
from tengen.games.othello.hint import hint
from tengen.games.othello.position import OthelloPosition


@dataclass(frozen=True, slots=True)
class OthelloRules(Ruleset):
    """Even boards from 4 to 16. With `empties_to_winner` the cells nobody could fill count for the winner."""

    empties_to_winner: bool

    KIND: ClassVar[str] = "othello"
    SIZES: ClassVar[tuple[int, ...]] = tuple(range(4, 17, 2))
    DEFAULT_SIZE: ClassVar[int] = 8
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = (boolean("empties_to_winner", False),)
    FEATURES: ClassVar[Features] = Features(points=True)

    def is_numbered(self, action: Action | None) -> bool:
        """Players number the discs: a pass, which the rules force, has no number."""
        return action is not None and not isinstance(action, Pass)

    def board_spec(self) -> BoardSpec:
        return celled_board(self.size)

    def score(self, state: GameState) -> Score:
        """Discs of both sides; once the game is over, with the empties where the option says so."""
        return state.outcome.score if state.outcome and state.outcome.score else self._discs(state)

    def hint(self, state: GameState, move: Move) -> float:
        return hint(_position(state), move)

    def _start(self) -> GameState:
        return GameState(OthelloPosition(Board.centre_four(self.size), BLACK))

    def _set_up(self, setup: Setup) -> GameState:
        return GameState(OthelloPosition(setup.board, setup.to_move))

    def _position_at(self, start: Outline) -> OthelloPosition:
        return OthelloPosition(start.board, start.to_move)

    def _position_after(self, state: GameState, action: Action, outline: Outline) -> OthelloPosition:
        del state, action
        return OthelloPosition(outline.board, outline.to_move)

    def _judge(self, state: GameState) -> Outcome | None:
        position = _position(state)
        if position.can_place(BLACK) or position.can_place(WHITE):
            return None
        score = self._discs(state)
        if self.empties_to_winner and score.leader is not None:
            empties = len(position.board.empties())
            score = Score(
                score.black + (empties if score.leader is BLACK else 0),
                score.white + (empties if score.leader is WHITE else 0),
            )
        return Outcome.by_score(score)

    def _discs(self, state: GameState) -> Score:
        board = state.position.board
        return Score(board.count(BLACK), board.count(WHITE))


def _position(state: GameState) -> OthelloPosition:
    assert isinstance(state.position, OthelloPosition)
    return state.position
