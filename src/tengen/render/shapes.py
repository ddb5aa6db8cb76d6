"""The few shapes that every picture is made of, and the scene that holds them. Paints nothing and knows no game.

Lengths are in units of the scene, x to the right and y down; colours are `#rrggbb`. A painter (SVG, PNG, PDF, a
window) paints the shapes in order and needs to know nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from tengen.render.lettering import text_width


class Box(NamedTuple):
    """A rectangle by its sides."""

    left: float
    top: float
    right: float
    bottom: float

    def touches(self, other: Box) -> bool:
        """Whether the two have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.top <= other.bottom
            and other.top <= self.bottom
        )

    def joined(self, other: Box) -> Box:
        """The smallest rectangle around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Stop(NamedTuple):
    """A colour of a radial paint at a distance from its centre, as a part of its reach."""

    offset: float
    color: str
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Radial:
    """A paint for circles that changes from a centre outwards.

    Its centre lies `dx`, `dy` away from the circle's, and it ends at `reach`; all three in radii of the circle.
    """

    stops: tuple[Stop, ...]
    dx: float = 0.0
    dy: float = 0.0
    reach: float = 1.0


Paint: TypeAlias = str | Radial


class Anchor(StrEnum):
    """Which part of a text stands at its x."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `radius`. The stroke lies on its sides."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None
    radius: float = 0.0
    stroke: str | None = None
    stroke_width: float = 0.0
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers."""
        half = self.stroke_width / 2
        return Box(self.x - half, self.y - half, self.x + self.width + half, self.y + self.height + half)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line with square ends.

    With `pixels` it is that wide on screens at every size of the picture, where the painter can promise it; else,
    and when it is 0, its width grows with the picture.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    color: str
    width: float
    pixels: int = 0
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers."""
        half = self.width
        left, right = sorted((self.x1, self.x2))
        top, bottom = sorted((self.y1, self.y2))
        return Box(left - half, top - half, right + half, bottom + half)


@dataclass(frozen=True, slots=True)
class Curve:
    """An open line through several points."""

    points: tuple[tuple[float, float], ...]
    color: str
    width: float
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers."""
        return _around(self.points, self.width)


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape with straight sides."""

    points: tuple[tuple[float, float], ...]
    fill: str | None
    stroke: str | None = None
    stroke_width: float = 0.0
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers."""
        return _around(self.points, self.stroke_width)


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc, or a ring when it has no fill. The stroke lies on its rim, half inside and half outside."""

    x: float
    y: float
    r: float
    fill: Paint | None
    stroke: str | None = None
    stroke_width: float = 0.0
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers."""
        reach = self.r + self.stroke_width / 2
        return Box(self.x - reach, self.y - reach, self.x + reach, self.y + reach)


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text on the baseline y. It holds no control characters: see `lettering.one_line`."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = Anchor.MIDDLE
    bold: bool = False
    opacity: float = 1.0

    @property
    def box(self) -> Box:
        """What the shape covers, generously: every painter has its own letters."""
        width = 1.25 * text_width(self.text, self.size) + 0.3 * self.size
        before = {Anchor.START: 0.15 * self.size, Anchor.MIDDLE: width / 2, Anchor.END: width}[self.anchor]
        left = self.x - before
        return Box(left, self.y - 1.1 * self.size, left + width + 0.15 * self.size, self.y + 0.4 * self.size)


Shape: TypeAlias = Rect | Line | Curve | Polygon | Circle | Text


@dataclass(frozen=True, slots=True)
class Scene:
    """A finished picture: its size, its shapes from the bottom up, and a title for those who cannot see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str = ""


def changes(before: Scene, after: Scene) -> list[Box]:
    """Which parts of the picture differ between two scenes of the same size. Neighbouring parts are joined.

    Shapes that only change places in the order count as unchanged.
    """
    same = _common_start(before.shapes, after.shapes)
    old, new = Counter(before.shapes[same:]), Counter(after.shapes[same:])
    return _apart(shape.box for shape in (*(old - new), *(new - old)))


def _common_start(first: Sequence[Shape], second: Sequence[Shape]) -> int:
    """How many shapes at the beginning are the very same objects: a board is drawn once for many pictures."""
    count = 0
    for one, other in zip(first, second, strict=False):
        if one is not other:
            break
        count += 1
    return count


def _apart(boxes: Iterable[Box]) -> list[Box]:
    """The boxes with those that touch each other joined."""
    found: list[Box] = []
    for added in boxes:
        box = added
        while touching := [other for other in found if other.touches(box)]:
            for other in touching:
                found.remove(other)
                box = box.joined(other)
        found.append(box)
    return found


def _around(points: Sequence[tuple[float, float]], margin: float) -> Box:
    columns = [x for x, _ in points]
    rows = [y for _, y in points]
    return Box(min(columns) - margin, min(rows) - margin, max(columns) + margin, max(rows) + margin)
