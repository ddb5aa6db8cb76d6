"""The fast judge of Renju fouls against the rule book, on random positions and on ones full of threes and fours."""

from __future__ import annotations

from collections import Counter

import pytest

from tengen.core import WHITE, Board, Point, format_board
from tengen.games.gomoku.renju import foul_at, fouls
from tests.properties.renju_boards import Maker, crowded, positions, scattered
from tests.properties.renju_by_the_book import Book


def check(maker: Maker, seed: int, count: int) -> Counter[str]:
    """Compare both judges on every empty point of every position; how often each foul came up."""
    seen: Counter[str] = Counter()
    for board in positions(maker, seed, count):
        expected = Book.of(board).fouls()
        assert fouls(board) == expected, format_board(board)
        seen.update(expected.values())
    return seen


@pytest.mark.parametrize("maker", [scattered, crowded])
def test_the_fast_judge_agrees_with_the_rule_book(maker: Maker) -> None:
    seen = check(maker, seed=1, count=400)
    assert min(seen[foul] for foul in ("overline", "double_four", "double_three")) >= 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("maker", [scattered, crowded])
def test_the_fast_judge_agrees_with_the_rule_book_on_20000_positions(maker: Maker, seed: int) -> None:
    check(maker, seed, count=1000)


def turned(board: Board) -> Board:
    """A quarter turn to the right; columns and rows are equally many."""
    size = board.columns
    return Board(size, size, bytes(board[Point(y, size - 1 - x)] or 0 for y in range(size) for x in range(size)))


def mirrored(board: Board) -> Board:
    """Left and right changed."""
    size = board.columns
    return Board(size, size, bytes(board[Point(size - 1 - x, y)] or 0 for y in range(size) for x in range(size)))


def test_turning_and_mirroring_a_board_turns_and_mirrors_its_fouls() -> None:
    for board in positions(crowded, seed=3, count=100):
        size = board.columns
        found = fouls(board)
        assert fouls(turned(board)) == {Point(size - 1 - point.y, point.x): foul for point, foul in found.items()}
        assert fouls(mirrored(board)) == {Point(size - 1 - point.x, point.y): foul for point, foul in found.items()}


def test_one_point_is_judged_as_in_the_list_of_all() -> None:
    for board in positions(crowded, seed=4, count=50):
        found = fouls(board)
        assert all(foul_at(board, point) == found.get(point) for point in board.empties())


def test_an_edge_is_as_good_as_a_wall_of_white_stones() -> None:
    for board in positions(crowded, seed=5, count=50):
        size = board.columns
        framed = Board(size + 2, size + 2, bytes([WHITE]) * (size + 2) ** 2)
        inner = {Point(point.x + 1, point.y + 1): board[point] for point in board.points()}
        found = {Point(point.x + 1, point.y + 1): foul for point, foul in fouls(board).items()}
        assert fouls(framed.with_stones(inner)) == found
