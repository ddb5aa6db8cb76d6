"""How a game stands and how it ended."""

from __future__ import annotations

import copy
import pickle

import pytest

from tengen.core import BLACK, SHARED_REASONS, WHITE, Outcome, Reason, Score, find_kind, find_reason


def test_more_points_win_by_the_difference() -> None:
    assert Outcome.by_score(Score(40.0, 47.5)) == Outcome(WHITE, Reason.SCORE, 7.5, Score(40.0, 47.5))
    assert Outcome.by_score(Score(33, 31)).winner is BLACK


def test_level_points_are_a_draw() -> None:
    level = Outcome.by_score(Score(32, 32))
    assert level.is_draw
    assert level.margin == 0
    assert Score(32, 32).leader is None


def test_no_result_is_not_a_draw() -> None:
    assert not Outcome(None, Reason.REPETITION, no_result=True).is_draw
    assert Outcome.draw(Reason.FULL_BOARD).is_draw


def test_a_win_without_points_has_no_margin() -> None:
    assert Outcome.won(BLACK, Reason.RESIGN) == Outcome(BLACK, Reason.RESIGN, None, None)


# --- reasons


def test_a_reason_is_one_object_wherever_it_comes_from() -> None:
    for reason in SHARED_REASONS:
        assert Reason(str(reason)) is reason
        assert pickle.loads(pickle.dumps(reason)) is reason  # noqa: S301  # our own bytes
        assert copy.deepcopy(reason) is reason
        assert find_reason(str(reason)) is reason
        assert type(str(reason)) is str


@pytest.mark.parametrize("name", ["", "Boredom", "of boredom", "2late", "b" * 33, "reason.line"])
def test_a_reason_has_a_plain_name(name: str) -> None:
    with pytest.raises(AssertionError, match="no name of a reason"):
        Reason(name)


def test_a_name_that_no_game_declares_is_no_reason_and_makes_none() -> None:
    assert find_reason("boredom") is None
    assert find_reason("line", "peace") is Reason.LINE, "shared reasons are every game's"
    assert find_kind("go").rules.find_reason("boredom") is None
