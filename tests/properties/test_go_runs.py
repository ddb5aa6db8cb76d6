"""A run of moves played in one go is what the same moves are when they are played one by one."""

from __future__ import annotations

from random import Random

import pytest

from tengen.core import BLACK, WHITE, Action, GameError, GameState, Pass, Place, Point, Ruleset, create_rules
from tests.contract.cases import Case, all_cases

CASES = [case for case in all_cases() if case.kind.name == "go"]


def one_by_one(rules: Ruleset, state: GameState, actions: list[Action]) -> tuple[GameState, int]:
    for count, action in enumerate(actions):
        try:
            state = rules.apply(state, action)
        except GameError:
            return state, count
    return state, len(actions)


def random_actions(rules: Ruleset, chance: Random) -> list[Action]:
    """Moves that the rules take, passes among them, and at the end perhaps one that they refuse."""
    state, actions = rules.initial(), list[Action]()
    for _ in range(chance.choice((10, 80, 300))):
        if state.is_over:
            break
        player = rules.actors(state)[0]
        points = state.position.board.empties()
        chance.shuffle(points)
        options: list[Action] = [Place(player, point) for point in points[:20]]
        options.insert(0 if chance.random() < 0.03 else len(options), Pass(player))
        for action in options:
            try:
                state = rules.apply(state, action)
            except GameError:
                continue
            actions.append(action)
            break
        else:
            break
    strange: list[Action] = [
        Place(BLACK, Point(-1, 0)),
        Place(WHITE, Point(0, rules.size)),
        Pass(WHITE),
        Place(BLACK, Point(2, 2)),
    ]
    actions.insert(chance.randrange(len(actions) + 1), chance.choice(strange))
    return actions


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_run_of_moves_leads_where_single_moves_lead(case: Case) -> None:
    for seed in range(4):
        actions = random_actions(case.rules, Random(seed))
        begin = case.rules.initial()
        assert case.rules.apply_all(begin, actions) == one_by_one(case.rules, begin, actions)


@pytest.mark.parametrize("preset", ["chinese-kgs", "tromp-taylor", "japanese", "new-zealand"])
def test_a_run_on_a_small_board_meets_every_ko_and_suicide(preset: str) -> None:
    rules = create_rules("go", 5, preset)
    chance = Random(5)
    for _ in range(60):
        state, color, actions = rules.initial(), BLACK, list[Action]()
        for _ in range(150):
            actions.append(Place(color, Point(chance.randrange(5), chance.randrange(5))))
            if rules.refusal(state, actions[-1]) is not None and chance.random() < 0.98:
                actions.pop()
                continue
            color = color.other
            state, _ = one_by_one(rules, state, actions[-1:])
        assert rules.apply_all(rules.initial(), actions) == one_by_one(rules, rules.initial(), actions)


def test_a_run_may_begin_and_end_anywhere() -> None:
    rules = create_rules("go", 9)
    actions: list[Action | None] = [None, *(Place(BLACK if x % 2 == 0 else WHITE, Point(x, 0)) for x in range(6)), None]
    state, count = rules.apply_all(rules.initial(), actions, 1, 4)
    assert (count, state.position.board.count(BLACK), state.position.board.count(WHITE)) == (3, 2, 1)
    assert rules.apply_all(state, actions, 4)[1] == 3
    assert rules.apply_all(state, actions, 0)[1] == 0
