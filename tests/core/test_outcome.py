"""How a game stands and how it ended."""

from __future__ import annotations

from tengen.core import BLACK, WHITE, Outcome, Reason, Score


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
