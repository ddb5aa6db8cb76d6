"""Grading the levels: which pairs play, and the scale that their games give."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tengen.arena.calibration import (
    LEAST_SHARE,
    Cost,
    Line,
    folder_of,
    games_of,
    grade,
    neighbours,
    openings_for,
    plan_of,
    played_in,
    read_pairs,
)
from tengen.arena.documents import Result
from tengen.arena.folder import Folder
from tengen.arena.level_costs import cost_of
from tengen.arena.plan import Plan
from tengen.arena.ratings import Rating
from tengen.arena.stats import Tally, wilson
from tengen.core import ErrorCode, GameError, create_rules, find_kind
from tests.arena.plans import essence, run

OTHELLO = find_kind("othello")
LITTLE = create_rules("othello", 4)


def plan(low: int, high: int, games: int = 2) -> Plan:
    return plan_of(OTHELLO, LITTLE, (low, high), games, openings_for(LITTLE, 1))


def results(low: int, high: int, won_by_higher: Sequence[float]) -> tuple[Plan, list[Result]]:
    """The games of two levels, colours exchanged game by game, from what the higher made of each."""
    made = []
    for index, points in enumerate(won_by_higher):
        is_exchanged = index % 2 == 1
        of_first = points if is_exchanged else 1 - points
        made.append(Result(index, index // 2, int(is_exchanged), int(not is_exchanged), of_first))
    return plan(low, high, len(won_by_higher)), made


def three_quarters(games: int) -> list[float]:
    return [1, 1, 1, 0] * (games // 4)


# --- who plays


def test_neighbours_are_levels_that_follow_each_other() -> None:
    assert neighbours(3, 6) == ((3, 4), (4, 5), (5, 6))


def test_pairs_are_read_in_order_and_once() -> None:
    assert read_pairs("7-9, 3-4,3-4") == ((3, 4), (7, 9))


@pytest.mark.parametrize("written", ["", "3", "4-3", "3-3", "0-1", "9-11", "3-4,", "a-b", "3-4-5", "³-4", "3-999"])
def test_pairs_that_are_none_are_refused(written: str) -> None:
    with pytest.raises(GameError) as refused:
        read_pairs(written)
    assert refused.value.code is ErrorCode.BAD_RULES


def test_higher_levels_play_fewer_games() -> None:
    assert [games_of(pair) for pair in ((1, 2), (6, 7), (7, 8), (9, 10))] == [200, 200, 100, 100]


def test_only_who_meets_the_last_level_has_a_time() -> None:
    openings = openings_for(LITTLE, 1)
    assert plan_of(OTHELLO, LITTLE, (8, 9), 2, openings).pace.ms is None
    assert plan_of(OTHELLO, LITTLE, (9, 10), 2, openings, last_ms=250).pace.ms == 250


def test_openings_are_as_long_as_they_must_be_to_be_enough() -> None:
    ruleset = create_rules("othello")
    openings = openings_for(ruleset, 1)
    boards = {openings[number].state.position.board for number in range(100)}
    assert len(boards) == 100
    shorter = int(openings.source.removeprefix("random:")) - 2
    assert shorter >= 4, "four plies are not enough in Othello"


def test_a_board_with_few_openings_has_them_all() -> None:
    assert not openings_for(LITTLE, 1)[99].state.is_over


def test_rules_that_begin_with_choices_have_no_random_plies() -> None:
    assert openings_for(create_rules("gomoku", 15, {"opening": "swap2"}), 1).source == "random:0"


# --- the scale


def test_neighbours_at_three_quarters_are_190_elo_apart() -> None:
    played = {(low, low + 1): results(low, low + 1, three_quarters(40)) for low in (3, 4)}
    lines = grade(played)
    assert [line.level for line in lines] == [3, 4, 5]
    assert [line.rating.elo for line in lines] == pytest.approx([-190.8485, 0, 190.8485], abs=1e-2)


def test_who_is_equal_is_rated_equal() -> None:
    lines = grade({(3, 4): results(3, 4, [1, 0, 0, 1] * 5)})
    assert [line.rating.elo for line in lines] == pytest.approx([0, 0], abs=1e-6)
    assert not lines[1].is_accepted


def test_points_are_counted_for_the_higher_level() -> None:
    (_, line) = grade({(3, 4): results(3, 4, [1, 1, 0.5, 0])})
    assert line.below == Tally(2, 1, 1)
    assert line.games == 4


def test_levels_that_are_no_neighbours_help_the_scale_and_are_not_below() -> None:
    alone = {(3, 4): results(3, 4, three_quarters(40)), (4, 5): results(4, 5, three_quarters(40))}
    lines = grade(alone | {(3, 5): results(3, 5, [1] * 39 + [0])})
    assert [line.games for line in lines] == [80, 80, 80]
    assert lines[2].below == Tally(30, 0, 10)
    assert lines[2].rating.error < grade(alone)[2].rating.error


def test_who_won_everything_is_only_bounded() -> None:
    lines = grade({(1, 2): results(1, 2, [1] * 10)})
    assert all(line.rating.is_bound for line in lines)
    assert lines[1].is_accepted


@pytest.mark.parametrize(
    ("below", "is_accepted"),
    [
        (Tally(128, 0, 72), True),
        (Tally(127, 0, 73), False),  # 63.5 %
        (Tally(7, 0, 3), False),  # 70 %, but ten games prove nothing
        (Tally(200, 0, 0), True),
        (None, True),
    ],
)
def test_a_level_is_accepted_at_64_percent_and_clearly_above_a_half(below: Tally | None, is_accepted: bool) -> None:
    line = Line(5, Rating(0, 50), 200, below)
    assert line.is_accepted is is_accepted
    if below is not None and is_accepted:
        assert below.score >= LEAST_SHARE
        assert wilson(below.score, below.games).low > 0.5


# --- played


def test_games_of_a_pair_are_kept_found_again_and_the_same_again(tmp_path: Path) -> None:
    ours = plan(1, 2, 4)
    with Folder(tmp_path / folder_of((1, 2)), ours) as folder:
        tournament = run(ours, folder)
    (tmp_path / "notes").mkdir()
    (tmp_path / "3-4").mkdir()
    played = played_in(tmp_path)
    assert list(played) == [(1, 2)]
    assert essence(played[1, 2][1]) == essence(tournament.results) == essence(run(ours).results)
    assert [line.level for line in grade(played)] == [1, 2]


def test_nothing_was_played_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert played_in(tmp_path / "none") == {}


def test_a_move_costs_nodes_only_where_somebody_searches() -> None:
    openings = openings_for(LITTLE, 1)
    by_chance, by_search = (cost_of(OTHELLO, openings, level, 1000, wanted=1) for level in (1, 3))
    assert by_chance.nodes == 0
    assert by_search.nodes > 0
    assert cost_of(OTHELLO, openings, 3, 1000, wanted=1).nodes == by_search.nodes


def test_a_line_is_published_with_its_cost() -> None:
    line = Line(4, Rating(120.4, 33.3), 400, Tally(120, 20, 60))
    strength = line.strength(Cost(812.6, 0.31))
    assert (strength.level, strength.elo, strength.error, strength.nodes, strength.ms) == (4, 120.4, 33.3, 813, 0.31)
    assert strength.below is not None
    assert (strength.below.share, strength.below.games) == (0.65, 200)
