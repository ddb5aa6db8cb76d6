"""Ratings by Glicko-2: the numbers of the paper, fairness between two players, bounds, time, repeated games."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.people import RatedGame, Rating, aged, damped, rate, rate_period
from tengen.people.ratings import (
    FULL_GAMES_A_DAY,
    GREATEST_DEVIATION,
    GREATEST_RATING,
    GREATEST_VOLATILITY,
    LEAST_DEVIATION,
    LEAST_RATING,
    LEAST_VOLATILITY,
)

WON, DRAWN, LOST = 1.0, 0.5, 0.0
SCORES = st.sampled_from([WON, DRAWN, LOST])
RATINGS = st.builds(
    Rating,
    st.floats(LEAST_RATING, GREATEST_RATING).map(lambda rating: round(rating, 4)),
    st.floats(LEAST_DEVIATION, GREATEST_DEVIATION).map(lambda deviation: round(deviation, 4)),
    st.floats(LEAST_VOLATILITY, GREATEST_VOLATILITY).map(lambda volatility: round(volatility, 8)),
)
ODD_RATINGS = st.builds(
    Rating,
    st.sampled_from([LEAST_RATING, 1500.0, GREATEST_RATING]),
    st.sampled_from([1e-9, 1e-3, 1.0, LEAST_DEVIATION, GREATEST_DEVIATION]),
    st.sampled_from([LEAST_VOLATILITY, 0.06, GREATEST_VOLATILITY]),
)
OPPONENTS = st.builds(RatedGame, st.floats(LEAST_RATING, GREATEST_RATING), st.floats(0, GREATEST_DEVIATION), SCORES)
ODD_OPPONENTS = st.builds(RatedGame, st.sampled_from([-1e9, 0.0, 1e9]), st.sampled_from([0.0, 350.0]), SCORES)


def against(player: Rating, opponent: Rating, score: float) -> Rating:
    return rate(player, opponent.rating, opponent.deviation, score)


# --- the numbers


def test_the_worked_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system"; it rounds on the way, so that its last digit may differ."""
    player = Rating(1500, 200, 0.06)
    games = [RatedGame(1400, 30, WON), RatedGame(1550, 100, LOST), RatedGame(1700, 300, LOST)]
    after = rate_period(player, games, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_newcomer_stands_in_the_middle_and_is_wholly_uncertain() -> None:
    assert Rating() == Rating(1500.0, 350.0, 0.06)


def test_a_first_game_between_newcomers() -> None:
    assert rate(Rating(), 1500, 350, WON) == Rating(1662.3109, 290.319, 0.05999968)
    assert rate(Rating(), 1500, 350, DRAWN).rating == 1500
    assert rate(Rating(), 1500, 350, LOST).rating == 1337.6891


def test_a_period_without_games_only_widens_the_deviation() -> None:
    assert rate_period(Rating(1500, 200, 0.06), []) == Rating(1500, 200.2714, 0.06)


def test_one_game_is_a_period_of_one_game() -> None:
    player = Rating(1620, 80, 0.055)
    assert rate(player, 1500, 120, LOST) == rate_period(player, [RatedGame(1500, 120, LOST)])


# --- fairness


@given(player=RATINGS)
def test_between_equals_one_gains_what_the_other_loses(player: Rating) -> None:
    middle = Rating(1500, player.deviation, player.volatility)
    won, lost = against(middle, middle, WON), against(middle, middle, LOST)
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert (won.deviation, won.volatility) == (lost.deviation, lost.volatility)
    assert against(middle, middle, DRAWN).rating == 1500


@given(gap=st.floats(0, 1300), one=RATINGS, other=RATINGS, score=SCORES)
def test_the_mirrored_result_is_the_mirrored_rating(gap: float, one: Rating, other: Rating, score: float) -> None:
    above, below = (Rating(1500 + way * gap, one.deviation, one.volatility) for way in (1, -1))
    up = rate(above, 1500, other.deviation, score)
    down = rate(below, 1500, other.deviation, 1 - score)
    assert up.rating - 1500 == pytest.approx(1500 - down.rating, abs=1e-3)
    assert up.deviation == pytest.approx(down.deviation, abs=1e-3)


@given(player=RATINGS, opponent=RATINGS)
def test_a_win_is_better_than_a_draw_and_a_draw_than_a_loss(player: Rating, opponent: Rating) -> None:
    won, drawn, lost = (against(player, opponent, score).rating for score in (WON, DRAWN, LOST))
    assert lost <= drawn <= won
    assert lost <= player.rating <= won


@given(player=RATINGS, opponent=RATINGS, more=st.floats(1, 1000))
def test_a_stronger_opponent_is_worth_more(player: Rating, opponent: Rating, more: float) -> None:
    stronger = min(opponent.rating + more, GREATEST_RATING)
    for score in (WON, DRAWN, LOST):
        weaker_worth = against(player, opponent, score).rating
        assert rate(player, stronger, opponent.deviation, score).rating >= weaker_worth - 1e-3


@given(player=RATINGS, opponent=RATINGS, score=SCORES, wider=st.floats(1, 300))
def test_an_uncertain_player_moves_further(player: Rating, opponent: Rating, score: float, wider: float) -> None:
    unsure = Rating(player.rating, min(player.deviation + wider, GREATEST_DEVIATION), player.volatility)
    moved = abs(against(player, opponent, score).rating - player.rating)
    assert abs(against(unsure, opponent, score).rating - unsure.rating) >= moved - 1e-3


@given(player=RATINGS, games=st.lists(OPPONENTS, min_size=1, max_size=8), data=st.data())
def test_the_order_of_games_in_a_period_does_not_matter(
    player: Rating, games: list[RatedGame], data: st.DataObject
) -> None:
    one, other = rate_period(player, games), rate_period(player, data.draw(st.permutations(games)))
    assert one.rating == pytest.approx(other.rating, abs=1e-3)
    assert one.deviation == pytest.approx(other.deviation, abs=1e-3)


# --- bounds, and the same numbers again


@given(player=RATINGS | ODD_RATINGS, games=st.lists(OPPONENTS | ODD_OPPONENTS, min_size=1, max_size=40))
def test_no_result_leaves_the_bounds(player: Rating, games: list[RatedGame]) -> None:
    after = rate_period(player, games)
    assert LEAST_RATING <= after.rating <= GREATEST_RATING
    assert LEAST_DEVIATION <= after.deviation <= GREATEST_DEVIATION
    assert LEAST_VOLATILITY <= after.volatility <= GREATEST_VOLATILITY


@given(player=RATINGS, games=st.lists(OPPONENTS, min_size=1, max_size=20))
def test_working_it_out_again_gives_the_same_numbers_in_few_digits(player: Rating, games: list[RatedGame]) -> None:
    after = rate_period(player, games)
    assert rate_period(player, list(games)) == after
    assert after == Rating(round(after.rating, 4), round(after.deviation, 4), round(after.volatility, 8))


def test_a_thousand_wins_over_the_weakest_do_not_break_anything() -> None:
    player = Rating()
    for _ in range(1_000):
        player = rate(player, LEAST_RATING, LEAST_DEVIATION, WON)
    assert player.rating < 2600, "who only beats beginners does not become a master"
    for _ in range(1_000):
        player = rate(player, GREATEST_RATING, LEAST_DEVIATION, LOST)
    assert LEAST_RATING <= player.rating < 2600


def test_many_even_games_make_a_rating_certain_but_never_frozen() -> None:
    player = Rating()
    for at in range(400):
        player = rate(player, 1500, 60, WON if at % 2 else LOST)
    assert 1400 < player.rating < 1600
    assert LEAST_DEVIATION <= player.deviation < 80
    assert rate(player, 1500, 60, WON).rating > player.rating + 2


@pytest.mark.parametrize(
    "numbers",
    [
        (99, 350, 0.06),
        (4001, 350, 0.06),
        (float("nan"), 350, 0.06),
        (1500, 0, 0.06),
        (1500, 351, 0.06),
        (1500, 350, 0.2),
    ],
)
def test_a_rating_out_of_bounds_is_our_mistake(numbers: tuple[float, float, float]) -> None:
    with pytest.raises(AssertionError):
        Rating(*numbers)


@pytest.mark.parametrize(
    "game",
    [RatedGame(1500, -1, WON), RatedGame(1500, 400, WON), RatedGame(1500, 50, 0.7), RatedGame(float("inf"), 50, WON)],
)
def test_a_game_that_cannot_be_is_our_mistake(game: RatedGame) -> None:
    with pytest.raises(AssertionError):
        rate_period(Rating(), [game])


# --- time


def test_days_without_a_game_make_a_rating_less_certain_and_change_nothing_else() -> None:
    settled = Rating(1730, 60, 0.06)
    widths = [aged(settled, days).deviation for days in (0, 1, 7, 30, 90, 365, 3650)]
    assert widths == sorted(widths)
    assert widths[0] == 60
    assert aged(settled, 90) == Rating(1730, 115.6617, 0.06)
    assert widths[-1] == GREATEST_DEVIATION


@given(rating=RATINGS, first=st.integers(0, 3_000), second=st.integers(0, 3_000))
def test_ageing_twice_is_ageing_once_by_the_sum(rating: Rating, first: int, second: int) -> None:
    both = aged(aged(rating, first), second)
    assert both.deviation == pytest.approx(aged(rating, first + second).deviation, abs=0.01)


@given(rating=RATINGS, days=st.floats(-1e6, 1e9))
def test_no_clock_makes_a_rating_more_certain(rating: Rating, days: float) -> None:
    older = aged(rating, days)
    assert rating.deviation <= older.deviation <= GREATEST_DEVIATION
    assert (older.rating, older.volatility) == (rating.rating, rating.volatility)
    if days <= 0:
        assert older == rating


# --- the same two players again and again


def test_three_games_of_a_pair_a_day_count_in_full_and_each_further_one_by_half_as_much() -> None:
    before, after = Rating(1500, 100, 0.06), Rating(1520, 92, 0.0601)
    gained = [damped(before, after, number).rating - 1500 for number in range(1, 8)]
    assert gained == pytest.approx([20, 20, 20, 10, 5, 2.5, 1.25])
    assert damped(before, after, FULL_GAMES_A_DAY) == after
    assert damped(before, after, FULL_GAMES_A_DAY + 1) == Rating(1510, 96, 0.06005)


@given(before=RATINGS, after=RATINGS, number=st.integers(1, 10**9))
def test_a_damped_rating_lies_between_before_and_after(before: Rating, after: Rating, number: int) -> None:
    between = damped(before, after, number)
    for old, new, taken in (
        (before.rating, after.rating, between.rating),
        (before.deviation, after.deviation, between.deviation),
        (before.volatility, after.volatility, between.volatility),
    ):
        assert min(old, new) - 1e-4 <= taken <= max(old, new) + 1e-4


def test_farming_one_friend_all_day_gains_little() -> None:
    farmer, friend = Rating(1500, 60), Rating(1500, 60)
    ratings = [farmer.rating]
    for number in range(1, 201):
        won = damped(farmer, against(farmer, friend, WON), number)
        friend = damped(friend, against(friend, farmer, LOST), number)
        farmer = won
        ratings.append(farmer.rating)
    assert all(one <= other for one, other in pairwise(ratings))
    assert ratings[-1] < ratings[FULL_GAMES_A_DAY] + (ratings[FULL_GAMES_A_DAY] - ratings[FULL_GAMES_A_DAY - 1]) + 1


def test_a_game_that_is_not_one_of_the_day_is_our_mistake() -> None:
    with pytest.raises(AssertionError):
        damped(Rating(), Rating(), 0)
