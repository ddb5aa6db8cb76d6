"""The lists of won positions: each is a game by the rules, and what is said of it is so. See bench/gomoku/README.md."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tengen.core import Color, Place, Point, Timeline, create_rules
from tengen.games.gomoku.lines import makes_line
from tengen.games.gomoku.position import GomokuPosition

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "golden" / "gomoku"
LISTS: Final = ("fours", "threes")


class Won(NamedTuple):
    rules: str
    stones: int
    game: Timeline
    answer: tuple[Point, ...]

    @classmethod
    def read(cls, line: str) -> Won:
        """A line of a list. Raises GameError for moves that the rules refuse."""
        rules, stones, moves, answer = line.split()
        timeline = Timeline.begin(create_rules("gomoku", rules=rules))
        parse = timeline.ruleset.board_spec().parse
        for name in moves.split(","):
            timeline = timeline.act(Place(timeline.state.position.to_move, parse(name)))
        return cls(rules, int(stones), timeline, tuple(map(parse, answer.split(","))))


@cache
def won(name: str) -> tuple[Won, ...]:
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return tuple(Won.read(line) for line in lines if line and not line.startswith("#"))


def fives(position: GomokuPosition, color: Color) -> set[Point]:
    """Where this colour would make five."""
    board = position.board
    return {point for point in board.empties() if makes_line(board, board.index(point), color, position.line)}


def position_of(timeline: Timeline) -> GomokuPosition:
    position = timeline.state.position
    assert isinstance(position, GomokuPosition)
    return position


@pytest.mark.parametrize("name", LISTS)
def test_the_lists_have_two_hundred_positions_of_three_rule_sets_and_many_depths(name: str) -> None:
    positions = won(name)
    assert len(positions) == 200
    assert {at.rules for at in positions} == {"freestyle", "standard", "renju"}
    depths = Counter(at.stones for at in positions)
    assert len(depths) >= 6
    assert max(depths.values()) <= 50
    assert len({at.game.state.position.board for at in positions}) == len(positions)


@pytest.mark.parametrize("name", LISTS)
def test_nobody_has_made_five_or_can_make_it_at_once(name: str) -> None:
    for at in won(name):
        position = position_of(at.game)
        assert not at.game.state.is_over
        assert not fives(position, position.to_move)


def test_every_line_of_fours_leaves_one_answer_and_at_last_none() -> None:
    for at in won("fours"):
        game = at.game
        attacker = game.state.position.to_move
        assert len(at.answer) == 2 * (at.stones - 1) - 1
        for number, point in enumerate(at.answer):
            if number % 2 == 0:
                assert not fives(position_of(game), attacker), "it would have won already"
            game = game.act(Place(game.state.position.to_move, point))
            assert not game.state.is_over
            if number % 2 == 0:
                position = position_of(game)
                assert not fives(position, attacker.other)
                threatened = fives(position, attacker)
                answers = threatened - set(position.forbidden_points()) if len(threatened) == 1 else set()
                assert answers == ({at.answer[number + 1]} if number + 1 < len(at.answer) else set())
                assert threatened


@pytest.mark.long
def test_the_verifier_proves_every_position_again(tmp_path: Path) -> None:
    """Built as anybody would build it; it knows nothing of our search."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)))
    cmake = shutil.which("cmake", path=path)
    assert cmake is not None, "the set-up brings cmake"
    options = ("-DTENGEN_VERIFY=ON", "-DTENGEN_TESTS=OFF", "-DTENGEN_BINDINGS=OFF", "-G", "Ninja")
    environment = {**os.environ, "PATH": path}
    for command in (
        [cmake, "-S", str(ROOT), "-B", str(tmp_path), *options],
        [cmake, "--build", str(tmp_path), "--target", "gomoku-verify", "gomoku-mine"],
    ):
        subprocess.run(command, check=True, capture_output=True, env=environment)
    for name in LISTS:
        command = [str(tmp_path / "gomoku-verify"), name, str(FOLDER / f"{name}.txt")]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "200 judged, 0 wrong\n")
    mined = subprocess.run(
        [str(tmp_path / "gomoku-mine"), "freestyle", "1", "1", "0"], capture_output=True, text=True, check=True
    )
    first = next(line for line in (FOLDER / "fours.txt").read_text().splitlines() if not line.startswith("#"))
    assert mined.stdout == f"fours {first}\n", "the recipe finds what it found"
