"""The heartbeat of a service, by which downtime is known, so that it can be charged to nobody."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from tengen.core import StoreError
from tengen.match.service.store import Downtime, MatchStore
from tengen.match.service.timing import Timekeeper, Timer


@dataclass(frozen=True, slots=True)
class HeartbeatLimits:
    """How often to say that one is running, and whether other services say so in the same store."""

    interval_ms: int = 5_000
    is_shared: bool = False


class Heartbeat:
    """Says at every beat that a service is running, and knows when none was.

    A gap is found at the start, and also by a process that stood still itself, or could not write, for longer than
    two beats. Nobody could act then.
    """

    def __init__(
        self,
        store: MatchStore,
        keeper: Timekeeper,
        limits: HeartbeatLimits,
        after_beat: Callable[[], Awaitable[None]],
    ) -> None:
        self._store = store
        self._keeper = keeper
        self._limits = limits
        self._after_beat = after_beat
        self._downtimes: list[Downtime] = []
        self._last_at = 0
        self._timer: Timer | None = None
        self._task: asyncio.Task[None] | None = None
        self._beating = asyncio.Lock()
        self._is_closed = False

    async def start(self) -> None:
        """The first beat. Time goes on from the last one of whoever was running before."""
        last = await self._store.last_beat()
        if last is not None:
            self._keeper.not_before(last)
        await self._beat(0 if not self._limits.is_shared else 2 * self._limits.interval_ms)
        self._arm()

    async def close(self) -> None:
        """The last beat: from now on nobody is running."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(StoreError):  # else the last beat that was written counts
            await self._store.beat(self._keeper.now(), 2 * self._limits.interval_ms)

    def is_late(self, now: int) -> bool:
        """Whether there was no beat for so long that players may have been kept from acting."""
        return now - self._last_at > 2 * self._limits.interval_ms

    async def catch_up(self) -> None:
        """Beat now if it is late. Raises Unavailable while the store cannot be written."""
        async with self._beating:
            if self.is_late(self._keeper.now()):
                await self._beat(2 * self._limits.interval_ms)

    @property
    def last_downtime_until(self) -> int:
        """When the latest downtime ended; 0 when there was none."""
        return self._downtimes[-1].until if self._downtimes else 0

    def lost_ms(self, since: int) -> int:
        """For how long nobody was running since then."""
        first = bisect_right(self._downtimes, since, key=lambda downtime: downtime.until)
        return sum(gap.until - max(gap.since, since) for gap in self._downtimes[first:])

    async def _beat(self, tolerance_ms: int) -> None:
        now = self._keeper.now()
        had_gap = now - self._last_at > tolerance_ms
        await self._store.beat(now, tolerance_ms)
        if had_gap:
            self._downtimes = list(await self._store.downtimes())
        self._last_at = now

    def _arm(self) -> None:
        if self._is_closed:
            return
        self._timer = self._keeper.call_at(self._keeper.now() + self._limits.interval_ms, self._fire)

    def _fire(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._beat_and_arm())

    async def _beat_and_arm(self) -> None:
        try:
            async with self._beating:
                await self._beat(2 * self._limits.interval_ms)
            await self._after_beat()
        except StoreError:
            pass  # it stays late, and whoever acts tries again
        finally:
            self._arm()
