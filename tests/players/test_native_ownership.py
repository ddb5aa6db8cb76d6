"""Boards played out by the compiled module: what it tells of settled ones, for whom, and what it refuses."""

from __future__ import annotations

import logging

import pytest

from tengen.core import BLACK, WHITE, Color, Game, create_game
from tengen.players import Ownership, StopToken, native
from tests.pictures import board, game_from, play

SETTLED = """
    . # . # o . o . o
    # # # # o o o o .
    . # . # o . . o o
    # # # # o . # . o
    . . . # o . . . o
    . o . # o o o o o
    . . . # # # # # #
    # # # # . # . # .
    . # . # # # # # #"""
"""White's stone on B4 and Black's on G6 cannot be saved: Black has 51 points, White 30."""


def played_out(game: Game, games: int = 100, seed: int = 1, stop: StopToken | None = None) -> Ownership:
    found = native.ownership(game.ruleset, game.state, games, stop or StopToken(), seed=seed, both_begin=True)
    assert found is not None
    return found


@pytest.mark.parametrize("to_move", [BLACK, WHITE])
def test_a_settled_board_has_its_owners_and_its_count(to_move: Color) -> None:
    found = played_out(game_from("go", SETTLED, to_move=to_move, rules={"komi": 7.5}))
    cells = board(SETTLED).cells
    assert (found.games, found.margin, found.win, found.spread) == (100, 13.5, 1.0, 0.0)
    assert (found.points.count(1.0), found.points.count(-1.0), len(found.points)) == (51, 30, len(cells))


@pytest.mark.parametrize("preset", ["chinese", "japanese", "korean", "aga", "new-zealand", "ing", "tromp-taylor"])
@pytest.mark.parametrize("komi", [-3.5, 0, 6.5])
def test_the_count_is_that_of_the_rules(preset: str, komi: float) -> None:
    """Here with the dead stones taken off by hand."""
    lively = SETTLED.replace(". o . # o o o", ". . . # o o o").replace("# # # # o . # . o", "# # # # o . . . o")
    game = game_from("go", lively, rules={"preset": preset, "komi": komi})
    score = game.ruleset.score(game.state)
    assert score is not None
    assert played_out(game).margin == score.black - score.white


def test_one_seed_tells_the_same_twice() -> None:
    game = create_game("go", 9)
    assert played_out(game) == played_out(game)
    assert played_out(game) != played_out(game, seed=2)


def test_a_finished_game_can_be_asked_about() -> None:
    game = play(game_from("go", SETTLED), "pass pass")
    assert game.state.is_over
    assert played_out(game).margin == 13.5


def test_a_stop_ends_it() -> None:
    stop = StopToken()
    stop.stop()
    assert played_out(create_game("go", 19), 1_000_000, stop=stop).games == 2


def test_time_ends_it() -> None:
    game = create_game("go", 19)
    found = native.ownership(game.ruleset, game.state, 1_000_000, StopToken(), ms=20)
    assert found is not None
    assert found.games < 1_000_000


@pytest.mark.parametrize("kind", ["gomoku", "othello", "peace"])
def test_games_without_surrounded_points_have_none(kind: str) -> None:
    game = create_game(kind)
    assert native.ownership(game.ruleset, game.state, 10, StopToken()) is None


@pytest.mark.parametrize("games", [0, -1, 10**9])
def test_a_number_of_games_without_sense_is_told_in_the_log(games: int, caplog: pytest.LogCaptureFixture) -> None:
    game = create_game("go", 5)
    with caplog.at_level(logging.ERROR):
        assert native.ownership(game.ruleset, game.state, games, StopToken()) is None
    assert "games must be" in caplog.text
