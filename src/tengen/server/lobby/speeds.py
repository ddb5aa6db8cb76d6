"""How fast a game is played, as people ask for it: within minutes, in a sitting, or over days. No clocks run here."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tengen.core import ClockKind, TimeControl
from tengen.match.service import AbsenceLimits

_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 24 * 60 * _MINUTE_MS

_MOVES_OF_A_GAME: Final = 40
"""Of one side; what a clock gives for so many tells fast games from slow ones, whatever its kind."""
_LONGEST_BLITZ_MS: Final = 10 * _MINUTE_MS


class Speed(StrEnum):
    """How fast a game is played."""

    BLITZ = "blitz"
    RAPID = "rapid"
    DAYS = "days"


_QUICK: Final = {
    Speed.BLITZ: TimeControl(ClockKind.FISCHER, 5 * _MINUTE_MS, increment_ms=5_000),
    Speed.RAPID: TimeControl(ClockKind.BYOYOMI, 10 * _MINUTE_MS, period_ms=30_000, periods=3),
    Speed.DAYS: TimeControl(ClockKind.PER_MOVE, period_ms=3 * _DAY_MS),
}


def quick_control(speed: Speed) -> TimeControl:
    """The clock of a game with anyone at this speed."""
    return _QUICK[speed]


def speed_of(control: TimeControl | None, sitting: AbsenceLimits | None = None) -> Speed | None:
    """How fast a game with this clock is; None without a clock. What nobody stays for is a game of days."""
    if control is None:
        return None
    if not (sitting or AbsenceLimits()).apply_to(control):
        return Speed.DAYS
    return Speed.BLITZ if _time_for_a_game_ms(control) <= _LONGEST_BLITZ_MS else Speed.RAPID


def _time_for_a_game_ms(control: TimeControl) -> int:
    """About how long one side has for all its moves."""
    match control.kind:
        case ClockKind.ABSOLUTE:
            return control.main_ms
        case ClockKind.FISCHER:
            return control.main_ms + _MOVES_OF_A_GAME * control.increment_ms
        case ClockKind.BYOYOMI | ClockKind.PER_MOVE:
            return control.main_ms + _MOVES_OF_A_GAME * control.period_ms
        case ClockKind.CANADIAN:
            return control.main_ms + _MOVES_OF_A_GAME * control.period_ms // control.stones
