"""One game between two players by our rules and our clock. The referee believes nobody: not the move, not the time.

A player who crashes, falls silent, plays what the rules refuse or oversteps the time has lost, with the reason; what
this machine is short of is nobody's loss. A game of more than three moves a point is a draw. Starting up is not
thinking: a player who can prepare does so before the clock runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.arena.pace import Pace
from tengen.core import (
    ACTION_NAMES,
    COLORS,
    Action,
    Clock,
    GameState,
    Outcome,
    Participant,
    Place,
    Reason,
    Record,
    Timeline,
    text,
)
from tengen.core.errors import Value
from tengen.players import Budget, Failure, How, Player, Turn, drive_turn, prepare_player

MOVES_A_POINT: Final = 3


@dataclass(frozen=True, slots=True)
class Fault:
    """What a player did wrong, as a key of the words with its values; `is_first`: the one who began as Black."""

    is_first: bool
    key: str
    values: Mapping[str, Value] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The fault in words, one line."""
        return text(language, self.key, **self.values)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: how it went, how it ended, and how long was thought about each action.

    `think_ms` and `by_first` begin after the `given` actions of the opening; the last thought may have come to nothing.
    """

    timeline: Timeline
    outcome: Outcome
    given: int
    think_ms: tuple[int, ...]
    by_first: tuple[bool, ...]
    fault: Fault | None = None
    is_too_long: bool = False

    @property
    def points(self) -> float:
        """What the player made of it who began as Black: 1, ½ or 0."""
        winner = self.outcome.winner
        return 0.5 if winner is None else float(self.timeline.state.is_first_seat(winner))

    def times_ms(self, is_first: bool) -> list[int]:
        """How long one of the players thought about each action."""
        return [ms for ms, first in zip(self.think_ms, self.by_first, strict=True) if first is is_first]

    def record(self, first: Participant, second: Participant, created: str = "") -> Record:
        """The game written down. The player who ended as Black is told as Black."""
        state = self.timeline.state
        black, white = (second, first) if state.swapped else (first, second)
        record = Record.of(self.timeline, black, white, created)
        nodes = list(record.nodes)
        for place, ms in zip(range(self.given + 1, len(nodes)), self.think_ms, strict=False):
            nodes[place] = replace(nodes[place], ms=ms)
        nodes[-1] = replace(nodes[-1], comment=self._comment())
        return replace(record, nodes=tuple(nodes), result=self.outcome)

    def _comment(self) -> str:
        if self.is_too_long:
            return text("en", "arena.too_long")
        return self.fault.text() if self.fault else ""


class _Lost(Exception):
    """A player has lost by what it did; the reason of the outcome, and the words."""

    def __init__(self, reason: Reason, key: str, values: Mapping[str, Value]) -> None:
        super().__init__(key)
        self.reason, self.key, self.values = reason, key, values


class Referee:
    """Plays games at one pace. `now_ms` is a steady clock; `on_move` is told of every new moment."""

    def __init__(
        self, pace: Pace, now_ms: Callable[[], int], on_move: Callable[[Timeline], None] = lambda _: None
    ) -> None:
        self._pace = pace
        self._now_ms = now_ms
        self._on_move = on_move

    async def play(self, opening: Timeline, first: Player, second: Player) -> Played:
        """The game from this opening to its end; `first` began as Black.

        Raises HostFault and MemoryError, nothing else that a player raises.
        """
        game = _Course(opening)
        most = MOVES_A_POINT * len(opening.state.position.board.cells)
        self._on_move(opening)
        clock = Clock.of(self._pace.control) if self._pace.control else None
        try:
            for is_first, player in ((True, first), (False, second)):
                game.is_first = is_first
                await self._prepare(player, opening)
            while not game.state.is_over:
                if len(game.timeline.actions) >= most:
                    return game.ended(Outcome.draw(Reason.AGREEMENT), is_too_long=True)
                turn = Turn.of(game.timeline)
                game.is_first = game.state.is_first_seat(turn.actor)
                clock = await self._move(game, turn, first if game.is_first else second, clock)
                self._on_move(game.timeline)
        except _Lost as lost:
            winner = next(color for color in COLORS if game.state.is_first_seat(color) is not game.is_first)
            fault = Fault(game.is_first, lost.key, dict(lost.values))
            return game.ended(Outcome.won(winner, lost.reason), fault)
        assert game.state.outcome is not None
        return game.ended(game.state.outcome)

    async def _prepare(self, player: Player, opening: Timeline) -> None:
        if not opening.state.is_over and (failure := await prepare_player(player, Turn.of(opening))) is not None:
            raise _lost_by(failure)

    async def _move(self, game: _Course, turn: Turn, player: Player, clock: Clock | None) -> Clock | None:
        """Ask, judge, and play. Gives the clock as it runs on. Raises _Lost."""
        began = self._now_ms()
        if clock is not None:
            clock = clock.start(turn.actor, began)
        try:
            action = await self._ask(player, turn, clock, began)
        finally:
            now = self._now_ms()
            game.spent(now - began)
        self._check_time(clock, began, now)
        if action.player is not turn.actor or turn.ruleset.refusal(turn.state, action) is not None:
            raise _Lost(Reason.FORFEIT, "arena.fault.illegal", {"move": _name(turn, action)})
        game.act(action)
        return _pressed(clock, turn.state, game.timeline, now)

    async def _ask(self, player: Player, turn: Turn, clock: Clock | None, began: int) -> Action:
        """The player's choice, or the loss when it does not come in time."""
        pace = self._pace
        limit_ms = None if pace.ms is None else pace.ms + pace.margin_ms
        if clock is not None and (deadline := clock.deadline()) is not None:
            limit_ms = deadline - began
        answer = await drive_turn(player, turn, Budget(pace.ms, pace.nodes, clock), limit_ms=limit_ms)
        if not isinstance(answer, Failure):
            return answer
        raise self._overstepped(clock, self._now_ms() - began) if answer.how is How.LATE else _lost_by(answer)

    def _check_time(self, clock: Clock | None, began: int, now: int) -> None:
        pace = self._pace
        late = pace.ms is not None and now - began > pace.ms + pace.margin_ms
        if late or (clock is not None and clock.flagged(now)):
            raise self._overstepped(clock, now - began)

    def _overstepped(self, clock: Clock | None, spent_ms: int) -> _Lost:
        if clock is not None:
            return _Lost(Reason.TIME, "arena.fault.flag", {})
        seconds = {"seconds": round(spent_ms / 1000, 1), "allowed": (self._pace.ms or 0) / 1000}
        return _Lost(Reason.TIME, "arena.fault.time", seconds)


class _Course:
    """A game as it goes on."""

    def __init__(self, opening: Timeline) -> None:
        self.timeline = opening
        self.is_first = True
        self._given = len(opening.actions)
        self._think_ms: list[int] = []
        self._by_first: list[bool] = []

    @property
    def state(self) -> GameState:
        return self.timeline.state

    def spent(self, ms: int) -> None:
        self._think_ms.append(ms)
        self._by_first.append(self.is_first)

    def act(self, action: Action) -> None:
        self.timeline = self.timeline.act(action)

    def ended(self, outcome: Outcome, fault: Fault | None = None, *, is_too_long: bool = False) -> Played:
        times, by_first = tuple(self._think_ms), tuple(self._by_first)
        return Played(self.timeline, outcome, self._given, times, by_first, fault, is_too_long)


def _lost_by(failure: Failure) -> _Lost:
    """What a player who failed has lost by. Raises what this machine is short of: that is nobody's loss."""
    if failure.how is How.HOST:
        raise failure.error
    if failure.fault is not None:
        return _Lost(Reason.FORFEIT, failure.fault.key, failure.fault.values)
    return _Lost(Reason.FORFEIT, "arena.fault.crashed", {"reason": failure.text()[:200]})


def _pressed(clock: Clock | None, before: GameState, timeline: Timeline, now: int) -> Clock | None:
    """The clock after an action: who goes on gets nothing added, who changes colours takes the own time along."""
    if clock is None:
        return None
    after = timeline.state
    if after.swapped != before.swapped:
        clock = clock.exchanged()
    goes_on = timeline.ruleset.actors(after) == (clock.running,)
    return clock.stop(now) if goes_on or after.is_over else clock.press(now)


def _name(turn: Turn, action: Action) -> str:
    """An action in words, wherever its point lies."""
    if not isinstance(action, Place):
        return ACTION_NAMES[type(action)]
    x, y = action.point
    spec = turn.ruleset.board_spec()
    return spec.name(action.point) if 0 <= x < spec.columns and 0 <= y < spec.rows else f"{x},{y}"
