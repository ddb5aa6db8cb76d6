"""Go written a second time, straight from the words of the rules and without a care for speed.

A board is a dictionary of points, a chain a set, the past a list of every situation. It shares nothing with the rules
it is compared with but the names of points and colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tengen.core import BLACK, WHITE, Color, Move, Point, Setup

Stones = dict[Point, Color]
Situation = tuple[frozenset[tuple[Point, Color]], Color]


@cache
def around(point: Point, size: int) -> tuple[Point, ...]:
    """The points beside a point."""
    x, y = point
    beside = (Point(x - 1, y), Point(x + 1, y), Point(x, y - 1), Point(x, y + 1))
    return tuple(near for near in beside if 0 <= near.x < size and 0 <= near.y < size)


def chain_of(stones: Stones, start: Point, size: int) -> set[Point]:
    """The stones connected to a stone."""
    chain: set[Point] = set()
    reached = {start}
    while reached:
        chain |= reached
        reached = {near for stone in reached for near in around(stone, size) if stones.get(near) == stones[start]}
        reached -= chain
    return chain


def is_free(stones: Stones, chain: set[Point], size: int) -> bool:
    """Whether a chain has a liberty."""
    return any(near not in stones for stone in chain for near in around(stone, size))


def cleared(stones: Stones, color: Color, size: int) -> Stones:
    """The board without the chains of a colour that have no liberty."""
    unseen = {point for point, stone in stones.items() if stone is color}
    left = dict(stones)
    while unseen:
        chain = chain_of(stones, next(iter(unseen)), size)
        unseen -= chain
        if not is_free(stones, chain, size):
            for point in chain:
                del left[point]
    return left


@dataclass
class Book:
    """A game under the rules of the book: `ko` is simple, positional or situational."""

    size: int
    ko: str
    suicide: bool
    stones: Stones
    to_move: Color
    situations: list[Situation]
    since_pass: int
    passed: list[Situation]
    passes: int
    is_over: bool

    @classmethod
    def begin(cls, size: int, ko: str, suicide: bool, setup: Setup | None = None) -> Book:
        """A game on an empty board or from a set-up."""
        stones: Stones = {}
        to_move = BLACK
        if setup is not None:
            to_move = setup.to_move
            for color in (BLACK, WHITE):
                stones.update(dict.fromkeys(setup.board.stones(color), color))
        return cls(size, ko, suicide, stones, to_move, [(frozenset(stones.items()), to_move)], 0, [], 0, False)

    def result_of(self, point: Point) -> Stones | None:
        """The stones after a move, or None where it is not allowed."""
        if point in self.stones:
            return None
        placed = cleared({**self.stones, point: self.to_move}, self.to_move.other, self.size)
        after = cleared(placed, self.to_move, self.size)
        if after == self.stones or (after != placed and not self.suicide):
            return None
        grid = frozenset(after.items())
        match self.ko:
            case "positional":
                repeats = grid in [board for board, _ in self.situations]
            case "situational":
                repeats = (grid, self.to_move.other) in self.situations
            case _:
                before_the_last_move = self.situations[-2:-1]
                repeats = (grid, self.to_move.other) in before_the_last_move
        return None if repeats else after

    def points(self) -> list[Point]:
        """Where the side to move may play, row by row from the top left."""
        if self.is_over:
            return []
        everywhere = (Point(x, y) for y in range(self.size) for x in range(self.size))
        return [point for point in everywhere if self.result_of(point) is not None]

    def play(self, move: Move) -> Book:
        """The game after a move that is allowed."""
        here = self.situations[-1]
        stones = self.stones if move is None else self.result_of(move)
        assert stones is not None
        situations = [*self.situations, (frozenset(stones.items()), self.to_move.other)]
        passes = self.passes + 1 if move is None else 0
        since_pass = len(situations) - 1 if move is None else self.since_pass
        passed = [*self.passed, here] if move is None else self.passed
        is_over = passes == 2
        if self.ko == "simple":
            is_over |= move is None and here in self.passed
            is_over |= situations[since_pass:].count(situations[-1]) == 3
        return Book(
            self.size,
            self.ko,
            self.suicide,
            stones,
            self.to_move.other,
            situations,
            since_pass,
            passed,
            passes,
            is_over,
        )

    def leaves(self, depth: int) -> int:
        """The leaves of the tree of moves and passes; a finished game is one leaf."""
        if depth == 0 or self.is_over:
            return 1
        if depth == 1:
            return len(self.points()) + 1
        return sum(self.play(move).leaves(depth - 1) for move in [*self.points(), None])
