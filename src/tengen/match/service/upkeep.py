"""What happens to matches though nobody asks: flags fall, players are away too long, AIs move, a service falls over.

Answers no callers: `service` does. Both reach the matches in memory and the log through what is put together here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from tengen.core import COLORS, Action, ErrorCode, GameError, Resign, StoreError
from tengen.match.decide import Command
from tengen.match.events import Event
from tengen.match.match import Match
from tengen.match.requests import Abandon, Cancel, Forfeit, Tick
from tengen.match.service.ai_games import AiGames
from tengen.match.service.ai_seats import AiSeats, Thinker
from tengen.match.service.deadlines import Deadlines
from tengen.match.service.estimates import Estimates
from tengen.match.service.heartbeat import Heartbeat
from tengen.match.service.hub import FrameWriter
from tengen.match.service.ledger import Ledger, OnEnd
from tengen.match.service.proposals import Proposals
from tengen.match.service.room import MatchLimits, Room
from tengen.match.service.rooms import Rooms
from tengen.match.service.standing import Standing
from tengen.match.service.store import MatchStore
from tengen.match.service.timing import Timekeeper

_TRY_AGAIN_MS: Final = 1_000
_OVERDUE_MS: Final = 2_000
_SILENT_MS: Final = 60_000

log = logging.getLogger(__name__)


class Upkeep:
    """Looks after all matches of a service, from `start` to `close`: those in `rooms`, written through `ledger`."""

    def __init__(
        self,
        store: MatchStore,
        frames: FrameWriter,
        thinker: Thinker | None,
        keeper: Timekeeper,
        limits: MatchLimits,
        *,
        on_event: Callable[[Event, Match], None],
        on_end: OnEnd,
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._limits = limits
        self._heartbeat = Heartbeat(store, keeper, limits.heartbeat, self._adopt_orphans)
        self._deadlines = Deadlines(keeper, self._ring)
        self.ai_games = AiGames(limits.ai_games_of_owner)
        self._ai = AiSeats(thinker, self, keeper, self.ai_games, limits.ai_pace_ms)
        self._proposals = Proposals(thinker)
        self.estimates = Estimates(thinker)
        self._few_at_once = asyncio.Semaphore(limits.loading_at_once)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.rooms = Rooms(store, limits, frames, self._on_presence)
        is_shared = limits.heartbeat.is_shared
        self.ledger = Ledger(
            store,
            keeper,
            self._heartbeat,
            self._on_written,
            self._on_read,
            on_event=on_event,
            on_end=on_end,
            is_shared=is_shared,
        )

    async def start(self) -> None:
        """Go on with every match that waits for a clock or an AI."""
        await self._heartbeat.start()
        for standing in await self._store.waiting():
            self.look_after(standing)

    async def close(self) -> None:
        """Finish what is being written, judge and ask nobody any more, and send listeners away."""
        self._is_closed = True
        self.ledger.close()
        self._deadlines.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._proposals.close()
        await self.estimates.close()
        await self._ai.close()
        for room in self.rooms:
            async with room.lock:
                room.hub.close()
        await self.rooms.close()
        self._deadlines.close()
        await self._heartbeat.close()

    def look_after(self, standing: Standing) -> None:
        """A match may have to go on by itself: set its deadline, have its AI asked."""
        if standing.deadline_at is not None:
            self._deadlines.set(standing.match_id, standing.deadline_at + self._heartbeat.lost_ms(standing.at))
        if standing.ai_to_move:
            self._spawn(self._wake, standing.match_id)

    def begin_with(self, match: Match, creator: str | None) -> None:
        """A match has just been written for the first time. Whoever began it looks at it."""
        room = self.rooms.find(match.match_id)
        if room is not None:
            room.creator = creator
            self.look(room)
        self.look_after(Standing.of(match))

    def keep_up(self, room: Room) -> None:
        """Tell what is new about who is here, and look at the match again when it is due."""
        now = self._keeper.now()
        for color, attendance in room.take_presence_news(now):
            room.hub.announce_presence(color, attendance, now)
        self._deadlines.set(room.match_id, None if room.is_asleep else room.due_at())

    def look(self, room: Room) -> None:
        """Somebody looks at a match: one of two programs is played for a while."""
        if room.match.is_between_programs and not (room.match.is_over or self._is_closed):
            room.looked_until = self._keeper.now() + self._limits.ai_look_ms
            if room.thinking is None:
                self._ai.attend(room)

    def propose(self, room: Room) -> None:
        """Somebody looks at the match: have its dead stones judged, and its score estimated, where that is asked."""
        self._proposals.attend(room)
        if room.match.estimated:
            self.estimates.attend(room)

    async def refresh(self, match_id: str) -> None:
        """Another service has written to this match: read it, if it is in memory here."""
        if self.rooms.find(match_id) is not None:
            async with self.rooms.held(match_id) as room:
                await self.ledger.read_on(room)

    # --- something has changed

    def _on_written(self, room: Room, following: Standing | None) -> None:
        """A match has changed through this service, which therefore sees to what comes next."""
        if room.match.clock is not None or len(room.hub):
            self.keep_up(room)
        if room.thinking is not None or room.standing.ai_to_move or room.match.is_between_programs:
            self._ai.attend(room)
        self.propose(room)
        if following is not None:
            self.look_after(following)

    def _on_read(self, room: Room) -> None:
        """A match has changed through another service, which therefore asks the AI; deadlines are everybody's."""
        self.keep_up(room)
        self._ai.dismiss_stale(room)
        self.propose(room)

    def _on_presence(self, room: Room) -> None:
        """Somebody came or left: note since when players are away."""
        room.note_presence(self._keeper.now())
        self.keep_up(room)
        self.look(room)

    # --- a time has come

    def _ring(self, match_id: str) -> None:
        self._spawn(self._judge, match_id)

    async def _judge(self, match_id: str) -> None:
        """A deadline has passed: end the match if it is so, else look again when it may be."""
        try:
            async with self._few_at_once, self.rooms.held(match_id) as room:
                if room.is_asleep:
                    return
                if self.ledger.needs_care(room):
                    await self.ledger.prepare(room)
                verdict = self._verdict(room)
                if verdict is not None:
                    await self.ledger.carry_out(room, verdict, lambda _: None)
                self.keep_up(room)
        except StoreError:
            self._deadlines.set(match_id, self._keeper.now() + _TRY_AGAIN_MS)

    def _verdict(self, room: Room) -> Command | None:
        now = self._keeper.now()
        flagged_at = room.flagged_at()
        if flagged_at is not None and flagged_at <= now:
            return Tick()
        begin_at = room.match.begin_at
        if begin_at is not None and begin_at <= now:
            return Cancel()
        for color in COLORS:
            abandoned_at = room.abandoned_at(color)
            if abandoned_at is not None and abandoned_at <= now:
                return Abandon(color)
        return None

    async def _adopt_orphans(self) -> None:
        """Look after matches that another service has left alone."""
        if not self._limits.heartbeat.is_shared:
            return
        now = self._keeper.now()
        for standing in await self._store.overdue(now - _OVERDUE_MS, now - _SILENT_MS):
            await self.refresh(standing.match_id)
            self.look_after(standing)

    # --- an AI is to move

    async def _wake(self, match_id: str) -> None:
        async with self._few_at_once:
            self._ai.attend(await self.rooms.open(match_id))

    async def act(self, room: Room, command: Action | Forfeit, revision: int) -> None:
        """Carry out what an AI chose, if the match still has this revision. Raises GameError and Unavailable."""

        def check(match: Match) -> None:
            if match.revision != revision:
                raise GameError(ErrorCode.STALE)
            if not isinstance(command, Forfeit | Resign):
                self._limits.refuse_when_full(match, is_talk=False)

        async with room.lock:
            await self.ledger.carry_out(room, command, check)

    async def begin(self, room: Room) -> None:
        """A match of two programs goes on after its sleep, for which nobody's clock pays."""
        if room.match.clock is None:
            room.is_awake = True
            return
        async with room.lock:
            await self.ledger.excuse_sleep(room)
            room.is_awake = True
            self.keep_up(room)

    def on_sleep(self, room: Room, waiting: Sequence[str]) -> None:
        """A match of two programs sleeps: no flag falls in it, and these may be played in its place."""
        if room.match.clock is not None:
            self._deadlines.set(room.match_id, None)
        for match_id in () if self._is_closed else waiting:
            self._spawn(self._wake, match_id)

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
