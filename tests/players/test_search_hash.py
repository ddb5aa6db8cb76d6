"""The hash of a search, and that published strengths belong to the search of this program."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from tengen.core import GameKind, find_kind, kinds
from tengen.players import native
from tengen.players.search_hash import search_hash
from tengen.players.strengths import FILE, Grading, Share, Strength, as_toml, gradings_of, read_gradings

KINDS = [kind for kind in native.kinds() if native.searches(kind)] if native.available() else []

SMALL = {"go": 7}
"""Where the hash is asked of every instruction set: without vectors a net takes its time, and this size has one."""

GRADING = Grading(
    8,
    "0123456789abcdef",
    "random:6",
    1,
    1000,
    (
        Strength(9, -100, 30, False, 100, 90_000, 55.25),
        Strength(10, 100, 30, True, 100, 8_000_000, 1000, Share(0.7625, 100)),
    ),
)


@cache
def hash_of(kind: GameKind, size: int | None = None) -> str | None:
    return search_hash(kind, size)


def of_another_search(kind: GameKind, gradings: tuple[Grading, ...]) -> list[int]:
    """The sizes whose figures belong to another search than this program's."""
    return [grading.size for grading in gradings if grading.search_hash != hash_of(kind, grading.size)]


def test_published_strengths_are_those_of_this_search() -> None:
    for kind in kinds():
        stale = of_another_search(kind, read_gradings(kind))
        assert not stale, f"{kind.name}: measure the levels again (CONTRIBUTING.md, Grading the levels)"


@pytest.mark.parametrize("kind", KINDS)
def test_figures_of_another_search_are_found_out(kind: str) -> None:
    found = find_kind(kind)
    size, own = found.rules.DEFAULT_SIZE, hash_of(found)
    assert own is not None
    ours = replace(GRADING, size=size, search_hash=own)
    assert of_another_search(found, (ours,)) == []
    assert of_another_search(found, (replace(ours, search_hash="0" * 16),)) == [size]


@pytest.mark.parametrize("kind", KINDS)
def test_the_hash_is_the_same_with_every_instruction_set(kind: str) -> None:
    ask = "import sys; from tengen.core import find_kind; from tengen.players.search_hash import search_hash; "
    ask += "print(search_hash(find_kind(sys.argv[1]), int(sys.argv[2])))"
    size = SMALL.get(kind, find_kind(kind).rules.DEFAULT_SIZE)
    for isa in {native.isas()[0], native.isas()[-1]}:
        environment = os.environ | {"TENGEN_ISA": isa}
        command = [sys.executable, "-c", ask, kind, str(size)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
        assert done.stdout.strip() == hash_of(find_kind(kind), size)


@pytest.mark.parametrize("kind", KINDS)
def test_another_size_is_another_search(kind: str) -> None:
    found = find_kind(kind)
    others = [size for size in found.rules.SIZES if size != found.rules.DEFAULT_SIZE]
    assert hash_of(found, max(size for size in others if size < found.rules.DEFAULT_SIZE)) != hash_of(found)


def test_a_game_without_a_compiled_search_has_no_hash() -> None:
    without = [kind for kind in kinds() if not native.searches(kind.name)]
    assert without
    assert {search_hash(kind) for kind in without} == {None}


def test_strengths_are_read_as_they_were_written() -> None:
    smaller = replace(GRADING, size=6, last_ms=None, levels=GRADING.levels[:1])
    assert gradings_of(as_toml([GRADING, smaller])) == (smaller, GRADING)


def test_a_game_that_nobody_measured_has_no_strengths() -> None:
    (peace,) = (kind for kind in kinds() if not kind.can_be_won)
    assert read_gradings(peace) == ()


@pytest.mark.parametrize("text", ["[[measured]]\nsize = 8\n", "measured = 3", "[[measured", "measured = [1]"])
def test_a_file_that_tells_no_strengths_is_refused(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    with pytest.raises(ValueError, match=FILE):
        read_gradings(find_kind("othello"))
