"""Telling something often enough and not too often. Knows nothing of games."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Throttle:
    """Makes a call when asked, at most once in `interval_s`; what is asked for in between is done at its end."""

    def __init__(self, interval_s: float, call: Callable[[], None]) -> None:
        self._interval_s = interval_s
        self._call = call
        self._due: asyncio.TimerHandle | None = None
        self._last_s = -interval_s

    def ask(self) -> None:
        """There is something to tell."""
        loop = asyncio.get_running_loop()
        if self._due is None:
            wait_s = self._last_s + self._interval_s - loop.time()
            if wait_s <= 0:
                self._tell()
            else:
                self._due = loop.call_later(wait_s, self._tell)

    def close(self) -> None:
        """Nothing is told any more."""
        if self._due is not None:
            self._due.cancel()

    def _tell(self) -> None:
        self._due = None
        self._last_s = asyncio.get_running_loop().time()
        self._call()
