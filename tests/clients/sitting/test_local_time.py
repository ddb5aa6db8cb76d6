"""When something was: as this machine's clock says it, and never a fault."""

from __future__ import annotations

from datetime import datetime

import pytest

from tengen.clients.sitting.local_time import TIME_OF_DAY, local_time


def test_a_time_is_told_by_the_clock_of_this_machine() -> None:
    at = datetime(2026, 3, 4, 15, 6)
    at_ms = int(at.timestamp() * 1000)
    assert local_time(at_ms) == "2026-03-04 15:06"
    assert local_time(at_ms, TIME_OF_DAY) == "15:06"


@pytest.mark.parametrize("at_ms", [2**53, 10**18, 10**400, -(10**18)])
def test_a_time_that_no_calendar_has_is_left_out(at_ms: int) -> None:
    assert local_time(at_ms) == ""
