"""Where handicap stones stand and which points carry a star."""

from __future__ import annotations

from tengen.core import Point


def most_fixed_stones(size: int) -> int:
    """How many handicap stones have fixed points on a board of this size."""
    if size < 7:
        return 0
    return 4 if size % 2 == 0 or size == 7 else 9


def fixed_stones(size: int, count: int) -> tuple[Point, ...]:
    """The fixed points of a handicap, as GTP and engines have them: the right corner above and the left one below
    first, then left above, and the centre for odd numbers from five on."""
    if count < 2:
        return ()
    low, middle, high = _inset(size), size // 2, size - 1 - _inset(size)
    corners = (Point(high, low), Point(low, high), Point(low, low), Point(high, high))
    sides = (Point(low, middle), Point(high, middle), Point(middle, low), Point(middle, high))
    centre = Point(middle, middle)
    stones = (*corners, *sides)[: count - count % 2] if count > 4 else corners[:count]
    return (*stones, centre) if count > 4 and count % 2 else stones


def stars(size: int) -> tuple[Point, ...]:
    """The star points: corners, sides on large boards, and the centre of odd ones."""
    if size < 7:
        return (Point(size // 2, size // 2),) if size % 2 else ()
    points = fixed_stones(size, most_fixed_stones(size))
    if size == 7:
        return (*points, Point(3, 3))
    return points if size > 11 or size % 2 == 0 else (*points[:4], Point(size // 2, size // 2))


def _inset(size: int) -> int:
    """The third line on small boards, the fourth on large ones, counted from 0."""
    return 2 if size <= 12 else 3
