"""The fast judge of Renju fouls against the rule book, on random positions and on ones full of threes and fours."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from tengen.core import BLACK, WHITE, Board, Point, format_board
from tengen.games.gomoku.renju import foul_at, fouls
from tests.properties.renju_by_the_book import DIRECTIONS, Book

Maker = Callable[[random.Random], Board]


def scattered(chance: random.Random) -> Board:
    """Stones thrown on a board, more of them Black's."""
    size = chance.choice((8, 8, 8, 8, 8, 8, 9, 9, 10, 15))
    black, white = chance.uniform(0.1, 0.4), chance.uniform(0.0, 0.3)
    cells = chance.choices((0, BLACK, WHITE), (1 - black - white, black, white), k=size * size)
    return Board(size, size, bytes(cells))


def crowded(chance: random.Random) -> Board:
    """Two or three stones laid out in several directions around some points, so that fouls nest; few white stones."""
    size = chance.choice((8, 8, 9, 9, 11))
    board = Board.empty(size)
    for _ in range(chance.randint(2, 5)):
        x, y = chance.randrange(1, size - 1), chance.randrange(1, size - 1)
        for dx, dy in chance.sample(DIRECTIONS, chance.choice((2, 2, 3))):
            for step in chance.sample((-4, -3, -2, -1, 1, 2, 3, 4), chance.choice((2, 2, 2, 3))):
                point = Point(x + step * dx, y + step * dy)
                if point in board:
                    board = board.with_stones({point: BLACK})
    walls = chance.sample(board.empties(), chance.choice((0, 1, 2, 4)))
    return board.with_stone(walls, WHITE)


def positions(maker: Maker, seed: int, count: int) -> Iterator[Board]:
    chance = random.Random(f"{maker.__name__} {seed}")
    return (maker(chance) for _ in range(count))


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
