"""What an event does to a match. Pure, and refuses nothing: an event in the log is a fact.

The game goes on by what the event tells, and the rules are not asked again: a rule that was mended since changes
nothing about what was played. They are asked where a log is older than that, or a game cannot follow its own events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tengen.core import Clock, Color, GameState, Timeline
from tengen.match.events import (
    Created,
    Declined,
    Ended,
    Estimated,
    Event,
    Excused,
    GameEvent,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Renamed,
    Restarted,
    Undone,
    Unpaused,
)
from tengen.match.match import Match, Offer
from tengen.match.requests import RequestKind


def evolve(match: Match | None, event: Event) -> Match:
    """The match after the event; `Created`, and nothing else, makes one out of nothing."""
    if isinstance(event, Created):
        assert match is None, "a match is created once"
        return _created(event)
    assert match is not None, "a match begins with Created"
    assert event.n == match.number + 1, "events come in order, without gaps"
    if isinstance(event, Moved):
        return _moved(match, event)
    revision = event.n if isinstance(event, GameEvent) else match.revision
    return replace(_after(match, event), number=event.n, at=event.at, revision=revision)


def fold(events: Iterable[Event]) -> Match:
    """The match that a whole log of events makes."""
    match: Match | None = None
    for event in events:
        match = evolve(match, event)
    assert match is not None, "an empty log is no match"
    return match


def _created(event: Created) -> Match:
    root = None if event.start is None else event.ruleset.restore(event.start)
    timeline = Timeline.begin(event.ruleset, event.setup, root)
    clock = Clock.of(event.control) if event.control else None
    match = Match(
        event.match_id,
        event.first,
        event.second,
        timeline,
        clock,
        at=event.at,
        number=event.n,
        created_at=event.at,
        rated=event.rated,
        one_screen=event.one_screen,
        loaded=event.loaded,
        listed=event.listed,
        absence=event.absence,
        begin_ms=event.begin_ms,
        begun=event.loaded,
    )
    return _in_turn(match, event.at)


def _after(match: Match, event: Event) -> Match:
    match event:
        case Undone():
            return _rewound(match, match.timeline.undo(event.count), event.at)
        case Redone():
            return _rewound(match, match.timeline.redo(event.count), event.at)
        case Restarted():
            clock = Clock.of(match.clock.control) if match.clock else None
            fresh = replace(match, clock=clock, think_ms=(), paused_at=None)
            return _rewound(fresh, match.timeline.restart(), event.at)
        case Joined():
            return _in_turn(_seated(match, event), event.at)
        case Renamed():
            return _seated(match, event)
        case Offered():
            return replace(match, offers=(*match.offers, Offer(event.kind, event.player)))
        case Declined():
            return replace(match, offers=_without(match, event.kind))
        case Paused():
            offers = _without(match, RequestKind.PAUSE)
            return _with_running_clock(replace(match, paused_at=event.at, offers=offers), event.at)
        case Unpaused():
            assert match.paused_at is not None, "only a paused match goes on"
            turn_at = match.turn_at + event.at - match.paused_at
            return _with_running_clock(replace(match, paused_at=None, turn_at=turn_at), event.at)
        case Excused():
            assert match.clock is not None, "without a clock nobody is charged"
            clock = replace(match.clock, since=match.clock.since + event.ms)
            return replace(match, clock=clock, turn_at=match.turn_at + event.ms)
        case Ended():
            over = replace(match, outcome=event.outcome, ended_at=event.at, paused_at=None, offers=())
            return _with_running_clock(over, event.at)
        case Rematched():
            return replace(match, next_id=event.next_id, offers=())
        case Estimated():
            return replace(match, estimated=event.n, offers=_without(match, RequestKind.ESTIMATE))
        case Created() | Moved():
            raise AssertionError("seen to before")


def _seated(match: Match, event: Joined | Renamed) -> Match:
    if match.state.is_first_seat(event.player):
        return replace(match, first=event.seat)
    return replace(match, second=event.seat)


def _moved(match: Match, event: Moved) -> Match:
    """The game goes on; requests about the moment before it lapse."""
    kept = match.think_ms[: match.timeline.cursor]
    thought_ms = event.at - match.turn_at - event.lag_ms
    timeline = match.timeline.act(event.action, event.after or _followed(match, event))
    state = timeline.state
    clock = _exchanged_clock(match, timeline)
    if clock is not None and clock.running is not None:
        if state.is_over or match.ruleset.actors(state) == (clock.running,):
            clock = clock.stop(event.at - event.lag_ms)  # the turn is not handed over: nothing is added
        else:
            clock = clock.press(event.at, event.lag_ms)
    moved = Match(  # most events are moves, and `replace` takes much longer
        match.match_id,
        match.first,
        match.second,
        timeline,
        clock,
        outcome=state.outcome,
        paused_at=match.paused_at,
        think_ms=(*kept, thought_ms),
        turn_at=event.at,
        at=event.at,
        number=event.n,
        revision=event.n,
        next_id=match.next_id,
        created_at=match.created_at,
        rated=match.rated,
        one_screen=match.one_screen,
        loaded=match.loaded,
        reopened=match.reopened,
        ended_at=None if state.outcome is None else event.at,
        listed=match.listed,
        absence=match.absence,
        begin_ms=match.begin_ms,
        begun=match.begun or _have_both_moved(match, event.action.player),
        estimated=match.estimated,
    )
    return _with_running_clock(moved, event.at)


def _have_both_moved(match: Match, player: Color) -> bool:
    """Whether both sides will have moved once this colour has: few moves were made before that."""
    timeline = match.timeline
    is_first = match.state.is_first_seat(player)
    moves = enumerate(timeline.actions)
    return any(timeline.state_after(count).is_first_seat(action.player) != is_first for count, action in moves)


def _followed(match: Match, event: Moved) -> GameState | None:
    """The state that the event tells; None where the rules must be asked."""
    if event.effect is None:
        return None
    return match.ruleset.follow(match.state, event.action, event.changes, event.effect)


def _rewound(match: Match, timeline: Timeline, at: int) -> Match:
    """Another moment of the same game. Time that was used stays used."""
    clock = _exchanged_clock(match, timeline)
    if clock is not None:
        goes_on = match.ruleset.actors(timeline.state) == (clock.running,)
        clock = clock.stop(at) if goes_on else clock.cut(at)
    reopened = match.reopened or match.is_over
    rewound = replace(match, timeline=timeline, clock=clock, offers=(), next_id=None, reopened=reopened)
    return _in_turn(rewound, at)


def _exchanged_clock(match: Match, timeline: Timeline) -> Clock | None:
    """The clock, with the times of both sides exchanged where the players exchange colours."""
    is_exchange = timeline.state.swapped != match.state.swapped
    return match.clock.exchanged() if match.clock and is_exchange else match.clock


def _in_turn(match: Match, at: int) -> Match:
    """The match in a turn that begins now, or over where the rules say so."""
    outcome = match.state.outcome
    ended_at = None if outcome is None else at
    return _with_running_clock(replace(match, outcome=outcome, ended_at=ended_at, turn_at=at), at)


def _with_running_clock(match: Match, at: int) -> Match:
    """Let the clock of whoever must act run; nobody's while both may act or nobody."""
    if match.clock is None:
        return match
    actors = () if match.is_waiting else match.actors()
    due: Color | None = actors[0] if len(actors) == 1 else None
    if due is match.clock.running:
        return match
    clock = match.clock.stop(at) if due is None else match.clock.start(due, at)
    return replace(match, clock=clock)


def _without(match: Match, kind: RequestKind) -> tuple[Offer, ...]:
    return tuple(offer for offer in match.offers if offer.kind is not kind)
