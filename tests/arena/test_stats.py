"""Scores, Elo and intervals: by hand, and against matches of known strength."""

from __future__ import annotations

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.stats import (
    Interval,
    Tally,
    elo_interval,
    elo_of,
    mean_of,
    pair_counts,
    pair_interval,
    score_of,
    spread_ratio,
    student95,
    wilson,
)
from tests.arena.simulated import match_points

MATCHES = 400


def test_a_draw_is_half_a_point() -> None:
    tally = Tally().with_points(1).with_points(0.5).with_points(0.5).with_points(0)
    assert tally == Tally(wins=1, draws=2, losses=1)
    assert (tally.games, tally.points, tally.score) == (4, 2.0, 0.5)


@pytest.mark.parametrize(("score", "elo"), [(0.5, 0), (10 / 11, 400), (0.75, 190.848502), (0.64, 99.950989)])
def test_elo_is_the_logistic_scale(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=1e-6)
    assert score_of(elo) == pytest.approx(score)


def test_who_wins_everything_is_infinitely_stronger() -> None:
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)
    assert elo_interval(Interval(0.5, 1)) == Interval(0, math.inf)


@given(st.floats(-700, 700))
def test_elo_and_score_undo_each_other(elo: float) -> None:
    assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-6)


@pytest.mark.parametrize(
    ("score", "games", "low", "high"),
    [(0.5, 10, 0.236593, 0.763407), (1.0, 10, 0.722467, 1.0), (0.0, 10, 0.0, 0.277533), (0.8, 20, 0.583983, 0.919342)],
)
def test_wilsons_interval_as_in_the_tables(score: float, games: int, low: float, high: float) -> None:
    interval = wilson(score, games)
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-6)


@given(st.floats(0, 1), st.integers(1, 10**6))
def test_the_score_itself_is_always_possible(score: float, games: int) -> None:
    interval = wilson(score, games)
    assert 0 <= interval.low <= score + 1e-12
    assert score - 1e-12 <= interval.high <= 1


def test_after_nothing_but_wins_no_difference_is_too_large() -> None:
    for games in range(1, 200):
        assert elo_interval(wilson(1, games)).high == math.inf
        assert elo_interval(pair_interval((games, 0, 0, 0, 0))).low == -math.inf


def test_without_games_every_score_is_possible() -> None:
    assert wilson(0.5, 0) == pair_interval((0, 0, 0, 0, 0)) == Interval(0, 1)


def test_pairs_are_counted_by_their_points() -> None:
    assert pair_counts([0, 0.5, 0.5, 1, 2, 1.5, 2, 2]) == (1, 2, 1, 1, 3)
    assert mean_of((1, 2, 1, 1, 3)) == pytest.approx(9.5 / 16)


def test_the_spread_of_pairs_by_hand() -> None:
    # Eight pairs 2-0 and eight 0-2: each a quarter from the mean, twice as much as independent games would scatter.
    assert spread_ratio((8, 0, 0, 0, 8)) == pytest.approx((16 / 4 + 1 / 8) / (16 / 8 + 1 / 8))
    # Sixteen pairs 1-1 do not scatter at all; only the imagined pair does.
    assert spread_ratio((0, 0, 16, 0, 0)) == pytest.approx((1 / 8) / (16 / 8 + 1 / 8))
    # Nothing but wins says nothing about the spread.
    assert spread_ratio((0, 0, 0, 0, 16)) == pytest.approx(1)


@pytest.mark.parametrize(("freedom", "quantile"), [(3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)])
def test_students_quantile_as_in_the_tables(freedom: int, quantile: float) -> None:
    assert student95(freedom) == pytest.approx(quantile, abs=0.03)


def test_openings_that_favour_a_colour_do_not_make_the_score_less_sure() -> None:
    """The reason for pairs: one game each from openings that decide the game is no evidence of chance."""
    assert pair_counts([1.0] * 50) == (0, 0, 50, 0, 0)
    pairs, games = pair_interval((0, 0, 50, 0, 0)), wilson(0.5, 100)
    assert pairs.high - pairs.low < (games.high - games.low) / 4


@pytest.mark.parametrize("pairs", [10, 40])
@pytest.mark.parametrize(("elo", "draws"), [(0, 0.0), (0, 0.5), (120, 0.0), (120, 0.3), (300, 0.2)])
def test_the_interval_of_pairs_holds_the_truth_95_times_in_100(elo: float, draws: float, pairs: int) -> None:
    rng = Random(1)
    truth = score_of(elo)
    hits = sum(truth in pair_interval(pair_counts(match_points(rng, pairs, elo, draws))) for _ in range(MATCHES))
    assert 0.92 <= hits / MATCHES <= 0.995


def test_unfair_openings_keep_the_interval_honest() -> None:
    """Between equals the truth is a half, whatever the openings are worth."""
    rng = Random(2)
    hits = sum(0.5 in pair_interval(pair_counts(match_points(rng, 40, 0, 0.2, unfair=400))) for _ in range(MATCHES))
    assert 0.92 <= hits / MATCHES <= 0.99


def test_wilsons_interval_holds_the_truth_at_least_as_often() -> None:
    rng = Random(3)
    for draws, least, most in ((0.0, 0.92, 0.985), (0.4, 0.95, 1.0)):
        truth, hits = score_of(80), 0
        for _ in range(MATCHES):
            made = sum(match_points(rng, 30, 80, draws))
            hits += truth in wilson(made / 60, 60)
        assert least <= hits / MATCHES <= most
