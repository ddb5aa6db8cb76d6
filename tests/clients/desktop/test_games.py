"""Whole games in the window with the mouse and the keyboard, seen from outside."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.beginnings import begin, begun, remembered
from tests.clients.desktop.program import BLACK_STONE, EMPTY, WHITE_STONE, running
from tests.clients.desktop.xvfb import Screen
from tests.outside_game.installing import environment_with, install_game

from tengen.clients.sitting.preferences import Preferences
from tengen.clients.sitting.start import SeatChoice, Who
from tengen.core import lined_board
from tengen.core.boardspec import LETTERS

pytestmark = pytest.mark.long

RANDOM = SeatChoice(Who.RANDOM)


def test_go_with_a_capture_a_ko_passes_dead_stones_and_a_score(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "go", 9)
    with running(screen, data_dir) as program:
        board = begin(program, "go", 9)
        board.play("d6", "e6", "c5", "f5", "d4", "e4", "e5", "d5")
        program.wait_for_title("White captured 1. Black to move")
        board.wait_for_stone("e5", EMPTY)
        board.click("e5")
        program.wait_to_see(program.word("error.KO"))
        assert board.stone("e5") == EMPTY
        board.click("d6")
        program.wait_to_see(program.word("error.OCCUPIED"))
        board.play("a1")  # another move, and the ko can be taken again
        program.key("p")
        program.wait_for_title("White passed. Black to move")
        board.play("e5")
        program.wait_for_title("Black captured 1. White to move")
        board.wait_for_rows("""
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . # o . . . .
            . . # . # o . . .
            . . . # o . . . .
            . . . . . . . . .
            . . . . . . . . .
            # . . . . . . . .""")
        program.click(program.word("game.pass"))
        program.wait_for_title("White passed. Black to move")
        program.key("p")
        program.wait_to_see(program.word("game.agree"))
        board.click("e6", "f5", "e4")
        program.wait_to_see(program.word("game.agree.score", player=program.word("color.black"), count="73.5"))
        program.click(program.word("game.agree"))
        program.wait_for_title("Black wins by 73.5")
        program.wait_to_see("Black: 81, White: 7.5", is_beginning=True)


def test_five_in_a_row_end_a_game_of_gomoku(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9", "g8", "g9", "f8", "f9", "e8", "e9")
        board.click("d8")
        program.wait_for_title("Black wins with five in a row")
        program.wait_to_see(program.word("game.end.wins", player=program.word("color.black")))
        board.click("a1")  # takes what is said over the board away
        board.wait_for_stone("d8", BLACK_STONE)
        board.click("a1")
        program.wait_to_see(program.word("error.GAME_OVER"))
        assert board.stone("a1") == EMPTY


def test_a_forced_pass_in_othello(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "othello", 8)
    with running(screen, data_dir) as program:
        board = begin(program, "othello", 8)
        board.play("d3", "c3", "e6", "d2", "d1", "e1", "b2", "c1")
        program.wait_to_see(program.word("game.guide.must_pass"))
        board.wait_for_stone("d1", WHITE_STONE)  # the last disc to turn over
        before = board.rows()
        board.click("a1")
        assert board.rows() == before
        program.key("p")
        program.wait_for_title("Black passed. White to move")
        assert board.rows() == before


def test_the_opening_swap2_asks_its_questions_in_buttons(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15, options={"opening": "swap2"})
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9", "g8")
        assert [board.stone(name) for name in ("h8", "h9", "g8")] == [BLACK_STONE, WHITE_STONE, BLACK_STONE]
        program.click(program.word("gomoku.choice.place_two"))
        board.play("c3", "d3")
        program.wait_to_see(program.word("gomoku.choice.white"))
        program.click(program.word("gomoku.choice.black"))
        program.wait_for_title("White to move")
        board.play("k10")
        assert board.stone("k10") == WHITE_STONE


def test_undo_to_the_start_redo_restart_and_resign(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        empty = board.rows()
        board.play("h8", "h9", "g8")
        played = board.rows()
        for _ in range(3):
            program.key("u")
        program.wait_until(lambda: board.rows() == empty, "an empty board")
        program.key("u")
        program.wait_to_see(program.word("error.NOTHING_TO_UNDO"))
        for _ in range(3):
            program.click(program.word("game.redo"))
            program.away()
        program.wait_until(lambda: board.rows() == played, "the moves again")
        program.key("r")
        program.wait_to_see(program.word("game.ask.restart"))
        program.key("Escape")
        program.wait_until_gone(program.word("game.ask.restart"))
        assert board.rows() == played
        program.key("r")
        program.wait_to_see(program.word("game.ask.restart"))
        program.key("Return")
        program.wait_until(lambda: board.rows() == empty, "an empty board")
        board.play("h8")
        program.click(program.word("game.resign"))
        question = program.word("game.ask.resign.side", player=program.word("color.white"))
        program.wait_to_see(question)
        program.key("Return")
        program.wait_for_title("Black wins by resignation")


def test_points_are_chosen_and_played_by_the_keyboard_alone(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "go", 9)
    with running(screen, data_dir) as program:
        program.wait_to_see(program.word("start.play"))
        program.key("Return")
        board = begun(program, "go", 9)
        program.away()
        for key in ("Right", "Left", "Up", "Return"):
            program.key(key)
        program.wait_until(lambda: BLACK_STONE in board.rows(), "a black stone")


def test_two_programs_play_to_the_end_by_themselves_with_pause(screen: Screen, data_dir: Path) -> None:
    slow = Preferences(page="light", theme="wood", pace_ms=300)
    remembered(data_dir, "othello", 6, RANDOM, RANDOM, preferences=slow)
    with running(screen, data_dir) as program:
        board = begin(program, "othello", 6)
        start = board.rows()
        program.wait_until(lambda: board.rows() != start, "a move of a program")
        program.click(program.word("game.pause"))
        program.wait_to_see(program.word("game.unpause"))
        program.away()
        paused = board.rows()
        program.wait_until(lambda: board.rows() == paused == board.rows(), "a board that stands still")
        program.click(program.word("game.unpause"))
        program.wait_for_title(" by ", program.word("status.draw"))  # "Black wins by 6."
        assert EMPTY not in board.rows() or board.rows() != paused


def test_a_game_from_outside_that_nobody_told_it_of(screen: Screen, data_dir: Path, tmp_path: Path) -> None:
    path = environment_with(install_game(tmp_path / "site"))["PYTHONPATH"]
    with running(screen, data_dir, environ={"PYTHONPATH": path}) as program:
        program.click("Squares")
        program.wait_to_see("5×5")
        program.click(program.word("sitting.who.level"))  # of White; the list opens
        program.wait_to_see(program.word("sitting.who.random"))
        program.key("Up")
        program.key("Return")
        program.click(program.word("start.play"))
        program.wait_for_title("Squares 5×5")
        program.wait_to_see(program.word("game.resign"))
        board = program.board_of(lined_board(5, letters=LETTERS, stars=()))
        *moves, last = ("a1", "d4", "d1", "b2", "a4", "a3", "d3", "a2", "b1")
        board.play(*moves)
        board.click(last)
        program.wait_for_title("Black wins with a square")
