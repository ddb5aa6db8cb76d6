"""How compiled players of Go treat people: they play on, refuse false markings, and know when they have lost."""

from __future__ import annotations

import asyncio
import logging
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Color,
    Game,
    MarkDead,
    Pass,
    Place,
    Resign,
    Resume,
    create_game,
    find_kind,
)
from tengen.players import Budget, StopToken, Turn, dead_stones, player_of_level
from tests.pictures import at, game_from, marked, play

GO = find_kind("go")
LEVELS = [3, 7]

each_level = pytest.mark.parametrize("level", LEVELS)

HALVES = """
    . . . # o . . . .
    . # . # o . . o .
    . . . # o . . . .
    # # # # o o o o o
    . . . # o . . . .
    . # . # o . . o .
    # # # # o o o o o
    . . . # o . . . .
    . . . # o . . . ."""
"""Black has 36 points and White 45, and nothing is open."""

INVADED = """
    . . . # o . . # .
    . # . # o . . o .
    . . . # o . . . .
    # # # # o o o o o
    . . . # o . . . .
    . # . # o . . o .
    # # # # o o o o o
    . . . # o . . . .
    . . . # o . . . ."""
"""The same with a lonely stone of Black's on H9, beside which nothing of White's is surrounded."""

SEKI = """
    # # # o o
    # . # o .
    # # # o o
    # # . o o
    # # # o o"""


def does(game: Game, level: int, color: Color | None = None, *, may_resign: bool = False) -> Action:
    """What a player of this level does for its colour."""
    turn = Turn.of(game.timeline, color, may_resign=may_resign)
    return asyncio.run(player_of_level(level, GO, game.ruleset, Random(1)).choose(turn, Budget(), StopToken()))


def at_the_count(picture: str) -> Game:
    """A game that Black's pass and White's have brought to where dead stones are marked."""
    return play(game_from("go", picture, rules={"preset": "chinese", "dead_stones": "agree"}), "pass pass")


# --- passing


@each_level
@pytest.mark.parametrize("rules", ["chinese", "japanese"])
@pytest.mark.parametrize("dead_stones", ["none", "agree"])
def test_who_passes_at_the_third_move_is_played_on_against_and_loses_by_it(
    level: int, rules: str, dead_stones: str
) -> None:
    game = play(create_game("go", 9, {"preset": rules, "dead_stones": dead_stones}), "E5 E3")
    for _ in range(4):
        game.act(Pass(BLACK))
        answer = does(game, level)
        assert isinstance(answer, Place)
        game.act(answer)
    assert game.state.position.board.count(WHITE) == 5


@each_level
def test_where_nothing_is_open_and_the_count_is_won_a_pass_is_answered_with_a_pass(level: int) -> None:
    assert does(play(game_from("go", HALVES), "pass"), level) == Pass(WHITE)


@each_level
def test_what_would_be_lost_by_passing_is_won_by_taking_dead_stones_first(level: int) -> None:
    """Black passes to the end: as the board stands White has lost more than the komi gives back."""
    game = game_from("go", INVADED, rules={"komi": 0.5})
    score = game.ruleset.score(game.state)
    assert score is not None
    assert score.leader is not WHITE
    for _ in range(60):
        if game.state.is_over:
            break
        game.act(Pass(BLACK) if game.state.position.to_move is BLACK else does(game, level))
    assert game.state.outcome is not None
    assert game.state.outcome.winner is WHITE


# --- marking


@each_level
def test_all_stones_marked_dead_is_refused_as_often_as_it_is_tried(
    level: int, caplog: pytest.LogCaptureFixture
) -> None:
    game = at_the_count(HALVES)
    for _ in range(3):
        game.act(MarkDead(BLACK, tuple(sorted(marked(HALVES, "o")))))
        game.act(Agree(BLACK))
        refusal = does(game, level, WHITE)
        assert refusal == Resume(WHITE)
        game.act(refusal)
        while game.state.phase == "play":
            game.act(Pass(BLACK) if game.state.position.to_move is BLACK else does(game, level))
    game.act(Agree(BLACK))
    game.act(does(game, level, WHITE))
    assert game.state.outcome is not None
    assert game.state.outcome.winner is WHITE
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@each_level
def test_a_right_marking_is_agreed_with(level: int) -> None:
    game = at_the_count(INVADED)
    game.act(MarkDead(BLACK, (at("H9", game.ruleset.board_spec()),)))
    game.act(Agree(BLACK))
    assert does(game, level, WHITE) == Agree(WHITE)


@each_level
def test_what_it_believes_dead_it_marks(level: int) -> None:
    game = at_the_count(INVADED)
    game.act(Agree(BLACK))
    assert does(game, level, WHITE) == MarkDead(WHITE, (at("H9", game.ruleset.board_spec()),))


def test_stones_in_seki_are_not_proposed_as_dead() -> None:
    game = at_the_count(SEKI)
    assert asyncio.run(dead_stones(Turn.of(game.timeline), Random(1), 3_000)) == frozenset()


# --- giving up


def lost_for_white(moves: str) -> Game:
    """A game that White cannot win, whatever happens."""
    return play(create_game("go", 5, {"komi": -60}), moves)


LOST = "C3 B4 D4 C4 D3 B3 C2"


@each_level
def test_what_is_lost_is_given_up_where_that_is_allowed(level: int) -> None:
    game = lost_for_white(LOST)
    assert does(game, level, may_resign=True) == Resign(WHITE)
    assert not isinstance(does(game, level), Resign)


@each_level
def test_nobody_gives_up_in_the_opening(level: int) -> None:
    for count in range(1, 6, 2):
        game = lost_for_white(" ".join(LOST.split()[:count]))
        assert not isinstance(does(game, level, may_resign=True), Resign)


@each_level
def test_who_has_won_does_not_give_up(level: int) -> None:
    game = play(lost_for_white(LOST), "B2")
    assert not isinstance(does(game, level, may_resign=True), Resign)
