"""The rules page tells the truth: its tables are what the code says, and its pictures are played."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.core import BLACK, WHITE, Changes, ErrorCode, Game
from tests.pictures import game_from, play, refusal

ROOT = Path(__file__).parent.parent
BLOCKS = re.findall(r"```board\n(.*?)```", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.DOTALL)


def test_the_tables_are_those_of_the_code() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "rules-tables"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.partition("\n")[0])
def test_what_the_page_says_above_a_board_holds_in_it(block: str) -> None:
    caption, _, picture = block.partition("\n")
    place, _, claims = caption.partition(": ")
    named = re.fullmatch(r"(\w+)(?: ([\w-]+))?, (black|white) to move", place)
    assert named, f"this caption cannot be read: {caption}"
    to_move = BLACK if named[3] == "black" else WHITE
    game = game_from(named[1], picture, to_move=to_move, rules=named[2])
    for claim in claims.split(", "):
        check_claim(game, claim.removeprefix("then ").split())


def check_claim(game: Game, words: list[str]) -> None:
    """One claim: `d3 KO`, `d3 captures 1`, `d3 flips 1`, `d3 wins`, or `area 15 10`."""
    match words:
        case ["area", black, white]:
            score = game.ruleset.score(game.state)
            assert score is not None
            komi = game.ruleset.options()["komi"]
            assert isinstance(komi, float)
            assert (score.black, score.white - komi) == (float(black), float(white))
        case [point, "captures" | "flips" as what, count]:
            before = game.state.position.board
            changes = Changes.between(before, play(game, point).state.position.board)
            gone = changes.removed if what == "captures" else changes.flipped
            assert len(gone) == int(count)
        case [point, "wins"]:
            player = game.state.position.to_move
            outcome = play(game, point).state.outcome
            assert outcome is not None
            assert outcome.winner is player
        case [point, code]:
            assert refusal(game, point) is ErrorCode(code)
        case _:
            pytest.fail(f"this claim cannot be read: {words}")
