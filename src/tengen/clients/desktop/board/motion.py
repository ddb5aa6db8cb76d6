"""Stones in motion after a move: they arrive, turn over in a wave, fade. Reads no clock and draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import atan2, degrees
from typing import Final

from tengen.core import Board, Changes, Color, Point

ARRIVE_MS: Final = 90
FLIP_MS: Final = 180
FADE_MS: Final = 150
_WAVE_MS: Final = 45
"""How much later the next ring of discs begins to turn."""
_LARGER: Final = 0.16


@dataclass(frozen=True, slots=True)
class MovingStone:
    """A stone at one moment of its way.

    `size` is relative to one at rest. `width` is what is seen of a disc that turns about the line across `angle`,
    in degrees from the x-axis down: 1 flat, 0 edgeways.
    """

    point: Point
    color: Color
    opacity: float = 1.0
    size: float = 1.0
    width: float = 1.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Motion:
    """What one move did, from the moment `began_ms` on. `at` is where it was played, from where discs turn."""

    before: Board
    after: Board
    changes: Changes
    at: Point | None
    began_ms: int

    @classmethod
    def between(cls, before: Board, after: Board, at: Point | None, now_ms: int) -> Motion | None:
        """The motion from one board to another; None where nothing changed, or more than one move did."""
        if (before.columns, before.rows) != (after.columns, after.rows) or before == after:
            return None
        changes = Changes.between(before, after)
        return cls(before, after, changes, at, now_ms) if len(changes.placed) <= 1 else None

    @property
    def points(self) -> frozenset[Point]:
        """Where stones move that are there afterwards."""
        return frozenset((*(point for point, _ in self.changes.placed), *self.changes.flipped))

    @property
    def ends_ms(self) -> int:
        """When everything has come to rest."""
        spans = [0]
        spans += [ARRIVE_MS] if self.changes.placed else []
        spans += [FADE_MS] if self.changes.removed else []
        spans += [self._delay(point) + FLIP_MS for point in self.changes.flipped]
        return self.began_ms + max(spans)

    def stones(self, now_ms: int) -> Iterator[MovingStone]:
        """All moving stones at a moment, those that leave first."""
        since = now_ms - self.began_ms
        for point in self.changes.removed:
            color = self.before[point]
            if color is not None and since < FADE_MS:
                yield MovingStone(point, color, 1 - _part(since, FADE_MS) ** 2)
        for point in self.changes.flipped:
            yield self._flipped(point, since - self._delay(point))
        for point, color in self.changes.placed:
            rest = (1 - _part(since, ARRIVE_MS)) ** 2
            yield MovingStone(point, color, 1 - rest, 1 + _LARGER * rest)

    def _flipped(self, point: Point, since: int) -> MovingStone:
        turned = _part(since, FLIP_MS)
        color = (self.before if turned < 0.5 else self.after)[point]
        assert color is not None, "a disc that turns is there before and after"
        angle = 0.0 if self.at is None else degrees(atan2(point.y - self.at.y, point.x - self.at.x))
        return MovingStone(point, color, width=abs(1 - 2 * turned), angle=angle)

    def _delay(self, point: Point) -> int:
        at = self.at or point
        return _WAVE_MS * max(0, max(abs(point.x - at.x), abs(point.y - at.y)) - 1)


def _part(since_ms: int, whole_ms: int) -> float:
    return min(max(since_ms / whole_ms, 0.0), 1.0)
