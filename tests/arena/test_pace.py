"""How a clock is written on the command line."""

from __future__ import annotations

import math
import re

import pytest

from tengen.arena.pace import Pace, read_clock, time_pace
from tengen.arena.tables import clock_text
from tengen.core import ClockKind, GameError, TimeControl

MINUTE = 60_000


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("10", TimeControl(ClockKind.ABSOLUTE, 10 * MINUTE)),
        ("0.5", TimeControl(ClockKind.ABSOLUTE, 30_000)),
        ("20s", TimeControl(ClockKind.ABSOLUTE, 20_000)),
        ("2h", TimeControl(ClockKind.ABSOLUTE, 120 * MINUTE)),
        ("5+3", TimeControl(ClockKind.FISCHER, 5 * MINUTE, increment_ms=3000)),
        ("10s+0.1", TimeControl(ClockKind.FISCHER, 10_000, increment_ms=100)),
        ("10+3x30", TimeControl(ClockKind.BYOYOMI, 10 * MINUTE, period_ms=30_000, periods=3)),
        ("5x2", TimeControl(ClockKind.BYOYOMI, period_ms=2000, periods=5)),
        ("25/15", TimeControl(ClockKind.CANADIAN, period_ms=15 * MINUTE, stones=25)),
        ("1+10/30s", TimeControl(ClockKind.CANADIAN, MINUTE, period_ms=30_000, stones=10)),
    ],
)
def test_every_kind_of_clock_can_be_written(written: str, control: TimeControl) -> None:
    assert read_clock(written) == control
    assert read_clock(clock_text(control)) == control


@pytest.mark.parametrize(
    "written", ["", "x", "5+", "+3", "-5", "5+3+2", "3x", "/5", "1e9", "5+3x", "10 + 5", "99999999"]
)
def test_what_is_no_clock_is_refused_with_examples(written: str) -> None:
    with pytest.raises(GameError, match=r"5\+3"):
        read_clock(written)


@pytest.mark.parametrize("written", ["0", "5+0", "0x5", "3x0", "0/5"])
def test_a_clock_without_time_is_refused(written: str) -> None:
    with pytest.raises(GameError, match=f'"{re.escape(written)}" is not a possible clock: its .* are from'):
        read_clock(written)


def test_a_time_for_every_move() -> None:
    assert time_pace(0.25) == Pace(ms=250)
    for seconds in (0, -1, 4000, math.nan, math.inf):
        with pytest.raises(GameError, match="not a time for a move"):
            time_pace(seconds)
