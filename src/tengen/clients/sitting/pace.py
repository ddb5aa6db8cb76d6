"""How fast programs that play each other move: the paces that keys and buttons choose from."""

from __future__ import annotations

from typing import Final

PACES_MS: Final = (0, 200, 400, 700, 1000, 1500, 2500, 4000, 7000, 10_000)


def paced(pace_ms: int, by: int) -> int:
    """The pace so many steps slower, or faster where `by` is negative."""
    place = min(range(len(PACES_MS)), key=lambda known: abs(PACES_MS[known] - pace_ms))
    return PACES_MS[min(max(place + by, 0), len(PACES_MS) - 1)]
