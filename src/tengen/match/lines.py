"""The lines of a log, one class an event: what is written of each, and how it is read back."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tengen.core import Action, Changes, Color, Place, Point, create_rules
from tengen.formats.json_fields import Field
from tengen.formats.values import (
    read_control,
    read_outcome,
    read_setup,
    write_control,
    write_outcome,
    write_setup,
)
from tengen.jobs.action_codec import PLACE, EncodedAction, Pair, action_parts, points_of
from tengen.match.events import (
    Created,
    Declined,
    Ended,
    Event,
    Excused,
    Joined,
    Moved,
    Offered,
    Paused,
    Redone,
    Rematched,
    Restarted,
    Undone,
    Unpaused,
)
from tengen.match.requests import RequestKind
from tengen.match.seats import Seat

_Json: TypeAlias = dict[str, Any]
_Stone: TypeAlias = tuple[int, int, Color]


class _Line(msgspec.Struct, tag_field="type", omit_defaults=True):
    at: int


class _SeatLine(msgspec.Struct, omit_defaults=True):
    name: str
    player: str = "human"
    owner: str | None = None
    open: bool = False

    @classmethod
    def of(cls, seat: Seat) -> _SeatLine:
        return cls(seat.name, seat.player, seat.owner, seat.is_open)

    def seat(self) -> Seat:
        return Seat(self.name, self.player, self.owner, self.open)


class _CreatedLine(_Line, tag="created"):
    id: str
    kind: str
    size: int
    rules: dict[str, str | int | float | bool]
    first: _SeatLine
    second: _SeatLine
    setup: _Json | None = None
    clock: _Json | None = None

    def event(self, n: int) -> Event:
        setup = read_setup(Field("setup", self.setup), self.size) if self.setup else None
        control = read_control(Field("clock", self.clock)) if self.clock else None
        rules = create_rules(self.kind, self.size, self.rules)
        return Created(n, self.at, self.id, rules, self.first.seat(), self.second.seat(), setup, control)


class _JoinedLine(_Line, tag="joined"):
    by: Color
    seat: _SeatLine

    def event(self, n: int) -> Event:
        return Joined(n, self.at, self.by, self.seat.seat())


class _MovedLine(_Line, tag="moved"):
    """The keys of an action, and what it did. `placed` is left out where the action itself says it."""

    by: Color
    x: int = 0
    y: int = 0
    act: str = PLACE
    choice: str = ""
    points: tuple[Pair, ...] = ()
    placed: tuple[_Stone, ...] | None = None
    removed: tuple[Pair, ...] = ()
    flipped: tuple[Pair, ...] = ()
    lag: int = 0

    def event(self, n: int) -> Event:
        action = EncodedAction(self.by, self.x, self.y, self.act, self.choice, self.points).action()
        placed = _own_stone(action) if self.placed is None else _stones(self.placed)
        changes = Changes(placed, points_of(self.removed), points_of(self.flipped))
        return Moved(n, self.at, action, changes, self.lag)


class _ChangedLine(_Line):
    by: Color
    placed: tuple[_Stone, ...] = ()
    removed: tuple[Pair, ...] = ()
    flipped: tuple[Pair, ...] = ()

    def changes(self) -> Changes:
        return Changes(_stones(self.placed), points_of(self.removed), points_of(self.flipped))


class _UndoneLine(_ChangedLine, tag="undone"):
    count: int = 1

    def event(self, n: int) -> Event:
        return Undone(n, self.at, self.by, self.count, self.changes())


class _RedoneLine(_ChangedLine, tag="redone"):
    count: int = 1

    def event(self, n: int) -> Event:
        return Redone(n, self.at, self.by, self.count, self.changes())


class _RestartedLine(_ChangedLine, tag="restarted"):
    def event(self, n: int) -> Event:
        return Restarted(n, self.at, self.by, self.changes())


class _OfferedLine(_Line, tag="offered"):
    kind: RequestKind
    by: Color

    def event(self, n: int) -> Event:
        return Offered(n, self.at, self.kind, self.by)


class _DeclinedLine(_Line, tag="declined"):
    kind: RequestKind
    by: Color

    def event(self, n: int) -> Event:
        return Declined(n, self.at, self.kind, self.by)


class _PausedLine(_Line, tag="paused"):
    by: Color

    def event(self, n: int) -> Event:
        return Paused(n, self.at, self.by)


class _UnpausedLine(_Line, tag="unpaused"):
    by: Color

    def event(self, n: int) -> Event:
        return Unpaused(n, self.at, self.by)


class _ExcusedLine(_Line, tag="excused"):
    ms: int

    def event(self, n: int) -> Event:
        return Excused(n, self.at, self.ms)


class _EndedLine(_Line, tag="ended"):
    outcome: _Json

    def event(self, n: int) -> Event:
        return Ended(n, self.at, read_outcome(Field("outcome", self.outcome)))


class _RematchedLine(_Line, tag="rematched"):
    next: str

    def event(self, n: int) -> Event:
        return Rematched(n, self.at, self.next)


AnyLine: TypeAlias = (
    _CreatedLine
    | _JoinedLine
    | _MovedLine
    | _UndoneLine
    | _RedoneLine
    | _RestartedLine
    | _OfferedLine
    | _DeclinedLine
    | _PausedLine
    | _UnpausedLine
    | _ExcusedLine
    | _EndedLine
    | _RematchedLine
)


def line_of(event: Event) -> AnyLine:
    """The line of an event."""
    match event:
        case Moved():
            return _moved_line(event)
        case Undone():
            return _UndoneLine(event.at, event.player, *_change_parts(event.changes), event.count)
        case Redone():
            return _RedoneLine(event.at, event.player, *_change_parts(event.changes), event.count)
        case Restarted():
            return _RestartedLine(event.at, event.player, *_change_parts(event.changes))
        case Offered():
            return _OfferedLine(event.at, event.kind, event.player)
        case Declined():
            return _DeclinedLine(event.at, event.kind, event.player)
        case Joined():
            return _JoinedLine(event.at, event.player, _SeatLine.of(event.seat))
        case Paused():
            return _PausedLine(event.at, event.player)
        case Unpaused():
            return _UnpausedLine(event.at, event.player)
        case Excused():
            return _ExcusedLine(event.at, event.ms)
        case Ended():
            return _EndedLine(event.at, write_outcome(event.outcome))
        case Rematched():
            return _RematchedLine(event.at, event.next_id)
        case Created():
            return _created_line(event)


def _moved_line(event: Moved) -> _MovedLine:
    changes, action = event.changes, event.action
    placed = None if changes.placed == _own_stone(action) else _change_parts(changes)[0]
    removed, flipped, lag = changes.removed, changes.flipped, event.lag_ms
    if isinstance(action, Place):  # nearly every event of a log
        point = action.point
        return _MovedLine(
            event.at, by=action.player, x=point.x, y=point.y, placed=placed, removed=removed, flipped=flipped, lag=lag
        )
    return _MovedLine(event.at, **action_parts(action), placed=placed, removed=removed, flipped=flipped, lag=lag)


def _created_line(event: Created) -> _CreatedLine:
    return _CreatedLine(
        event.at,
        event.match_id,
        event.ruleset.KIND,
        event.ruleset.size,
        event.ruleset.options(),
        _SeatLine.of(event.first),
        _SeatLine.of(event.second),
        write_setup(event.setup) if event.setup else None,
        write_control(event.control) if event.control else None,
    )


def _change_parts(changes: Changes) -> tuple[tuple[_Stone, ...], tuple[Pair, ...], tuple[Pair, ...]]:
    placed = tuple((point.x, point.y, color) for point, color in changes.placed)
    return placed, changes.removed, changes.flipped


def _own_stone(action: Action) -> tuple[tuple[Point, Color], ...]:
    """What an action usually places: the player's stone on the point, or nothing."""
    return ((action.point, action.player),) if isinstance(action, Place) else ()


def _stones(stones: tuple[_Stone, ...]) -> tuple[tuple[Point, Color], ...]:
    return tuple((Point(x, y), color) for x, y, color in stones)
