"""What searches mark on the board has words in every language, and signs that fit on a point."""

from __future__ import annotations

from random import Random

import pytest

from tengen.core import LANGUAGES, Game, create_rules, kinds
from tengen.core.printing import width
from tengen.core.words import words
from tengen.players import WINNING_LINE, HintPlayer, RandomPlayer, StopToken, native
from tengen.players.native import Limits
from tests.pictures import game_from
from tests.players.sittings import played

SEARCHED = [
    (kind.name, preset) for kind in kinds() if native.searches(kind.name) for preset in kind.rules.PRESETS or (None,)
]
SIZE = 8
"""A small board, which every game here has: searches of large ones take long."""


@pytest.mark.parametrize(("name", "preset"), SEARCHED)
def test_every_mark_has_words_and_a_sign(name: str, preset: str | None) -> None:
    rules = create_rules(name, SIZE, preset)
    search = native.searcher(rules, 1)
    assert search is not None
    keys = set()
    for seed in range(3):
        game = played(rules, HintPlayer(Random(seed)), RandomPlayer(Random(seed)), seed=seed)
        shorter = Game(rules)
        for number, action in enumerate(game.timeline.actions):
            if number % 4 == 0:
                search.sync(None, shorter.timeline.actions)
                keys |= {mark.key for mark in search.think(Limits(40), StopToken()).marks}
            shorter.act(action)
    for language in LANGUAGES:
        known = words(language)
        for key in keys:
            assert known[f"{name}.mark.{key}"].strip()
            assert key == WINNING_LINE or 0 < width(known[f"{name}.sign.{key}"]) <= 2


def test_dead_stones_and_ladders_of_go_are_told_by_name() -> None:
    """White's stone on D6 would run to the edge in vain; the one on A9 is lost whoever moves."""
    game = game_from(
        "go",
        """
        o . # . . . . . .
        # # # . . . . . .
        . . . # # . . . .
        . . # o . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""",
    )
    search = native.searcher(game.ruleset, 1)
    assert search is not None
    search.sync(game.timeline.setup, ())
    name = game.ruleset.board_spec().name
    found = search.think(Limits(200), StopToken()).marks
    assert {mark.key: [name(point) for point in mark.points] for mark in found} == {"dead": ["A9"], "ladder": ["D6"]}
