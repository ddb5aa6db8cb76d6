"""Boards by chance on which Black's fouls are worth comparing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from tengen.core import BLACK, WHITE, Board, Point
from tests.properties.renju_by_the_book import DIRECTIONS

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
