"""Points and moves as SGF writes them: two letters, compressed rectangles, and what else a game's files call them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from tengen.core import BLACK, WHITE, ErrorCode, GameError, Pass, Place, Point, find_kind
from tengen.formats.sgf.games import traits_of

LETTERS: Final = ascii_lowercase + ascii_uppercase
"""The lines of a board from the left and from the top."""

_LONGEST: Final = 40
"""No rectangle takes more characters, spaces and all."""

_OLD_PASS: Final = "tt"


@dataclass(frozen=True, slots=True)
class Notation:
    """What the values of a game's files mean on a board of one size.

    `rows` are the points from the top left, `points` has every point by each of its names. `moves` has, for the
    properties B and W, the action by its value; actions are shared between games.
    """

    size: int
    rows: tuple[tuple[Point, ...], ...]
    points: Mapping[str, Point]
    moves: Mapping[str, Mapping[str, Place | Pass]]


@cache
def notation(kind: str, size: int) -> Notation:
    """The notation of a game on a board of this size, which the game must know."""
    rows = tuple(tuple(Point(x, y) for x in range(size)) for y in range(size))
    board = [point for row in rows for point in row]
    points = {LETTERS[point.x] + LETTERS[point.y]: point for point in board}
    traits = traits_of(kind)
    passes = ["", _OLD_PASS, *traits.pass_words]
    if traits.names_points:
        spec = find_kind(kind).rules.parse(size).board_spec()
        for point in board:
            name = spec.name(point)
            points.update({name.lower(): point, name.upper(): point})
    moves: dict[str, dict[str, Place | Pass]] = {}
    for name, color in (("B", BLACK), ("W", WHITE)):
        moves[name] = {value: Place(color, point) for value, point in points.items()}
        moves[name].update((value, Pass(color)) for value in passes if value not in points)
    return Notation(size, rows, points, moves)


def letters(point: tuple[int, int]) -> str:
    """A point, as SGF writes it."""
    x, y = point
    return LETTERS[x] + LETTERS[y]


class PointLimit:
    """Limits how many points compressed lists may expand to, so that a small file cannot exhaust the memory."""

    def __init__(self, points: int) -> None:
        self.most = points
        self.left = points

    def spend(self, points: int) -> None:
        """Raises TOO_LARGE when nothing is left."""
        self.left -= points
        if self.left < 0:
            raise GameError(ErrorCode.TOO_LARGE, "sgf.too_many.points", most=self.most)


def point_list(values: Sequence[str], names: Notation, point_limit: PointLimit) -> tuple[Point, ...] | None:
    """The points of a list, each once, in order; None when a value is neither a point nor a rectangle."""
    if len(values) == 1:
        point = names.points.get(values[0])
        return (point,) if point is not None else _unfolded(values[0], names, point_limit)
    found: dict[Point, None] = {}
    for value in values:
        point = names.points.get(value)
        if point is not None:
            found[point] = None
            continue
        rectangle = _unfolded(value, names, point_limit)
        if rectangle is None:
            return None
        found.update(dict.fromkeys(rectangle))
    return tuple(found)


def _unfolded(value: str, names: Notation, point_limit: PointLimit) -> tuple[Point, ...] | None:
    """The points of a rectangle by two opposite corners, row by row; also one point with spaces around it."""
    if len(value) > _LONGEST:
        return None
    corners = [point for corner in value.split(":") if (point := names.points.get(corner.strip())) is not None]
    if not 1 <= len(corners) <= 2 or len(corners) != value.count(":") + 1:
        return None
    (left, right), (top, bottom) = (sorted((corners[0][axis], corners[-1][axis])) for axis in (0, 1))
    point_limit.spend((right - left + 1) * (bottom - top + 1))
    return tuple(chain.from_iterable(row[left : right + 1] for row in names.rows[top : bottom + 1]))


def written_list(points: Iterable[tuple[int, int]]) -> list[str]:
    """The values of a list of points, one by one: not every program reads rectangles."""
    return [letters(point) for point in points]
