"""Workers for the tests of the pool: they do a job when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tengen.jobs import MAIN_LANE, Job, Pool, PoolLimits, Priority


class Scripted:
    """A worker that answers when the test says so; jobs are named by their bodies."""

    def __init__(self, office: Office) -> None:
        self.is_alive = True
        self.office = office
        self.stops = 0
        self.asked: list[str] = []

    async def ask(self, kind: str, body: bytes, on_progress: Callable[[bytes], None]) -> bytes:
        del kind
        name = body.decode()
        self.asked.append(name)
        self.office.asked.append(name)
        on_progress(b"began " + body)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.office.answers[name] = answer
        return await answer

    async def stop(self) -> bool:
        self.stops += 1
        return True

    async def end(self) -> None:
        self.is_alive = False


class Office:
    """A pool of such workers, and what became of the jobs that were given to it."""

    def __init__(self, limits: PoolLimits | None = None) -> None:
        self.workers: list[Scripted] = []
        self.asked: list[str] = []
        self.answers: dict[str, asyncio.Future[bytes]] = {}
        self.places: dict[str, list[int]] = {}
        self.tasks: dict[str, asyncio.Task[bytes]] = {}
        self.pool = Pool(self._start, limits)

    async def _start(self) -> Scripted:
        self.workers.append(Scripted(self))
        return self.workers[-1]

    async def give(
        self,
        name: str,
        owner: str = "",
        priority: Priority = Priority.PROGRAMS,
        *,
        lane: str = MAIN_LANE,
        game_id: str = "",
        patience_ms: int | None = None,
    ) -> asyncio.Task[bytes]:
        """Give it a job, and let happen what can happen at once."""
        job = Job("any", name.encode(), owner or name, priority, lane, game_id, patience_ms)
        places = self.places.setdefault(name, [])
        self.tasks[name] = task = asyncio.create_task(self.pool.run(job, places.append))
        await settle()
        return task

    async def answer(self, name: str, answer: bytes | Exception = b"done") -> None:
        """Have a job done."""
        if isinstance(answer, Exception):
            self.answers[name].set_exception(answer)
        else:
            self.answers[name].set_result(answer)
        await settle()

    async def close(self) -> None:
        """Close the pool; nobody is left waiting."""
        await self.pool.close()
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def settle() -> None:
    """Let everything happen that can happen without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)
