"""What a move gave away: from its player's side, graded, and silent where nothing could be lost."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, Action, Choose, Color, Pass, Place, Point, Resign
from tengen.players import Analysis, Candidate
from tengen.study import Grade, judge

HERE, THERE = Point(0, 0), Point(1, 1)


def worth(win: float, margin: float | None = None, *, exact: int | None = None) -> Analysis:
    """A position whose best move is THERE."""
    return Analysis(win, margin, (Candidate((THERE,), win, margin, is_certain=exact is not None),), exact=exact)


@pytest.mark.parametrize(
    ("before", "after", "grade"),
    [
        (0.60, 0.56, None),
        (0.60, 0.54, Grade.INACCURACY),
        (0.60, 0.49, Grade.MISTAKE),
        (0.60, 0.39, Grade.BLUNDER),
        (0.60, 0.75, None),
        (0.04, 0.00, None),
    ],
)
@pytest.mark.parametrize("player", [BLACK, WHITE])
def test_a_move_is_graded_by_the_win_that_its_player_loses(
    player: Color, before: float, after: float, grade: Grade | None
) -> None:
    if player is WHITE:
        before, after = 1 - before, 1 - after
    found = judge(Place(player, HERE), worth(before), worth(after))
    assert found is not None
    assert found.grade is grade
    assert found.win == pytest.approx(max(before - after if player is BLACK else after - before, 0))


def test_the_loss_is_told_in_points_too() -> None:
    found = judge(Place(WHITE, HERE), worth(0.5, -1.5), worth(0.6, 2.5))
    assert found is not None
    assert found.margin == 4.0
    better = judge(Place(WHITE, HERE), worth(0.5, -1.5), worth(0.4, -9.0))
    assert better is not None
    assert better.margin == 0.0


def test_the_best_move_gives_nothing_away_whatever_is_found_later() -> None:
    found = judge(Place(BLACK, THERE), worth(0.9, 5.0), worth(0.2, -5.0))
    assert found is not None
    assert (found.win, found.margin, found.grade) == (0.0, 0.0, None)


def test_a_proven_win_that_stays_one_is_no_mistake() -> None:
    found = judge(Place(BLACK, HERE), worth(1.0, 30.0, exact=30), worth(1.0, 2.0, exact=-2))
    assert found is not None
    assert (found.grade, found.margin) == (None, 28.0)


def test_a_proven_win_thrown_away_is_a_blunder() -> None:
    found = judge(Place(WHITE, HERE), worth(0.0, -4.0, exact=4), worth(1.0, 2.0, exact=2))
    assert found is not None
    assert found.grade is Grade.BLUNDER


@pytest.mark.parametrize("action", [None, Resign(BLACK), Choose(BLACK, "black")])
def test_what_is_no_move_is_not_judged(action: Action | None) -> None:
    assert judge(action, worth(0.9), worth(0.1)) is None


def test_where_nothing_is_known_nothing_is_judged() -> None:
    assert judge(Pass(BLACK), Analysis(), worth(0.1)) is None
    assert judge(Pass(BLACK), worth(0.1), Analysis()) is None
