"""A real match between programs: GNU Go at two of its levels. The winners must be those that GNU Go itself names."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tengen.core import Record
from tengen.formats import find_format
from tests.clients.command import call_process
from tests.differential.gtp_lines import GtpLines

GNUGO = shutil.which("gnugo", path=os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games")))
IS_REQUIRED = bool(os.environ.get("CI") or os.environ.get("TENGEN_REQUIRE_ALL"))


@pytest.fixture
def gnugo() -> str:
    """GNU Go, or a reason to leave the test out on a machine without it."""
    if GNUGO is None:
        assert not IS_REQUIRED, "GNU Go is required here: install the package gnugo"
        pytest.skip("GNU Go is not installed (Debian and Ubuntu: the package gnugo)")
    return GNUGO


def final_score(gnugo: str, record: Record) -> str:
    """The result as GNU Go counts it after these moves: `W+8.5`."""
    with GtpLines([gnugo, "--mode", "gtp", "--chinese-rules"]) as engine:
        engine.ask("boardsize 9")
        engine.ask("komi 7.5")
        spec = record.ruleset.board_spec()
        for action in record.main_actions():
            point = getattr(action, "point", None)
            engine.ask(f"play {action.player.word} {'pass' if point is None else spec.name(point)}")
        return engine.ask("final_score")


@pytest.mark.long
def test_two_levels_of_gnu_go_play_twenty_games_without_a_fault(gnugo: str, tmp_path: Path) -> None:
    """Between these two levels there is little to choose on a small board, so that only the games are judged."""
    players = [f"gtp:{gnugo} --mode gtp --level {level}" for level in (10, 1)]
    asked = ("--game", "go", "--size", 9, "--games", 20, "--jobs", 2, "--json", "--out", tmp_path)
    done = call_process("arena", *players, *asked, timeout=1200)
    assert done.code == 0, done.err
    told = json.loads(done.out)
    assert (told["played"], told["faults"], told["failures"], told["tooLong"]) == (20, [], [], [])
    low, high = told["pairs"][0]["interval"]
    assert low <= 0.85
    assert high >= 0.35
    for record in find_format(".sgf").read((tmp_path / "games.sgf").read_bytes()).records:
        assert record.result is not None
        if record.result.margin is not None:  # neither resigned
            assert final_score(gnugo, record) == f"{'BW'[record.result.winner == 2]}+{record.result.margin:g}"
