"""The matches that are in memory: read when they are needed, dropped when they are not. Writes nothing."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager

from tengen.core import ErrorCode, GameError
from tengen.match.events import Event
from tengen.match.evolve import evolve
from tengen.match.log import decode_event
from tengen.match.match import Match
from tengen.match.service.hub import FrameWriter
from tengen.match.service.room import EVENTS_AT_A_STRETCH, MatchLimits, Room
from tengen.match.service.standing import Standing
from tengen.match.service.store import Append, MatchStore


class Rooms:
    """Matches by id, as many as `limits` let be open; the longest unused goes first when another needs its space."""

    def __init__(
        self,
        store: MatchStore,
        limits: MatchLimits,
        frames: FrameWriter,
        on_presence: Callable[[Room], None],
    ) -> None:
        self._store = store
        self._limits = limits
        self._frames = frames
        self._on_presence = on_presence
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._withheld: dict[str, asyncio.Event] = {}

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def find(self, match_id: str) -> Room | None:
        """The match if it is in memory."""
        return self._rooms.get(match_id)

    async def open(self, match_id: str) -> Room:
        """The match, read from the store if need be. Raises NO_SUCH_GAME, and SLOW_DOWN when memory is full.

        Whoever keeps it over a wait counts as a user of it.
        """
        while True:
            while match_id in self._withheld:
                await self._withheld[match_id].wait()
            room = self._rooms.get(match_id)
            if room is not None:
                self._rooms.move_to_end(match_id)
                return room
            loading = self._loading.get(match_id)
            if loading is None:
                loading = asyncio.get_running_loop().create_task(self._load(match_id))
                self._loading[match_id] = loading
                loading.add_done_callback(lambda task: self._loaded(match_id, task))
            await asyncio.shield(loading)

    @asynccontextmanager
    async def held(self, match_id: str) -> AsyncIterator[Room]:
        """The match, as `open` gives it, and nobody else changes it meanwhile."""
        room = await self.open(match_id)
        room.users += 1
        try:
            async with room.lock:
                yield room
        finally:
            room.users -= 1

    @contextmanager
    def withheld(self, match_ids: Iterable[str]) -> Iterator[Sequence[str]]:
        """Those of these matches that are not in memory, which nobody opens meanwhile: who asks for one waits."""
        given_back = asyncio.Event()
        kept = [name for name in match_ids if not (name in self._rooms or name in self._loading)]
        self._withheld.update(dict.fromkeys(kept, given_back))
        try:
            yield kept
        finally:
            for match_id in kept:
                del self._withheld[match_id]
            given_back.set()

    def add(self, match: Match, events: Sequence[Event], append: Append) -> None:
        """A match that has just been written to the store, and need not be read again if there is space for it."""
        room = Room(self._limits, self._on_presence, self._frames)
        for event in events:
            room.record(None, event, append.key)
        room.match, room.standing, room.head = match, Standing.of(match), append.rows[-1].hash
        room.weigh()
        if self._make_space(room.octets):
            self._rooms[match.match_id] = room

    async def close(self) -> None:
        """Read no more, and forget all."""
        for task in self._loading.values():
            task.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._rooms.clear()

    async def missed(self, room: Room, since: int | None) -> tuple[Event, ...] | None:
        """What a listener has missed, up to the match as it is; None when it is better told the whole match."""
        while since is not None and max(0, self._least(room)) <= since <= room.match.number:
            recent = room.events_after(since)
            if recent is not None:
                return recent
            rows = await self._store.load(room.match_id, since)
            if sum(len(row.body) for row in rows) > self._limits.hub.octets:
                return None
            events = tuple(decode_event(row.n, row.body) for row in rows if row.n <= room.match.number)
            later = room.events_after(since + len(events))  # what happened while the store was asked
            if later is not None:
                return events + later
        return None

    def _least(self, room: Room) -> int:
        """The number from which on a listener can be told what was missed."""
        return room.match.number - self._limits.missed_events

    async def _load(self, match_id: str) -> Room:
        if not self._make_space():
            raise GameError(ErrorCode.SLOW_DOWN)
        rows = await self._store.load(match_id)
        if not rows:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        room = Room(self._limits, self._on_presence, self._frames)
        match: Match | None = None
        for row in rows:
            if row.n % EVENTS_AT_A_STRETCH == 0:
                await asyncio.sleep(0)
            event = decode_event(row.n, row.body)
            room.record(match, event, row.receipt)
            match = evolve(match, event)
        assert match is not None, "a log is not empty"
        room.match, room.standing, room.head = match, Standing.of(match), rows[-1].hash
        room.weigh()
        if not self._make_space(room.octets):
            raise GameError(ErrorCode.SLOW_DOWN)
        return self._rooms.setdefault(match_id, room)

    def _loaded(self, match_id: str, task: asyncio.Task[Room]) -> None:
        del self._loading[match_id]
        if not task.cancelled():
            task.exception()  # whoever waits for it gets it; perhaps nobody does any more

    def _make_space(self, octets: int = 0) -> bool:
        """Drop the longest unused until another match of this size has space; whether it has."""
        limits = self._limits
        count = len(self._rooms) + 1 - limits.open_matches
        octets += sum(room.octets for room in self._rooms.values()) - limits.open_octets
        if count > 0 or octets > 0:
            for match_id, room in list(self._rooms.items()):
                if count <= 0 and octets <= 0:
                    break
                if room.is_idle:
                    del self._rooms[match_id]
                    count, octets = count - 1, octets - room.octets
        return count <= 0 and octets <= 0
