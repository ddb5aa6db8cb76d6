"""The door to the compiled module: what it offers, what it refuses, what it says without the module."""

from __future__ import annotations

import difflib
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.core import find_kind
from tengen.players import native

ROOT = Path(__file__).parents[2]


def test_the_module_is_built() -> None:
    assert native.available()


def test_every_native_kind_is_a_game_of_the_same_name() -> None:
    assert native.kinds() == sorted(native.kinds())
    for kind in native.kinds():
        assert find_kind(kind).name == kind


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="no native game of kind 'chess'"):
        native.position("chess")
    with pytest.raises(ValueError, match="no native game of kind 'chess'"):
        native.perft("chess", 1)


def test_a_negative_depth_is_refused() -> None:
    with pytest.raises(ValueError, match="negative"):
        native.perft(native.kinds()[0], -1)


def test_a_missing_module_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "_missing", ImportError("cannot import name '_native'"))
    assert not native.available()
    for call in (native.kinds, lambda: native.perft("any", 1), lambda: native.position("any")):
        with pytest.raises(native.NativeUnavailable, match=r"cannot import name '_native'.*make set-up"):
            call()


def test_the_committed_stub_is_the_generated_one(tmp_path: Path) -> None:
    fresh = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "tengen._native", "-o", str(fresh)]
    subprocess.run(command, check=True)
    committed = (ROOT / "src/tengen/_native.pyi").read_text(encoding="utf-8")
    difference = difflib.unified_diff(
        committed.splitlines(), fresh.read_text(encoding="utf-8").splitlines(), lineterm=""
    )
    assert not list(difference), "run `make stub`"
