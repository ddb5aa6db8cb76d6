"""Capture in Go, each rule on a picture: liberties, atari, several chains at once, snapback, prisoners."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, ErrorCode, Prisoners, create_game
from tests.pictures import game_from, play, refusal, shows, tidy

# --- the last liberty


@pytest.mark.parametrize(
    ("picture", "point"),
    [
        (
            """. . . . .
               . . # . .
               . # o # .
               . . . . .
               . . . . .""",
            "c2",
        ),
        (
            """. . # o .
               . . . # .
               . . . . .
               . . . . .
               . . . . .""",
            "e5",
        ),
        (
            """. . . . .
               . . . . .
               . . . . .
               # . . . .
               o . . . .""",
            "b1",
        ),
    ],
    ids=["in the middle", "at the edge", "in the corner"],
)
def test_a_stone_in_atari_is_taken_by_a_move_on_its_last_liberty(picture: str, point: str) -> None:
    game = play(game_from("go", picture), point)
    assert game.state.position.board.count(WHITE) == 0
    assert game.state.position.prisoners == Prisoners(black=1)


def test_stones_touching_along_lines_live_and_die_together() -> None:
    game = game_from(
        "go",
        """. # # . .
           # o o # .
           # o # . .
           . o # . .
           . # . . .""",
    )
    assert shows(play(game, "a2")) == tidy("""
        . # # . .
        # . . # .
        # . # . .
        # . # . .
        . # . . .""")
    assert game.state.position.prisoners == Prisoners(black=4)


def test_stones_touching_only_at_corners_are_not_connected() -> None:
    game = game_from(
        "go",
        """. # . . .
           # o # . .
           . . o . .
           . . . . .
           . . . . .""",
    )
    assert shows(play(game, "b3")) == tidy("""
        . # . . .
        # . # . .
        . # o . .
        . . . . .
        . . . . .""")


def test_a_chain_in_atari_may_run() -> None:
    game = game_from(
        "go",
        """. . . . .
           . . # . .
           . # o # .
           . . . . .
           . . . . .""",
        to_move=WHITE,
    )
    play(game, "c2 c1")
    assert shows(game) == tidy("""
        . . . . .
        . . # . .
        . # o # .
        . . o . .
        . . # . .""")
    assert game.state.position.prisoners == Prisoners()


def test_one_move_may_take_several_chains() -> None:
    game = game_from(
        "go",
        """. . # . .
           . # o # .
           # o . o #
           . # o # .
           . . # . .""",
    )
    assert shows(play(game, "c3")) == tidy("""
        . . # . .
        . # . # .
        # . # . #
        . # . # .
        . . # . .""")
    assert game.state.position.prisoners == Prisoners(black=4)


def test_a_chain_that_borders_the_move_on_two_sides_is_taken_once() -> None:
    game = game_from(
        "go",
        """. # # # .
           # o o o #
           # o . o #
           # o o o #
           . # # # .""",
    )
    play(game, "c3")
    assert game.state.position.prisoners == Prisoners(black=8)
    assert game.state.position.board.count(WHITE) == 0


def test_opposing_stones_go_first_so_a_move_that_takes_needs_no_liberty_before() -> None:
    game = game_from(
        "go",
        """. o # . .
           o # # . .
           # # . . .
           . . . . .
           . . . . .""",
    )
    assert shows(play(game, "a5")) == tidy("""
        # . # . .
        . # # . .
        # # . . .
        . . . . .
        . . . . .""")


def test_both_chains_without_liberties_only_the_opponents_goes() -> None:
    game = game_from(
        "go",
        """# . o . .
           # o o . .
           o o . . .
           . . . . .
           . . . . .""",
        to_move=WHITE,
    )
    play(game, "b5")
    assert shows(game) == tidy("""
        . o o . .
        . o o . .
        o o . . .
        . . . . .
        . . . . .""")
    assert game.state.position.prisoners == Prisoners(white=2)


# --- snapback


def test_a_snapback_takes_back_more_than_was_given_and_is_no_ko() -> None:
    game = game_from(
        "go",
        """. . . . .
           . . . . .
           . # # # .
           # o o o #
           # o . . #""",
    )
    play(game, "c1")
    assert shows(play(game, "d1")) == tidy("""
        . . . . .
        . . . . .
        . # # # .
        # o o o #
        # o . o #""")
    assert game.state.position.prisoners == Prisoners(white=1)
    assert shows(play(game, "c1")) == tidy("""
        . . . . .
        . . . . .
        . # # # .
        # . . . #
        # . # . #""")
    assert game.state.position.prisoners == Prisoners(black=5, white=1)


# --- prisoners and turns


def test_each_side_keeps_count_of_what_it_took() -> None:
    game = game_from(
        "go",
        """o # . . .
           . . . . .
           . . . . .
           . . . . .
           . . . o #""",
    )
    play(game, "a4 e2")
    assert game.state.position.prisoners == Prisoners(black=1, white=1)
    play(game, "c3 pass")
    assert game.state.position.prisoners == Prisoners(black=1, white=1)


def test_the_taken_points_are_free_again_for_both() -> None:
    game = game_from(
        "go",
        """o # . . .
           . . . . .
           . . . . .
           . . . . .
           . . . . .""",
    )
    play(game, "a4 c3")
    assert refusal(game, "a5") is None
    play(game, "c2")
    assert refusal(game, "a5") is ErrorCode.SUICIDE


def test_black_begins_on_an_empty_board_and_turns_alternate() -> None:
    game = create_game("go", 9)
    colors = []
    for name in ("e5", "c3", "pass", "g7"):
        colors.append(game.state.position.to_move)
        play(game, name)
    assert colors == [BLACK, WHITE, BLACK, WHITE]


def test_a_point_with_a_stone_is_occupied_for_both_sides() -> None:
    game = play(create_game("go", 5), "c3")
    assert refusal(game, "c3") is ErrorCode.OCCUPIED
    play(game, "pass")
    assert refusal(game, "c3") is ErrorCode.OCCUPIED
