"""Ratings of many players: by hand, by symmetry, and against known strengths."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tengen.arena.ratings import Meeting, Rating, rate
from tengen.arena.stats import pair_counts
from tests.arena.simulated import match_points


def meeting(points: list[float]) -> Meeting:
    return Meeting(2 * len(points), sum(points), pair_counts(points))


def elos(ratings: list[Rating | None]) -> list[float]:
    return [rating.elo for rating in ratings if rating]


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    ratings = rate(2, {(0, 1): Meeting(100, 75, (0, 0, 25, 0, 25))})
    assert elos(ratings) == pytest.approx([190.8485 / 2, -190.8485 / 2], abs=1e-3)


def test_the_error_of_two_players_by_hand() -> None:
    # 100 games at a half, scattering like independent games: 1.96 * 400/ln 10 * sqrt(1 / (100 / 4)) between both.
    (one, other) = rate(2, {(0, 1): Meeting(100, 50, (12, 0, 26, 0, 12))})
    assert one is not None
    assert other is not None
    assert one.error == pytest.approx(other.error)
    assert 2 * one.error == pytest.approx(1.96 * 173.7178 * 0.2, rel=0.02)


def test_three_in_a_circle_are_equal() -> None:
    made = Meeting(10, 8, (0, 0, 2, 0, 3))
    ratings = rate(3, {(0, 1): made, (1, 2): made, (0, 2): Meeting(10, 2, (3, 0, 2, 0, 0))})
    assert elos(ratings) == pytest.approx([0, 0, 0], abs=1e-6)


def test_players_are_compared_over_others() -> None:
    """Three quarters against the next: the first is as far above the second as the second above the third."""
    made = Meeting(40, 30, (0, 0, 10, 0, 10))
    first, second, third = elos(rate(3, {(0, 1): made, (1, 2): made}))
    assert first - second == pytest.approx(190.8485, abs=1e-3)
    assert second == pytest.approx(0, abs=1e-6)
    assert first + third == pytest.approx(0, abs=1e-6)


def test_who_won_everything_has_only_a_bound() -> None:
    ratings = rate(3, {(0, 1): meeting([2.0] * 5), (0, 2): meeting([2.0] * 5), (1, 2): meeting([1.0] * 5)})
    assert all(rating is not None and rating.is_bound for rating in ratings)
    first, second, third = elos(ratings)
    assert first > second == pytest.approx(third)


def test_who_did_not_play_has_no_rating() -> None:
    assert rate(3, {(0, 1): meeting([1.0, 1.5]), (1, 2): Meeting(0, 0, (0,) * 5)})[2] is None
    assert rate(2, {}) == [None, None]


def test_groups_that_never_met_are_rated_by_themselves() -> None:
    ratings = rate(4, {(0, 2): meeting([1.5] * 8), (1, 3): meeting([0.5] * 8)})
    one, two, three, four = elos(ratings)
    assert one + three == pytest.approx(0)
    assert two + four == pytest.approx(0)


def test_draws_make_a_rating_surer() -> None:
    sure, unsure = (rate(2, {(0, 1): meeting(points)}) for points in ([1.0] * 20, [0.0, 2.0] * 10))
    assert sure[0] is not None
    assert unsure[0] is not None
    assert sure[0].error < unsure[0].error / 2


def test_the_error_holds_the_truth_95_times_in_100() -> None:
    rng = Random(5)
    truth = (150.0, 40.0, -30.0, -160.0)
    hits = total = 0
    for _ in range(400):
        met = {(i, j): meeting(match_points(rng, 25, truth[i] - truth[j], 0.3)) for i, j in combinations(range(4), 2)}
        for elo, rating in zip(truth, rate(4, met), strict=True):
            assert rating is not None
            hits += abs(rating.elo - elo) <= rating.error
            total += 1
    assert 0.925 <= hits / total <= 0.98
