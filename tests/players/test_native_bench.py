"""`tengen bench native`: which figures there are, what they hold, and that a wrong value is noticed."""

from __future__ import annotations

import json
from typing import Final

import pytest

from tengen.core import GameKind, create_rules, find_kind, kinds
from tengen.players import native, native_bench
from tengen.players.native_bench import Figure, NativeBench
from tengen.players.search_hash import search_hash
from tests.clients.command import Command, command_here

NATIVE: Final = [find_kind(name) for name in native.kinds()] if native.available() else []
SEARCHED: Final = [kind for kind in NATIVE if native.plays(kind.rules.parse())]
FIELDS: Final = {"game", "name", "value", "unit", "n", "best_of", "isa", "cpu_s"}


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command with a smaller measure: single rounds of hundredths of a second, and the easiest positions."""
    monkeypatch.setattr(native_bench, "_LOOK_MS", 10)
    monkeypatch.setattr(native_bench, "_QUICK_STOPS", 2)
    monkeypatch.setattr(native_bench, "_MEMORY_MB", 4)
    known_of = native_bench._known_of

    def little_known_of(kind: GameKind) -> native_bench.KnownOfGame:
        known = known_of(kind)
        depth = None if known.perft_depth is None else min(known.perft_depth, 5)
        return known._replace(perft_depth=depth, exact_sets=tuple(map(easiest, known.exact_sets)))

    monkeypatch.setattr(native_bench, "_known_of", little_known_of)
    return command_here(monkeypatch, capsys)


def easiest(known: native_bench.ExactSet) -> native_bench.ExactSet:
    return native_bench.ExactSet(known.name, known.positions[:1], known.numbers, 1)


def test_every_game_with_compiled_rules_has_its_figures(tengen: Command) -> None:
    done = tengen("bench", "native", "--quick", "--json")
    figures = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0
    assert all(set(figure) >= FIELDS for figure in figures)
    for kind in SEARCHED:
        named = {figure["name"]: figure for figure in figures if figure["game"] == kind.name}
        assert {"hash", "midgame", "threads2", "stop"} <= set(named)
        assert named["hash"]["value"] == search_hash(kind)
        assert all(named[name]["value"] > 0 for name in ("midgame", "threads2"))
        assert all(figure["isa"] == native.isa() for figure in named.values())


def test_one_game_can_be_measured_in_words(tengen: Command) -> None:
    done = tengen("bench", "native", "--quick", "--game", SEARCHED[0].name)
    assert done.code == 0
    assert all(line.startswith(SEARCHED[0].name) for line in done.out.splitlines())


def test_a_wrong_value_fails(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Figure("any", "set", 1.0, "s", 1, 1, "portable", 1.0, {"right": False})
    monkeypatch.setattr(NativeBench, "figures", lambda _: iter([wrong]))
    done = tengen("bench", "native", "--json", "--game", SEARCHED[0].name)
    assert done.code == 1
    assert json.loads(done.out)["right"] is False
    assert done.lines == ["tengen: A value that was found is wrong."]


def test_a_game_without_compiled_rules_is_a_failure_in_one_line(tengen: Command) -> None:
    done = tengen("bench", "native", "--game", "peace")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)
    assert "othello" in done.err


def test_without_the_compiled_module_there_is_one_line(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_missing", ImportError("cannot import name '_native'"))
    done = tengen("bench", "native")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)


@pytest.mark.parametrize("arguments", [["--game", "nosuch"], ["extra"], ["--nosuch"]])
def test_usage_errors_exit_with_two(tengen: Command, arguments: list[str]) -> None:
    assert tengen("bench", "native", *arguments).code == 2


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
def test_what_a_game_brings_can_stand_under_its_rules(kind: GameKind) -> None:
    for known in native_bench._known_of(kind).exact_sets:
        assert 0 < known.quick <= len(known.positions)
        boards = {position.setup.board for position in known.positions}
        assert len(boards) == len(known.positions), "a position stands there twice"
        for position in known.positions:
            state = create_rules(kind.name).initial(position.setup)
            assert not state.is_over
            assert abs(position.value) <= state.position.board.columns * state.position.board.rows


def test_the_twenty_positions_have_twenty_empties() -> None:
    found = next(
        known for known in native_bench._known_of(find_kind("othello")).exact_sets if known.name == "empties20"
    )
    assert [len(position.setup.board.empties()) for position in found.positions] == [20] * 20


@pytest.mark.long
def test_every_known_value_is_found() -> None:
    for kind in SEARCHED:
        bench = NativeBench(kind, is_quick=True)
        for known in native_bench._known_of(kind).exact_sets:
            for position in known.positions:
                assert bench._solved(position.setup)[0].exact == position.value
