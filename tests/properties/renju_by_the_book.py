"""Black's fouls in Renju, written sentence by sentence from the rule text, for checking the fast ones against.

Slow and plain on purpose: boards are sets of points, every stone is really placed, nothing is remembered.
The terms are those of the International Rules of Renju (Renju International Federation, 1996); the names below are
its words. "The four" and "the three" are told apart by their stones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tengen.core import BLACK, Board, Point

Stones = frozenset[Point]


class Book:
    """A board, and what the rule book says about its black stones."""

    def __init__(self, black: Stones, empty: Stones) -> None:
        self.black = black
        self.empty = empty

    @classmethod
    def of(cls, board: Board) -> Book:
        """The book opened on a board."""
        return cls(frozenset(board.stones(BLACK)), frozenset(board.empties()))

    def after(self, point: Point) -> Book:
        """The board with one more black stone."""
        return Book(self.black | {point}, self.empty - {point})

    def fouls(self) -> dict[Point, str]:
        """Every empty point that is a foul, and which."""
        return {point: foul for point in self.empty if (foul := self.foul(point)) is not None}

    def foul(self, point: Point) -> str | None:
        """Making a five wins, whatever else the stone makes; else an overline, a double-four, a double-three lose."""
        after = self.after(point)
        lengths = after.row_lengths(point)
        if 5 in lengths:
            return None
        if max(lengths) >= 6:
            return "overline"
        if len(after.fours(point)) >= 2:
            return "double_four"
        if len(after.threes(point)) >= 2:
            return "double_three"
        return None

    def fours(self, point: Point) -> set[Stones]:
        """Rows of four stones with this one to which one stone can be added to make a five."""
        found = set()
        for five in segments(point, 5):
            added = five & self.empty
            if len(added) == 1 and len(five & self.black) == 4 and self.after(*added).is_unbroken_row(five):
                found.add(five - added)
        return found

    def is_straight_four(self, four: Stones) -> bool:
        """An unbroken row of four stones to which one stone can be added in two ways to make a five."""
        ways = [end for end in ends(four) if end in self.empty and self.after(end).is_unbroken_row(four | {end})]
        return self.is_unbroken_row(four) and len(ways) == 2

    def threes(self, point: Point) -> set[Stones]:
        """Rows of three stones with this one to which a stone can be added to make a straight four.

        The added stone makes no five at the same time, and is a move that Black may make: no foul itself.
        """
        found = set()
        for four in segments(point, 4):
            added = four & self.empty
            if len(added) != 1 or len(four & self.black) != 3:
                continue
            (place,) = added
            after = self.after(place)
            makes_straight_four = after.is_straight_four(four)
            if makes_straight_four and 5 not in after.row_lengths(place) and self.foul(place) is None:
                found.add(four - added)
        return found

    def row_lengths(self, point: Point) -> set[int]:
        """How long the unbroken rows through a black stone are. A five is one of five stones, no more and no less."""
        return {len(row) for row in self.unbroken_rows(point)}

    def unbroken_rows(self, point: Point) -> Iterator[Stones]:
        """The unbroken row of black stones through a black stone, in each of the four directions."""
        for dx, dy in DIRECTIONS:
            row = {point}
            for step in (-1, 1):
                x, y = point.x + step * dx, point.y + step * dy
                while (x, y) in self.black:
                    row.add(Point(x, y))
                    x, y = x + step * dx, y + step * dy
            yield frozenset(row)

    def is_unbroken_row(self, row: Stones) -> bool:
        """Whether exactly these points are an unbroken row: all black, and no black stone at either end."""
        return row <= self.black and self.black.isdisjoint(ends(row))


DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@cache
def segments(point: Point, length: int) -> set[Stones]:
    """Every straight piece of this many neighbouring points that holds the point, on an endless board."""
    return {
        frozenset(Point(point.x + (i - back) * dx, point.y + (i - back) * dy) for i in range(length))
        for dx, dy in DIRECTIONS
        for back in range(length)
    }


@cache
def ends(row: Stones) -> tuple[Point, Point]:
    """The two points next to a straight piece of neighbouring points."""
    first, second, *_, last = sorted(row)
    dx, dy = second.x - first.x, second.y - first.y
    return Point(first.x - dx, first.y - dy), Point(last.x + dx, last.y + dy)
