"""Native rules against Python's, move by move: legal moves, board, side, end and result of random games."""

from __future__ import annotations

import random
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tengen.core import Ruleset, create_rules, find_kind
from tengen.players import native
from tests.contract.cases import Case, cases_of
from tests.differential.native_games import Disagreement, compare, mixed_rules, rulesets_of

if TYPE_CHECKING:
    from tengen._native import Position

KINDS = native.kinds() if native.available() else []
SMALL = 9
CASES = [case for kind in KINDS for case in cases_of(find_kind(kind)) if case.rules.size <= SMALL]
CPU_S = 180
"""For the long games of each kind."""

each_kind = pytest.mark.parametrize("kind", KINDS)


@pytest.mark.parametrize("case", [pytest.param(case, id=case.name) for case in CASES])
def test_random_games_agree_after_each_move(case: Case) -> None:
    for seed in range(4):
        compare(case.rules, seed)


@each_kind
def test_games_of_mixed_rules_agree_after_each_move(kind: str) -> None:
    chance = random.Random(kind)
    for seed in range(40):
        compare(mixed_rules(find_kind(kind), chance, most=SMALL), seed)


@pytest.mark.long
@each_kind
def test_as_many_games_as_fit_agree_under_all_rules(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    end = time.process_time() + CPU_S
    found, chance = find_kind(kind), random.Random(kind)
    rulesets = rulesets_of(found)
    seen: Counter[str] = Counter()

    def play(rules: Ruleset, seed: int) -> None:
        played = compare(rules, seed)
        seen.update(games=1, moves=played.moves, finished=played.is_over)

    for seed in range(3):  # of each sort, see `compare`; the first however slow the machine may be
        for rules in rulesets:
            if seed == 0 or time.process_time() < end:
                play(rules, seed)
    while time.process_time() < end:
        seed += 1
        play(mixed_rules(found, chance), seed)
    with capsys.disabled():
        print(f"\n{kind}: {seen['games']} games, {seen['moves']} moves, {len(rulesets)} rule sets and mixtures")
    assert seen["finished"] > seen["games"] // 4, "a game that is left early compares no result"


# --- what differs is found


class Altered:
    """A native position of which one thing is told wrongly."""

    def __init__(self, position: Position, wrong: str, value: object) -> None:
        self._position, self._wrong, self._value = position, wrong, value

    def __getattr__(self, name: str) -> object:
        if name != self._wrong:
            return getattr(self._position, name)
        return (lambda: self._value) if callable(getattr(self._position, name)) else self._value


@each_kind
@pytest.mark.parametrize(
    ("wrong", "value", "told"),
    [
        ("cells", b"", "the board"),
        ("to_move", 2, "the side to move"),
        ("legal_moves", [-1, 3], "the legal set"),
        ("choices", ["nothing"], "the set of words"),
        ("is_over", None, "the end"),
        ("result", (0, 99.0), "the result"),
    ],
)
def test_what_differs_is_told(kind: str, wrong: str, value: object, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = native.position
    monkeypatch.setattr(native, "position", lambda *given: Altered(begin(*given), wrong, value))
    rules = find_kind(kind).rules.parse()
    with pytest.raises(Disagreement, match=told):
        compare(rules, 0)


@each_kind
def test_a_result_that_differs_is_told(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = native.position

    class OtherWinner(Altered):
        def __getattr__(self, name: str) -> object:
            if name == "result" and (result := self._position.result()) is not None:
                return lambda: (3 - result[0] if result[0] else 1, result[1])
            return getattr(self._position, name)

    monkeypatch.setattr(native, "position", lambda *given: OtherWinner(begin(*given), "", None))
    rules = find_kind(kind).rules.parse(min(find_kind(kind).rules.SIZES))
    with pytest.raises(Disagreement, match="the winner"):
        compare(rules, 0)


@each_kind
def test_a_beginning_that_only_one_side_refuses_is_told(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not today")

    monkeypatch.setattr(native, "position", refuse)
    with pytest.raises(Disagreement, match="only C\\+\\+ refuses"):
        compare(create_rules(kind), 0)
