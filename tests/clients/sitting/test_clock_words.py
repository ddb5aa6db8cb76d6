"""Time in words, as the page says it."""

from __future__ import annotations

import pytest

from tengen.clients.sitting.clock_words import control_line, remaining, span, wait_text
from tengen.clients.sitting.clocks import CLOCKS, CORRESPONDENCE, DAY_MS, MINUTE_MS, SECOND_MS
from tengen.core import ClockKind, TimeControl


@pytest.mark.parametrize(
    ("control", "english", "chinese"),
    [
        (None, "no clock", "不计时"),
        (CLOCKS["sudden"], "10 min", "10 分钟，包干"),
        (CLOCKS["quick"], "5 min, and 3 s more for each move", "5 分钟，每手加 3 秒"),
        (CLOCKS["japanese"], "10 min, then 3 × 30 s byo-yomi", "10 分钟，读秒 3 次 × 30 秒"),
        (CLOCKS["canadian"], "25 min, then 15 moves in each 5 min", "25 分钟，之后每 5 分钟 下 15 手"),
        (CORRESPONDENCE["day"], "1 day for each move", "每手 1 天"),
        (TimeControl(ClockKind.PER_MOVE, period_ms=20 * SECOND_MS), "20 s for each move", "每手 20 秒"),
    ],
)
def test_a_time_control_is_one_line(control: TimeControl | None, english: str, chinese: str) -> None:
    assert control_line(control, "en") == english
    assert control_line(control, "zh") == chinese


def test_a_length_of_time_is_in_its_largest_whole_unit() -> None:
    lengths = (0, 90 * SECOND_MS, 2 * MINUTE_MS, 3 * 60 * MINUTE_MS, DAY_MS, 3 * DAY_MS)
    assert [span(length, "en") for length in lengths] == ["0 s", "90 s", "2 min", "3 h", "1 day", "3 days"]


def test_what_is_left_of_days_is_in_two_units() -> None:
    lengths = (-5, 59_000, 20 * MINUTE_MS, 200 * MINUTE_MS, 2 * DAY_MS + 305 * MINUTE_MS)
    assert [remaining(length, "en") for length in lengths] == ["0 min", "0 min", "20 min", "3 h 20 min", "2 d 5 h"]


def test_a_second_of_waiting_that_has_begun_is_not_over() -> None:
    assert [wait_text(waited) for waited in (-1, 0, 999, 70_000)] == ["0:00", "0:00", "0:00", "1:10"]
