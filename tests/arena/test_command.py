"""`tengen arena` as a shell calls it: answers, refusals, stops and going on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen.arena import command
from tengen.formats import find_format
from tests.arena.plans import Here
from tests.clients.command import ENGLISH, Command, call_process, command_here
from tests.clients.window import Window

SMALL = ("--game", "othello", "--size", "4")


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The program in this process, and so are the games."""
    monkeypatch.setattr(command, "Workers", Here)
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


def test_a_folder_of_another_arena_is_a_failure_of_one_line(tengen: Command, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "arena")
    assert tengen("arena", "random", "random", *SMALL, "--games", 2, *out).code == 0
    done = tengen("arena", "random", "random", *SMALL, "--games", 4, *out)
    assert done.code == 1
    assert len(done.lines) == 1
    assert "other settings (games)" in done.err


def test_a_finished_arena_is_told_again_and_not_played(tengen: Command, tmp_path: Path) -> None:
    asked = ("arena", "level:2", "random", *SMALL, "--games", 2, "--out", tmp_path / "arena")
    first = tengen(*asked)
    before = (tmp_path / "arena" / "results.jsonl").read_bytes()
    again = tengen(*asked, "--jobs", 2)
    assert again.out == first.out
    assert again.err == "tengen: going on after 2 of 2 games\n"
    assert (tmp_path / "arena" / "results.jsonl").read_bytes() == before


def test_a_folder_that_cannot_be_made(tengen: Command, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = tengen("arena", "random", "random", *SMALL, "--out", tmp_path / "file" / "arena")
    assert done.code == 1
    assert len(done.lines) == 1


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
    assert done.err.startswith("tengen: going on after ")
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
    assert err.endswith("the same command goes on\n")
    assert len(err.splitlines()) == 1


def test_on_a_terminal_a_bar_shows_the_score(tmp_path: Path) -> None:
    window = Window(*LONG, "--out", tmp_path / "arena")
    try:
        window.hear(b"30/30")
        assert window.end() == 0
    finally:
        window.close()
    assert b"[#" in window.output
    assert b" Elo " in window.output.partition(b"30/30")[0]
