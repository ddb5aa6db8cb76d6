"""Where the games of a session run: in the console's own thread while it waits for them, or beside it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

_T = TypeVar("_T")


class Runs(Protocol):
    """Runs what the console asks of its games; an interrupt cancels it and is raised as KeyboardInterrupt."""

    def run(self, coro: Coroutine[Any, Any, _T], /) -> _T:
        """What the work gives. Raises what it raises."""

    def close(self) -> None:
        """Run nothing any more."""


class LoopHere:
    """An event loop of this thread, which runs only while the console waits for it."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()

    def run(self, coro: Coroutine[Any, Any, _T], /) -> _T:
        """What the work gives. Nobody but an interrupt cancels it."""
        try:
            return self._runner.run(coro)
        except asyncio.CancelledError:  # how a Runner tells of an interrupt that comes before it has begun
            raise KeyboardInterrupt from None

    def close(self) -> None:
        """End the loop."""
        self._runner.close()


class LoopThread:
    """An event loop in a thread of its own: connections live on while the console waits for a line."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="games", daemon=True)
        self._thread.start()
        self._waiting = LoopHere()

    def run(self, coro: Coroutine[Any, Any, _T], /) -> _T:
        """What the work gives. It is waited for on a loop of this thread, which no interrupt can be lost on."""
        work = asyncio.run_coroutine_threadsafe(coro, self._loop)

        async def result() -> _T:
            return await asyncio.wrap_future(work)

        return self._waiting.run(result())

    def close(self) -> None:
        """End the loop and its thread."""
        self._waiting.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        pending = asyncio.all_tasks(self._loop)
        for task in pending:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
