"""`tengen arena` as a shell calls it: answers, refusals, stops and going on."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tengen.arena import command
from tengen.arena.documents import GamePlayed, GameToPlay, Moment
from tengen.formats import find_format
from tests.arena.plans import Here
from tests.clients.command import ENGLISH, Command, Done, call_process, command_here
from tests.clients.window import Window

SMALL = ("--game", "othello", "--size", "4")


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The program in this process, and so are the games."""
    monkeypatch.setattr(command, "GamePool", lambda _: Here())
    return command_here(monkeypatch, capsys)


def test_a_match_in_a_pipe_is_a_table_and_nothing_else() -> None:
    done = call_process("arena", "level:2", "random", *SMALL, "--games", 4)
    assert done.code == 0
    assert done.err == ""
    assert done.out.splitlines()[0] == "Othello 4x4: 4 of 4 games, no limit, openings random:4, seed 1"


def test_the_table_in_chinese(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "棋手" in tengen("arena", "random", "random", *SMALL, "--games", 2).out


def test_one_json_object_at_the_end(tengen: Command) -> None:
    done = tengen("arena", "level:2", "random", "level:1", *SMALL, "--games", 2, "--json", "--gauntlet", "--jobs", 2)
    told = json.loads(done.out)
    assert len(done.out.splitlines()) == 1
    assert (told["planned"], told["played"]) == (4, 4)
    assert [pair["players"] for pair in told["pairs"]] == [["level:2", "random"], ["level:2", "level:1"]]


def test_a_test_that_ends_early(tengen: Command) -> None:
    done = tengen("arena", "level:2", "random", "--game", "gomoku", "--size", 9, "--sprt", "0,200", "--json")
    told = json.loads(done.out)
    assert done.code == 0
    assert told["sprt"]["verdict"] == "stronger"
    assert told["played"] < told["planned"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing argument"),
        (("random",), "2 to 64 players"),
        (("random", "human"), "People do not play in an arena"),
        (("random", "nobody"), '"nobody" is not a player'),
        (("random", "gtp:/no/such/engine"), 'There is no program "/no/such/engine"'),
        (("random", "random", "--game", "chess"), 'There is no game called "chess"'),
        (("random", "random", "--size", "5"), "The board size 5 is not possible"),
        (("random", "random", "--rules", "nosuch"), 'There are no rules called "nosuch"'),
        (("random", "random", "--rules", "komi=7"), 'There is no option "komi"'),
        (("random", "random", "--games", "3"), "an even number"),
        (("random", "random", "--games", "0"), "an even number"),
        (("random", "random", "--time", "0"), "not a time for a move"),
        (("random", "random", "--clock", "soon"), "is not a clock"),
        (("random", "random", "--time", "1", "--nodes", "5"), "Only one of --time, --nodes and --clock"),
        (("random", "random", "--openings", "random:x"), "not a source of openings"),
        (("random", "random", "--openings", "no/such.sgf"), "No such file"),
        (("random", "random", "--sprt", "5"), "is not a test"),
        (("random", "random", "--sprt", "20,0"), "the smaller first"),
        (("random", "random", "random", "--sprt", "0,20"), "between two players"),
        (("random", "random", "--jobs", "0"), "jobs"),
        (("random", "random", "--game", "go", "--rules", "chinese,japanese"), 'both "chinese" and "japanese"'),
        (("random", "random", "--game", "go", "--rules", "komi=5.5,komi=9.5"), 'both "komi=5.5" and "komi=9.5"'),
        (("random", "random", "--clock", "0+1"), '"0+1" is not a possible clock: its times'),
        (("random", "random", "--clock", "5+2000x1"), "periods or moves are from 1 to 1000"),
        (("random", "random", "--out", ""), "not the name of a folder"),
        (("random", "gtp:/tmp/\udcff"), "not UTF-8"),
        (("random", "random", "--openings", "o\udcff.sgf"), "not UTF-8"),
    ],
)
def test_what_is_asked_wrongly_is_a_usage_error(tengen: Command, arguments: tuple[str, ...], said: str) -> None:
    done = tengen("arena", *(() if "--game" in arguments else SMALL), *arguments)
    assert done.code == 2
    assert said in " ".join(done.err.replace("│", " ").split())
    assert done.out == ""


def test_levels_cannot_play_what_nobody_wins(tengen: Command) -> None:
    assert tengen("arena", "random", "level:3", "--game", "peace").code == 2


def test_the_game_must_be_named(tengen: Command) -> None:
    assert tengen("arena", "random", "random").code == 2


def test_the_help_tells_how_a_clock_is_written(tengen: Command) -> None:
    assert "M+NxS" in tengen("arena", "--help").out


def test_rules_and_a_clock(tengen: Command) -> None:
    rules = ("--game", "go", "--size", 5, "--rules", "japanese,komi=0.5,suicide=true", "--clock", "1+1")
    done = tengen("arena", "random", "random", *rules, "--games", 2)
    assert done.out.startswith("Go 5x5 (komi=0.5 ")
    assert "clock 1+1" in done.out


# --- a folder ----------------------------------------------------------------------------------


def test_a_folder_of_another_arena_is_a_usage_error(tengen: Command, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "arena")
    assert tengen("arena", "random", "random", *SMALL, "--games", 2, *out).code == 0
    done = tengen("arena", "random", "random", *SMALL, "--games", 4, *out)
    assert done.code == 2
    assert "Invalid value for '--out'" in done.err
    assert "other settings (--games)" in done.err


def test_a_finished_arena_is_told_again_and_not_played(tengen: Command, tmp_path: Path) -> None:
    asked = ("arena", "level:2", "random", *SMALL, "--games", 2, "--out", tmp_path / "arena")
    first = tengen(*asked)
    before = (tmp_path / "arena" / "results.jsonl").read_bytes()
    again = tengen(*asked, "--jobs", 2)
    assert again.out == first.out
    assert again.err == "tengen: resuming after 2 of 2 games\n"
    assert (tmp_path / "arena" / "results.jsonl").read_bytes() == before


def test_a_folder_that_cannot_be_made(tengen: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = tengen("arena", "random", "random", *SMALL, "--out", tmp_path / "file" / "arena")
    assert done.code == 2
    assert f"{tmp_path}/file/arena cannot be used: Not a directory" in done.err


def test_games_that_could_not_be_played_are_told_and_played_by_the_same_command(
    tengen: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = ("arena", "random", "random", *SMALL, "--games", 20, "--out", tmp_path / "arena")
    with monkeypatch.context() as short:
        short.setattr(command, "GamePool", lambda _: Here(failing={str(number): 2 for number in range(3, 21)}))
        done = tengen(*asked)
    assert done.code == 1
    assert done.lines == [
        "tengen: 5 games in a row could not be played: exit -9: gone",
        "tengen: stopped after 2 of 20 games; run the same command to resume",
        "tengen: games that could not be played: 5; run the same command to try them again",
    ]
    again = tengen(*asked)
    assert (again.code, again.lines) == (0, ["tengen: resuming after 2 of 20 games"])
    assert again.out.startswith("Othello 4x4: 20 of 20 games")


def test_more_at_once_than_there_are_files_for_are_fewer(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "most_processes", lambda: 5)
    done = tengen("arena", "random", "random", *SMALL, "--games", 2, "--jobs", 12)
    assert done.code == 0
    assert done.lines == ["tengen: the limit of open files (ulimit -n) allows only --jobs 5"]


def limited(limit: str, *arguments: object) -> Done:
    """The program in a shell that sets a limit first."""
    asked = ["bash", "-c", f'{limit}; exec "$@"', "bash", sys.executable, "-m", "tengen", *map(str, arguments)]
    done = subprocess.run(asked, capture_output=True, timeout=60, check=False, env=ENGLISH)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_with_few_files_every_game_is_played() -> None:
    done = limited("ulimit -n 40", "arena", "random", "random", *SMALL, "--games", 30, "--jobs", 12)
    assert done.code == 0
    assert done.out.startswith("Othello 4x4: 30 of 30 games")


@pytest.mark.parametrize("form", [(), ("--json",)], ids=["table", "json"])
def test_a_full_disk_still_tells_what_was_played(tmp_path: Path, form: tuple[str, ...]) -> None:
    done = limited("ulimit -f 4", *LONG, "--out", tmp_path / "arena", *form)
    assert done.code == 1
    assert "level:2" in done.out
    assert f"{tmp_path}/arena/games.sgf cannot be used: File too large" in done.lines[0]
    assert done.lines[1].endswith("run the same command to resume")
    assert "Traceback" not in done.err


def test_without_an_error_stream_it_plays_all_the_same(tmp_path: Path) -> None:
    """And no file takes the place of the stream."""
    done = limited("exec 2>&-", "arena", "random", "random", *SMALL, "--games", 2, "--out", tmp_path / "arena")
    assert done.code == 0
    assert done.out.startswith("Othello 4x4: 2 of 2 games")


LONG = ("arena", "random", "level:2", "--game", "othello", "--size", 6, "--games", 30, "--seed", 5)


def started(folder: Path, *more: object) -> subprocess.Popen[str]:
    asked = [sys.executable, "-m", "tengen", *map(str, (*LONG, "--out", folder, *more))]
    return subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENGLISH)


def wait_for_results(folder: Path, count: int) -> None:
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        lines = folder / "results.jsonl"
        if lines.exists() and lines.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.01)
    raise AssertionError("no results came")


def essence(folder: Path) -> list[tuple[int, float, int]]:
    lines = [json.loads(line) for line in (folder / "results.jsonl").read_text().splitlines()]
    return sorted((line["index"], line.get("points", 0.5), line["plies"]) for line in lines)


def test_an_arena_that_is_killed_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """Killed twice, played with one, two and three at once: the same games as at one go, each once."""
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    for count, jobs in ((4, 1), (12, 2)):
        arena = started(torn, "--jobs", jobs)
        wait_for_results(torn, count)
        arena.kill()
        arena.communicate()
    done = call_process(*LONG, "--out", torn, "--jobs", 3)
    assert done.code == 0
    assert done.err.startswith("tengen: resuming after ")
    assert call_process(*LONG, "--out", whole, "--jobs", 2).code == 0
    assert essence(torn) == essence(whole)
    assert [index for index, _, _ in essence(torn)] == list(range(30))
    assert len(find_format(".sgf").read((torn / "games.sgf").read_bytes()).records) == 30


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_arena_tells_what_it_has(tmp_path: Path, number: signal.Signals) -> None:
    arena = started(tmp_path / "arena")
    wait_for_results(tmp_path / "arena", 2)
    arena.send_signal(number)
    out, err = arena.communicate(timeout=20)
    assert arena.returncode == 1
    assert "level:2" in out
    assert err.startswith("tengen: stopped after ")
    assert err.endswith("run the same command to resume\n")
    assert len(err.splitlines()) == 1


class Nagged(Here):
    """Is told to stop in the middle of a game, and again while it goes home."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__()
        self._number = number

    async def play(self, game: GameToPlay, on_moment: Callable[[Moment], None]) -> GamePlayed:
        os.kill(os.getpid(), self._number)
        await asyncio.sleep(20)
        return await super().play(game, on_moment)

    async def close(self) -> None:
        os.kill(os.getpid(), self._number)
        await asyncio.sleep(0.02)
        await super().close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_asks_to_stop_again_does_not_break_off_the_end(
    tengen: Command, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    nagged = Nagged(number)
    monkeypatch.setattr(command, "GamePool", lambda _: nagged)
    handlers = {known: signal.getsignal(known) for known in (signal.SIGINT, signal.SIGTERM)}
    try:
        done = tengen("arena", "random", "random", *SMALL, "--games", 2)
    finally:
        for known, handler in handlers.items():
            signal.signal(known, handler)
    assert nagged.is_closed
    assert (done.code, done.lines) == (1, ["tengen: stopped after 0 of 2 games"])


INTERRUPTED = """
import sys
class Interrupts:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts)
from tengen.__main__ import main
main()
"""


@pytest.mark.parametrize("module", ["typer", "tengen.core"])
def test_ctrl_c_while_it_is_loaded_is_quiet(module: str) -> None:
    asked = [sys.executable, "-c", INTERRUPTED, module]
    done = subprocess.run(asked, capture_output=True, timeout=60, check=False, env=ENGLISH)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def without_escapes(output: bytes) -> str:
    """What a terminal shows, without its colours and the moves of its cursor."""
    return re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", output.decode())


def test_on_a_narrow_terminal_the_bar_stays_on_its_line(tmp_path: Path) -> None:
    narrow = 'unset COLUMNS; stty columns 24; exec "$@"'
    window = Window(*LONG, "--out", tmp_path / "arena", shell=narrow)
    try:
        assert window.end() == 0
    finally:
        window.close()
    drawn = without_escapes(window.output.partition(b"\r\n")[0]).split("\r")
    assert len(drawn) > 2
    assert all(len(line) <= 24 for line in drawn)
    assert drawn[-1].startswith("30/30  ")


def test_on_a_terminal_a_bar_shows_the_score(tmp_path: Path) -> None:
    window = Window(*LONG, "--out", tmp_path / "arena")
    try:
        window.hear(b"30/30")
        assert window.end() == 0
    finally:
        window.close()
    assert "━ 30/30  " in without_escapes(window.output)
    assert b" Elo " in window.output.partition(b"30/30")[0]


@pytest.mark.parametrize(("setting", "has_colors"), [("true", True), ("export NO_COLOR=1", False)])
def test_on_a_terminal_the_table_has_the_words_of_a_pipe_and_colors(
    tmp_path: Path, setting: str, has_colors: bool
) -> None:
    asked = (*LONG, "--out", tmp_path / "arena")
    in_a_pipe = call_process(*asked).out
    window = Window(*asked, shell=f'{setting}; exec "$@"')  # noqa: S604
    try:
        assert window.end() == 0
    finally:
        window.close()
    told, table = window.output.split(b"\r\n", 1)
    assert told == b"tengen: resuming after 30 of 30 games"
    assert [line.rstrip() for line in without_escapes(table).splitlines()] == in_a_pipe.splitlines()
    assert (b"\x1b[36m" in table) == has_colors
