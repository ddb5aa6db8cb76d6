"""The rules of Peace, each on a picture."""

from __future__ import annotations

import math
import tomllib
from importlib import resources

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    ErrorCode,
    Outcome,
    Pass,
    Reason,
    Resign,
    create_game,
    create_rules,
    find_kind,
    perft,
)
from tests.pictures import game_from, legal, play, refusal, shows, tidy


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_the_game_begins_with_the_four_discs_of_othello_and_black(size: int) -> None:
    game = create_game("peace", size)
    assert game.state.position.board == Board.centre_four(size)
    assert game.state.position.to_move is BLACK


def test_a_disc_goes_on_any_empty_cell_and_turns_nothing_over() -> None:
    game = play(create_game("peace", 4), "1a 1b c1 4d")
    assert shows(game) == tidy("""
        # o # .
        . o # .
        . # o .
        . . . o""")
    assert legal(game) == set(game.state.position.board.empties())


def test_a_cell_with_a_disc_on_it_is_refused() -> None:
    game = play(create_game("peace"), "1a")
    for name in ("1a", "d4", "e5"):
        assert refusal(game, name) is ErrorCode.OCCUPIED


def test_nobody_passes() -> None:
    game = create_game("peace")
    assert refusal(game, "pass") is ErrorCode.NO_PASS
    assert game.ruleset.refusal(game.state, Pass(WHITE)) is ErrorCode.NOT_YOUR_TURN


def test_a_full_board_is_the_end_and_nobody_wins() -> None:
    game = game_from(
        "peace",
        """# o # # # # # #
           o # o o o o o o
           # o # # # # # #
           o # o o # o o o
           # o # # o # # #
           o # o o o o o o
           # o # # # # # #
           o # o o o o o .""",
        to_move=WHITE,
    )
    assert not game.state.is_over
    play(game, "8h")
    assert game.state.position.board.is_full
    assert game.state.outcome == Outcome(None, Reason.FULL_BOARD)
    assert game.state.outcome.is_draw
    assert refusal(game, "8h") is ErrorCode.GAME_OVER


def test_there_are_no_points() -> None:
    game = create_game("peace")
    assert game.ruleset.score(game.state) is None


def test_it_cannot_be_won_but_may_be_given_up() -> None:
    assert not find_kind("peace").can_be_won
    game = create_game("peace")
    game.act(Resign(BLACK))
    assert game.state.is_over


PERFT = tomllib.loads(resources.files("tengen.games.peace").joinpath("perft.toml").read_text(encoding="utf-8"))
NUMBERS = [
    (start["size"], depth, leaves) for start in PERFT["start"] for depth, leaves in enumerate(start["leaves"], start=1)
]


@pytest.mark.parametrize(("size", "depth", "leaves"), NUMBERS)
def test_the_known_numbers_are_a_falling_factorial(size: int, depth: int, leaves: int) -> None:
    assert leaves == math.perm(size * size - 4, depth)


@pytest.mark.parametrize(("size", "depth", "leaves"), [number for number in NUMBERS if number[2] < 15_000])
def test_the_tree_has_the_known_number_of_leaves(size: int, depth: int, leaves: int) -> None:
    assert perft(create_rules("peace", size), depth) == leaves
