"""The pool: a few places at which jobs are done, and a bounded, fair queue before them. Knows no kind of job.

Places are grouped in lanes, so that jobs of one lane never keep those of another waiting. A job that is not urgent is
broken off where it keeps somebody waiting who is, and begins again later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from tengen.jobs.fair_queue import FairQueue, Priority
from tengen.jobs.replies import JobFailed, WorkerLost
from tengen.players import MOST_CACHED

MAIN_LANE: Final = "main"
ENGINE_LANE: Final = "engines"
"""Engines are foreign programs: one that hangs keeps only other engines waiting."""

log = logging.getLogger(__name__)


class QueueFull(JobFailed):
    """More wait than may wait, in all or of this owner: nothing was promised."""


class PoolClosed(JobFailed):
    """Nothing is done any more."""


class JobLate(JobFailed):
    """The job took longer than its patience."""


class Worker(Protocol):
    """Somebody at a place: a process, or for tests this one itself."""

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""

    async def ask(self, kind: str, body: bytes, on_progress: Callable[[bytes], None]) -> bytes:
        """What comes of a job. Raises JobFailed, and WorkerLost where nothing more can be asked."""

    async def stop(self) -> bool:
        """Break off what is under way; whether it can be asked again."""

    async def end(self) -> None:
        """Be gone."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do: its kind and the JSON that the kind's handler reads.

    `owner` is for whom it is done: owners take turns. `game_id` names the game it is about, for the worker that
    knows it. After `patience_ms` of work it has failed.
    """

    kind: str
    body: bytes
    owner: str
    priority: Priority
    lane: str = MAIN_LANE
    game_id: str = ""
    patience_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """How many places each lane has, and how many jobs may wait in it, in all and of one owner.

    Those who wait hear of their place at once, and then every `tell_s` at most, the first `told` of them. In lanes
    that are `patient` nothing is broken off for somebody else.
    """

    places: Mapping[str, int] = field(default_factory=lambda: {MAIN_LANE: 1})
    waiting: int = 10_000
    waiting_of_owner: int = 1_000
    tell_s: float = 1.0
    told: int = 64
    patient: frozenset[str] = frozenset({ENGINE_LANE})


def _unheard(_: object) -> None:
    """Nobody wants to know."""


class Pool:
    """Does jobs. Workers are started when first needed, and kept; one that fails is replaced by the next job."""

    def __init__(self, start: Callable[[], Awaitable[Worker]], limits: PoolLimits | None = None) -> None:
        limits = limits or PoolLimits()
        self._lanes = {name: _Lane(name, count, start, limits) for name, count in limits.places.items()}

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
        entry = _Entry(job, on_place)
        while True:
            await lane.enter(entry)
            try:
                return await lane.serve(entry, on_progress)
            except _Interrupted:
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


class _Interrupted(Exception):
    """The job was broken off for somebody who is kept waiting."""


class _Entry:
    """A job on its way through the pool."""

    __slots__ = ("admitted", "asking", "is_interrupted", "job", "on_place", "told", "was_interrupted")

    def __init__(self, job: Job, on_place: Callable[[int], None]) -> None:
        self.job = job
        self.on_place = on_place
        self.told: int | None = None
        self.admitted: asyncio.Future[None] | None = None
        self.asking: asyncio.Task[bytes] | None = None
        self.is_interrupted = False
        self.was_interrupted = False

    def tell(self, place: int) -> None:
        if place != self.told:
            self.told = place
            self.on_place(place)


class _Lane:
    """Some places, and the queue before them."""

    def __init__(self, name: str, places: int, start: Callable[[], Awaitable[Worker]], limits: PoolLimits) -> None:
        self.queue: FairQueue[_Entry] = FairQueue()
        self.idle: list[Worker] = []
        self.busy: set[Worker] = set()
        self._known: dict[Worker, deque[str]] = {}  # the games that each was asked about last
        self._free = places
        self._start = start
        self._limits = limits
        self._can_interrupt = name not in limits.patient
        self._running: tuple[dict[_Entry, None], ...] = tuple({} for _ in Priority)
        self._telling: asyncio.TimerHandle | None = None
        self._is_closed = False

    # --- places

    async def enter(self, entry: _Entry) -> None:
        """Wait for a place. Raises QueueFull and PoolClosed."""
        self._refuse_when_closed()
        if self._free:
            self._free -= 1
        else:
            await self._wait(entry)
        self._running[entry.job.priority][entry] = None
        entry.tell(0)

    def leave(self, entry: _Entry) -> None:
        """Give the place to the next one."""
        self._running[entry.job.priority].pop(entry, None)
        self._pass_on()

    async def _wait(self, entry: _Entry) -> None:
        job, queue, limits = entry.job, self.queue, self._limits
        if not entry.was_interrupted:
            if len(queue) >= limits.waiting:
                raise QueueFull(f"{limits.waiting} jobs wait already")
            if queue.count_of(job.owner) >= limits.waiting_of_owner:
                raise QueueFull(f"{limits.waiting_of_owner} jobs of the same owner wait already")
        entry.admitted = asyncio.get_running_loop().create_future()
        place = 1 if entry.was_interrupted else queue.ahead_of_next(job.owner, job.priority) + 1
        queue.add(entry, job.owner, job.priority, at_front=entry.was_interrupted)
        entry.tell(place)
        if job.priority.is_urgent:
            self._interrupt_one()
        self._note_change()
        try:
            await entry.admitted
        except asyncio.CancelledError:
            admitted = entry.admitted
            is_gone = queue.remove(entry, job.owner, job.priority) or admitted.cancelled()
            if not is_gone and admitted.done() and admitted.exception() is None:
                self._pass_on()  # it was let in at the moment in which it gave up
            self._note_change()
            raise

    def _pass_on(self) -> None:
        while (entry := self.queue.take()) is not None:
            assert entry.admitted is not None, "whoever waits can be let in"
            if not entry.admitted.cancelled():  # it has given up, and not said so yet
                entry.admitted.set_result(None)
                self._note_change()
                return
        self._free += 1

    def _interrupt_one(self) -> None:
        """Break off what is least urgent and began last, if anything here is not urgent."""
        if not self._can_interrupt:
            return
        for running in self._running[: Priority.LIVE : -1]:
            for entry in reversed(running):
                if not entry.is_interrupted:
                    entry.is_interrupted = True
                    if entry.asking is not None:
                        entry.asking.cancel()
                    return

    # --- telling those who wait

    def _note_change(self) -> None:
        if self._telling is None and len(self.queue) and not self._is_closed:
            self._telling = asyncio.get_running_loop().call_later(self._limits.tell_s, self._tell_places)

    def _tell_places(self) -> None:
        self._telling = None
        first = [entry for entry, _ in zip(self.queue.in_order(), range(self._limits.told), strict=False)]
        for place, entry in enumerate(first, start=1):
            entry.tell(place)

    # --- work

    async def serve(self, entry: _Entry, on_progress: Callable[[bytes], None]) -> bytes:
        """Have the job done by a worker. Raises JobFailed and _Interrupted."""
        job = entry.job
        try:
            worker = await self._worker(job.game_id)
            if entry.is_interrupted:
                self._rest(worker, "")
                raise _Interrupted
            return await self._done(worker, entry, on_progress)
        except _Interrupted:
            entry.was_interrupted = True
            raise
        finally:
            entry.asking, entry.is_interrupted = None, False

    async def _done(self, worker: Worker, entry: _Entry, on_progress: Callable[[bytes], None]) -> bytes:
        job = entry.job
        self.busy.add(worker)
        entry.asking = asking = asyncio.get_running_loop().create_task(worker.ask(job.kind, job.body, on_progress))
        try:
            async with asyncio.timeout(None if job.patience_ms is None else job.patience_ms / 1000):
                reply = await asking
        except TimeoutError:
            await self._calm(worker, job.game_id)
            raise JobLate("it thought for too long") from None
        except asyncio.CancelledError:
            await self._calm(worker, job.game_id)
            task = asyncio.current_task()
            if entry.is_interrupted and task is not None and not task.cancelling():
                raise _Interrupted from None
            raise
        except JobFailed as error:
            if not isinstance(error, WorkerLost):
                self._rest(worker, job.game_id)
                raise
            await self._end(worker)
            raise
        except BaseException:
            await self._end(worker)
            raise
        self._rest(worker, job.game_id)
        return reply

    async def _worker(self, game_id: str) -> Worker:
        """One who has nothing to do, best the one who knows this game; else a new one."""
        self._refuse_when_closed()
        while self.idle:
            knows = (worker for worker in reversed(self.idle) if game_id and game_id in self._known[worker])
            worker = next(knows, self.idle[-1])
            self.idle.remove(worker)
            if worker.is_alive:
                return worker
            await self._end(worker)
        worker = await self._start()
        if self._is_closed:  # meanwhile
            await worker.end()
            self._refuse_when_closed()
        self._known[worker] = deque(maxlen=MOST_CACHED)
        return worker

    async def _calm(self, worker: Worker, game_id: str) -> None:
        """Have it stop, so that it and what it keeps of other games can stay."""
        try:
            await worker.stop()
        except BaseException:
            self._drop(worker)
            raise
        self._rest(worker, game_id)

    def _rest(self, worker: Worker, game_id: str) -> None:
        self.busy.discard(worker)
        if self._is_closed:
            return  # and is being ended
        if not worker.is_alive:
            self._drop(worker)
            return
        self.idle.append(worker)
        if game_id and game_id not in self._known[worker]:
            self._known[worker].append(game_id)

    async def _end(self, worker: Worker) -> None:
        self._drop(worker)
        await worker.end()

    def _drop(self, worker: Worker) -> None:
        self.busy.discard(worker)
        self._known.pop(worker, None)

    # --- the end

    async def close(self) -> None:
        """Refuse whatever waits, and end everybody."""
        self._is_closed = True
        if self._telling is not None:
            self._telling.cancel()
        for entry in self.queue.clear():
            if entry.admitted is not None and not entry.admitted.done():
                entry.admitted.set_exception(PoolClosed("the pool is closed"))
        everybody = [*self.idle, *self.busy]
        self.idle.clear()
        await asyncio.gather(*(worker.end() for worker in everybody))

    def _refuse_when_closed(self) -> None:
        if self._is_closed:
            raise PoolClosed("the pool is closed")
