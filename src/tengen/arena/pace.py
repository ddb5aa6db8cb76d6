"""How much thinking a game allows: a time for every move, a number of nodes, or a game clock. Measures nothing.

How a clock is written, T being a number with s, m or h behind it, or none for what is usual there:

    T          10        ten minutes for the whole game
    T+T        5+3       five minutes, and three seconds more after each move (Fischer)
    T+NxT      10+3x30   ten minutes, then three periods of thirty seconds (byo-yomi)
    T+N/T      10+25/15  ten minutes, then 25 moves in every fifteen minutes (Canadian)
    NxT  N/T   25/15     the same without main time
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final

from tengen.core import ClockKind, ErrorCode, GameError, TimeControl
from tengen.core.errors import shown

MARGIN_MS: Final = 1000
"""A move may come so much later than its time; GTP engines are told whole seconds."""

_UNITS_MS: Final = {"s": 1000, "m": 60_000, "h": 3_600_000}
_DAY_MS: Final = 24 * _UNITS_MS["h"]
_TIME: Final = r"[0-9]{1,6}(?:\.[0-9]{1,3})?[smh]?"
_CLOCK: Final = re.compile(
    rf"(?P<main>{_TIME})(?:\+(?P<increment>{_TIME}))?"
    rf"|(?:(?P<before>{_TIME})\+)?(?P<count>[0-9]{{1,4}})(?P<sign>[x/])(?P<period>{_TIME})"
)


@dataclass(frozen=True, slots=True)
class Pace:
    """What a choice may cost. At most one of the limits is set; with none, every player thinks as long as it likes."""

    ms: int | None = None
    nodes: int | None = None
    control: TimeControl | None = None
    margin_ms: int = MARGIN_MS


def time_pace(seconds: float) -> Pace:
    """So many seconds for every move. Raises BAD_RULES."""
    if not math.isfinite(seconds) or not 0.001 <= seconds <= 3600:
        raise GameError(ErrorCode.BAD_RULES, "arena.bad_time", value=shown(seconds))
    return Pace(ms=round(1000 * seconds))


def clock_pace(written: str) -> Pace:
    """A game clock. Raises BAD_RULES."""
    return Pace(control=read_clock(written))


def read_clock(written: str) -> TimeControl:
    """The time control of a text such as `5+3`. Raises BAD_RULES."""
    match = _CLOCK.fullmatch(written.strip().lower())
    if not match:
        raise GameError(ErrorCode.BAD_RULES, "arena.bad_clock", value=shown(written))
    try:
        return _control(match)
    except GameError as error:
        is_time, most = str(error.values["option"]).endswith("_ms"), int(error.values["maximum"])
        key, most = ("arena.clock_time", most // _DAY_MS) if is_time else ("arena.clock_count", most)
        raise GameError(ErrorCode.BAD_RULES, key, value=shown(written), most=most) from error


def _control(match: re.Match[str]) -> TimeControl:
    if match["main"]:
        main_ms = _ms(match["main"], "m")
        if match["increment"] is None:
            return TimeControl(ClockKind.ABSOLUTE, main_ms)
        return TimeControl(ClockKind.FISCHER, main_ms, increment_ms=_ms(match["increment"], "s"))
    main_ms = _ms(match["before"], "m") if match["before"] else 0
    count = int(match["count"])
    if match["sign"] == "x":
        return TimeControl(ClockKind.BYOYOMI, main_ms, period_ms=_ms(match["period"], "s"), periods=count)
    return TimeControl(ClockKind.CANADIAN, main_ms, period_ms=_ms(match["period"], "m"), stones=count)


def _ms(written: str, usual_unit: str) -> int:
    unit = written[-1] if written[-1] in _UNITS_MS else usual_unit
    return round(float(written.rstrip("smh")) * _UNITS_MS[unit])
