"""What all commands of GTP share: the game, the time, who thinks. Reads and answers nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final, NamedTuple, TypeAlias

from tengen.clients.engine.editable_game import EditableGame
from tengen.clients.engine.gtp.words import Refused, Reply, is_interrupt, move_of
from tengen.clients.engine.line_io import LineReader
from tengen.clients.engine.thinking import Thinker
from tengen.clients.engine.timing import Times
from tengen.core import (
    AGREE,
    BoardSpec,
    Color,
    ErrorCode,
    GameError,
    GameKind,
    GameState,
    Move,
    Pass,
    Place,
    Position,
    Resign,
    Ruleset,
)
from tengen.players import Budget, StopToken, Turn
from tengen.players.builtin import Life, judge_life
from tengen.players.engines import vertex

ILLEGAL_MOVE: Final = "illegal move"
_JUDGING_MS: Final = 1500


class Resigned(Exception):
    """The player that was asked for a move gives the game up instead."""


class _Judged(NamedTuple):
    """What was said of the stones of a position."""

    ruleset: Ruleset
    position: Position
    life: Life


@dataclass(slots=True)
class GtpContext:
    """The state of a context. `now_ms` counts from any beginning, `today` is a date in ISO form."""

    kind: GameKind
    game: EditableGame
    thinker: Thinker
    lines: LineReader
    rng: Random
    now_ms: Callable[[], int]
    today: Callable[[], str]
    times: Times = field(default_factory=Times)
    _judged: _Judged | None = None

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.game.ruleset

    @property
    def state(self) -> GameState:
        """The state of the game."""
        return self.game.timeline.state

    @property
    def spec(self) -> BoardSpec:
        """How the board's points are called in the game; letters are those of GTP all the same."""
        return self.ruleset.board_spec()

    @property
    def counts_points(self) -> bool:
        """Whether surrounded points count in this game, so that stones may be dead before they are taken."""
        return self.ruleset.FEATURES.territory

    def name(self, move: Move) -> str:
        """A point in the letters of GTP, or `pass`."""
        return vertex(move, self.spec)

    def move(self, word: str) -> Move:
        """The point of a word, or a pass. Raises Refused."""
        return move_of(word, self.spec)

    def play(self, color: Color, move: Move) -> None:
        """Put something on the board. Raises Refused where the rules do not allow it."""
        try:
            self.game.play(color, move)
        except GameError as error:
            raise Refused(ILLEGAL_MOVE) from error

    def turn(self, color: Color) -> Turn | None:
        """The moment at which this side is to move; None where the game is over. Raises Refused when it is not.

        A pass that was only made to give it the turn is none that it could answer with one of its own.
        """
        try:
            timeline = self.game.turned_to(color)
        except GameError as error:
            if error.code is ErrorCode.GAME_OVER:
                return None
            raise Refused("it is the other side's turn") from error
        turn = Turn.of(timeline)
        return turn if timeline is self.game.timeline else replace(turn, state=replace(turn.state, passes=0))

    def generate(
        self,
        color: Color,
        think: Callable[[Turn, Budget, StopToken], Move] | None = None,
        is_urgent: Callable[[str], bool] = is_interrupt,
        *,
        is_to_be_played: bool = True,
    ) -> Move:
        """A move of this side, which is not played yet; a pass where the game is over. Costs its time. Raises Refused.

        An urgent line brings the answer at once.
        """
        turn = self.turn(color)
        if turn is None:
            return None
        budget = self.times.begin(color, self.now_ms())
        try:
            with self.lines.interrupting(StopToken(), is_urgent) as stop:
                return (think or self.think)(turn, budget, stop)
        finally:
            self.times.end(self.now_ms(), is_moved=is_to_be_played)

    def think(self, turn: Turn, budget: Budget, stop: StopToken) -> Move:
        """What the player of this engine would do."""
        return move_of_action(self.thinker.choose(turn, budget, stop))

    def life(self) -> Life:
        """What becomes of the stones on the board: the same as often as it is asked, unless it was cut short."""
        state = self.state
        if state.phase == AGREE or state.is_over:
            turn = self.turn(state.position.to_move)
            state = turn.state if turn is not None else state
        if self._judged is not None and (self._judged.ruleset, self._judged.position) == (self.ruleset, state.position):
            return self._judged.life
        with self.lines.interrupting(StopToken(), is_interrupt) as stop:
            life = judge_life(self.ruleset, state, self.rng, stop, _JUDGING_MS)
        self._judged = None if stop.stopped else _Judged(self.ruleset, state.position, life)
        return life


Command: TypeAlias = Callable[[GtpContext, list[str], Reply], str]
"""Does something and gives the text of the answer. Raises Refused, and GameError where the rules refuse."""


def move_of_action(action: object) -> Move:
    """The move of a stone or a pass. Raises Resigned where a player gives up; nothing else is done while one plays."""
    if isinstance(action, Resign):
        raise Resigned
    assert isinstance(action, Place | Pass), "this is no moment to choose or to agree"
    return action.point if isinstance(action, Place) else None
