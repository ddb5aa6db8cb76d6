"""What is done meanwhile. Whatever is refused, or breaks, becomes words for the message line."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from tengen.clients.sitting.said import HasWords, Said
from tengen.core.printing import printable


class Tasks:
    """All tasks of the window, until they are done or cancelled with it."""

    def __init__(self, on_trouble: Callable[[HasWords], None], on_done: Callable[[], None]) -> None:
        self._on_trouble = on_trouble
        self._on_done = on_done
        self._running: set[asyncio.Task[object]] = set()

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Do something meanwhile."""
        task = asyncio.get_running_loop().create_task(self._tried(work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    async def _tried(self, work: Coroutine[Any, Any, object]) -> object:
        try:
            return await work
        except Exception as error:
            self._on_trouble(words_of(error))
            return None
        finally:
            self._on_done()

    async def cancel(self) -> None:
        """End all that is not done."""
        running = tuple(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def words_of(error: Exception) -> HasWords:
    """What an error says to people; one that nobody expected is named, and told in a line on the error stream."""
    if callable(getattr(error, "text", None)):
        told: HasWords = error  # type: ignore[assignment]  # refusals and troubles have their words
        return told
    print(f"tengen desktop: {type(error).__name__}: {printable(str(error))}", file=sys.stderr)
    return Said("desktop.broken", {"error": type(error).__name__})
