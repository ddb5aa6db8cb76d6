"""Othello in C++ against published numbers; against Othello in Python: test_native_games.py."""

from __future__ import annotations

import pytest

from tengen.core import Color
from tengen.players import native

KIND = "othello"
PASS = -1

# Leaves at depth 1, 2, ...: widely published; the same counts are found in several independent programs.
LEAVES = (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800, 1939886636)


@pytest.mark.parametrize("depth", [*range(1, 12), pytest.param(12, marks=pytest.mark.long)])
def test_perft_gives_the_published_numbers(depth: int) -> None:
    assert native.perft(KIND, depth) == LEAVES[depth - 1]


def test_perft_of_depth_0_is_one_leaf() -> None:
    assert native.perft(KIND, 0) == 1


def test_a_refused_move_changes_nothing() -> None:
    position = native.position(KIND)
    before = position.cells()
    for move in (PASS, 0, 27, 64, -2):
        assert not position.is_legal(move)
        with pytest.raises(ValueError, match="illegal move"):
            position.play(move)
    assert position.cells() == before
    assert Color(position.to_move) is Color.BLACK


def test_a_clone_is_independent() -> None:
    position = native.position(KIND)
    clone = position.clone()
    clone.play(clone.legal_moves()[0])
    assert position.cells() != clone.cells()
    assert Color(position.to_move) is Color.BLACK
