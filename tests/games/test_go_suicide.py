"""Suicide in Go: a single stone never, several stones only where the rules allow it."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, ErrorCode, Game, Prisoners, create_game, create_rules
from tengen.games.go.options import PRESETS
from tests.pictures import at, game_from, legal, play, refusal, shows, tidy

TWO_POINT_EYE = """. . . . .
                   . . . . .
                   . . . . .
                   o o . . .
                   . . o . ."""


def two_point_eye(*, ko: str, suicide: bool = True) -> Game:
    """Black plays into an eye of two points; the second stone there would be without a liberty."""
    return game_from("go", TWO_POINT_EYE, rules={"ko": ko, "suicide": suicide})


# --- one stone


@pytest.mark.parametrize("preset", PRESETS)
def test_a_single_stone_may_never_be_put_where_it_has_no_liberty(preset: str) -> None:
    for picture, point in (
        (
            """. . . . .
               . . o . .
               . o . o .
               . . o . .
               . . . . .""",
            "c3",
        ),
        (
            """. o . . .
               o . . . .
               . . . . .
               . . . . .
               . . . . .""",
            "a5",
        ),
    ):
        game = game_from("go", picture, rules=preset)
        assert refusal(game, point) is ErrorCode.SUICIDE
        assert at(point, game.ruleset.board_spec()) not in legal(game)


def test_a_refused_suicide_changes_nothing() -> None:
    game = game_from("go", TWO_POINT_EYE, rules={"suicide": False})
    play(game, "a1 pass")
    before = game.state
    assert refusal(game, "b1") is ErrorCode.SUICIDE
    assert game.state == before


def test_what_is_suicide_for_one_side_is_an_eye_for_the_other() -> None:
    game = game_from(
        "go",
        """. . o . .
           . o . o .
           . . o . .
           . . . . .
           . . . . .""",
    )
    assert refusal(game, "c4") is ErrorCode.SUICIDE
    play(game, "pass")
    assert refusal(game, "c4") is None


def test_a_stone_without_liberties_may_join_a_chain_that_has_another() -> None:
    game = game_from(
        "go",
        """. # o . .
           # # o . .
           o o o . .
           . . . . .
           . . . . .""",
    )
    assert refusal(game, "a5") is ErrorCode.SUICIDE
    game = game_from(
        "go",
        """. # o . .
           # # o . .
           . o o . .
           . . . . .
           . . . . .""",
    )
    assert refusal(game, "a5") is None


# --- several stones


@pytest.mark.parametrize("preset", [name for name, axes in PRESETS.items() if not axes["suicide"]])
def test_most_rule_sets_forbid_the_suicide_of_several_stones(preset: str) -> None:
    game = play(game_from("go", TWO_POINT_EYE, rules=preset), "a1 e5")
    assert refusal(game, "b1") is ErrorCode.SUICIDE
    assert at("b1", game.ruleset.board_spec()) not in legal(game)


@pytest.mark.parametrize("preset", ["tromp-taylor", "new-zealand", "ing"])
def test_some_rule_sets_allow_it_and_the_stones_become_the_opponents_prisoners(preset: str) -> None:
    game = play(game_from("go", TWO_POINT_EYE, rules=preset), "a1 e5")
    assert at("b1", game.ruleset.board_spec()) in legal(game)
    assert shows(play(game, "b1")) == tidy("""
        . . . . o
        . . . . .
        . . . . .
        o o . . .
        . . o . .""")
    assert game.state.position.prisoners == Prisoners(white=2)
    assert game.state.position.to_move is WHITE


def test_where_suicide_is_allowed_a_move_that_takes_still_keeps_the_own_stones() -> None:
    game = game_from(
        "go",
        """. # o . .
           # # o . .
           o o # . .
           . # . . .
           # . . . .""",
        rules="tromp-taylor",
    )
    play(game, "a2")
    assert game.state.position.prisoners == Prisoners(black=2)
    assert game.state.position.board.count(BLACK) == 7


def test_suicide_gives_liberties_to_the_surrounding_chains() -> None:
    game = game_from(
        "go",
        """# . o . .
           # o o . .
           # o . . .
           o o . . .
           . . . . .""",
        rules="tromp-taylor",
    )
    assert shows(play(game, "b5")) == tidy("""
        . . o . .
        . o o . .
        . o . . .
        o o . . .
        . . . . .""")
    assert game.state.position.prisoners == Prisoners(white=4)


# --- suicide and repetition


def test_positional_superko_refuses_a_suicide_that_brings_an_old_board_back() -> None:
    game = play(two_point_eye(ko="positional"), "a1 pass")
    assert refusal(game, "b1") is ErrorCode.SUPERKO


def test_situational_superko_allows_it_because_now_the_other_side_is_to_move() -> None:
    game = play(two_point_eye(ko="situational"), "a1 pass b1")
    assert shows(game) == tidy(TWO_POINT_EYE)
    assert game.state.position.to_move is WHITE


def test_simple_ko_allows_it_and_the_passes_between_keep_the_game_going() -> None:
    game = play(two_point_eye(ko="simple"), "a1 pass b1")
    assert shows(game) == tidy(TWO_POINT_EYE)
    assert not game.state.is_over


def test_every_preset_says_whether_it_allows_suicide() -> None:
    allowing = {name for name in PRESETS if create_rules("go", 9, name).options()["suicide"]}
    assert allowing == {"tromp-taylor", "new-zealand", "ing"}


def test_the_axis_can_be_set_by_itself() -> None:
    game = play(create_game("go", 5, {"preset": "japanese", "suicide": True}), "a5 a2 b5 b2 c5 c1 a1 d5")
    assert refusal(game, "b1") is None
