"""The levels page tells what was measured, and the script that measures goes on where it was stopped."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tengen.players.strengths import gradings_of

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "levels.md"


def script(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "scripts" / name), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def calibrate(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    usual = ("--game", "othello", "--size", "4", "--games", "2", "--jobs", "1", "--out", folder)
    return script("calibrate-levels", *usual, *arguments)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The figures of three levels, from two games a pair on the smallest board."""
    folder = tmp_path_factory.mktemp("levels")
    done = calibrate(folder / "games", "--pairs", "1-2,2-3", "--publish", folder / "othello.toml")
    assert done.returncode == 0, done.stderr
    assert "minutes of processor time" in done.stdout
    return folder


def test_the_page_is_what_was_measured() -> None:
    done = script("levels-table", "--check")
    assert done.returncode == 0, done.stderr


def test_what_is_published_was_played(measured: Path) -> None:
    (grading,) = gradings_of((measured / "othello.toml").read_text(encoding="utf-8"))
    assert grading.size == 4
    assert [(level.level, level.games) for level in grading.levels] == [(1, 2), (2, 4), (3, 2)]
    assert [level.below.games for level in grading.levels if level.below] == [2, 2]
    folder = measured / "games" / "othello-4" / grading.search_hash
    assert sorted(path.name for path in folder.iterdir()) == ["1-2", "2-3"]
    assert len((folder / "1-2" / "results.jsonl").read_text(encoding="utf-8").splitlines()) == 2


def test_games_that_are_there_are_not_played_again_and_only_used_when_asked(measured: Path) -> None:
    (results,) = (measured / "games").glob("*/*/1-2/results.jsonl")
    before = results.read_bytes()
    refused = calibrate(measured / "games", "--pairs", "1-2")
    assert refused.returncode == 2
    assert "--resume" in refused.stderr
    resumed = calibrate(measured / "games", "--pairs", "1-2", "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert results.read_bytes() == before


@pytest.mark.parametrize(
    "wrong",
    [
        ("--pairs", "4-3"),
        ("--first", "5", "--last", "5"),
        ("--games", "3"),
        ("--ms", "0"),
        ("--jobs", "3"),
        ("--size", "5"),
        ("--game", "peace"),
        ("--game", "chess"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(wrong: tuple[str, ...], tmp_path: Path) -> None:
    done = calibrate(tmp_path / "games", *wrong)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len([line for line in done.stderr.splitlines() if "error:" in line]) == 1
    assert not (tmp_path / "games").exists()


def test_a_page_that_tells_something_else_is_found_out(measured: Path, tmp_path: Path) -> None:
    page, ours = tmp_path / "levels.md", ("--docs", tmp_path, "--measured", measured / "othello.toml")
    page.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    assert script("levels-table", "--check", *ours).returncode == 1
    assert script("levels-table", *ours).returncode == 0
    assert script("levels-table", "--check", *ours).returncode == 0
    page.write_text(page.read_text(encoding="utf-8").replace("| 2 |", "| 20 |"), encoding="utf-8")
    assert "not up to date" in script("levels-table", "--check", *ours).stderr


def test_the_picture_has_a_point_for_every_level(measured: Path, tmp_path: Path) -> None:
    (tmp_path / "levels.md").write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    assert script("levels-table", "--docs", tmp_path, "--measured", measured / "othello.toml").returncode == 0
    picture = ElementTree.parse(tmp_path / "images" / "levels-othello-4.svg").getroot()  # noqa: S314 - our own
    assert len(picture.findall("{http://www.w3.org/2000/svg}circle")) == 3
    assert "levels-othello-4.svg" in (tmp_path / "levels.md").read_text(encoding="utf-8")


def test_pairs_of_different_seeds_are_not_published_together(tmp_path: Path) -> None:
    games = tmp_path / "games"
    assert calibrate(games, "--pairs", "1-2").returncode == 0
    done = calibrate(games, "--pairs", "2-3", "--seed", "2", "--resume", "--publish", tmp_path / "othello.toml")
    assert done.returncode == 2
    assert "different seeds" in done.stderr
    assert not (tmp_path / "othello.toml").exists()


_INTERRUPTED = """
import runpy, sys
from tengen.arena import level_costs

def interrupt(*_):
    raise KeyboardInterrupt

level_costs.cost_of = interrupt
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def test_an_interrupt_ends_it_quietly_and_leaves_what_was_played(measured: Path) -> None:
    (results,) = (measured / "games").glob("*/*/1-2/results.jsonl")
    before = results.read_bytes()
    asked = ("--game", "othello", "--size", "4", "--pairs", "1-2", "--games", "2", "--resume")
    command = [sys.executable, "-c", _INTERRUPTED, str(ROOT / "scripts" / "calibrate-levels"), *asked]
    command += ["--out", str(measured / "games")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert results.read_bytes() == before
