"""Ko: what was just taken by a single stone may not be taken back at once, under every rule set."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, WHITE, ErrorCode, Game, Prisoners, Resume
from tengen.games.go.options import Ko
from tests.pictures import at, game_from, legal, play, refusal, shows, tidy

EVERY_KO = pytest.mark.parametrize("ko", [ko.value for ko in Ko])

KO = """. . . . .
        . # o . .
        # o . o .
        . # o . .
        . . . . ."""


def ko_fight(ko: str, *, dead_stones: str = "none") -> Game:
    """Black has just taken the ko on c3."""
    return play(game_from("go", KO, rules={"ko": ko, "dead_stones": dead_stones}), "c3")


def test_taking_a_ko() -> None:
    game = ko_fight("positional")
    assert shows(game) == tidy("""
        . . . . .
        . # o . .
        # . # o .
        . # o . .
        . . . . .""")
    assert game.state.position.prisoners == Prisoners(black=1)


@EVERY_KO
def test_a_ko_may_not_be_taken_back_at_once(ko: str) -> None:
    game = ko_fight(ko)
    assert refusal(game, "b3") is ErrorCode.KO
    assert at("b3", game.ruleset.board_spec()) not in legal(game)


@EVERY_KO
def test_a_ko_may_be_taken_back_after_a_move_elsewhere_and_its_answer(ko: str) -> None:
    game = play(ko_fight(ko), "e5 e4 b3")
    assert shows(game) == tidy("""
        . . . . o
        . # o . #
        # o . o .
        . # o . .
        . . . . .""")
    assert game.state.position.prisoners == Prisoners(black=1, white=1)


@EVERY_KO
def test_then_it_is_the_other_sides_turn_to_look_for_a_threat(ko: str) -> None:
    game = play(ko_fight(ko), "e5 e4 b3")
    assert refusal(game, "c3") is ErrorCode.KO
    play(game, "a1 b1")
    assert refusal(game, "c3") is None


@EVERY_KO
def test_a_ko_may_be_closed(ko: str) -> None:
    game = play(ko_fight(ko), "e5 b3")
    assert shows(game) == tidy("""
        . . . . o
        . # o . .
        # # # o .
        . # o . .
        . . . . .""")


@EVERY_KO
def test_a_ko_in_the_corner(ko: str) -> None:
    game = game_from(
        "go",
        """o . o . .
           # o o . .
           # . . . .
           . . . . .
           . . . . .""",
        rules={"ko": ko},
    )
    assert shows(play(game, "b5")) == tidy("""
        . # o . .
        # o o . .
        # . . . .
        . . . . .
        . . . . .""")
    assert refusal(game, "a5") is ErrorCode.KO
    play(game, "e1 d1")
    assert refusal(game, "a5") is None


@EVERY_KO
def test_taking_back_one_of_two_kos_is_allowed(ko: str) -> None:
    game = game_from(
        "go",
        """. # o . . .
           # o . o . .
           . # o . . .
           . # o . . .
           # . # o . .
           . # o . . .""",
        rules={"ko": ko},
    )
    play(game, "c5")
    assert refusal(game, "b5") is ErrorCode.KO
    assert refusal(game, "b2") is None


# --- passes and ko


def resumed(ko: str) -> Game:
    """Black took the ko, both passed and Black wants to play on: White, who passed first, is to move."""
    game = play(ko_fight(ko, dead_stones="agree"), "pass pass")
    game.act(Resume(BLACK))
    assert game.state.position.to_move is WHITE
    return game


def test_under_simple_ko_passes_let_the_ko_be_taken_back() -> None:
    assert refusal(resumed("simple"), "b3") is None


def test_under_superko_no_pass_brings_an_old_board_back() -> None:
    assert refusal(resumed("positional"), "b3") is ErrorCode.SUPERKO
    assert refusal(resumed("situational"), "b3") is ErrorCode.SUPERKO


@EVERY_KO
def test_a_set_up_forgets_which_ko_was_just_taken(ko: str) -> None:
    game = game_from("go", shows(ko_fight(ko)), to_move=WHITE, rules={"ko": ko})
    assert refusal(game, "b3") is None
