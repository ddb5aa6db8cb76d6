"""What time it is for a service: wall time at its start, and from then on only what a steady clock counts.

A wall clock that is set while the service runs changes nothing. Time comes in through `Time`, so that tests need
neither sleep nor patches.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that will come."""

    def cancel(self) -> None:
        """Let it not come."""


class Time(Protocol):
    """Two clocks and an alarm."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970, which people may set forth and back."""

    def steady_ms(self) -> int:
        """Milliseconds from any fixed beginning, which only ever go forth."""

    def call_after(self, ms: int, call: Callable[[], None]) -> Timer:
        """Call once, after this long on the steady clock."""


class SystemTime:
    """The clocks of the machine and the timers of the running event loop."""

    def wall_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def steady_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def call_after(self, ms: int, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(ms / 1000, call)


class Timekeeper:
    """The one clock of a service, in milliseconds since 1970. Never goes back."""

    __slots__ = ("_ahead_ms", "_steady_ms", "time")

    def __init__(self, time: Time) -> None:
        self.time = time
        self._steady_ms = time.steady_ms
        self._ahead_ms = time.wall_ms() - time.steady_ms()

    def now(self) -> int:
        """What time it is."""
        return self._ahead_ms + self._steady_ms()

    def not_before(self, ms: int) -> None:
        """It is at least this late: so says what was written before, perhaps by a wall clock that was ahead."""
        self._ahead_ms += max(ms - self.now(), 0)

    def call_at(self, ms: int, call: Callable[[], None]) -> Timer:
        """Call once, at this time or as soon as possible after it."""
        return self.time.call_after(max(ms - self.now(), 0), call)

    async def sleep(self, ms: int) -> None:
        """Let this much time pass."""
        passed = asyncio.get_running_loop().create_future()
        timer = self.time.call_after(ms, lambda: None if passed.done() else passed.set_result(None))
        try:
            await passed
        finally:
            timer.cancel()
