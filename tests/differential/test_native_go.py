"""Go in C++ against known numbers, and in cycles that games of chance hardly reach; else see test_native_games.py."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from importlib import resources

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Board,
    GameState,
    Pass,
    Place,
    Prisoners,
    Ruleset,
    Setup,
    find_kind,
)
from tengen.players import native
from tests.differential import native_games

KIND = "go"
RULES = find_kind(KIND).rules
NUMBERS = tomllib.loads(resources.files("tengen.games.go").joinpath("perft.toml").read_text(encoding="utf-8"))
MOST_LEAVES = 1_000_000
CELLS = {".": 0, "#": BLACK, "o": WHITE}

# Black can take two of the kos, White one; taken by turns they bring the board back after six moves.
THREE_KOS = """
. # o . . . . . .
# o . o . . . . .
. # o . . . . . .
. # o . . . . . .
# . # o . . . . .
. # o . . . . . .
. # o . . . . . .
# o . o . . . . .
. # o . . . . . ."""
KO_COLUMNS = (1, 2)


@pytest.mark.parametrize(("size", "leaves"), [(start["size"], start["leaves"]) for start in NUMBERS["start"]])
def test_perft_gives_the_numbers_of_closed_form(size: int, leaves: list[int]) -> None:
    rules = RULES.parse(size)
    for depth, known in enumerate(leaves, 1):
        if known <= MOST_LEAVES:
            assert native.perft(KIND, depth, rules) == known


def takes_a_ko(rules: Ruleset, state: GameState, action: Action) -> bool:
    if not isinstance(action, Place) or action.point.x not in KO_COLUMNS:
        return False
    return rules.apply(state, action).position.prisoners != state.position.prisoners


@pytest.mark.parametrize("preset", RULES.PRESETS)
def test_captures_in_a_triple_ko_agree_until_superko_or_no_result(preset: str) -> None:
    rules = RULES.parse(9, preset)
    cells = bytes(CELLS[symbol] for symbol in THREE_KOS.split())
    setup = Setup(Board(9, 9, cells), BLACK, Prisoners())
    ends: Counter[bool] = Counter()
    for seed in range(12):
        chance = random.Random(seed)
        state, position = rules.initial(setup), native.position(KIND, rules, setup)
        for move in range(60):
            native_games._same(rules, state, position, f"{preset}, seed {seed}, move {move}")
            if state.is_over:
                break
            takes = [action for action in rules.legal_actions(state) if takes_a_ko(rules, state, action)]
            action = chance.choice(takes) if takes and chance.random() < 0.97 else Pass(state.position.to_move)
            state = rules.apply(state, action)
            native_games._play(position, action)
        ends[state.outcome is not None and state.outcome.no_result] += 1
    assert ends[True] > 0 if rules.options()["ko"] == "simple" else ends == {False: 12}
