"""Actions and moves: the words that save files and messages use."""

from __future__ import annotations

from typing import get_args

from tengen.core import ACTION_NAMES, BLACK, PASS, WHITE, Action, Pass, Place, Point, from_move


def test_every_action_has_a_name_of_its_own() -> None:
    assert set(ACTION_NAMES) == set(get_args(Action))
    assert len(set(ACTION_NAMES.values())) == len(ACTION_NAMES)


def test_a_move_becomes_the_action_that_plays_it() -> None:
    assert from_move(BLACK, Point(3, 4)) == Place(BLACK, Point(3, 4))
    assert from_move(WHITE, PASS) == Pass(WHITE)
