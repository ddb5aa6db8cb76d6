"""Walking along a line of positions, step by step or by itself. Reads no clock: who has one says the time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.clients.records.main_line import ReplayPosition

STEP_MS: Final = 500
"""How long a position is shown, unless somebody asks for another pace."""


class Walk:
    """Where one is in a line. Whatever is asked for beyond an end leads to that end."""

    def __init__(self, positions: Sequence[ReplayPosition], step_ms: int = STEP_MS) -> None:
        """At the beginning, standing still."""
        self._positions = list(positions)
        self._at = 0
        self._due: int | None = None
        self.step_ms = step_ms

    @property
    def at(self) -> int:
        """How many positions lie before this one."""
        return self._at

    @property
    def last(self) -> int:
        """The place of the last position."""
        return len(self._positions) - 1

    def step(self, by: int) -> None:
        """So many positions on or back, and stand still."""
        self.go(self._at + by)

    def go(self, place: int) -> None:
        """To the position at this place, and stand still."""
        self._at = min(max(place, 0), self.last)
        self._due = None

    # --- by itself

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._due is not None

    @property
    def deadline(self) -> int | None:
        """When the next position is due; None while none is."""
        return self._due

    def tick(self, now: int) -> bool:
        """Go on by one position if it is time; whether another is shown. At the last one it stands still."""
        if self._due is None or now < self._due:
            return False
        self._at += 1
        self._due = now + self.step_ms if self._at < self.last else None
        return True

    def play(self, now: int) -> None:
        """Go on by itself; from the beginning where it is at the end."""
        if self._at >= self.last:
            self._at = 0
        self._due = now + self.step_ms if self.last else None

    def pause(self) -> None:
        """Stand still."""
        self._due = None
