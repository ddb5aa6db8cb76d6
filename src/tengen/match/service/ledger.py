"""How a command gets into the log: decide, commit, change memory, tell. The only place where a match changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from tengen.core import Action, Conflict, GameError, Reason, StoreError, Unavailable
from tengen.match.decide import Command, decide, rematch
from tengen.match.events import Ended, Event, Rematched
from tengen.match.evolve import evolve
from tengen.match.log import LogRow, decode_event, rows_of
from tengen.match.match import Match
from tengen.match.requests import Excuse
from tengen.match.service.heartbeat import Heartbeat
from tengen.match.service.room import EVENTS_AT_A_STRETCH, Room
from tengen.match.service.standing import Standing
from tengen.match.service.store import Append, ExtraRow, MatchStore
from tengen.match.service.timing import Timekeeper

_MOST_ATTEMPTS: Final = 8
_MOST_ENDS_AT_ONCE: Final = 64
"""So many matches of one player may come to their ends at once: each is worked out again after the one before it."""

log = logging.getLogger(__name__)


OnEnd: TypeAlias = Callable[[Match, Sequence[Event]], Awaitable[Sequence[ExtraRow]]]
"""The rows that belong to the end of a match, from the match as it will be and the events that end it."""


async def no_rows(match: Match, events: Sequence[Event]) -> Sequence[ExtraRow]:
    """Nothing is to be written with an end."""
    del match, events
    return ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command: its events, and the match right after them.

    Asked again with the same message id, the service answers with the same events and the same match and says
    `is_repeat`.
    """

    match: Match
    events: tuple[Event, ...]
    is_repeat: bool = False

    @property
    def was_too_late(self) -> bool:
        """Whether a flag had fallen before the command, so that it was not carried out and the match ended instead."""
        first = self.events[0] if self.events else None
        return isinstance(first, Ended) and first.outcome.reason in (Reason.TIME, Reason.CANCELLED)


class _Unit(NamedTuple):
    """Events on their way into a log, with the match after each of them."""

    events: Sequence[Event]
    moments: Sequence[Match]
    rows: Sequence[LogRow]
    standing: Standing | None
    following: Standing | None = None


class Ledger:
    """Writes to the logs. Whoever calls holds the lock of the room.

    `on_written` is called with the room, and the row of a rematch that began with it, when the match has changed
    through this service; `on_read` when another one has changed it, which happens where the store `is_shared`.
    `on_event` hears every event that was written here, with the match after it. `on_end` is asked for the rows that
    are to be written with the end of a match, again where those of another end came first; what it raises, it raises
    before anything is written.
    """

    def __init__(
        self,
        store: MatchStore,
        keeper: Timekeeper,
        heartbeat: Heartbeat,
        on_written: Callable[[Room, Standing | None], None],
        on_read: Callable[[Room], None],
        *,
        on_event: Callable[[Event, Match], None],
        on_end: OnEnd,
        is_shared: bool,
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._heartbeat = heartbeat
        self._on_written = on_written
        self._on_read = on_read
        self._on_event = on_event
        self._on_end = on_end
        self._is_shared = is_shared
        self._is_closed = False

    def close(self) -> None:
        """Write no more; what is under way is finished."""
        self._is_closed = True

    def refuse_when_closed(self) -> None:
        """Raise Unavailable after the end."""
        if self._is_closed:
            raise Unavailable("the service is closed")

    async def carry_out(
        self,
        room: Room,
        command: Command,
        check: Callable[[Match], None],
        receipt: bytes | None = None,
        rtt_ms: float = 0.0,
        *,
        needs_match: bool = True,
    ) -> Answer:
        """The answer to a command, after `check` has not refused it.

        A repeated answer has the match of its time only where the caller `needs_match`: that takes the whole log.
        Raises GameError, or Unavailable when nothing was promised.
        """
        for _ in range(_MOST_ATTEMPTS):
            if self.needs_care(room):
                await self.prepare(room)
            if room.is_asleep:
                await self.excuse_sleep(room)
            if receipt is not None and receipt in room.receipts:
                return await self.repeat(room, receipt, needs_match=needs_match)
            match = room.match
            try:
                check(match)
                lag_ms = 0
                if rtt_ms and match.clock is not None and isinstance(command, Action):
                    lag_ms = room.allowance_ms(command.player, rtt_ms)
                events = decide(match, command, self._keeper.now(), lag_ms)
            except GameError:
                if self._is_shared:  # perhaps only because others have written since
                    await self.read_on(room)
                if room.match is match:
                    raise
                continue
            if not events or await self._commit(room, events, receipt):
                return Answer(room.match, events)
        raise Unavailable("others keep writing to this match")

    async def repeat(self, room: Room, receipt: bytes, *, needs_match: bool = True) -> Answer:
        """The answer that was given to a message that was carried out."""
        first, last = room.receipts[receipt]
        recent = room.events_after(first - 1)
        if recent is not None and (last == room.match.number or not needs_match):
            return Answer(room.match, recent[: last - first + 1], is_repeat=True)
        if not needs_match:
            rows = await self._store.load(room.match_id, first - 1, last)
            told = tuple(decode_event(row.n, row.body) for row in rows)
            return Answer(room.match, told, is_repeat=True)
        events = []
        match: Match | None = None
        for row in await self._store.load(room.match_id):
            if row.n > last:
                break
            if row.n % EVENTS_AT_A_STRETCH == 0:
                await asyncio.sleep(0)
            event = decode_event(row.n, row.body)
            match = evolve(match, event)
            if event.n >= first:
                events.append(event)
        assert match is not None, "what has a receipt is in the log"
        return Answer(match, tuple(events), is_repeat=True)

    def needs_care(self, room: Room) -> bool:
        """Whether `prepare` has anything to do."""
        heartbeat = self._heartbeat
        return (
            room.is_unsure
            or room.excused_until < heartbeat.last_downtime_until
            or heartbeat.is_late(self._keeper.now())
        )

    async def prepare(self, room: Room) -> None:
        """Bring the match up to now: what may have been written, and downtime that nobody pays for."""
        await self._heartbeat.catch_up()
        if room.is_unsure:
            await self.read_on(room)
        until = self._heartbeat.last_downtime_until
        while room.excused_until < until:
            match = room.match
            room.register.wait_anew(until)
            events = decide(match, Excuse(self._heartbeat.lost_ms(match.at)), self._keeper.now())
            if not events or await self._commit(room, events):
                room.excused_until = until

    async def excuse_sleep(self, room: Room) -> None:
        """Charge nobody for the time in which a match of two programs was asleep: the whole of the running turn."""
        clock = room.match.clock
        if clock is not None and clock.running is not None:
            now = self._keeper.now()
            events = decide(room.match, Excuse(now - clock.since), now)
            if events:
                await self._commit(room, events)

    async def read_on(self, room: Room) -> None:
        """Read what others have written to the log since, or we without knowing, and tell it."""
        rows = await self._store.load(room.match_id, room.match.number)
        was_unsure, room.is_unsure = room.is_unsure, False
        if not rows:
            return
        for row in rows:
            event = decode_event(row.n, row.body)
            self._tell(room, event, evolve(room.match, event), row)
        room.standing = Standing.of(room.match)
        if was_unsure:
            self._on_written(room, None)
        else:
            self._on_read(room)

    async def _commit(self, room: Room, events: Sequence[Event], receipt: bytes | None = None) -> bool:
        """Write the events, and only then make them true here. False when somebody else was first."""
        self.refuse_when_closed()
        match = room.match
        moments = [match := evolve(match, event) for event in events]
        standing = room.standing.renewed(match)
        only_turn = standing is not None and standing.differs_only_in_turn(room.standing)
        rows = rows_of(events, receipt, room.head)
        appends = [Append(match.match_id, rows, standing, only_turn)]
        following: Standing | None = None
        if isinstance(events[-1], Rematched):  # the match that follows begins in the unit that agrees on it
            appends.append(first_append(*rematch(match, match.at)))
            following = appends[-1].standing
        unit = _Unit(events, moments, rows, standing, following)
        if not isinstance(events[-1], Ended):
            return await self._write(room, unit, appends)
        number = room.match.number
        for _ in range(_MOST_ENDS_AT_ONCE):
            extra = await self._on_end(match, events)
            if await self._write(room, unit, appends, extra):
                return True
            if not extra or room.match.number != number:
                return False
        raise Unavailable("other matches of the same players keep ending")

    async def _write(self, room: Room, unit: _Unit, appends: Sequence[Append], extra: Sequence[ExtraRow] = ()) -> bool:
        """Commit a unit and make it true here. False when somebody else was first, with the log read up to there."""
        commit = self._store.commit(*appends, extra=extra)
        try:
            await commit
        except Conflict:
            await self.read_on(room)
            return False
        except StoreError:
            room.is_unsure = True
            raise
        except asyncio.CancelledError:  # whoever asked is gone; what was written is true all the same
            if commit.done() and commit.exception() is None:
                self._apply(room, unit)
            else:
                room.is_unsure = True
            raise
        self._apply(room, unit)
        return True

    def _apply(self, room: Room, unit: _Unit) -> None:
        """Make true in memory what is true in the log. Nothing here may fail."""
        for event, after, row in zip(unit.events, unit.moments, unit.rows, strict=True):
            self._tell(room, event, after, row)
            try:
                self._on_event(event, after)
            except Exception:
                log.exception("an event could not be noted")
        if unit.standing is not None:
            room.standing = unit.standing
        self._on_written(room, unit.following)

    @staticmethod
    def _tell(room: Room, event: Event, after: Match, row: LogRow) -> None:
        before = room.match
        room.record(before, event, row.receipt)
        room.match, room.head = after, row.hash
        try:
            room.hub.publish(event, before, after)
        except Exception:
            log.exception("an event could not be told; its listeners must come again")
            room.hub.close()


def first_append(match: Match, events: Sequence[Event], key: bytes | None = None) -> Append:
    """A new match as it is written."""
    return Append(match.match_id, rows_of(events, key), Standing.of(match), is_new=True, key=key)
