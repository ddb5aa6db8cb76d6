"""Saving, loading and replaying in the window, as guests and as accounts; files that are not what they should be."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.beginnings import begin, begun, remembered
from tests.clients.desktop.program import EMPTY, Program, quiet, running
from tests.clients.desktop.xvfb import Screen
from tests.clients.sitting.people_here import ANN, BEN

from tengen.clients.sitting.record_files import reading_of
from tengen.clients.sitting.walk import STEP_MS
from tengen.core import GameError

pytestmark = pytest.mark.long


def fill_in(program: Program, name: str, password: str) -> None:
    """Fill in the form of an account, whose first field has the focus."""
    program.wait_to_see(program.word("people.name"))
    program.type(name)
    program.key("Tab")
    program.type(password)
    program.key("Return")


def register(program: Program, name: str, password: str) -> None:
    program.click(program.word("people.to_register"))
    program.wait_to_see(program.word("people.to_sign_in"))
    fill_in(program, name, password)
    program.wait_to_see(program.word("people.registered", name=name))


def test_save_and_load_use_one_file_for_each_kind_and_ask_before_another_game_is_replaced(
    screen: Screen, data_dir: Path
) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9")
        program.key("s")
        (saved,) = wait_for_files(program, data_dir)
        program.wait_to_see(program.word("sitting.file.saved", file=saved.name))
        first = saved.read_bytes()
        board.play("g8")
        program.key("s")
        program.wait_until(lambda: saved.read_bytes() != first, "the file written again, without a question")
        program.key("u")
        board.wait_for_stone("g8", EMPTY)
        program.key("l")
        program.wait_to_see(program.word("sitting.file.loaded", file=saved.name))
        board.wait_for_stone("g8")

        # A new game beside it: the file holds another one, which stays unless it is to be replaced.
        held = saved.read_bytes()
        program.key("Control_L", "n")
        program.wait_to_see(program.word("start.play"))
        board = begin(program, "gomoku", 15)
        board.play("c3")
        asked = program.word("sitting.file.other", file=saved.name)
        program.key("s")
        program.wait_to_see(asked)
        program.key("Escape")
        program.wait_until_gone(asked)
        assert saved.read_bytes() == held
        program.key("s")
        program.wait_to_see(asked)
        program.click(program.word("sitting.file.yes"))
        program.wait_until(lambda: saved.read_bytes() != held, "the other game in the file")
        replaced = saved.read_bytes()
        board.play("d4")
        program.key("s")
        program.wait_until(lambda: saved.read_bytes() != replaced, "the file written without another question")


def test_a_bad_save_file_leaves_the_game_untouched_with_a_clear_line(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9")
        program.key("s")
        (saved,) = wait_for_files(program, data_dir)
        program.wait_to_see(program.word("sitting.file.saved", file=saved.name))
        board.play("g8")
        before, good = board.rows(), saved.read_bytes()
        for bad in (b"\x00\xff no game", good[: len(good) // 2], good.replace(b"gomoku", b"nosuch"), b""):
            saved.write_bytes(bad)
            with pytest.raises(GameError) as refused:
                reading_of(saved, bad)
            line = refused.value.text()[:30]
            program.key("l")
            program.wait_to_see(line, is_beginning=True)
            assert board.rows() == before
            program.key("u")
            board.wait_for_stone("g8", EMPTY)
            board.play("g8")
            program.wait_until_gone(line)


def test_a_game_of_two_accounts_is_loaded_by_the_right_pair_alone(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        program.click(program.word("people.sign_in"))
        register(program, *ANN)
        program.click(ANN[0])  # in the head
        program.wait_to_see(program.word("desktop.people"))
        program.click(program.word("people.beside.add"))
        register(program, *BEN)
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9")
        program.key("s")
        (saved,) = wait_for_files(program, data_dir)
        program.wait_to_see(program.word("sitting.file.saved", file=saved.name))
        program.key("l")
        program.wait_to_see(program.word("sitting.file.loaded", file=saved.name))
        program.click(f"{ANN[0]} · {BEN[0]}")
        program.click(program.word("people.sign_out"))
        program.wait_to_see(program.word("people.signed_out", name=ANN[0]))
        program.key("Escape")
        begun(program, "gomoku", 15)
        program.key("l")
        program.wait_to_see(program.word("error.WRONG_PLAYERS"))
        board.wait_for_stone("h9")
        program.click(BEN[0])
        program.wait_to_see(program.word("desktop.people"))
        program.click(program.word("people.beside.add"))
        fill_in(program, *ANN)
        program.wait_to_see(f"{BEN[0]} · {ANN[0]}")
        begun(program, "gomoku", 15)
        program.key("l")
        program.wait_to_see(program.word("error.WRONG_PLAYERS"))


def test_replay_plays_by_itself_pauses_steps_and_gives_the_board_back(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "gomoku", 15)
    with running(screen, data_dir) as program:
        board = begin(program, "gomoku", 15)
        board.play("h8", "h9", "g8", "g9", "f8")
        played = board.rows()
        program.click(program.word("sitting.replay"))
        program.away()
        program.wait_until(lambda: board.stone("h8") == EMPTY, "the beginning")
        program.key("space")
        program.key("Home")
        board.wait_for_stone("h8", EMPTY)
        for point in ("h8", "h9"):
            program.key("Right")
            board.wait_for_stone(point)
        quiet(3 * STEP_MS / 1000)
        assert board.stone("g8") == EMPTY, "it stands still"
        program.key("Left")
        board.wait_for_stone("h9", EMPTY)
        program.key("space")
        program.wait_until(lambda: board.rows() == played, "the end, by itself")
        program.wait_to_see(program.word("status.play.white"))  # in place of the move that was looked at
        board.play("c3")


def wait_for_files(program: Program, data_dir: Path) -> list[Path]:
    folder = data_dir / "games"
    program.wait_until(lambda: folder.is_dir() and any(folder.iterdir()), "a file")
    return list(folder.iterdir())
