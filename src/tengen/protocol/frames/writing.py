"""How what happens in a match is written for its listeners: once for all of them.

An event that a listener had missed says only what happened; one that is told as it happens says also how the match
stands after it (`facts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from tengen.core import (
    ACTION_NAMES,
    BLACK,
    COLORS,
    Changes,
    Choose,
    Clock,
    Color,
    MarkDead,
    Pass,
    Place,
    Point,
    SideTime,
    UnmarkDead,
)
from tengen.match import (
    EVENT_NAMES,
    Created,
    Declined,
    Ended,
    Estimated,
    Event,
    Excused,
    Joined,
    Match,
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
from tengen.match.service import Attendance, Why, colors_of, watch_id_of
from tengen.people import ChatLine
from tengen.players import Estimate
from tengen.protocol.base import NAMES
from tengen.protocol.frames.facts import (
    Fields,
    asked_by_sides,
    facts_of_event,
    talk_facts,
    territory_by_sides,
    whole_facts,
)
from tengen.protocol.frames.incoming import Done, Refused
from tengen.protocol.frames.outgoing import (
    CallerFrame,
    ChatFrame,
    CreatedFrame,
    DeclinedFrame,
    EndedFrame,
    EstimatedFrame,
    EstimateFrame,
    EventFrame,
    ExcusedFrame,
    JoinedFrame,
    MovedFrame,
    OfferedFrame,
    OfferNow,
    PausedFrame,
    PlacedStone,
    PositionFrame,
    PresenceFrame,
    ProposalFrame,
    RedoneFrame,
    RematchedFrame,
    RenamedFrame,
    RestartedFrame,
    SubstituteFrame,
    ThinkingFrame,
    UndoneFrame,
    UnpausedFrame,
)
from tengen.protocol.moves import move_out
from tengen.protocol.shared import next_id_for, shared_view
from tengen.protocol.state import players_of, winner_of
from tengen.protocol.talk import line_out
from tengen.protocol.view import in_percent

_encoder: Final = msgspec.json.Encoder()

_FRAMES: Final[Mapping[type[Event], type[EventFrame]]] = {
    Created: CreatedFrame,
    Joined: JoinedFrame,
    Renamed: RenamedFrame,
    Moved: MovedFrame,
    Undone: UndoneFrame,
    Redone: RedoneFrame,
    Restarted: RestartedFrame,
    Offered: OfferedFrame,
    Declined: DeclinedFrame,
    Paused: PausedFrame,
    Unpaused: UnpausedFrame,
    Excused: ExcusedFrame,
    Ended: EndedFrame,
    Rematched: RematchedFrame,
    Estimated: EstimatedFrame,
}


def write_frame(frame: Done | Refused | EventFrame) -> bytes:
    """The frame as JSON."""
    return _encoder.encode(frame)


def reset_frame(n: int, state_json: bytes) -> bytes:
    """The whole state, for a client that cannot go on from what it has."""
    return b'{"n":%d,"type":"reset","state":%b}' % (n, state_json)


def presence_frame(color: Color, attendance: Attendance, now: int) -> bytes:
    """Where the player of this colour is, at `now`."""
    where, claim_ms, ends_ms = attendance.presence, attendance.claim_ms(now), attendance.ends_ms(now)
    return _encoder.encode(PresenceFrame("presence", NAMES[color], where, claim_ms, ends_ms))


def position_frame(match: Match) -> bytes:
    """How the match stands, for who has missed some of its events."""
    players = players_of(match).model_dump(by_alias=True)
    offers = [OfferNow(str(offer.kind), NAMES[offer.player]) for offer in match.offers]
    facts = whole_facts(match)
    return _encoder.encode(PositionFrame("position", players, offers, **facts))  # type: ignore[arg-type]  # by name


def caller_frame(match: Match, owners: tuple[str, ...], *, is_watching: bool, invite: str | None) -> bytes:
    """What is the own of the people at this screen."""
    yours = () if is_watching else colors_of(match, owners)
    asked = asked_by_sides(shared_view(match))
    next_id = next_id_for(match, is_player=bool(yours))
    return _encoder.encode(
        CallerFrame("caller", [NAMES[color] for color in yours], is_watching, asked, invite, next_id)
    )


def proposal_frame(match: Match, dead: Iterable[Point]) -> bytes:
    """These stones look dead in the match as it stands."""
    stones = sorted(dead)
    score, territory = shared_view(match).without(frozenset(stones))
    board = match.state.position.board
    frame = ProposalFrame(
        "proposal",
        match.revision,
        [(x, y) for x, y in stones],
        None if score is None else (score.black, score.white),
        None if territory is None else territory_by_sides(board, territory),
    )
    return _encoder.encode(frame)


def estimate_frame(match: Match, estimate: Estimate | None) -> bytes:
    """How the match stands as somebody asked; None: nobody could tell."""
    margin = None if estimate is None else estimate.margin
    ownership = None if estimate is None else in_percent(estimate.ownership)
    return _encoder.encode(EstimateFrame("estimate", match.revision, margin, ownership))


@lru_cache(maxsize=128)
def chat_frame(line: ChatLine) -> bytes:
    """Somebody said something: written once for all who hear it."""
    return _encoder.encode(ChatFrame("chat", line_out(line).model_dump(by_alias=True)))


class Frames:
    """How the service tells listeners what happens."""

    def event(self, event: Event, before: Match, after: Match, *, watching: bool) -> bytes:
        """The frame of an event that led from one match to the other."""
        return _encoder.encode(told_event(event, before, after, watching=watching))

    def thinking(self, color: Color, place: int) -> bytes:
        """An AI thinks for this colour, after `place` others in the queue. No event, so it has no number."""
        return _encoder.encode(ThinkingFrame("thinking", NAMES[color], place))

    def substitute(self, color: Color, player: str, why: Why | None) -> bytes:
        """The AI of this colour failed, and this player moves in its place."""
        return _encoder.encode(SubstituteFrame("substitute", NAMES[color], player, why))

    def proposal(self, match: Match, dead: Iterable[Point]) -> bytes:
        """These stones look dead in the match as it stands."""
        return proposal_frame(match, dead)

    def estimate(self, match: Match, estimate: Estimate | None) -> bytes:
        """How the match stands, for whoever may see it."""
        return estimate_frame(match, estimate)

    def presence(self, color: Color, attendance: Attendance, now: int) -> bytes:
        """Where the player of this colour is, at `now`."""
        return presence_frame(color, attendance, now)


def told_event(event: Event, before: Match, after: Match, *, watching: bool) -> EventFrame:
    """The event as it is told when it happens: with all that a client needs to draw the match after it."""
    fields = _fields(event, watching=watching)
    if isinstance(event, Moved):  # nearly every event
        _put_times_of_move(fields, event, before, after)
        fields.update(facts_of_event(event, before, after))
        return _frame(event, fields)
    _put_times(fields, event, after)
    match event:
        case Created() | Excused() | Renamed():
            pass
        case Offered() | Declined() | Rematched() | Estimated():
            fields.update(talk_facts(before, after))
        case _:
            fields.update(facts_of_event(event, before, after))
    if isinstance(event, Redone):
        timeline = after.timeline
        redone = (step.action for step in timeline.steps[timeline.cursor - event.count : timeline.cursor])
        fields["moves"] = [move_out(action).model_dump(by_alias=True) for action in redone]
    return _frame(event, fields)


def event_frame(event: Event, after: Match | None = None, *, watching: bool = False) -> EventFrame:
    """The event by itself, for a client that had missed it. With the match after it, the clock is told too.

    Who only watches is told under which id to watch a rematch, not the id that lets people play.
    """
    fields = _fields(event, watching=watching)
    if after is not None:
        _put_times(fields, event, after)
    return _frame(event, fields)


def _frame(event: Event, fields: Fields) -> EventFrame:
    kind = type(event)
    return _FRAMES[kind](event.n, EVENT_NAMES[kind], **fields)  # type: ignore[arg-type]  # by the names of its fields


def _fields(event: Event, *, watching: bool) -> Fields:
    """What the event itself says."""
    fields: Fields = {}
    match event:
        case Moved():
            _put_move(fields, event)
        case Undone() | Redone():
            fields.update(player=NAMES[event.player], count=event.count)
            _put_changes(fields, event.changes)
        case Restarted():
            fields["player"] = NAMES[event.player]
            _put_changes(fields, event.changes)
        case Offered() | Declined():
            fields.update(player=NAMES[event.player], kind=str(event.kind))
        case Paused() | Unpaused() | Estimated():
            fields["player"] = NAMES[event.player]
        case Joined() | Renamed():
            fields.update(player=NAMES[event.player], name=event.seat.name)
            if event.seat.is_guest:
                fields["is_guest"] = True
        case Excused():
            fields["ms"] = event.ms
        case Ended():
            fields.update(winner=winner_of(event.outcome) or "NONE", reason=str(event.outcome.reason))
            if event.outcome.margin is not None:
                fields["margin"] = event.outcome.margin
        case Rematched():
            fields["next"] = watch_id_of(event.next_id) if watching else event.next_id
        case Created():
            fields["kind"] = event.ruleset.KIND.upper()
    return fields


def _put_times(fields: Fields, event: Event, after: Match) -> None:
    """The clocks after the event, of both sides, and in how long both must have begun."""
    if after.clock is None:
        return
    fields["clock"] = [_parts(after.clock.left(color, event.at)) for color in COLORS]
    _put_running(fields, event, after.clock)
    _put_begin(fields, event, after)


def _put_times_of_move(fields: Fields, event: Moved, before: Match, after: Match) -> None:
    """The same for who knows the clocks before the move: where only the mover's time can be new, that alone is told.

    So it is where the other side's clock did not run. One that ran shows less to who came in the middle of the turn
    than to who was there before, and both must be told.
    """
    clock, earlier = after.clock, before.clock
    if clock is None or earlier is None:
        return
    mover = event.action.player
    told, now = (earlier.white, clock.white) if mover is BLACK else (earlier.black, clock.black)
    stood = earlier.running is None or earlier.running is mover
    if not stood or (told is not now and told != now) or before.state.swapped != after.state.swapped:
        _put_times(fields, event, after)
        return
    left, control = clock.left(mover, event.at), clock.control
    is_main = left.main_ms > 0 and left.period_ms == control.period_ms
    if is_main and left.periods == control.periods and left.stones == control.stones:
        fields["left"] = [left.main_ms]
    else:
        fields["left"] = _parts(left)
    _put_running(fields, event, clock)
    _put_begin(fields, event, after)


def _put_running(fields: Fields, event: Event, clock: Clock) -> None:
    """Whose clock runs, where it is not the side after the mover."""
    running = clock.running
    if not isinstance(event, Moved) or running is not event.action.player.other:
        fields["running"] = NAMES[running] if running else None


def _put_begin(fields: Fields, event: Event, after: Match) -> None:
    if not after.begun and (begin_at := after.begin_at) is not None:
        fields["begin_ms"] = max(begin_at - event.at, 0)


def _parts(left: SideTime) -> list[int]:
    """The time of a side, zeros at the end left out."""
    parts = [left.main_ms, left.period_ms, left.periods, left.stones]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def _put_move(fields: Fields, event: Moved) -> None:
    action, changes = event.action, event.changes
    fields["player"] = NAMES[action.player]
    match action:
        case Place(point=point):
            fields.update(x=point.x, y=point.y)
            if changes.placed != ((point, action.player),):
                fields["placed"] = _placed(changes)
            if changes.removed:
                fields["removed"] = list(changes.removed)
            if changes.flipped:
                fields["flipped"] = list(changes.flipped)
            return
        case Pass():
            fields["action"] = ACTION_NAMES[Pass]
        case Choose(choice=choice):
            fields.update(action=ACTION_NAMES[Choose], choice=choice)
        case MarkDead(points=points) | UnmarkDead(points=points):
            fields.update(action=ACTION_NAMES[type(action)], points=list(points))
        case _:
            fields["action"] = ACTION_NAMES[type(action)]
    _put_changes(fields, changes)


def _put_changes(fields: Fields, changes: Changes) -> None:
    parts = {"placed": _placed(changes), "removed": list(changes.removed), "flipped": list(changes.flipped)}
    fields.update({name: part for name, part in parts.items() if part})


def _placed(changes: Changes) -> list[PlacedStone]:
    return [(point.x, point.y, NAMES[color]) for point, color in changes.placed]
