"""`tengen serve` with a watch on its event loop: on SIGUSR1 it writes down for how long it was held since the last.

The file is $TENGEN_BENCH_HELD: one object of JSON. Once a millisecond the loop is asked to come round. `wall_ms` is by
how much it was late at worst, waits for the processor included; `cpu_ms` the most that the thread computed meanwhile.

    TENGEN_BENCH_HELD=held.json .venv/bin/python -m bench.held_loop serve --port 8000
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tengen.cli import main
from tengen.server.app import Application

EVERY_S = 0.001
_running = Application.running


class Watch:
    """Comes round as often as the loop lets it."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._wall_s = self._cpu_s = 0.0

    async def run(self) -> None:
        """Measure, for ever."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._write)
        while True:
            wall, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(EVERY_S)
            self._wall_s = max(self._wall_s, time.perf_counter() - wall - EVERY_S)
            self._cpu_s = max(self._cpu_s, time.thread_time() - cpu)

    def _write(self) -> None:
        found = {"wall_ms": round(self._wall_s * 1000, 2), "cpu_ms": round(self._cpu_s * 1000, 2)}
        self._wall_s = self._cpu_s = 0.0
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(found))
        new.rename(self._path)


@asynccontextmanager
async def _watched(self: Application) -> AsyncIterator[None]:
    async with _running(self):
        watching = asyncio.create_task(Watch(Path(os.environ["TENGEN_BENCH_HELD"])).run())
        try:
            yield
        finally:
            watching.cancel()


if __name__ == "__main__":
    Application.running = _watched  # type: ignore[method-assign]  # for this process
    raise SystemExit(main())
