"""Matches to play in tests, by the names of points and with a clock that the test turns. Knows no rules of its own."""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Choose,
    ClockKind,
    Color,
    ErrorCode,
    GameError,
    Pass,
    Place,
    RulesInput,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.match import (
    Command,
    Decline,
    Event,
    Request,
    RequestKind,
    Seat,
    advance,
    create,
    decide,
    fold,
)

TAKEBACK, REDO, RESTART = RequestKind.TAKEBACK, RequestKind.REDO, RequestKind.RESTART
DRAW, PAUSE, REMATCH = RequestKind.DRAW, RequestKind.PAUSE, RequestKind.REMATCH
ESTIMATE = RequestKind.ESTIMATE

ANN = Seat("Ann", owner="ann")
BEN = Seat("Ben", owner="ben")
NOBODY = Seat("?", is_open=True)
AI = Seat("Level 3", player="level:3")
GUEST = Seat("You")

FIVE_IN_A_ROW = "a1 a2 b1 b2 c1 c2 d1 d2 e1"
"""A game of Gomoku that Black wins with the ninth stone."""

MINUTE = TimeControl(ClockKind.ABSOLUTE, main_ms=60_000)
FISCHER = TimeControl(ClockKind.FISCHER, main_ms=60_000, increment_ms=5_000)
BYOYOMI = TimeControl(ClockKind.BYOYOMI, main_ms=10_000, period_ms=30_000, periods=3)
CANADIAN = TimeControl(ClockKind.CANADIAN, main_ms=10_000, period_ms=60_000, stones=2)
PER_MOVE = TimeControl(ClockKind.PER_MOVE, period_ms=30_000)
CONTROLS = (MINUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE)


class Sitting:
    """A match with its whole log and a clock on the wall. After every command the log still makes the match."""

    def __init__(
        self,
        kind: str,
        first: Seat,
        second: Seat,
        *,
        size: int | None = None,
        rules: RulesInput = None,
        control: TimeControl | None = None,
        setup: Setup | None = None,
        rated: bool = False,
        begin_ms: int = 0,
    ) -> None:
        self.now = 1_000_000
        ruleset = create_rules(kind, size, rules)
        self.match, events = create(
            "m1",
            ruleset,
            first,
            second,
            self.now,
            setup=setup,
            control=control,
            rated=rated,
            begin_ms=begin_ms,
        )
        self.log: list[Event] = list(events)

    def do(self, command: Command, *, lag_ms: int = 0) -> tuple[Event, ...]:
        """Carry the command out now; what the match answers."""
        self.match, events = advance(self.match, command, self.now, lag_ms)
        self.log.extend(events)
        assert fold(self.log) == self.match
        return events

    def ask(self, kind: RequestKind, player: Color = BLACK) -> tuple[Event, ...]:
        """A request, or the agreement to one; the id for a rematch is `m2`."""
        return self.do(Request(kind, player, "m2" if kind is REMATCH else ""))

    def agree_on(self, kind: RequestKind, asker: Color = BLACK) -> tuple[Event, ...]:
        """One asks, the other agrees; what the agreement led to."""
        self.ask(kind, asker)
        return self.ask(kind, asker.other)

    def decline(self, kind: RequestKind, player: Color) -> tuple[Event, ...]:
        """Say no, or take one's own request back."""
        return self.do(Decline(kind, player))

    def wait(self, ms: int) -> Sitting:
        """Let time pass."""
        self.now += ms
        return self

    def play(self, names: str) -> tuple[Event, ...]:
        """Play these points, passes and choices in turn; what the last one led to."""
        events: tuple[Event, ...] = ()
        for name in names.split():
            events = self.do(self.action(name))
        return events

    def action(self, name: str, player: Color | None = None) -> Action:
        """What the name means for this player, or for whoever is first to act."""
        ruleset, state = self.match.ruleset, self.match.state
        actors = ruleset.actors(state)
        player = player or (actors[0] if actors else state.position.to_move)
        if name == "pass":
            return Pass(player)
        if name in ruleset.choices(state):
            return Choose(player, name)
        return Place(player, ruleset.board_spec().parse(name))

    def attempt(self, command: Command, *, lag_ms: int = 0) -> bool:
        """Carry the command out if the match allows it; whether it did."""
        before = self.match
        try:
            self.do(command, lag_ms=lag_ms)
        except GameError:
            assert self.match is before
            return False
        return True

    def refusal(self, command: Command) -> ErrorCode:
        """Why the match refuses the command. Deciding changes nothing, so the match is as it was."""
        before = fold(self.log)
        with pytest.raises(GameError) as refused:
            decide(self.match, command, self.now)
        assert self.match == before
        return refused.value.code

    def refused_to_ask(self, kind: RequestKind, player: Color = BLACK) -> ErrorCode:
        """Why the match refuses the request."""
        return self.refusal(Request(kind, player))

    @property
    def names(self) -> list[str]:
        """The points, passes and choices that stand, by name."""
        return [self._name(action) for action in self.match.timeline.actions]

    def _name(self, action: Action) -> str:
        match action:
            case Place():
                return self.match.ruleset.board_spec().name(action.point).lower()
            case Choose():
                return action.choice
            case _:
                return type(action).__name__.lower()

    @property
    def offers(self) -> list[tuple[RequestKind, Color]]:
        """What waits for an answer, and whose it is."""
        return [(offer.kind, offer.player) for offer in self.match.offers]

    def left_ms(self, color: Color) -> int:
        """What this side has left now, main time and running period together."""
        assert self.match.clock is not None
        return self.match.clock.left(color, self.now).total_ms

    def running(self) -> Color | None:
        """Whose clock runs."""
        assert self.match.clock is not None
        return self.match.clock.running


def one_screen(
    kind: str = "peace",
    *,
    size: int | None = None,
    rules: RulesInput = None,
    control: TimeControl | None = None,
    setup: Setup | None = None,
) -> Sitting:
    """Two people at one screen: nobody owns a seat."""
    return Sitting(kind, GUEST, GUEST, size=size, rules=rules, control=control, setup=setup)


def people(
    kind: str = "peace",
    *,
    size: int | None = None,
    rules: RulesInput = None,
    control: TimeControl | None = None,
) -> Sitting:
    """Ann has Black, Ben has White."""
    return Sitting(kind, ANN, BEN, size=size, rules=rules, control=control)


def against_ai(
    kind: str = "peace",
    *,
    ai: Color = WHITE,
    size: int | None = None,
    rules: RulesInput = None,
    control: TimeControl | None = None,
) -> Sitting:
    """Ann plays against an AI, which has White unless told otherwise."""
    first, second = (ANN, AI) if ai is WHITE else (AI, ANN)
    return Sitting(kind, first, second, size=size, rules=rules, control=control)


def numbers(events: tuple[Event, ...] | list[Event]) -> list[int]:
    """The numbers of the events."""
    return [event.n for event in events]


def kinds_of(events: tuple[Event, ...]) -> list[type[Event]]:
    """What kinds of events these are."""
    return [type(event) for event in events]
