"""How often somebody may say something. Knows no accounts."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.limits import WindowTable


@dataclass(frozen=True, slots=True)
class TalkRates:
    """The bounds of an account: so many lines in a short time, and in a long one."""

    at_once: int = 5
    at_once_ms: int = 10_000
    at_length: int = 60
    at_length_ms: int = 10 * 60_000
    slots: int = 1 << 16


class TalkLimits:
    """Counts what people say, in memory that never grows. `now` is in milliseconds and should not go back."""

    def __init__(self, now: Callable[[], int], rates: TalkRates | None = None) -> None:
        self._now = now
        bounds = rates or TalkRates()
        key = secrets.token_bytes(32)
        self._windows = (
            WindowTable(key, bounds.slots, bounds.at_once, bounds.at_once_ms),
            WindowTable(key, bounds.slots, bounds.at_length, bounds.at_length_ms),
        )

    def count(self, account_id: str) -> None:
        """Count a line, before anything is done for it. Raises TALK_TOO_FAST, and then counts nothing."""
        now = self._now()
        wait_ms = max(window.wait_ms(account_id, now) for window in self._windows)
        if wait_ms > 0:
            raise PeopleError(PeopleCode.TALK_TOO_FAST, seconds=-(-wait_ms // 1000))
        for window in self._windows:
            window.count(account_id, now)
