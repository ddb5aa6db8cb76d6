"""What an action did to a game, as data: enough to make the next state again without asking the rules.

Judges nothing. What a game remembers besides the board is its own business: see `Ruleset.follow`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from tengen.core.actions import Action, Agree, MarkDead, Pass, Place, Resume, UnmarkDead
from tengen.core.board import Board, Changes
from tengen.core.color import BLACK, WHITE, Color, Point
from tengen.core.outcome import Outcome
from tengen.core.position import Position, Prisoners
from tengen.core.state import GameState, Phase

_NOBODY: Final[frozenset[Color]] = frozenset()
_NO_POINTS: Final[frozenset[Point]] = frozenset()


class Outline(NamedTuple):
    """What is to be seen of a state, without what its game remembers of the past."""

    board: Board
    to_move: Color
    prisoners: Prisoners
    phase: Phase
    passes: int
    outcome: Outcome | None

    @classmethod
    def of(cls, state: GameState) -> Outline:
        """What is to be seen of a state."""
        position = state.position
        return cls(position.board, position.to_move, position.prisoners, state.phase, state.passes, state.outcome)


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action led to besides the changes of the board: the side to move, and all that is not as usual.

    None stands for what is usual. That is part of the form in which logs are kept and never changes: a stone or a
    resumption ends a row of passes and a pass is one more; removed stones become prisoners of the other colour's side;
    marks change as the action says, and agreement ends with them; all else stays as it was, and the game goes on.
    `marked` are the stones whose mark as dead changed.
    """

    to_move: Color
    prisoners: Prisoners | None = None
    phase: Phase | None = None
    passes: int | None = None
    swapped: bool | None = None
    marked: frozenset[Point] | None = None
    agreed: frozenset[Color] | None = None
    outcome: Outcome | None = None

    @classmethod
    def usual(cls, to_move: Color) -> Effect:
        """Only the side to move is to be said, as after nearly every move."""
        return _USUAL[to_move]

    @classmethod
    def between(cls, before: GameState, action: Action, after: GameState, changes: Changes) -> Effect:
        """What an action led to, from the states before and after it and what it changed on the board."""
        to_move = after.position.to_move
        if _is_plain_stone(before, action, after, changes):
            return _USUAL[to_move]
        prisoners, marked = after.position.prisoners, before.dead ^ after.dead
        return cls(
            to_move,
            None if prisoners == _usual_prisoners(before, changes) else prisoners,
            None if after.phase == before.phase else after.phase,
            None if after.passes == _usual_passes(before, action) else after.passes,
            None if after.swapped == before.swapped else after.swapped,
            None if marked == _usual_marked(before, action) else marked,
            None if after.agreed == _usual_agreed(before, action) else after.agreed,
            after.outcome,
        )

    def outline(self, before: GameState, action: Action, changes: Changes) -> Outline:
        """What is to be seen of the state that the action led to. Raises ValueError for a point off the board."""
        position = before.position
        board = changes.applied(position.board)
        if type(action) is Place and self is _USUAL[self.to_move] and not changes.removed:  # nearly every action
            return Outline(board, self.to_move, position.prisoners, before.phase, 0, None)
        return Outline(
            board,
            self.to_move,
            _usual_prisoners(before, changes) if self.prisoners is None else self.prisoners,
            before.phase if self.phase is None else self.phase,
            _usual_passes(before, action) if self.passes is None else self.passes,
            self.outcome,
        )

    def state(self, before: GameState, action: Action, outline: Outline, position: Position) -> GameState:
        """The state with this outline and position that the action led to."""
        _, _, _, phase, passes, outcome = outline
        if type(action) is Place and self is _USUAL[self.to_move]:
            return GameState(position, phase, passes, before.swapped, before.dead, before.agreed)
        marked = _usual_marked(before, action) if self.marked is None else self.marked
        return GameState(
            position,
            phase,
            passes,
            before.swapped if self.swapped is None else self.swapped,
            before.dead ^ marked if marked else before.dead,
            _usual_agreed(before, action) if self.agreed is None else self.agreed,
            outcome,
        )


_USUAL: Final = {BLACK: Effect(BLACK), WHITE: Effect(WHITE)}


def _is_plain_stone(before: GameState, action: Action, after: GameState, changes: Changes) -> bool:
    """Whether a stone was placed and nothing but the board and the turn changed, as in most moves of every game."""
    return (
        type(action) is Place
        and after.outcome is None
        and not changes.removed
        and not after.passes
        and after.phase == before.phase
        and after.swapped == before.swapped
        and after.dead == before.dead
        and after.agreed == before.agreed
        and after.position.prisoners == before.position.prisoners
    )


def _usual_prisoners(before: GameState, changes: Changes) -> Prisoners:
    prisoners = before.position.prisoners
    if not changes.removed:
        return prisoners
    board = before.position.board
    black = sum(board[point] is BLACK for point in changes.removed)
    return Prisoners(prisoners.black + len(changes.removed) - black, prisoners.white + black)


def _usual_passes(before: GameState, action: Action) -> int:
    match action:
        case Place() | Resume():
            return 0
        case Pass():
            return before.passes + 1
        case _:
            return before.passes


def _usual_marked(before: GameState, action: Action) -> frozenset[Point]:
    match action:
        case MarkDead():
            return frozenset(action.points) - before.dead
        case UnmarkDead():
            return before.dead.intersection(action.points)
        case Resume():
            return before.dead
        case _:
            return _NO_POINTS


def _usual_agreed(before: GameState, action: Action) -> frozenset[Color]:
    match action:
        case Agree():
            return before.agreed | {action.player}
        case MarkDead() | UnmarkDead() | Resume():
            return _NOBODY
        case _:
            return before.agreed
