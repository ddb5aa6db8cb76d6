"""How fast games are, and what a challenge leaves open."""

from __future__ import annotations

import pytest

from tengen.core import ClockKind, TimeControl, create_rules
from tengen.server.lobby import ChallengeTerms, RatingRange, Speed, quick_control, speed_of
from tengen.server.lobby.challenge import LASTING_MS, LIVE_MS, expiry_of

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


@pytest.mark.parametrize("speed", Speed)
def test_the_clock_of_a_speed_is_of_that_speed(speed: Speed) -> None:
    assert speed_of(quick_control(speed)) is speed


@pytest.mark.parametrize(
    ("control", "speed"),
    [
        (None, None),
        (TimeControl(ClockKind.ABSOLUTE, 10 * MINUTE), Speed.BLITZ),
        (TimeControl(ClockKind.ABSOLUTE, 10 * MINUTE + 1), Speed.RAPID),
        (TimeControl(ClockKind.FISCHER, 4 * MINUTE, increment_ms=9_000), Speed.BLITZ),
        (TimeControl(ClockKind.FISCHER, 4 * MINUTE, increment_ms=10_000), Speed.RAPID),
        (TimeControl(ClockKind.BYOYOMI, 0, period_ms=10_000, periods=3), Speed.BLITZ),
        (TimeControl(ClockKind.CANADIAN, 5 * MINUTE, period_ms=5 * MINUTE, stones=40), Speed.BLITZ),
        (TimeControl(ClockKind.CANADIAN, 5 * MINUTE, period_ms=5 * MINUTE, stones=10), Speed.RAPID),
        (TimeControl(ClockKind.PER_MOVE, period_ms=60 * MINUTE), Speed.RAPID),
        (TimeControl(ClockKind.PER_MOVE, period_ms=DAY), Speed.DAYS),
        (TimeControl(ClockKind.ABSOLUTE, 5 * 60 * MINUTE), Speed.DAYS),
    ],
)
def test_how_fast_a_clock_is(control: TimeControl | None, speed: Speed | None) -> None:
    assert speed_of(control) is speed


def test_a_range_is_open_where_it_says_nothing() -> None:
    assert RatingRange().holds(1500, 3000)
    assert RatingRange(below=0).holds(1500, 1500)
    assert not RatingRange(below=0).holds(1500, 1499)
    assert RatingRange(above=10).holds(1500, 100)
    assert not RatingRange(above=10).holds(1500, 1511)


@pytest.mark.parametrize(
    ("speed", "to", "lasts_ms"),
    [
        (Speed.RAPID, None, LIVE_MS),
        (Speed.RAPID, "ben", LASTING_MS),
        (Speed.DAYS, None, LASTING_MS),
        (Speed.DAYS, "ben", LASTING_MS),
    ],
)
def test_how_long_a_challenge_stands(speed: Speed, to: str | None, lasts_ms: int) -> None:
    terms = ChallengeTerms(create_rules("go"), quick_control(speed))
    assert expiry_of(terms, to, 5) == 5 + lasts_ms
