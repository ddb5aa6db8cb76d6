"""The sequential test: its bounds, its ratio by hand, and how often it errs."""

from __future__ import annotations

import math
from random import Random

import pytest

from tengen.arena.sprt import Sprt, Verdict, Walk, likeliest, log_likelihood_ratio
from tengen.arena.stats import mean_of, score_of
from tests.arena.simulated import pair_points


def walked(rng: Random, test: Sprt, elo: float, draws: float) -> Walk:
    """A test of a player who is truly this much stronger."""
    walk = Walk(test)
    while walk.verdict is Verdict.OPEN:
        walk = walk.after([pair_points(rng, elo, draws)])
    return walk


def errors(test: Sprt, elo: float, wrong: Verdict, draws: float, tests: int) -> float:
    rng = Random(7)
    return sum(walked(rng, test, elo, draws).verdict is wrong for _ in range(tests)) / tests


def test_one_error_in_twenty_gives_the_usual_bounds() -> None:
    test = Sprt(0, 20)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert [test.verdict(ratio) for ratio in (-2.95, 0, 2.95)] == [
        Verdict.NOT_STRONGER,
        Verdict.OPEN,
        Verdict.STRONGER,
    ]


def test_nothing_played_says_nothing() -> None:
    assert log_likelihood_ratio((0, 0, 0, 0, 0), 0, 20) == 0.0
    assert Walk(Sprt(0, 20)).verdict is Verdict.OPEN


def test_without_draws_the_ratio_is_that_of_a_coin() -> None:
    """Only wins and losses: the distributions are fixed by their scores, and the ratio is the plain binomial one."""
    counts = (400, 0, 600)
    first, second = score_of(0), score_of(100)
    by_hand = 600 * math.log(second / first) + 400 * math.log((1 - second) / (1 - first))
    assert log_likelihood_ratio(counts, 0, 100) == pytest.approx(by_hand, abs=0.02)


def test_near_the_truth_the_ratio_is_that_of_a_normal_distribution() -> None:
    counts, elo0, elo1 = (20, 180, 600, 200, 30), 0.0, 10.0
    s0, s1, mean, pairs = score_of(elo0), score_of(elo1), mean_of(counts), sum(counts)
    variance = sum(count * (place / 4 - mean) ** 2 for place, count in enumerate(counts)) / pairs
    normal = pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(counts, elo0, elo1) == pytest.approx(normal, rel=0.03)


@pytest.mark.parametrize("score", [0.2, 0.5, 0.51, 0.93])
def test_the_likeliest_distribution_has_the_score_that_is_claimed(score: float) -> None:
    found = likeliest([0.1, 0.2, 0.3, 0.25, 0.15], score)
    assert sum(found) == pytest.approx(1)
    assert mean_of(found) == pytest.approx(score)


def test_a_better_score_speaks_for_the_second_claim() -> None:
    ratios = [log_likelihood_ratio((10 - wins, 0, 20, 0, wins), 0, 50) for wins in range(11)]
    assert ratios == sorted(ratios)
    assert ratios[0] < 0 < ratios[-1]


def test_who_swaps_the_players_swaps_the_claims() -> None:
    counts = (3, 8, 20, 12, 9)
    assert log_likelihood_ratio(counts, -30, 40) == pytest.approx(-log_likelihood_ratio(counts[::-1], -40, 30))


def test_what_follows_a_verdict_changes_nothing() -> None:
    walk = Walk(Sprt(0, 200)).after([2.0] * 30)
    assert walk.verdict is Verdict.STRONGER
    assert walk.pairs < 30
    assert walk.after([0.0] * 50) == walk


@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_seldom_are_equals_called_stronger_or_the_stronger_equal(draws: float) -> None:
    """The bound is 5 %; 200 tests may stray three standard errors above it."""
    test = Sprt(0, 150)
    assert errors(test, 0, Verdict.STRONGER, draws, 200) <= 0.05 + 3 * 0.0155
    assert errors(test, 150, Verdict.NOT_STRONGER, draws, 200) <= 0.05 + 3 * 0.0155


@pytest.mark.long
@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_one_error_in_twenty_and_no_more(draws: float) -> None:
    test = Sprt(0, 100)
    assert errors(test, 0, Verdict.STRONGER, draws, 1000) <= 0.065
    assert errors(test, 100, Verdict.NOT_STRONGER, draws, 1000) <= 0.065
