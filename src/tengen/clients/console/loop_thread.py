"""An event loop in a thread of its own, so that games go on while the console waits for a line."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

_T = TypeVar("_T")


class LoopThread:
    """Runs what the console asks for and waits for it; an interrupt cancels it. Begins with the first work."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="games", daemon=True)

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """What the work gives. Raises what it raises."""
        if not self._thread.is_alive():
            self._thread.start()
        tasks: list[asyncio.Task[_T]] = []
        done = threading.Event()

        def start() -> None:
            tasks.append(self.loop.create_task(work))
            tasks[0].add_done_callback(lambda _: done.set())

        def cancel() -> None:
            if tasks:
                tasks[0].cancel()
            else:  # interrupted before it could begin
                work.close()
                done.set()

        try:
            self.loop.call_soon_threadsafe(start)
            done.wait()
        except KeyboardInterrupt:
            self.loop.call_soon_threadsafe(cancel)
            done.wait()
            raise
        return tasks[0].result()

    def close(self) -> None:
        """End the loop and its thread."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()
        pending = asyncio.all_tasks(self.loop)
        for task in pending:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*pending, return_exceptions=True))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
