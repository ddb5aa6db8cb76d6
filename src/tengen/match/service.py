"""The matches of a server: every command goes through here into the log, and from the log to whoever listens.

Commit first, then change the match in memory, then answer: what was answered is on disk. One command at a time is
under way in a match; those of different matches share commits. Nobody owns a match: who loses the race for a number
of the log reads what the winner wrote and decides once more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, TypeAlias

from tengen.core import (
    COLORS,
    Action,
    Color,
    ErrorCode,
    GameError,
    Outcome,
    Resign,
    Ruleset,
    Setup,
    TimeControl,
)
from tengen.match.ai import AiSeats, Thinker
from tengen.match.deadlines import Deadlines
from tengen.match.decide import Command, advance, create
from tengen.match.events import Ended
from tengen.match.evolve import evolve
from tengen.match.hub import FrameWriter, Missed, PlainFrames, Reset, Subscription
from tengen.match.ledger import Answer, Ledger, first_append
from tengen.match.match import Match
from tengen.match.names import receipt_of
from tengen.match.pulse import Pulse
from tengen.match.requests import Abandon, Decline, Forfeit, Join, Request, RequestKind, Tick, Unpause
from tengen.match.room import MatchLimits, Room
from tengen.match.rooms import Rooms
from tengen.match.seats import Seat
from tengen.match.store import Conflict, MatchStore, Standing, StoreError, Unavailable
from tengen.match.timing import SystemTime, Time, Timekeeper

SeatCommand: TypeAlias = Action | Request | Decline | Unpause
"""What a seat may ask of its match. Verdicts and the like are the service's own."""

_TRY_AGAIN_MS: Final = 1_000
_OVERDUE_MS: Final = 2_000
_SILENT_MS: Final = 60_000

log = logging.getLogger(__name__)


class Matches:
    """All matches: those in memory, and through the store those that are not.

    Refusals are GameErrors: NO_SUCH_GAME, NOT_YOUR_SEAT, STALE, TOO_LARGE for a log that is full, SLOW_DOWN when
    memory is, and whatever the match or the rules refuse. `Unavailable` means that nothing was promised and the
    same message may be sent again.
    """

    def __init__(
        self,
        store: MatchStore,
        *,
        thinker: Thinker | None = None,
        time: Time | None = None,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16),
        frames: FrameWriter | None = None,
        limits: MatchLimits | None = None,
    ) -> None:
        self._store = store
        self._new_id = new_id
        self._limits = limits = limits or MatchLimits()
        self._keeper = keeper = Timekeeper(time or SystemTime())
        self._pulse = Pulse(store, keeper, limits.pulse, self._adopt_orphans)
        self._deadlines = Deadlines(keeper, self._ring)
        is_shared = limits.pulse.is_shared
        self._ledger = Ledger(store, keeper, self._pulse, self._on_written, self._on_read, is_shared=is_shared)
        self._ai = AiSeats(thinker, self._act_for_ai, keeper)
        self._rooms = Rooms(store, limits, frames or PlainFrames(), self._on_presence)
        self._few_at_once = asyncio.Semaphore(limits.loading_at_once)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Go on with every match that waits for a clock or an AI. Without this, nothing happens by itself."""
        await self._pulse.start()
        for standing in await self._store.waiting():
            self._look_after(standing)

    async def close(self) -> None:
        """Take no more commands, finish those under way, and send listeners away. The store stays open."""
        self._ledger.close()
        self._deadlines.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._ai.close()
        for room in self._rooms:
            async with room.lock:
                room.hub.close()
        await self._rooms.close()
        self._deadlines.close()
        await self._pulse.close()

    def now(self) -> int:
        """The time of this service, in milliseconds; for showing clocks."""
        return self._keeper.now()

    @property
    def open_count(self) -> int:
        """How many matches are in memory."""
        return len(self._rooms)

    # --- what callers may ask

    async def create(
        self,
        ruleset: Ruleset,
        first: Seat,
        second: Seat,
        *,
        setup: Setup | None = None,
        control: TimeControl | None = None,
        actions: Sequence[Action] = (),
        outcome: Outcome | None = None,
        caller: str | None = None,
        message_id: str | None = None,
    ) -> Answer:
        """A new match, with `first` at Black. Raises BAD_RECORD for a set-up that cannot stand.

        `actions` have been played already, as in a game that is loaded, and `outcome` is what ended it where the rules
        do not say so. The same caller's same message id creates one match, however often it is sent.
        """
        self._ledger.refuse_when_closed()
        now = self._keeper.now()
        match, events = create(self._new_id(), ruleset, first, second, now, setup=setup, control=control)
        for action in actions:
            match, further = advance(match, action, now)
            events += further
        if outcome is not None and not match.is_over:
            ended = Ended(match.number + 1, now, outcome)
            match, events = evolve(match, ended), (*events, ended)
        key = None if message_id is None else receipt_of(caller, message_id)
        commit = self._store.commit(first_append(match, events, key))
        try:
            await commit
        except Conflict:
            existing = None if key is None else await self._store.find_created(key)
            if key is None or existing is None:
                raise
            return await self._ledger.repeat(await self._rooms.open(existing), key)
        finally:
            if commit.done() and commit.exception() is None:  # also where whoever asked is gone
                self._rooms.add(match, events, key)
                self._look_after(Standing.of(match))
        return Answer(match, events)

    async def join(
        self, match_id: str, player: Color, name: str, *, caller: str, message_id: str | None = None
    ) -> Answer:
        """Take an open seat. Raises NOT_YOUR_SEAT when it is taken, by whomever."""

        def check(match: Match) -> None:
            self._refuse_when_full(match, is_talk=True)

        return await self._ask(match_id, Join(player, name, caller), check, caller, message_id)

    async def act(
        self,
        match_id: str,
        command: SeatCommand,
        *,
        caller: str | None = None,
        revision: int | None = None,
        message_id: str | None = None,
        rtt_ms: float = 0.0,
        needs_match: bool = True,
    ) -> Answer:
        """Carry out what a seat asks.

        Raises NOT_YOUR_SEAT when the caller may not act for its colour, and STALE when the game has another
        `revision` than the caller had seen. `rtt_ms` is the round trip that the server measured on the connection;
        in the own turn so much is not charged to the clock, within limits. A message id that was carried out
        before, by the same caller, gets the first answer again; without `needs_match` its events with today's match.
        """
        if isinstance(command, Request) and command.kind is RequestKind.REMATCH:
            command = replace(command, next_id=self._new_id())
        is_talk = not isinstance(command, Action)

        def check(match: Match) -> None:
            if not match.may_act(caller, command.player):
                raise GameError(ErrorCode.NOT_YOUR_SEAT)
            if revision is not None and revision != match.revision:
                raise GameError(ErrorCode.STALE)
            if not isinstance(command, Resign):
                self._refuse_when_full(match, is_talk)

        return await self._ask(match_id, command, check, caller, message_id, rtt_ms=rtt_ms, needs_match=needs_match)

    async def snapshot(self, match_id: str) -> Match:
        """The match as it stands. Raises NO_SUCH_GAME."""
        return (await self._current_room(match_id)).match

    async def watched(self, watch_id: str) -> str:
        """The id of the match with this watch id; for watching only, so never to be told. Raises NO_SUCH_GAME."""
        match_id = await self._store.find_watched(watch_id)
        if match_id is None:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        return match_id

    async def subscribe(
        self, match_id: str, since: int | None = None, *, caller: str | None = None, watching: bool = False
    ) -> Subscription:
        """Listen to a match from event number `since` on; None: from now on, beginning with the match itself.

        A listener who is ahead of the log, or too far behind it, begins with the match too. `watching` is for those
        who know only the watch id.
        """
        room = await self._current_room(match_id)
        room.users += 1
        try:
            events = await self._rooms.missed(room, since)
            self._ledger.refuse_when_closed()
            beginning = Reset(room.match) if events is None else Missed(events, room.match)
            return room.hub.add(beginning, caller, watching)
        finally:
            room.users -= 1

    async def refresh(self, match_id: str) -> None:
        """Another service has written to this match: read it, if it is in memory here."""
        if self._rooms.find(match_id) is not None:
            async with self._held(match_id) as room:
                await self._ledger.read_on(room)

    # --- the way of a command

    async def _ask(
        self,
        match_id: str,
        command: SeatCommand | Join,
        check: Callable[[Match], None],
        caller: str | None,
        message_id: str | None,
        *,
        rtt_ms: float = 0.0,
        needs_match: bool = True,
    ) -> Answer:
        self._ledger.refuse_when_closed()
        receipt = None if message_id is None else receipt_of(caller, message_id)
        room = self._rooms.find(match_id) or await self._rooms.open(match_id)
        room.users += 1
        try:
            async with room.lock:
                if receipt is not None and receipt in room.refusals:
                    raise room.refusals[receipt].with_traceback(None)
                answer = await self._ledger.carry_out(room, command, check, receipt, rtt_ms, needs_match=needs_match)
                if caller is not None and room.absent_since.pop(caller, None) is not None:
                    self._set_deadline(room)
                return answer
        except GameError as error:
            if receipt is not None:
                room.refuse(receipt, error)
            raise
        finally:
            room.users -= 1

    @asynccontextmanager
    async def _held(self, match_id: str) -> AsyncIterator[Room]:
        """The match in memory, and nobody else changes it meanwhile."""
        room = await self._rooms.open(match_id)
        room.users += 1
        try:
            async with room.lock:
                yield room
        finally:
            room.users -= 1

    async def _current_room(self, match_id: str) -> Room:
        """The match in memory, with what others may have written and its clock as it is to be shown."""
        self._ledger.refuse_when_closed()
        room = await self._rooms.open(match_id)
        if self._limits.pulse.is_shared or self._ledger.needs_care(room):
            with suppress(Unavailable):  # what is known can be shown though nothing can be written
                async with self._held(match_id) as room:
                    await self._ledger.prepare(room)
                    if self._limits.pulse.is_shared:
                        await self._ledger.read_on(room)
        return room

    def _refuse_when_full(self, match: Match, is_talk: bool) -> None:
        if match.number < self._limits.events:
            return
        most = self._limits.most_events_of_talk(match) if is_talk else self._limits.most_events(match)
        if match.number >= most:
            raise GameError(ErrorCode.TOO_LARGE)

    def _on_written(self, room: Room, following: Standing | None) -> None:
        """A match has changed through this service, which therefore sees to what comes next."""
        if room.match.clock is not None:
            self._set_deadline(room)
        if room.thinking is not None or room.standing.ai_to_move:
            self._ai.attend(room)
        if following is not None:
            self._look_after(following)

    def _on_read(self, room: Room) -> None:
        """A match has changed through another service, which therefore asks the AI; deadlines are everybody's."""
        self._set_deadline(room)
        self._ai.dismiss_stale(room)

    # --- what happens though nobody asks

    def _set_deadline(self, room: Room) -> None:
        self._deadlines.set(room.match_id, room.due_at())

    def _on_presence(self, room: Room) -> None:
        """Somebody came or left: note since when players are away."""
        room.note_presence(self._keeper.now())
        self._set_deadline(room)

    def _look_after(self, standing: Standing) -> None:
        """A match may have to go on by itself: set its deadline, have its AI asked."""
        if standing.deadline_at is not None:
            self._deadlines.set(standing.match_id, standing.deadline_at + self._pulse.lost_ms(standing.at))
        if standing.ai_to_move:
            self._spawn(self._wake, standing.match_id)

    async def _wake(self, match_id: str) -> None:
        async with self._few_at_once:
            self._ai.attend(await self._rooms.open(match_id))

    def _ring(self, match_id: str) -> None:
        self._spawn(self._judge, match_id)

    async def _judge(self, match_id: str) -> None:
        """A deadline has passed: end the match if it is so, else look again when it may be."""
        try:
            async with self._few_at_once, self._held(match_id) as room:
                if self._ledger.needs_care(room):
                    await self._ledger.prepare(room)
                verdict = self._verdict(room)
                if verdict is not None:
                    await self._ledger.carry_out(room, verdict, lambda _: None)
                self._set_deadline(room)
        except StoreError:
            self._deadlines.set(match_id, self._keeper.now() + _TRY_AGAIN_MS)

    def _verdict(self, room: Room) -> Command | None:
        now = self._keeper.now()
        flagged_at = room.flagged_at()
        if flagged_at is not None and flagged_at <= now:
            return Tick()
        for color in COLORS:
            abandoned_at = room.abandoned_at(color)
            if abandoned_at is not None and abandoned_at <= now:
                return Abandon(color)
        return None

    async def _act_for_ai(self, room: Room, command: Action | Forfeit, revision: int) -> None:
        def check(match: Match) -> None:
            if match.revision != revision:
                raise GameError(ErrorCode.STALE)
            if not isinstance(command, Forfeit | Resign):
                self._refuse_when_full(match, is_talk=False)

        async with room.lock:
            await self._ledger.carry_out(room, command, check)

    async def _adopt_orphans(self) -> None:
        """Look after matches that another service has left alone."""
        if not self._limits.pulse.is_shared:
            return
        now = self._keeper.now()
        for standing in await self._store.overdue(now - _OVERDUE_MS, now - _SILENT_MS):
            await self.refresh(standing.match_id)
            self._look_after(standing)

    def _spawn(self, work: Callable[[str], Awaitable[None]], match_id: str) -> None:
        task = asyncio.get_running_loop().create_task(_guarded(work, match_id))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _guarded(work: Callable[[str], Awaitable[None]], match_id: str) -> None:
    """A fault stays in its match."""
    try:
        await work(match_id)
    except GameError as error:
        log.warning("a match could not go on: %s", error.code)
    except Exception:
        log.exception("a match could not go on")
