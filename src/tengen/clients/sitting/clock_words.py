"""Time in words: a time control in a line, what is left of days, how long one has waited. Counts nothing itself."""

from __future__ import annotations

from typing import Final

from tengen.core import TimeControl, text

_SECOND_MS: Final = 1000
_MINUTE_S: Final = 60
_HOUR_S: Final = 60 * _MINUTE_S
_DAY_S: Final = 24 * _HOUR_S
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
