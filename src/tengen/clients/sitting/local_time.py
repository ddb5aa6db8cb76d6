"""When something was, on the clock of this machine. Believes no number: a server may tell any."""

from __future__ import annotations

from datetime import datetime
from typing import Final

TIME_OF_DAY: Final = "%H:%M"
DAY_AND_TIME: Final = "%Y-%m-%d %H:%M"


def local_time(at_ms: int, form: str = DAY_AND_TIME) -> str:
    """The time so many milliseconds after 1970; empty where no calendar has it."""
    try:
        return datetime.fromtimestamp(at_ms / 1000).strftime(form)
    except (ValueError, OverflowError, OSError):
        return ""
