"""Who leaves games often waits longer for the next one, and never for long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.people import Leaving, LeavingKind, pairing_wait_ms
from tengen.people.conduct import FEW_GAMES, LONGEST_WAIT_MS


@pytest.mark.parametrize(
    ("leavings", "seconds"),
    [(0, 0), (1, 0), (2, 0), (3, 30), (4, 60), (5, 120), (6, 240), (7, 480), (8, 600), (9, 600), (10_000, 600)],
)
def test_two_games_a_week_may_be_left_and_then_the_wait_doubles_up_to_ten_minutes(leavings: int, seconds: int) -> None:
    assert pairing_wait_ms(leavings, games=100) == seconds * 1000
    assert pairing_wait_ms(leavings, games=FEW_GAMES - 1) == seconds * 500


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_wait_is_bounded_and_grows_with_the_games_left(leavings: int, games: int) -> None:
    wait = pairing_wait_ms(leavings, games)
    assert 0 <= wait <= LONGEST_WAIT_MS
    assert wait <= pairing_wait_ms(leavings + 1, games)


def test_a_leaving_is_a_row_of_its_table() -> None:
    leaving = Leaving("m1", "ann", 7, LeavingKind.CANCELLED)
    assert leaving.table == "leavings"
    assert leaving.values() == {"match_id": "m1", "account_id": "ann", "at": 7, "kind": "cancelled"}
