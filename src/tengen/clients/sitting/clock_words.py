"""Time in words: a time control in a line, what is left of days, how long one has waited. Counts nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import SideTime, TimeControl, text

_SECOND_MS: Final = 1000
_MINUTE_S: Final = 60
_HOUR_S: Final = 60 * _MINUTE_S
_DAY_S: Final = 24 * _HOUR_S
_LOW_MS: Final = 10 * _SECOND_MS
_UNITS: Final = ((_DAY_S, "days"), (_HOUR_S, "hours"), (_MINUTE_S, "minutes"))


def control_line(control: TimeControl | None, language: str) -> str:
    """A time control in a line: "10 min, then 3 × 30 s byo-yomi"."""
    if control is None:
        return text(language, "game.clock.none")
    return text(
        language,
        f"game.clock.{control.kind}",
        main=span(control.main_ms, language),
        period=span(control.period_ms, language),
        increment=span(control.increment_ms, language),
        periods=control.periods,
        stones=control.stones,
    )


def span(length_ms: int, language: str) -> str:
    """A length of time in its largest whole unit: "3 days", "90 s"."""
    seconds = round(length_ms / _SECOND_MS)
    for unit_s, name in _UNITS:
        if seconds and seconds % unit_s == 0:
            return text(language, f"game.span.{name}", count=seconds // unit_s)
    return text(language, "game.span.seconds", count=seconds)


def remaining(left_ms: int, language: str) -> str:
    """What is left of a time of hours or days, in two units: "2 d 5 h"."""
    minutes = max(left_ms // (_SECOND_MS * _MINUTE_S), 0)
    hours, days = minutes // 60 % 24, minutes // (60 * 24)
    if days:
        return f"{text(language, 'game.span.d', count=days)} {text(language, 'game.span.hours', count=hours)}"
    rest = text(language, "game.span.minutes", count=minutes % 60)
    return f"{text(language, 'game.span.hours', count=hours)} {rest}" if hours else rest


def wait_text(waited_ms: int) -> str:
    """A waiting time in whole seconds: "1:10". A second that has begun is not over."""
    seconds = max(waited_ms, 0) // _SECOND_MS
    return f"{seconds // 60}:{seconds % 60:02}"


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock at one moment: the time, a word more about periods or moves or nothing, and whether little is left."""

    time: str
    more: str = ""
    is_low: bool = False
    same_ms: int = 0
    """How long a running clock shows the same."""


def clock_face(left: SideTime, language: str) -> ClockFace:
    """What the clock of a side shows: "9:42", "+ 3 × 30 s"."""
    is_in_period = left.main_ms <= 0
    ms = left.period_ms if is_in_period else left.main_ms
    more = ""
    if left.periods > 0:
        key = f"game.clock.periods{'_left' if is_in_period else ''}"
        more = text(language, key, periods=left.periods, seconds=round(left.period_ms / _SECOND_MS))
    elif left.stones > 0 and is_in_period:
        more = text(language, "game.clock.stones_left", stones=left.stones)
    is_long = ms > _DAY_S * _SECOND_MS
    step_ms = 100 if ms <= _LOW_MS else _MINUTE_S * _SECOND_MS if is_long else _SECOND_MS
    told = remaining(ms, language) if is_long else _clock_text(ms)
    return ClockFace(told, more, ms < _LOW_MS, ms % step_ms + 1 if ms > 0 else 0)


def _clock_text(ms: int) -> str:
    """The time as the page writes it: "9:42", "1:02:03", "0:08.4"."""
    left = max(ms, 0)
    hours, minutes, seconds = left // (_HOUR_S * _SECOND_MS), left // 60_000 % 60, left // _SECOND_MS % 60
    if left < _LOW_MS:
        return f"0:{seconds:02}.{left // 100 % 10}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
