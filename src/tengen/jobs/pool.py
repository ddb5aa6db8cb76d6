"""The pool: jobs in, what comes of them out. Knows no kind of job.

Places are grouped in lanes, so that jobs of one lane never keep those of another waiting.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tengen.jobs.job import MAIN_LANE, Job, PoolLimits, Worker
from tengen.jobs.lane import Entry, Interrupted, Lane


def _unheard(_: object) -> None:
    """Nobody wants to know."""


class Pool:
    """Does jobs. Workers are started when first needed, and kept; one that fails is replaced by the next job."""

    def __init__(self, start: Callable[[], Awaitable[Worker]], limits: PoolLimits | None = None) -> None:
        limits = limits or PoolLimits()
        self._lanes = {name: Lane(name, count, start, limits) for name, count in limits.places.items()}

    async def run(
        self,
        job: Job,
        on_place: Callable[[int], None] = _unheard,
        on_progress: Callable[[bytes], None] = _unheard,
    ) -> bytes:
        """What comes of a job, once it is its turn. Raises JobFailed. Cancelled, it is broken off.

        `on_place` hears how many are about to be served before it, 0 when it begins; also again after it was broken
        off for somebody who is kept waiting.
        """
        lane = self._lanes[job.lane]
        entry = Entry(job, on_place)
        while True:
            await lane.enter(entry)
            try:
                return await lane.serve(entry, on_progress)
            except Interrupted:
                continue
            finally:
                lane.leave(entry)

    def waiting(self, lane: str = MAIN_LANE) -> int:
        """How many wait in a lane."""
        return len(self._lanes[lane].queue)

    def workers(self, lane: str = MAIN_LANE) -> tuple[list[Worker], list[Worker]]:
        """Those of a lane who have nothing to do, and those who are at work."""
        found = self._lanes[lane]
        return [*found.idle], [*found.busy]

    async def close(self) -> None:
        """Refuse whatever waits, and end everybody."""
        await asyncio.gather(*(lane.close() for lane in self._lanes.values()))
