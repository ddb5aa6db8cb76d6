"""How quickly a person is shown a game between computers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """How long every position of a game between computers is shown at least, in milliseconds."""

    ms: int = 0
    sleep: Callable[[float], None] = time.sleep

    def wait(self, since: int, now: Callable[[], int]) -> None:
        """Wait until the position that has been shown since then was shown long enough."""
        if self.ms and (left := since + self.ms - now()) > 0:
            self.sleep(left / 1000)
