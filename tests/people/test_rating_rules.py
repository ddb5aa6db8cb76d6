"""Which games are rated, and what follows from one that is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.people import (
    ABORTS_A_DAY,
    DAY_MS,
    GameTerms,
    Rating,
    RatingCause,
    RatingRow,
    WhyNot,
    Winner,
    aged,
    least_moves,
    rate,
)
from tengen.people.rating_rules import rating_rows, refusal_of_end, refusal_of_terms, row_without
from tests.people.finished_games import (
    ACCOUNTS,
    ANN,
    BEN,
    GUEST,
    LEVELS,
    MORNING,
    TERMS,
    ended,
    rated_result,
)

AGAINST_LEVEL = GameTerms("othello", 8, ANN, None, second_player="level:5", clock_on=True)


def why_not(terms: GameTerms) -> WhyNot | None:
    return refusal_of_terms(terms, ACCOUNTS & set(terms.owners), LEVELS)


# --- terms


def test_two_accounts_with_a_clock_may_be_rated() -> None:
    assert why_not(TERMS) is None


def test_an_account_may_be_rated_against_a_level_that_is_rated_on_this_board() -> None:
    assert why_not(AGAINST_LEVEL) is None
    assert why_not(GameTerms("othello", 8, None, ANN, first_player="level:5", clock_on=True)) is None


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"kind": "peace", "size": 8}, WhyNot.NO_CLASS),
        ({"is_loaded_or_set_up": True}, WhyNot.NOT_NEW),
        ({"one_screen": True}, WhyNot.ONE_SCREEN),
        ({"second_owner": ANN}, WhyNot.SAME_OWNER),
        ({"is_even": False}, WhyNot.NOT_EVEN),
        ({"clock_on": False}, WhyNot.NO_CLOCK),
        ({"second_owner": GUEST}, WhyNot.NOT_ACCOUNTS),
        ({"first_owner": GUEST, "second_owner": None}, WhyNot.NOT_ACCOUNTS),
        ({"first_owner": None, "second_owner": None}, WhyNot.NOT_ACCOUNTS),
        ({"second_owner": None}, WhyNot.NOT_ACCOUNTS),
    ],
)
def test_games_under_other_terms_are_not_rated(change: dict[str, object], expected: WhyNot) -> None:
    assert why_not(replace(TERMS, **change)) is expected  # type: ignore[arg-type]  # fields of terms


@pytest.mark.parametrize("player", ["level:10", "random", "engine:gnugo", "level:05", "level:"])
def test_programs_without_a_rating_of_their_own_are_not_played_for_ratings(player: str) -> None:
    assert why_not(replace(AGAINST_LEVEL, second_player=player)) is WhyNot.NO_LEVEL


def test_a_level_is_rated_on_the_boards_that_the_file_says_and_on_no_others() -> None:
    assert why_not(replace(AGAINST_LEVEL, kind="go", size=13)) is WhyNot.NO_LEVEL


def test_against_a_level_a_guest_is_not_rated() -> None:
    assert why_not(replace(AGAINST_LEVEL, first_owner=GUEST)) is WhyNot.NOT_ACCOUNTS


def test_programs_among_themselves_are_not_rated() -> None:
    assert why_not(replace(AGAINST_LEVEL, first_owner=None, first_player="level:5")) is WhyNot.NOT_ACCOUNTS


def test_who_is_still_to_come_is_not_asked_about() -> None:
    waiting = replace(TERMS, second_owner=None, is_waiting=True)
    assert why_not(waiting) is None
    assert why_not(replace(waiting, first_owner=GUEST)) is WhyNot.NOT_ACCOUNTS


# --- ends


@pytest.mark.parametrize(("size", "moves"), [(5, 10), (8, 10), (9, 10), (13, 10), (15, 11), (19, 18)])
def test_a_game_needs_some_moves_by_the_size_of_its_board(size: int, moves: int) -> None:
    assert least_moves(size) == moves
    terms = replace(TERMS, size=size)
    assert refusal_of_end(ended(terms=terms, moves=moves), {}) is None
    assert refusal_of_end(ended(terms=terms, moves=moves - 1), {}) is WhyNot.TOO_SHORT


def test_a_game_without_a_result_is_not_rated() -> None:
    assert refusal_of_end(ended(winner=Winner.NONE), {}) is WhyNot.NO_RESULT
    assert refusal_of_end(ended(winner=Winner.DRAW), {}) is None


@pytest.mark.parametrize("reason", ["resign", "time", "abandoned"])
def test_who_gives_up_early_too_often_has_lost(reason: str) -> None:
    early = ended(winner=Winner.FIRST, moves=2, reason=reason)
    assert refusal_of_end(early, {BEN: ABORTS_A_DAY - 1}) is WhyNot.TOO_SHORT
    assert refusal_of_end(early, {BEN: ABORTS_A_DAY}) is None
    assert refusal_of_end(early, {ANN: ABORTS_A_DAY}) is WhyNot.TOO_SHORT


def test_a_short_game_that_nobody_gave_up_is_too_short_however_often_it_happens() -> None:
    assert refusal_of_end(ended(winner=Winner.FIRST, moves=2, reason="score"), {BEN: 99}) is WhyNot.TOO_SHORT
    assert refusal_of_end(ended(winner=Winner.DRAW, moves=2, reason="agreement"), {BEN: 99}) is WhyNot.TOO_SHORT


@pytest.mark.parametrize("reason", ["time", "forfeit"])
def test_a_program_that_fails_loses_to_nobody(reason: str) -> None:
    lost = ended(terms=AGAINST_LEVEL, winner=Winner.FIRST, reason=reason)
    assert refusal_of_end(lost, {}) is WhyNot.PROGRAM_FAILED
    assert refusal_of_end(replace(lost, winner=Winner.SECOND), {}) is None, "a person who loses on time has lost"
    assert refusal_of_end(replace(lost, reason="line"), {}) is None


# --- rows


def test_a_first_game_is_rated_as_a_newcomers_against_a_newcomer() -> None:
    won, lost = rating_rows(rated_result(), {}, 0)
    newcomer = Rating()
    assert (won.account_id, won.number, won.games, won.score) == (ANN, 1, 1, 1.0)
    assert won.rating == rate(newcomer, 1500, 350, 1)
    assert lost.rating == rate(newcomer, 1500, 350, 0)
    assert (lost.opponent, lost.opponent_rating, lost.opponent_deviation) == (ANN, 1500, 350)


def test_both_are_rated_by_what_the_other_was_before() -> None:
    ann = RatingRow(ANN, "GOMOKU", 4, Rating(1700, 80), 4, MORNING)
    ben = RatingRow(BEN, "GOMOKU", 9, Rating(1600, 90), 9, MORNING)
    result = rated_result(winner=Winner.SECOND, ended_at=MORNING)
    lost, won = rating_rows(result, {ANN: ann, BEN: ben}, 0)
    assert (lost.number, won.number) == (5, 10)
    assert lost.rating == rate(Rating(1700, 80), 1600, 90, 0)
    assert won.rating == rate(Rating(1600, 90), 1700, 80, 1)


def test_days_without_a_game_make_both_less_certain_before_it_is_rated() -> None:
    ann = RatingRow(ANN, "GOMOKU", 1, Rating(1700, 60), 1, MORNING)
    ben = RatingRow(BEN, "GOMOKU", 1, Rating(1600, 60), 1, MORNING)
    won, _ = rating_rows(rated_result(ended_at=MORNING + 30 * DAY_MS), {ANN: ann, BEN: ben}, 0)
    assert won.opponent_deviation == aged(ben.rating, 30).deviation > 80
    assert won.rating == rate(aged(ann.rating, 30), 1600, aged(ben.rating, 30).deviation, 1)


def test_only_the_account_is_rated_against_a_level() -> None:
    result = rated_result(second_account=None, second_player="level:5", level_rating=900.0, level_deviation=60.0)
    (row,) = rating_rows(result, {}, 0)
    assert (row.account_id, row.opponent, row.opponent_rating) == (ANN, "level:5", 900.0)
    assert row.rating == rate(Rating(), 900, 60, 1)


def test_the_fourth_game_of_a_pair_in_a_day_moves_half_as_much() -> None:
    full, _ = rating_rows(rated_result(), {}, 2)
    half, _ = rating_rows(rated_result(), {}, 3)
    assert not full.is_damped
    assert half.is_damped
    assert half.rating.rating - 1500 == pytest.approx((full.rating.rating - 1500) / 2, abs=1e-3)


def test_a_clock_that_went_back_makes_no_row_older_than_the_one_before() -> None:
    ann = RatingRow(ANN, "GOMOKU", 1, Rating(1700, 60), 1, MORNING)
    row, _ = rating_rows(rated_result(ended_at=MORNING - DAY_MS), {ANN: ann}, 0)
    assert row.at == MORNING
    assert row.rating == rate(ann.rating, 1500, 350, 1)


@given(st.lists(st.sampled_from(list(Winner)[:3]), min_size=1, max_size=12))
def test_exchanging_the_seats_exchanges_the_ratings(winners: list[Winner]) -> None:
    mirrored = {Winner.FIRST: Winner.SECOND, Winner.SECOND: Winner.FIRST, Winner.DRAW: Winner.DRAW}
    one: dict[str, RatingRow] = {}
    other: dict[str, RatingRow] = {}
    for number, winner in enumerate(winners):
        one.update((row.account_id, row) for row in rating_rows(rated_result(number, winner), one, number))
        swapped = rated_result(number, mirrored[winner], first_account=BEN, second_account=ANN)
        other.update((row.account_id, row) for row in rating_rows(swapped, other, number))
    assert one == other


# --- annulments


def played(*winners: Winner) -> list[list[RatingRow]]:
    """The rows of Ann and of Ben after these games, some days apart."""
    latest: dict[str, RatingRow] = {}
    rows: dict[str, list[RatingRow]] = {ANN: [], BEN: []}
    for number, winner in enumerate(winners, start=1):
        result = rated_result(number, winner, ended_at=MORNING + 3 * DAY_MS * number)
        for row in rating_rows(result, latest, 0):
            latest[row.account_id] = row
            rows[row.account_id].append(row)
    return [rows[ANN], rows[BEN]]


def test_an_annulled_last_game_leaves_what_was_before_it() -> None:
    ann, _ = played(Winner.FIRST, Winner.FIRST)
    now = ann[-1].at + DAY_MS
    row = row_without(ann, {"m2"}, "m2", now)
    assert (row.number, row.games, row.cause, row.match_id) == (3, 1, RatingCause.ANNULLED, "m2")
    assert row.rating == aged(ann[0].rating, (now - ann[0].at) / DAY_MS)


def test_the_games_after_an_annulled_one_count_as_they_were_played() -> None:
    ann, _ = played(Winner.SECOND, Winner.FIRST, Winner.FIRST)
    now = ann[-1].at
    row = row_without(ann, {"m1"}, "m1", now)
    second, third = ann[1:]
    assert second.opponent_rating is not None
    assert second.opponent_deviation is not None
    assert third.opponent_rating is not None
    assert third.opponent_deviation is not None
    once = rate(Rating(), second.opponent_rating, second.opponent_deviation, 1)
    aged_once = aged(once, (third.at - second.at) / DAY_MS)
    assert row.rating == rate(aged_once, third.opponent_rating, third.opponent_deviation, 1)
    assert row.games == 2
    assert row.rating.rating > ann[-1].rating.rating


def test_who_has_no_game_left_is_a_newcomer_again() -> None:
    ann, _ = played(Winner.FIRST)
    row = row_without(ann, {"m1"}, "m1", ann[0].at)
    assert (row.rating, row.games) == (Rating(), 0)


def test_what_was_annulled_before_stays_so() -> None:
    ann, _ = played(Winner.FIRST, Winner.SECOND, Winner.FIRST)
    now = ann[-1].at
    first = row_without(ann, {"m1"}, "m1", now)
    both = row_without([*ann, first], {"m1", "m3"}, "m3", now)
    assert both.games == 1
    assert both.number == 5
