"""Othello in C++ against Othello in Python, and both against published numbers."""

from __future__ import annotations

import random

import pytest

from tengen.core import Color, GameState, Point, create_game, from_move
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


def legal_moves(state: GameState) -> list[int]:
    """The moves of the Python position as native points."""
    position = state.position
    moves = [position.board.index(point) for point in position.legal_points()]
    return [PASS, *moves] if position.can_pass() else moves


def python_move(move: int, columns: int) -> Point | None:
    return None if move == PASS else Point(move % columns, move // columns)


@pytest.mark.parametrize("seed", range(100))
def test_random_games_agree_at_every_ply(seed: int) -> None:
    chance = random.Random(seed)
    game = create_game(KIND)
    position = native.position(KIND)
    assert (position.columns, position.rows) == (
        game.state.position.board.columns,
        game.state.position.board.rows,
    )
    while True:
        state = game.state
        assert position.cells() == state.position.board.cells
        assert Color(position.to_move) is state.position.to_move
        assert position.legal_moves() == legal_moves(state)
        assert position.is_over == state.is_over
        if state.is_over:
            break
        move = chance.choice(position.legal_moves())
        game.act(from_move(state.position.to_move, python_move(move, position.columns)))
        position.play(move)


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
