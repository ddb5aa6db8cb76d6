"""Weights that are committed: each is small, and told of, with its hash, beside the script that made it."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEIGHTS = sorted((ROOT / "native" / "games").glob("*/weights/*"))
MOST_BYTES = 2_000_000


def test_there_are_weights() -> None:
    assert WEIGHTS


@pytest.mark.parametrize("file", WEIGHTS, ids=lambda file: file.name)
def test_weights_are_small_and_their_hash_is_told_beside_their_script(file: Path) -> None:
    notes = ROOT / "train" / file.parents[1].name / "README.md"
    assert hashlib.sha256(file.read_bytes()).hexdigest() in notes.read_text(encoding="utf-8")
    assert file.stat().st_size <= MOST_BYTES
