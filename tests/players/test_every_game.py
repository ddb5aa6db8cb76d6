"""Every built-in player plays every game, under all its rules, from the first action to the last."""

from __future__ import annotations

from random import Random

import pytest

from tengen.core import GameKind, kinds
from tengen.players import HintPlayer, MctsPlayer, RandomPlayer
from tests.contract.cases import Case, all_cases
from tests.players.sittings import played

CASES = all_cases()
SMALL = [case for case in CASES if case.rules.size <= 8]


def plies(case: Case) -> int:
    return 4 * case.rules.size**2


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_random_play_is_legal_and_comes_to_an_end(case: Case) -> None:
    first, second = RandomPlayer(Random(1)), RandomPlayer(Random(2))
    assert played(case.rules, first, second, most=plies(case)).state.is_over


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_following_hints_is_legal_and_comes_to_an_end(case: Case) -> None:
    game = played(case.rules, HintPlayer(Random(1)), RandomPlayer(Random(2)), most=plies(case))
    assert game.state.is_over


@pytest.mark.parametrize("case", SMALL, ids=lambda case: case.name)
def test_searching_is_legal_from_beginning_to_end(case: Case) -> None:
    # A few searched moves at the start, in the middle and at the end; chance plays the others.
    for opening in (0, case.rules.size**2 // 2, case.rules.size**2 - 4):
        searching = MctsPlayer(Random(opening), nodes=3)
        played(case.rules, searching, searching, opening=opening, seed=3, most=4)


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_the_same_seeds_give_the_same_game(kind: GameKind) -> None:
    rules = kind.rules.parse(min(kind.rules.SIZES))
    one, other = (
        played(rules, RandomPlayer(Random(5)), MctsPlayer(Random(6), nodes=3), most=30).actions for _ in range(2)
    )
    assert one == other


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_other_seeds_give_other_games(kind: GameKind) -> None:
    rules = kind.rules.parse()
    games = {
        played(rules, RandomPlayer(Random(seed)), RandomPlayer(Random(-seed)), most=12).actions for seed in range(5)
    }
    assert len(games) > 1
