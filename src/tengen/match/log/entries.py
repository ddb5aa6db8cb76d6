"""The entries of a log, one class an event: which keys are written of each, and how it is read back."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tengen.core import (
    BLACK,
    COLORS,
    PLAY,
    Action,
    Board,
    Changes,
    Color,
    Effect,
    Outline,
    Phase,
    Place,
    Point,
    Prisoners,
    Setup,
    create_rules,
)
from tengen.formats.json_fields import Field
from tengen.formats.values import (
    read_control,
    read_outcome,
    read_setup,
    write_control,
    write_outcome,
    write_setup,
)
from tengen.jobs import PLACE, EncodedAction, Pair, action_parts, points_of
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
from tengen.match.requests import RequestKind
from tengen.match.seats import Seat

_Json: TypeAlias = dict[str, Any]
_Stone: TypeAlias = tuple[int, int, Color]


class _Entry(msgspec.Struct, tag_field="type", omit_defaults=True):
    at: int


class _SeatEntry(msgspec.Struct, omit_defaults=True):
    name: str
    player: str = "human"
    owner: str | None = None
    open: bool = False
    account: bool = False  # the owner is no guest; before there were accounts everybody was one

    @classmethod
    def of(cls, seat: Seat) -> _SeatEntry:
        has_account = seat.owner is not None and not seat.is_guest
        return cls(seat.name, seat.player, seat.owner, seat.is_open, has_account)

    def seat(self) -> Seat:
        is_guest = self.owner is not None and not self.account
        return Seat(self.name, self.player, self.owner, self.open, is_guest)


class _StartEntry(msgspec.Struct, omit_defaults=True):
    """What a game began with, where that is neither an empty board nor just the set-up."""

    to: Color
    stones: tuple[_Stone, ...] = ()
    prisoners: Pair = (0, 0)
    phase: str = PLAY
    passes: int = 0
    outcome: _Json | None = None

    @classmethod
    def of(cls, start: Outline) -> _StartEntry:
        stones = tuple((point.x, point.y, color) for color in COLORS for point in start.board.stones(color))
        outcome = write_outcome(start.outcome) if start.outcome else None
        return cls(start.to_move, stones, start.prisoners, start.phase, start.passes, outcome)

    def outline(self, size: int) -> Outline:
        board = Changes(_stones(self.stones)).applied(Board.empty(size))
        outcome = read_outcome(Field("outcome", self.outcome)) if self.outcome else None
        return Outline(board, self.to, Prisoners(*self.prisoners), Phase(self.phase), self.passes, outcome)


class _CreatedEntry(_Entry, tag="created"):
    id: str
    kind: str
    size: int
    rules: dict[str, str | int | float | bool]
    first: _SeatEntry
    second: _SeatEntry
    setup: _Json | None = None
    clock: _Json | None = None
    version: int = 0
    start: _StartEntry | None = None
    rated: bool = False
    screen: bool = False
    loaded: bool = False
    listed: bool = False
    absence: AbsenceRule = AbsenceRule.LOSES
    begin: int = 0

    def event(self, n: int) -> Event:
        setup = read_setup(Field("setup", self.setup), self.size) if self.setup else None
        control = read_control(Field("clock", self.clock)) if self.clock else None
        rules = create_rules(self.kind, self.size, self.rules)
        start = None
        if self.version:
            start = self.start.outline(self.size) if self.start else usual_start(self.size, setup)
        return Created(
            n,
            self.at,
            self.id,
            rules,
            self.first.seat(),
            self.second.seat(),
            setup,
            control,
            rules_version=self.version,
            start=start,
            rated=self.rated,
            one_screen=self.screen,
            loaded=self.loaded,
            listed=self.listed,
            absence=self.absence,
            begin_ms=self.begin,
        )


class _JoinedEntry(_Entry, tag="joined"):
    by: Color
    seat: _SeatEntry

    def event(self, n: int) -> Event:
        return Joined(n, self.at, self.by, self.seat.seat())


class _RenamedEntry(_Entry, tag="renamed"):
    by: Color
    seat: _SeatEntry

    def event(self, n: int) -> Event:
        return Renamed(n, self.at, self.by, self.seat.seat())


class _MovedEntry(_Entry, tag="moved"):
    """The keys of an action, and what it did. `placed` is left out where the action itself says it.

    `to` is the side to move then; an entry that has it tells everything that the action led to, as an `Effect` does.
    """

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
    to: Color | None = None
    prisoners: Pair | None = None
    phase: str | None = None
    passes: int | None = None
    swapped: bool | None = None
    marked: tuple[Pair, ...] | None = None
    agreed: tuple[Color, ...] | None = None
    outcome: _Json | None = None

    def event(self, n: int) -> Event:
        if self.act == PLACE:
            action: Action = Place(self.by, Point(self.x, self.y))
        else:
            action = EncodedAction(self.by, self.x, self.y, self.act, self.choice, self.points).action()
        placed = _own_stone(action) if self.placed is None else _stones(self.placed)
        changes = Changes(placed, points_of(self.removed), points_of(self.flipped))
        return Moved(n, self.at, action, changes, self.lag, self._effect())

    def _effect(self) -> Effect | None:
        if self.to is None:
            return None
        is_usual = self.outcome is None and self.phase is None and self.passes is None and self.prisoners is None
        if is_usual and self.swapped is None and self.marked is None and self.agreed is None:
            return Effect.usual(self.to)
        return Effect(
            self.to,
            None if self.prisoners is None else Prisoners(*self.prisoners),
            None if self.phase is None else Phase(self.phase),
            self.passes,
            self.swapped,
            None if self.marked is None else frozenset(points_of(self.marked)),
            None if self.agreed is None else frozenset(self.agreed),
            None if self.outcome is None else read_outcome(Field("outcome", self.outcome)),
        )


class _ChangedEntry(_Entry):
    by: Color
    placed: tuple[_Stone, ...] = ()
    removed: tuple[Pair, ...] = ()
    flipped: tuple[Pair, ...] = ()

    def changes(self) -> Changes:
        return Changes(_stones(self.placed), points_of(self.removed), points_of(self.flipped))


class _UndoneEntry(_ChangedEntry, tag="undone"):
    count: int = 1

    def event(self, n: int) -> Event:
        return Undone(n, self.at, self.by, self.count, self.changes())


class _RedoneEntry(_ChangedEntry, tag="redone"):
    count: int = 1

    def event(self, n: int) -> Event:
        return Redone(n, self.at, self.by, self.count, self.changes())


class _RestartedEntry(_ChangedEntry, tag="restarted"):
    def event(self, n: int) -> Event:
        return Restarted(n, self.at, self.by, self.changes())


class _OfferedEntry(_Entry, tag="offered"):
    kind: RequestKind
    by: Color

    def event(self, n: int) -> Event:
        return Offered(n, self.at, self.kind, self.by)


class _DeclinedEntry(_Entry, tag="declined"):
    kind: RequestKind
    by: Color

    def event(self, n: int) -> Event:
        return Declined(n, self.at, self.kind, self.by)


class _PausedEntry(_Entry, tag="paused"):
    by: Color

    def event(self, n: int) -> Event:
        return Paused(n, self.at, self.by)


class _UnpausedEntry(_Entry, tag="unpaused"):
    by: Color

    def event(self, n: int) -> Event:
        return Unpaused(n, self.at, self.by)


class _ExcusedEntry(_Entry, tag="excused"):
    ms: int

    def event(self, n: int) -> Event:
        return Excused(n, self.at, self.ms)


class _EndedEntry(_Entry, tag="ended"):
    outcome: _Json

    def event(self, n: int) -> Event:
        return Ended(n, self.at, read_outcome(Field("outcome", self.outcome)))


class _RematchedEntry(_Entry, tag="rematched"):
    next: str

    def event(self, n: int) -> Event:
        return Rematched(n, self.at, self.next)


class _EstimatedEntry(_Entry, tag="estimated"):
    by: Color

    def event(self, n: int) -> Event:
        return Estimated(n, self.at, self.by)


AnyEntry: TypeAlias = (
    _CreatedEntry
    | _JoinedEntry
    | _RenamedEntry
    | _MovedEntry
    | _UndoneEntry
    | _RedoneEntry
    | _RestartedEntry
    | _OfferedEntry
    | _DeclinedEntry
    | _PausedEntry
    | _UnpausedEntry
    | _ExcusedEntry
    | _EndedEntry
    | _RematchedEntry
    | _EstimatedEntry
)


def entry_of(event: Event) -> AnyEntry:
    """The entry of an event."""
    match event:
        case Moved():
            return _moved_entry(event)
        case Undone():
            return _UndoneEntry(event.at, event.player, *_change_parts(event.changes), event.count)
        case Redone():
            return _RedoneEntry(event.at, event.player, *_change_parts(event.changes), event.count)
        case Restarted():
            return _RestartedEntry(event.at, event.player, *_change_parts(event.changes))
        case Offered():
            return _OfferedEntry(event.at, event.kind, event.player)
        case Declined():
            return _DeclinedEntry(event.at, event.kind, event.player)
        case Joined():
            return _JoinedEntry(event.at, event.player, _SeatEntry.of(event.seat))
        case Renamed():
            return _RenamedEntry(event.at, event.player, _SeatEntry.of(event.seat))
        case Paused():
            return _PausedEntry(event.at, event.player)
        case Unpaused():
            return _UnpausedEntry(event.at, event.player)
        case Excused():
            return _ExcusedEntry(event.at, event.ms)
        case Ended():
            return _EndedEntry(event.at, write_outcome(event.outcome))
        case Rematched():
            return _RematchedEntry(event.at, event.next_id)
        case Estimated():
            return _EstimatedEntry(event.at, event.player)
        case Created():
            return _created_entry(event)


def _moved_entry(event: Moved) -> _MovedEntry:
    changes, action, effect = event.changes, event.action, event.effect
    placed = None if changes.placed == _own_stone(action) else _change_parts(changes)[0]
    removed, flipped, lag = changes.removed, changes.flipped, event.lag_ms
    if isinstance(action, Place):  # nearly every event of a log
        by, (x, y) = action.player, action.point
        entry = _MovedEntry(event.at, by=by, x=x, y=y, placed=placed, removed=removed, flipped=flipped, lag=lag)
    else:
        entry = _MovedEntry(event.at, **action_parts(action), placed=placed, removed=removed, flipped=flipped, lag=lag)
    if effect is not None:
        entry.to = effect.to_move
        if effect is not Effect.usual(effect.to_move):
            _add_effect(entry, effect)
    return entry


def _add_effect(entry: _MovedEntry, effect: Effect) -> None:
    entry.prisoners, entry.phase, entry.passes = effect.prisoners, effect.phase, effect.passes
    entry.swapped = effect.swapped
    entry.marked = None if effect.marked is None else tuple(sorted(effect.marked))
    entry.agreed = None if effect.agreed is None else tuple(sorted(effect.agreed))
    entry.outcome = None if effect.outcome is None else write_outcome(effect.outcome)


def _created_entry(event: Created) -> _CreatedEntry:
    start, size = event.start, event.ruleset.size
    return _CreatedEntry(
        event.at,
        event.match_id,
        event.ruleset.KIND,
        size,
        event.ruleset.options(),
        _SeatEntry.of(event.first),
        _SeatEntry.of(event.second),
        write_setup(event.setup) if event.setup else None,
        write_control(event.control) if event.control else None,
        event.rules_version,
        None if start is None or start == usual_start(size, event.setup) else _StartEntry.of(start),
        event.rated,
        event.one_screen,
        event.loaded,
        event.listed,
        event.absence,
        event.begin_ms,
    )


def usual_start(size: int, setup: Setup | None) -> Outline:
    """What a game begins with where its log says no more: the set-up, or an empty board with Black to move."""
    if setup is None:
        return Outline(Board.empty(size), BLACK, Prisoners(), PLAY, 0, None)
    return Outline(setup.board, setup.to_move, setup.prisoners, PLAY, 0, None)


def _change_parts(changes: Changes) -> tuple[tuple[_Stone, ...], tuple[Pair, ...], tuple[Pair, ...]]:
    placed = tuple((point.x, point.y, color) for point, color in changes.placed)
    return placed, changes.removed, changes.flipped


def _own_stone(action: Action) -> tuple[tuple[Point, Color], ...]:
    """What an action usually places: the player's stone on the point, or nothing."""
    return ((action.point, action.player),) if isinstance(action, Place) else ()


def _stones(stones: tuple[_Stone, ...]) -> tuple[tuple[Point, Color], ...]:
    return tuple((Point(x, y), color) for x, y, color in stones)
