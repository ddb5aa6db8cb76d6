"""Random games of Go beside sgfmill's board: equal stones and captures after every move, the same area in the end."""

from __future__ import annotations

import random

import pytest
from sgfmill import boards

from tengen.core import BLACK, WHITE, Color, Place, create_game
from tengen.games.go.options import Scoring, Tax
from tengen.games.go.scoring import board_score
from tests.differential.random_go import random_moves

GAMES = {5: 100, 9: 80, 19: 20}
LETTERS = {BLACK: "b", WHITE: "w"}
CELLS = {None: 0, "b": 1, "w": 2}


def cells(theirs: boards.Board) -> bytes:
    """Their rows, which count from the bottom, as our cells."""
    return bytes(CELLS[stone] for row in reversed(theirs.board) for stone in row)


@pytest.mark.parametrize(("size", "seed"), [(size, seed) for size, games in GAMES.items() for seed in range(games)])
def test_a_random_game_looks_the_same_on_both_boards(size: int, seed: int) -> None:
    rng = random.Random(f"{size} {seed}")
    game = create_game("go", size, {"suicide": rng.random() < 0.5, "ko": rng.choice(["simple", "positional"])})
    theirs = boards.Board(size)
    color: Color = BLACK
    taken = {BLACK: 0, WHITE: 0}
    stones = 0
    for point in random_moves(game, rng, most=3 * size * size):
        if point is not None:
            theirs.play(size - 1 - point.y, point.x, LETTERS[color])
        position = game.state.position
        assert position.board.cells == cells(theirs)
        now = size * size - cells(theirs).count(0)
        is_suicide = point is not None and theirs.get(size - 1 - point.y, point.x) is None
        gone = stones + (point is not None) - now
        taken[color.other if is_suicide else color] += gone
        assert position.prisoners == (taken[BLACK], taken[WHITE])
        stones = now
        color = color.other
    black, white = board_score(game.state.position.board, Scoring.AREA, Tax.NONE)
    assert black - white == theirs.area_score()
    assert any(isinstance(action, Place) for action in game.actions)


def test_there_are_two_hundred_games() -> None:
    assert sum(GAMES.values()) == 200
