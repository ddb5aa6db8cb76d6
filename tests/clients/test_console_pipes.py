"""The console as a program of its own: pipes, terminals, encodings, ends of input and output."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import LONGEST_LINE, Terminal
from tengen.clients.language import preferred_language
from tengen.clients.play.local import LocalGames
from tengen.core import BLACK, WHITE

PLAY = [sys.executable, "-m", "tengen", "play"]
ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8"}


def played(typed: bytes, *options: str, environment: dict[str, str] = ENGLISH) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*PLAY, *options], input=typed, capture_output=True, timeout=60, check=False, env=environment)


def test_a_pipe_gives_the_whole_session_and_leaves_quietly() -> None:
    done = played(b"Alice\nBob\n2\n3d\n1a\nquit\n")
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert said.startswith("Please enter the first player name (Using the black piece ●): Alice\n")
    assert "\nPlayer Bob, please enter your move (1-8,a-h) / game number (1-2) / " in said
    assert " : 1a\nThis position cannot be placed. Please try again.\nquit\nExiting the game.\n" in said
    assert "\x1b" not in said, "nothing clears a pipe"


@pytest.mark.parametrize("typed", [b"", b"Alice", b"Alice\nBob\n", b"Alice\nBob\n2\n3d"])
def test_the_end_of_the_input_quits_with_success(typed: bytes) -> None:
    done = played(typed)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"\nExiting the game.\n")


def test_bytes_that_are_no_text_and_endless_lines_are_only_misunderstood() -> None:
    done = played(b"\xff\xfeA\x00\x1b[2J\nB\x07\n\xff\xff\n" + b"x" * 100_000 + b"\n1" + b" " * 5000 + b"\n\x00\n3d\n")
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert said.count("Invalid input format.") == 3
    assert "Player B, please enter your move" in said
    assert not {"\x1b", "\x00", "\x07"} & set(said)
    assert max(map(len, said.splitlines())) < 1500


def test_a_terminal_that_knows_only_letters_gets_letters() -> None:
    done = played("甲\nBob\n2\n".encode(), "--lang", "zh", environment={**ENGLISH, "PYTHONIOENCODING": "ascii"})
    said = done.stdout.decode("ascii")
    assert "Using the black piece X" in said
    assert "4 . . + O X . . ." in said


def test_chinese_is_spoken_when_asked_for_or_when_the_environment_does() -> None:
    for done in (
        played("小明\n小红\nquit\n".encode(), "--lang", "zh"),
        played("小明\n小红\nquit\n".encode(), environment={**os.environ, "LC_ALL": "zh_CN.UTF-8"}),
    ):
        assert "小明，请落子 (1-8,a-h)" in done.stdout.decode()


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "en_US"}, "zh"),
        ({"LC_ALL": "C", "LANG": "zh_CN.UTF-8"}, "en"),
    ],
)
def test_the_language_comes_from_the_first_variable_that_is_set(environment: dict[str, str], language: str) -> None:
    assert preferred_language(environment) == language


def test_two_computers_play_to_the_end() -> None:
    done = played(b"2\n", "--black", "random", "--white", "level:2", "--seed", "1")
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "player name" not in said
    assert "Game 1 is over now.\n" in said
    assert "Game 2 is over now.\n" in said
    assert said == played(b"2\n", "--black", "random", "--white", "level:2", "--seed", "1").stdout.decode()


def test_a_reader_who_goes_away_ends_the_session_quietly() -> None:
    with subprocess.Popen(
        PLAY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENGLISH
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"Alice\nBob\n1a\n")
        process.stdin.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_an_output_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            PLAY, input=b"A\nB\n", stdout=full, stderr=subprocess.PIPE, timeout=60, check=False, env=ENGLISH
        )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_an_interrupt_ends_the_session_even_while_a_computer_thinks() -> None:
    command = [*PLAY, "--white", "level:10"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENGLISH) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"Alice\ngo\n3\nq16\n")
        process.stdin.flush()
        while b": q16" not in process.stdout.readline():
            pass
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
        assert process.stdout.read().endswith(b"\nExiting the game.\n")


# --- a terminal ----------------------------------------------------------------------------------


class _Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("plain", "clears"), [(False, True), (True, False)])
def test_a_terminal_is_cleared_before_every_board_unless_it_shall_be_plain(plain: bool, clears: bool) -> None:
    screen = _Screen()
    games = LocalGames(lambda: 0, seed=1, drives=False)
    seating = Seating({BLACK: "human", WHITE: "random"}, "en", games)
    terminal = Terminal(io.StringIO("Alice\n2\n3d\nquit\n"), screen, plain=plain)
    Session(terminal, seating, games, "en", lambda: 0).play()
    said = screen.getvalue()
    assert ("\x1b[2J" in said) is clears
    assert ("random is thinking..." in said) is clears
    assert "random plays " in said
    last_board = said.rpartition("A B C D E F G H")[2]
    assert ("random plays " in last_board) is clears, "what was done stands below the board it led to"


@pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 5 * LONGEST_LINE])
def test_lines_come_in_whole_or_are_known_to_be_too_long(length: int) -> None:
    terminal = Terminal(io.StringIO("x" * length + "\nnext\n"), io.StringIO())
    line = terminal.ask("")
    assert line is not None
    assert len(line) == min(length, LONGEST_LINE + 1)
    assert terminal.ask("") == "next"
    assert terminal.ask("") is None
