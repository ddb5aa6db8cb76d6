"""Nets that a later training goes on from, kept in half the room."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
from train.go.net.halved import read_weights, write_halved

FOLDER = Path(__file__).parents[2] / "train" / "go" / "net"


def test_halved_weights_are_the_nearest_of_eight_bits_and_small_ones_stay(tmp_path: Path) -> None:
    chance = np.random.default_rng(1)
    weights = {
        "large": chance.normal(size=(40, 30)).astype(np.float32),
        "exact": np.array([[1.0, -0.5, 0.0, 3.0]], np.float32),
        "of_channels": chance.normal(size=50).astype(np.float32),
    }
    write_halved(weights, tmp_path / "net.npz")
    kept = read_weights(tmp_path / "net.npz")
    assert kept.keys() == weights.keys()
    assert np.array_equal(kept["exact"], weights["exact"])
    assert np.array_equal(kept["of_channels"], weights["of_channels"])
    assert np.all(np.abs(kept["large"] - weights["large"]) <= np.abs(weights["large"]) * 2.0**-8)


def test_the_net_to_go_on_from_is_whole_and_the_one_the_notes_tell_of() -> None:
    file = FOLDER / "go-6x96.npz"
    assert hashlib.sha256(file.read_bytes()).hexdigest() in (FOLDER / "README.md").read_text(encoding="utf-8")
    weights = read_weights(file)
    assert sum(value.size for value in weights.values()) > 1_000_000
    assert all(np.isfinite(value).all() for value in weights.values())
