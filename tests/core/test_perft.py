"""Counting trees: what is a ply and what is a leaf."""

from __future__ import annotations

from tengen.core import ErrorCode, create_game, create_rules, perft
from tests.pictures import game_from, play, refusal


def test_depth_nothing_is_one_leaf() -> None:
    assert perft(create_rules("corners", 3), 0) == 1


def test_every_legal_action_is_a_ply_and_resigning_is_none() -> None:
    rules = create_rules("corners", 3, {"rest": False})
    assert [perft(rules, depth) for depth in range(1, 4)] == [9, 9 * 8, 9 * 8 * 7]


def test_a_pass_is_a_ply() -> None:
    assert perft(create_rules("corners", 3), 1) == 9 + 1


def test_a_finished_game_is_one_leaf_at_any_remaining_depth() -> None:
    picture = """# o #
                 o # o
                 # . ."""
    game = game_from("corners", picture, rules={"rest": False})
    assert [perft(game.ruleset, depth, game.state) for depth in range(5)] == [1, 2, 2, 2, 2]


def test_a_forced_pass_is_counted_like_any_ply() -> None:
    game = game_from(
        "othello",
        """o # . .
           o # # #
           o o # .
           o o o .""",
    )
    assert refusal(game, "d4") is ErrorCode.MUST_PASS
    after = play(create_game("othello", 4, setup=game.timeline.setup), "pass")
    assert perft(game.ruleset, 1, game.state) == 1
    assert perft(game.ruleset, 2, game.state) == len(after.ruleset.legal_points(after.state)) == 4
