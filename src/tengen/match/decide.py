"""What a match answers to what is asked of it: the events that follow, or a refusal. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Action,
    Changes,
    Color,
    Effect,
    ErrorCode,
    GameError,
    GameState,
    Outcome,
    Outline,
    Reason,
    Ruleset,
    Setup,
    TimeControl,
)
from tengen.match.absence import AbsenceRule
from tengen.match.events import (
    Created,
    Declined,
    Ended,
    Estimated,
    Event,
    Excused,
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
from tengen.match.evolve import evolve, fold
from tengen.match.match import Match
from tengen.match.requests import (
    Abandon,
    Cancel,
    Claim,
    Decline,
    Excuse,
    Forfeit,
    Join,
    Rename,
    Request,
    RequestKind,
    Tick,
    Unpause,
)
from tengen.match.seats import Seat

Command: TypeAlias = (
    Action | Request | Decline | Unpause | Claim | Join | Rename | Tick | Excuse | Abandon | Cancel | Forfeit
)
"""Everything that can be asked of a match."""


def create(
    match_id: str,
    ruleset: Ruleset,
    first: Seat,
    second: Seat,
    now: int,
    *,
    setup: Setup | None = None,
    control: TimeControl | None = None,
    actions: Iterable[Action] = (),
    outcome: Outcome | None = None,
    rated: bool = False,
    one_screen: bool = False,
    listed: bool = False,
    absence: AbsenceRule = AbsenceRule.LOSES,
    begin_ms: int = 0,
) -> tuple[Match, tuple[Event, ...]]:
    """A new match and its first events. Raises BAD_RECORD when the set-up cannot stand, and what the rules refuse.

    A set-up in which the game is over already gives a match that has ended. `actions` have been played already, and
    `outcome` is what ended the game where the rules do not say so.
    """
    root = ruleset.initial(setup)
    actions = tuple(actions)
    created = Created(
        1,
        now,
        match_id,
        ruleset,
        first,
        second,
        setup,
        control,
        rules_version=ruleset.RULES_VERSION,
        start=Outline.of(root),
        rated=rated,
        one_screen=one_screen,
        loaded=bool(actions) or outcome is not None,
        listed=listed,
        absence=absence,
        begin_ms=begin_ms,
    )
    events = list(_with_end(created, root))
    match = fold(events)
    for action in actions:
        match, further = advance(match, action, now)
        events += further
    if outcome is not None and not match.is_over:
        events.append(Ended(match.number + 1, now, outcome))
        match = evolve(match, events[-1])
    return match, tuple(events)


def rematch(match: Match, now: int) -> tuple[Match, tuple[Event, ...]]:
    """The match that was agreed on to follow this one: colours exchanged, all else the same."""
    assert match.next_id is not None, "a rematch was agreed"
    black, white = match.seat(BLACK), match.seat(WHITE)
    setup = match.timeline.setup
    control = match.clock.control if match.clock else None
    return create(
        match.next_id,
        match.ruleset,
        white,
        black,
        now,
        setup=setup,
        control=control,
        rated=match.rated,
        one_screen=match.one_screen,
        listed=match.listed,
        absence=match.absence,
        begin_ms=match.begin_ms,
    )


def advance(match: Match, command: Command, now: int, lag_ms: int = 0) -> tuple[Match, tuple[Event, ...]]:
    """Decide and carry out in one: the match after the command, and its events."""
    events = decide(match, command, now, lag_ms)
    for event in events:
        match = evolve(match, event)
    return match, events


def decide(match: Match, command: Command, now: int, lag_ms: int = 0) -> tuple[Event, ...]:
    """The events that the command leads to, numbered after the match's last. Raises GameError to refuse it.

    A flag that has fallen is judged first: then the answer is the end of the match and the command is not
    carried out. Between people it costs nobody the game before both have begun. When the side whose clock runs acts,
    `lag_ms` of its turn are not charged. A `now` before the last event counts as the time of that event.
    """
    n = match.number + 1
    now = max(now, match.at)
    if isinstance(command, Excuse):
        return _excuse(match, command, now)
    if isinstance(command, Rename):
        return _rename(match, command, now)
    lag_ms = _credited_ms(match, command, now, lag_ms)
    flagged = match.clock.flagged(now - lag_ms) if match.clock else None
    if flagged is not None:
        is_cancelled = not match.begun and match.is_between_people
        outcome = Outcome.cancelled() if is_cancelled else Outcome.won(flagged.other, Reason.TIME)
        return (Ended(n, now, outcome),)
    if isinstance(command, Action):  # nearly every command
        return _act(match, command, now, lag_ms)
    match command:
        case Tick():
            return ()
        case Request():
            return _request(match, command, now)
        case Decline():
            if match.offer(command.kind) is None:
                raise GameError(ErrorCode.NO_OFFER)
            return (Declined(n, now, command.kind, command.player),)
        case Unpause():
            if not match.is_paused:
                raise GameError(ErrorCode.NO_EFFECT)
            return (Unpaused(n, now, command.player),)
        case Join():
            _refuse_when_over(match)
            if not match.seat(command.player).is_open:
                raise GameError(ErrorCode.NOT_YOUR_SEAT)
            return (Joined(n, now, command.player, Seat(command.name, owner=command.owner, is_guest=command.is_guest)),)
        case Claim():
            return _verdict(match, command.player.other, Reason.ABANDONED, now)
        case Abandon():
            return _verdict(match, command.player, Reason.ABANDONED, now)
        case Cancel():
            _refuse_when_over(match)
            if match.begun or not match.is_between_people:
                raise GameError(ErrorCode.NO_EFFECT)
            return (Ended(n, now, Outcome.cancelled()),)
        case Forfeit():
            return _verdict(match, command.player, Reason.FORFEIT, now)


def _excuse(match: Match, excuse: Excuse, now: int) -> tuple[Event, ...]:
    if match.clock is None or match.clock.running is None:
        return ()
    excused_ms = min(excuse.ms, now - match.clock.since)
    return (Excused(match.number + 1, now, excused_ms),) if excused_ms > 0 else ()


def _rename(match: Match, rename: Rename, now: int) -> tuple[Event, ...]:
    """Whoever owns seats is called so in each; nothing where that is so already. It has nothing to do with time."""
    owned = [(color, match.seat(color)) for color in COLORS if match.seat(color).owner == rename.owner]
    seats = [(color, seat, replace(seat, name=rename.name, is_guest=rename.is_guest)) for color, seat in owned]
    new = [(color, renamed) for color, seat, renamed in seats if renamed != seat]
    return tuple(Renamed(match.number + n, now, color, seat) for n, (color, seat) in enumerate(new, start=1))


def _credited_ms(match: Match, command: Command, now: int, lag_ms: int) -> int:
    """How much of the lag is credited: none to others than the side whose clock runs, at most its turn so far."""
    if match.clock is None or not isinstance(command, Action) or command.player is not match.clock.running:
        return 0
    return min(max(lag_ms, 0), now - match.clock.since)


def _act(match: Match, action: Action, now: int, lag_ms: int) -> tuple[Event, ...]:
    _refuse_when_over(match)
    if match.is_paused:
        raise GameError(ErrorCode.PAUSED)
    before = match.state
    after = match.ruleset.apply(before, action)
    changes = _changes(match, after)
    effect = Effect.between(before, action, after, changes)
    return _with_end(Moved(match.number + 1, now, action, changes, lag_ms, effect, after), after)


def _verdict(match: Match, loser: Color, reason: Reason, now: int) -> tuple[Event, ...]:
    _refuse_when_over(match)
    return (Ended(match.number + 1, now, Outcome.won(loser.other, reason)),)


def _request(match: Match, request: Request, now: int) -> tuple[Event, ...]:
    """Carry a request out when it needs no consent or has it; otherwise let it wait for the other side."""
    n = match.number + 1
    kind, player = request.kind, request.player
    offer = match.offer(kind)
    if offer is not None and offer.player is player:
        raise GameError(ErrorCode.NO_EFFECT)
    granted = _granted(match, replace(request, player=offer.player) if offer else request, now)
    if offer is not None:
        return granted
    offered = Offered(n, now, kind, player)
    if kind is RequestKind.DRAW and not match.seat(player.other).is_human:
        return offered, Declined(n + 1, now, kind, player.other)  # an AI plays on
    is_draw_of_ai = kind is RequestKind.DRAW and not match.seat(player).is_human
    needs_consent = match.is_between_people and not (kind is RequestKind.ESTIMATE and match.estimated)
    return (offered,) if needs_consent or is_draw_of_ai else granted


def _granted(match: Match, request: Request, now: int) -> tuple[Event, ...]:
    """What happens when the request is granted. Raises GameError when it makes no sense now."""
    n = match.number + 1
    player = request.player
    match request.kind:
        case RequestKind.TAKEBACK:
            _refuse_rewinding(match)
            count = _takeback_count(match, player)
            state = match.timeline.undo(count).state
            return (Undone(n, now, player, count, _changes(match, state)),)
        case RequestKind.REDO:
            _refuse_rewinding(match)
            count = _redo_count(match, player)
            state = match.timeline.redo(count).state
            return _with_end(Redone(n, now, player, count, _changes(match, state)), state)
        case RequestKind.RESTART:
            _refuse_when_rated(match)
            if match.is_between_people:
                _refuse_when_over(match)  # their result is final; they may have a rematch
            state = match.timeline.root
            return _with_end(Restarted(n, now, player, _changes(match, state)), state)
        case RequestKind.DRAW:
            _refuse_when_over(match)
            return (Ended(n, now, Outcome.draw(Reason.AGREEMENT)),)
        case RequestKind.PAUSE:
            _refuse_when_over(match)
            if not match.is_between_people:
                _refuse_when_rated(match)  # nobody is asked whether the clock may stand
            if match.is_paused or match.is_waiting:
                raise GameError(ErrorCode.NO_EFFECT)
            return (Paused(n, now, player),)
        case RequestKind.REMATCH:
            if not match.is_over:
                raise GameError(ErrorCode.GAME_RUNNING)
            if match.next_id is not None:
                raise GameError(ErrorCode.NO_EFFECT)
            return (Rematched(n, now, request.next_id),)
        case RequestKind.ESTIMATE:
            if not match.ruleset.FEATURES.territory:
                raise GameError(ErrorCode.NO_ESTIMATE)
            _refuse_when_over(match)
            _refuse_when_rated(match)
            return (Estimated(n, now, player),)


def can_ask(match: Match, player: Color) -> tuple[RequestKind, ...]:
    """The requests of this side that `decide` would not refuse now, as new ones or as answers; finds no changes."""
    return tuple([kind for kind in RequestKind if _makes_sense(match, kind, player)])


def _makes_sense(match: Match, kind: RequestKind, player: Color) -> bool:
    offer = match.offer(kind) if match.offers else None
    if offer is not None and offer.player is player:
        return False
    match kind:
        case RequestKind.TAKEBACK | RequestKind.REDO:
            is_final = match.is_over and (match.is_between_people or match.state.outcome is None)
            if match.rated or is_final or match.is_paused:
                return False
            asker = player if offer is None else offer.player
            if kind is RequestKind.REDO:
                return match.timeline.undone > 0
            return _turns_back(match, asker) is not None
        case RequestKind.RESTART:
            return not (match.rated or (match.is_over and match.is_between_people))
        case RequestKind.DRAW:
            return not match.is_over
        case RequestKind.PAUSE:
            is_unfair = match.rated and not match.is_between_people
            return not (is_unfair or match.is_over or match.is_paused or match.is_waiting)
        case RequestKind.REMATCH:
            return match.is_over and match.next_id is None
        case RequestKind.ESTIMATE:
            return match.ruleset.FEATURES.territory and not (match.is_over or match.rated)


def _refuse_when_over(match: Match) -> None:
    if match.is_over:
        raise GameError(ErrorCode.GAME_OVER)


def _refuse_when_rated(match: Match) -> None:
    """What is played for ratings is final and played alone: nothing is taken back, no end undone, nobody told."""
    if match.rated:
        raise GameError(ErrorCode.RATED)


def _refuse_rewinding(match: Match) -> None:
    """What the rules ended may be taken back, except between people; a verdict never, and no rated move."""
    _refuse_when_rated(match)
    if match.is_over and (match.is_between_people or match.state.outcome is None):
        raise GameError(ErrorCode.GAME_OVER)
    if match.is_paused:
        raise GameError(ErrorCode.PAUSED)


def _takeback_count(match: Match, player: Color) -> int:
    """How many actions a takeback undoes: back to a turn of the person who asks."""
    count = _turns_back(match, player)
    if count is None:
        raise GameError(ErrorCode.NOTHING_TO_UNDO)
    return count


def _turns_back(match: Match, player: Color) -> int | None:
    """How many actions ago the person who asks could act; None where that was never so."""
    timeline = match.timeline
    earlier = (timeline.state_after(count) for count in reversed(range(timeline.cursor)))
    return _states_to_own_turn(match, player, earlier)


def _redo_count(match: Match, player: Color) -> int:
    """How many actions a redo plays again: on to a turn of the person who asks, else all."""
    timeline = match.timeline
    undone = timeline.undone
    if not undone:
        raise GameError(ErrorCode.NOTHING_TO_REDO)
    later = (timeline.state_after(timeline.cursor + count) for count in range(1, undone + 1))
    return _states_to_own_turn(match, player, later) or undone


def _states_to_own_turn(match: Match, player: Color, states: Iterable[GameState]) -> int | None:
    """How many states it is to the first in which the person who asks may act; None if it is in none.

    Against an AI that is the person, whoever asks. Where one has both seats, every state is a turn of theirs.
    """
    first, second = match.first.is_human, match.second.is_human
    if match.is_between_people:
        first, second = match.state.is_first_seat(player), not match.state.is_first_seat(player)
    has_both = first == second
    for count, state in enumerate(states, start=1):
        if has_both or any(state.is_first_seat(color) == first for color in match.ruleset.actors(state)):
            return count
    return None


def _changes(match: Match, after: GameState) -> Changes:
    return Changes.between(match.state.position.board, after.position.board)


def _with_end(event: Event, state: GameState) -> tuple[Event, ...]:
    """The event that leads to this state, and the end of the match where the rules end it there."""
    return (event,) if state.outcome is None else (event, Ended(event.n + 1, event.at, state.outcome))
