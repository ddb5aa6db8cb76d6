"""A game of another distribution is played, written down and judged like ours, without a change anywhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.outside_game.installed import WON
from tests.outside_game.installing import environment_with, install_game

ROOT = Path(__file__).parents[2]
SGF = "(;FF[4]GM[1001]SZ[4]RU[even]RE[B+]\n;B[ad];W[da];W[dd];B[bc];B[aa];W[ab];W[db];B[ac];B[bd])\n"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return environment_with(install_game(tmp_path_factory.mktemp("site")))


def ran(environment: dict[str, str] | None, *command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
        cwd=ROOT,
    )


def tengen(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    done = ran(environment, "tengen", *arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# --- the console


@pytest.mark.parametrize(
    ("language", "guidance", "end"),
    [
        ("en", "One more stone in this turn.", "Black wins with a square."),
        ("zh", "本回合还可再下一子。", "黑方占满方格获胜。"),
    ],
)
def test_the_console_asks_a_side_twice_and_tells_the_end(
    environment: dict[str, str], language: str, guidance: str, end: str
) -> None:
    typed = "\n".join(["Ann", "Bob", "squares 4", "3", *WON.split(), "quit", ""])
    said = tengen(environment, "play", "--lang", language, typed=typed)
    answered = [line for line in said.splitlines() if line.endswith(tuple(WON.split()))]
    assert ["Ann" if "Ann" in line else "Bob" for line in answered] == [
        "Ann",
        "Bob",
        "Bob",
        "Ann",
        "Ann",
        "Bob",
        "Bob",
        "Ann",
        "Ann",
    ]
    assert said.count(guidance) == 4
    assert end in said


def test_the_console_plays_it_against_a_program(environment: dict[str, str]) -> None:
    typed = "\n".join(["squares 4 level:2", "3", "a1", "quit", ""])
    said = tengen(environment, "play", "--lang", "en", typed=f"Ann\nBob\n{typed}")
    board = said[said.rindex("  A B C D") :]
    assert sum(board[: board.index("Rules")].count(stone) for stone in "○") >= 2, "it has placed both its stones"
    assert "Player Ann, please enter your move" in board


# --- records


def test_records_are_converted_replayed_and_drawn(environment: dict[str, str], tmp_path: Path) -> None:
    sgf, saved, back = (tmp_path / name for name in ("game.sgf", "game.json", "back.sgf"))
    sgf.write_text(SGF, encoding="utf-8")
    tengen(environment, "convert", str(sgf), str(saved))
    assert json.loads(saved.read_text(encoding="utf-8"))["result"] == {"winner": "black", "reason": "square"}
    tengen(environment, "convert", str(saved), str(back))
    assert ";B[ad];W[da];W[dd];B[bc];B[aa]" in back.read_text(encoding="utf-8").replace("\n", "")
    assert "Black wins with a square." in tengen(environment, "replay", str(saved))
    tengen(environment, "render", str(saved), "-o", str(tmp_path / "game.svg"))
    assert "<svg" in (tmp_path / "game.svg").read_text(encoding="utf-8")


def test_where_it_is_not_installed_its_files_are_refused_and_named(environment: dict[str, str], tmp_path: Path) -> None:
    sgf, saved = tmp_path / "game.sgf", tmp_path / "game.json"
    sgf.write_text(SGF, encoding="utf-8")
    tengen(environment, "convert", str(sgf), str(saved))
    for file, named in ((sgf, "1001"), (saved, "squares")):
        done = ran(None, "tengen", "convert", str(file), str(tmp_path / "out.sgf"))
        assert done.returncode == 1
        assert len(done.stderr.splitlines()) == 1
        assert named in done.stderr
    assert not (tmp_path / "out.sgf").exists()


# --- programs


def test_an_arena_plays_it_and_keeps_its_games(environment: dict[str, str], tmp_path: Path) -> None:
    small = ("--game", "squares", "--size", "4", "--games", "2", "--json", "--out", str(tmp_path / "arena"))
    told = json.loads(tengen(environment, "arena", "level:3", "random", *small))
    assert (told["played"], told["faults"], told["failures"]) == (2, [], [])
    games = next(iter((tmp_path / "arena").glob("games.*"))).read_text(encoding="utf-8")
    assert games.count("GM[1001]") == 2


def test_our_engine_speaks_of_it_and_is_asked_twice_for_a_turn(environment: dict[str, str]) -> None:
    lines = ["boardsize 4", "play black a1", "genmove white", "gogui-rules_side_to_move", "genmove white"]
    lines += ["gogui-rules_side_to_move", "printsgf", "quit", ""]
    said = tengen(environment, "engine", "gtp", "--game", "squares", "--level", "2", typed="\n".join(lines))
    answers = [answer.removeprefix("= ") for answer in said.strip().split("\n\n")]
    assert [answers[3], answers[5]] == ["white", "black"]
    moves = answers[6].replace("\n", "")
    assert moves.count(";W[") == 2
    assert "AB[" not in moves, "nobody had to give the turn away"


def test_an_engine_of_another_process_plays_it_in_an_arena(environment: dict[str, str]) -> None:
    engine = f"gtp:{sys.executable} -m tengen engine gtp --game squares --level 2"
    told = json.loads(
        tengen(environment, "arena", engine, "random", "--game", "squares", "--size", "4", "--games", "2", "--json")
    )
    assert (told["played"], told["faults"], told["failures"]) == (2, [], [])


# --- what every game promises


def test_what_it_can_do_where_it_is_installed(environment: dict[str, str]) -> None:
    done = ran(environment, "pytest", "-q", "-p", "no:cacheprovider", "tests/outside_game/installed.py")
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.long
def test_it_keeps_the_contract_of_every_game(environment: dict[str, str]) -> None:
    done = ran(environment, "pytest", "-q", "-p", "no:cacheprovider", "tests/contract", "-k", "squares")
    assert done.returncode == 0, done.stdout[-4000:]
    assert "passed" in done.stdout
