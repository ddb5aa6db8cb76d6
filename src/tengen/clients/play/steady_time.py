"""The clock of clients: steady milliseconds from any fixed beginning."""

from __future__ import annotations

import time


def monotonic_ms() -> int:
    """What time it is; never goes back."""
    return time.monotonic_ns() // 1_000_000
