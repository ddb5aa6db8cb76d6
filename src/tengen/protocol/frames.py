"""What goes over the WebSocket: messages in, answers and events out, as small JSON frames.

    in      {"id", "type", ...}            every action and request, and `auth` with a token
    out     {"re", "ok"}                   done; `ok` is the number of the event it led to
            {"re", "error", "detail", "revision", "ply"}
            {"n", "type", ...}             event number `n` of the match, or a `reset` with the whole state
            {"type", "player", ...}        no event: `thinking`, `stand_in`, `presence`

An event tells what happened to the board, so that a client can follow without rules. Points are [x, y]. A `moved`
that places one stone of the mover's colour has `x` and `y`; anything else has `placed` as [x, y, colour] and so on: an
empty one means that the stone did not stay. `clock` holds Black's and White's time left as [main, period, periods,
stones], zeros at the end left out; `running` says whose clock runs where that is not the side after the mover.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tengen.core import (
    ACTION_NAMES,
    COLORS,
    Changes,
    Choose,
    Clock,
    Color,
    ErrorCode,
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    UnmarkDead,
)
from tengen.match import (
    EVENT_NAMES,
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    Joined,
    Match,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Restarted,
    Undone,
    Unpaused,
)
from tengen.match.service.hub import Why
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.presence import Attendance, Presence
from tengen.protocol.base import NAMES, ColorName
from tengen.protocol.state import winner_of

LARGEST_FRAME: Final = 8 * 1024

_Ident = Annotated[str, Meta(min_length=1, max_length=64)]
_Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]
_XY = tuple[int, int]
_Placed = tuple[int, int, ColorName]


class Incoming(Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """A message of a client. `id` is unique in the match; sent again, it gets the first answer again."""

    id: _Ident
    type: Annotated[str, Meta(max_length=20)]
    player: ColorName | None = None
    x: _Number | None = None
    y: _Number | None = None
    points: Annotated[list[tuple[_Number, _Number]], Meta(max_length=676)] = []
    choice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    revision: _Number | None = None
    token: Annotated[str, Meta(max_length=200)] | None = None

    def places(self) -> list[Point]:
        """The points that it names, whichever way."""
        single = [] if self.x is None or self.y is None else [Point(self.x, self.y)]
        return single + [Point(x, y) for x, y in self.points]


class Done(Struct, frozen=True, gc=False):
    """The message was carried out; `ok` is the number of the event that came of it."""

    re: str
    ok: int


class Refused(Struct, frozen=True, gc=False, omit_defaults=True):
    """The message was not carried out. `revision` and `ply` say where the match stands, `words` why, by language."""

    re: str | None
    error: str
    detail: str
    revision: int | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    words: dict[str, str] | UnsetType = UNSET


class EventFrame(Struct, frozen=True, omit_defaults=True):
    """An event on its way to a client; what it does not have is left out."""

    n: int
    type: str
    player: ColorName | UnsetType = UNSET
    x: int | UnsetType = UNSET
    y: int | UnsetType = UNSET
    placed: list[_Placed] | UnsetType = UNSET
    removed: list[_XY] | UnsetType = UNSET
    flipped: list[_XY] | UnsetType = UNSET
    action: str | UnsetType = UNSET
    points: list[_XY] | UnsetType = UNSET
    choice: str | UnsetType = UNSET
    count: int | UnsetType = UNSET
    kind: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    ms: int | UnsetType = UNSET
    winner: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    margin: float | UnsetType = UNSET
    next: str | UnsetType = UNSET
    running: ColorName | UnsetType | None = UNSET
    clock: list[list[int]] | UnsetType = UNSET


class ResetFrame(Struct, frozen=True):
    """The client cannot go on from what it has: the whole `state` as REST answers it."""

    n: int
    type: Literal["reset"]
    state: dict[str, Any]


class ThinkingFrame(Struct, frozen=True):
    """An AI thinks for this colour, after `queue` others. No event, so it has no number."""

    type: Literal["thinking"]
    player: ColorName
    queue: int


class StandInFrame(Struct, frozen=True, omit_defaults=True):
    """The AI of this colour failed twice; the player `by` moves in its place this time. No event.

    `why` is what an engine did wrong last, as far as it is for everybody's ears.
    """

    type: Literal["stand_in"]
    player: ColorName
    by: str
    why: Why | None = None


class ProposalFrame(Struct, frozen=True):
    """These stones look dead, now that the players are to settle it. No event: nobody has marked them.

    It is about the game of this `revision`; the view has it too, with the count as it would be.
    """

    type: Literal["proposal"]
    revision: int
    dead: list[_XY]


class PresenceFrame(Struct, frozen=True, rename="camel"):
    """Where the player of this colour is. Told between people, to who comes and when it changes. No event.

    `claimMs`: in how long the opponent may claim the win, 0 being now; `endsMs`: in how long the match ends by
    itself. Both if the player stays away, and null where that decides nothing.
    """

    type: Literal["presence"]
    player: ColorName
    presence: Presence
    claim_ms: int | None
    ends_ms: int | None


_decoder: Final = msgspec.json.Decoder(Incoming)
_encoder: Final = msgspec.json.Encoder()


def read_frame(data: str | bytes) -> Incoming:
    """The message in a frame. Raises BAD_BODY for anything that is none, TOO_LARGE for a long one."""
    if len(data) > LARGEST_FRAME:
        raise GameError(ErrorCode.TOO_LARGE)
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise GameError(ErrorCode.BAD_BODY) from None


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


def frame_schemas(prefix: str) -> dict[str, object]:
    """JSON schemas of all frames by name, for the description of the API; they refer to each other under `prefix`."""
    frames = (
        Incoming,
        Done,
        Refused,
        EventFrame,
        ResetFrame,
        ThinkingFrame,
        StandInFrame,
        ProposalFrame,
        PresenceFrame,
    )
    _, named = msgspec.json.schema_components(frames, ref_template=prefix + "{name}")
    return named


class Frames:
    """How the service tells listeners what happens."""

    def event(self, event: Event, after: Match, *, watching: bool) -> bytes:
        """The frame of an event that led to this match."""
        return _encoder.encode(event_frame(event, after, watching=watching))

    def thinking(self, color: Color, place: int) -> bytes:
        """An AI thinks for this colour, after `place` others in the queue. No event, so it has no number."""
        return b'{"type":"thinking","player":"%b","queue":%d}' % (NAMES[color].encode(), place)

    def stand_in(self, color: Color, player: str, why: Why | None) -> bytes:
        """The AI of this colour failed, and this player moves in its place."""
        return _encoder.encode(StandInFrame("stand_in", NAMES[color], player, why))

    def proposal(self, revision: int, dead: Iterable[Point]) -> bytes:
        """These stones look dead in the game of this revision."""
        return _encoder.encode(ProposalFrame("proposal", revision, [(x, y) for x, y in sorted(dead)]))

    def presence(self, color: Color, attendance: Attendance, now: int) -> bytes:
        """Where the player of this colour is, at `now`."""
        return presence_frame(color, attendance, now)


def event_frame(event: Event, after: Match | None = None, *, watching: bool = False) -> EventFrame:
    """The event for a client. With the match after it, the clock is told too.

    Who only watches is told under which id to watch a rematch, not the id that lets people play.
    """
    fields: dict[str, object] = {}
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
        case Paused() | Unpaused():
            fields["player"] = NAMES[event.player]
        case Joined():
            fields.update(player=NAMES[event.player], name=event.seat.name)
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
    if after is not None and after.clock is not None:
        fields["clock"] = _clock_sides(after.clock, event.at)
        running = after.clock.running
        if not isinstance(event, Moved) or running is not event.action.player.other:
            fields["running"] = NAMES[running] if running else None
    return EventFrame(event.n, EVENT_NAMES[type(event)], **fields)  # type: ignore[arg-type]  # by the names above


def _clock_sides(clock: Clock, now: int) -> list[list[int]]:
    """Black's and White's time left, zeros at the end left out."""
    return [_side(clock, color, now) for color in COLORS]


def _side(clock: Clock, color: Color, now: int) -> list[int]:
    left = clock.left(color, now)
    parts = [left.main_ms, left.period_ms, left.periods, left.stones]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts


def _put_move(fields: dict[str, object], event: Moved) -> None:
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


def _put_changes(fields: dict[str, object], changes: Changes) -> None:
    parts = {"placed": _placed(changes), "removed": list(changes.removed), "flipped": list(changes.flipped)}
    fields.update({name: part for name, part in parts.items() if part})


def _placed(changes: Changes) -> list[_Placed]:
    return [(point.x, point.y, NAMES[color]) for point, color in changes.placed]
