"""Whole games in real terminals: small and large, with colours and without, in both languages, compared as text.

To write the expected screens anew after a change that is meant: RENEW_GOLDEN=1 pytest -m long <this file>.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.terminal.pane_games import TERMINALS, Terminal, game_in
from tests.clients.terminal.tmux import needs_tmux
from tests.outside_game.installing import environment_with, install_game

from tengen.core import create_rules, lined_board
from tengen.core.boardspec import LETTERS

pytestmark = [
    pytest.mark.long,
    needs_tmux,
    pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name),
]


def test_peace_is_filled(terminal: Terminal, tmp_path: Path) -> None:
    with game_in(terminal, tmp_path, "peace", create_rules("peace", 4).board_spec()) as game:
        game.see_refused("b2", "error.OCCUPIED")
        game.play("a1", "b1", "c1", "d1", "a2", "d2", "a3", "d3", "a4", "b4", "c4", "d4")
        game.see_end()


def test_othello_with_a_pass_is_counted(terminal: Terminal, tmp_path: Path) -> None:
    with game_in(terminal, tmp_path, "othello", create_rules("othello", 4).board_spec()) as game:
        game.see_refused("a1", "error.NO_FLIP")
        game.play("c4", "d4", "a2", "a3", "a4", "a1", "d3", "d2", "c1", "b4")
        game.see("game.guide.must_pass")
        game.press("p")
        game.play("b1", "d1")
        game.see_end()


def test_gomoku_ends_with_five(terminal: Terminal, tmp_path: Path) -> None:
    rules = {"preset": "freestyle"}
    with game_in(terminal, tmp_path, "gomoku", create_rules("gomoku", 15).board_spec(), options=rules) as game:
        game.play("h8", "a1", "h9", "b1", "h10", "c1", "h11", "o15", "h12")
        game.see_refused("k4", "error.GAME_OVER")
        game.see_end()


def test_go_with_a_ko_and_dead_stones_is_scored(terminal: Terminal, tmp_path: Path) -> None:
    rules = {"preset": "chinese", "options": {"dead_stones": "agree"}}
    with game_in(terminal, tmp_path, "go", create_rules("go", 9).board_spec(), options=rules) as game:
        game.play("d5", "e5", "c4", "f4", "d3", "e3", "e4", "d4")
        game.see_refused("e4", "error.KO")
        game.press("p", "p")
        game.see("game.agree")
        game.click_dead("d5")
        game.click("game.agree")
        game.see_end()


def test_a_game_from_outside_that_nobody_told_it_of(terminal: Terminal, tmp_path: Path) -> None:
    path = environment_with(install_game(tmp_path / "site"))["PYTHONPATH"]
    board = lined_board(5, letters=LETTERS, stars=())
    with game_in(terminal, tmp_path / "data", "squares", board, environment={"PYTHONPATH": path}) as game:
        game.play("a1", "d4", "d1", "b2", "a4", "a3", "d3", "a2", "b1")
        game.see_end()
