"""Jobs in this process, for tests and for programs that do one at a time. A heavy one slows everything here down."""

from __future__ import annotations

from collections.abc import Callable

from tengen.jobs.handlers import Handlers
from tengen.jobs.pool import ENGINE_LANE, MAIN_LANE, Pool, PoolLimits
from tengen.jobs.question import THINKING
from tengen.jobs.thinking import ThinkingHandler
from tengen.players import StopToken


class LocalWorker:
    """Does jobs by itself. Players are closed after each of them."""

    def __init__(self) -> None:
        self.is_alive = True
        self._handlers = Handlers({THINKING: ThinkingHandler(keeps_players=False)})

    async def ask(self, kind: str, body: bytes, on_progress: Callable[[bytes], None]) -> bytes:
        """What comes of a job."""
        return await self._handlers.answer(kind, body, StopToken(), on_progress)

    async def stop(self) -> bool:
        """Whoever is cancelled has stopped."""
        return True

    async def end(self) -> None:
        """Give back everything."""
        self.is_alive = False
        await self._handlers.close()


def local_pool(places: int = 2, *, tell_s: float = 1.0) -> Pool:
    """A pool of this process, with so many places in each lane."""

    async def start() -> LocalWorker:
        return LocalWorker()

    return Pool(start, PoolLimits({MAIN_LANE: places, ENGINE_LANE: places}, tell_s=tell_s))
