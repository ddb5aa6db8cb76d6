"""Real matches through the arena: GNU Go and GRhino, against each other's levels and against ours."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from sgfmill import boards

from tengen.core import BLACK, Record
from tengen.formats import find_format
from tests.clients.command import call_process
from tests.differential.gtp_lines import GtpLines

IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))
A_LIFE = 3.0
"""So many points a neutral point or a stone in atari may make of difference at the end of a game."""
OURS = f"gtp:{sys.executable} -m tengen engine gtp --level 10"


def program(name: str, package: str) -> str:
    """The path of a program, or a reason to leave the test out on a machine without it."""
    path = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games")))
    if path is None:
        assert not IS_REQUIRED, f"{name} is required here: install the package {package}"
        pytest.skip(f"{name} is not installed (Debian and Ubuntu: the package {package})")
    return path


@pytest.fixture
def gnugo() -> str:
    """The command of GNU Go."""
    return f"{program('gnugo', 'gnugo')} --mode gtp"


@pytest.fixture
def grhino() -> str:
    """The command of GRhino at its weakest, without a book."""
    return f"{program('gtp-rhino', 'grhino')} -l 1 -b 0"


def match(*asked: object, out: Path, jobs: int = 2) -> dict[str, Any]:
    """What the arena tells of a match, which was played to its end without a fault of anybody."""
    done = call_process("arena", *asked, "--jobs", jobs, "--json", "--out", out, timeout=1200)
    assert done.code == 0, done.err
    told: dict[str, Any] = json.loads(done.out)
    assert (told["faults"], told["failures"], told["tooLong"]) == ([], [], [])
    assert told["played"] == told["planned"]
    return told


def area(record: Record) -> float:
    """By how many points Black leads on the board where a game ended, as sgfmill counts it."""
    board, counted = record.replay().game.state.position.board, boards.Board(9)
    for point in board.points():
        color = board[point]
        counted.board[8 - point.y][point.x] = color.word[0] if color is not None else None
    return float(counted.area_score()) - 7.5


def final_score(gnugo: str, record: Record) -> float:
    """By how many points Black has won after these moves, as GNU Go counts it."""
    with GtpLines([*gnugo.split(), "--chinese-rules"]) as engine:
        engine.ask("boardsize 9")
        engine.ask("komi 7.5")
        spec = record.ruleset.board_spec()
        for action in record.main_actions():
            point = getattr(action, "point", None)
            engine.ask(f"play {action.player.word} {'pass' if point is None else spec.name(point)}")
        winner, _, margin = engine.ask("final_score").partition("+")
        return float(margin) if winner == "B" else -float(margin)


@pytest.mark.long
def test_two_levels_of_gnu_go_play_twenty_games_and_count_them_as_we_do(gnugo: str, tmp_path: Path) -> None:
    """From the empty board the higher level wins a little more than half: too little to be asserted of twenty games."""
    players = [f"gtp:{gnugo} --level {level}" for level in (10, 1)]
    told = match(*players, "--game", "go", "--size", 9, "--games", 20, "--openings", "random:0", out=tmp_path)
    low, high = told["pairs"][0]["interval"]
    assert low <= 0.9
    assert high >= 0.35
    for record in find_format(".sgf").read((tmp_path / "games.sgf").read_bytes()).records:
        assert record.result is not None
        if record.result.margin is not None:  # neither resigned
            lead = record.result.margin if record.result.winner is BLACK else -record.result.margin
            assert lead == area(record)
            assert abs(lead - final_score(gnugo, record)) <= A_LIFE, "it judges by what will live, not as it stands"


@pytest.mark.long
def test_our_third_level_plays_gnu_go(gnugo: str, tmp_path: Path) -> None:
    told = match("level:3", f"gtp:{gnugo} --level 1", "--game", "go", "--size", 9, "--games", 4, out=tmp_path)
    assert told["pairs"][0]["score"] <= 0.5, "a search of 32 nodes is no match for it"


@pytest.mark.long
def test_our_third_level_plays_grhino(grhino: str, tmp_path: Path) -> None:
    told = match("level:3", f"gtp:{grhino}", "--game", "othello", "--games", 20, out=tmp_path)
    low, high = told["pairs"][0]["interval"]
    assert low < 0.75
    assert high > 0.1


@pytest.mark.long
@pytest.mark.alone
def test_nobody_oversteps_ten_seconds_for_a_whole_game(gnugo: str, tmp_path: Path) -> None:
    """Our own engine over GTP takes what time it is told it has; the flag falls by the referee's clock.

    One game at a time: two that think would leave the referee no core.
    """
    asked = ("--game", "go", "--size", 9, "--games", 14, "--clock", "10s")
    match(OURS, f"gtp:{gnugo} --level 1", *asked, out=tmp_path, jobs=1)
    lines = (tmp_path / "results.jsonl").read_text().splitlines()
    spent = [thinking["total_ms"] for line in lines for thinking in json.loads(line)["thinking"]]
    assert len(spent) == 28
    assert max(spent) < 10_000
