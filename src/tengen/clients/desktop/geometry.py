"""Sizes and rectangles of a window, in points: what a pixel is on a screen of usual density. Draws nothing."""

from __future__ import annotations

from typing import NamedTuple


class Size(NamedTuple):
    """How much room something takes."""

    width: float
    height: float


class Rect(NamedTuple):
    """A place in the window."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The first column behind it."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The first row below it."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2

    def has(self, x: float, y: float) -> bool:
        """Whether a point is inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, across: float, down: float | None = None) -> Rect:
        """Smaller by this much at every edge; negative: larger."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, max(self.width - 2 * across, 0), max(self.height - 2 * down, 0))

    def meets(self, other: Rect) -> Rect:
        """What both have in common; empty where that is nothing."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(min(self.right, other.right) - x, 0), max(min(self.bottom, other.bottom) - y, 0))

    def joined(self, other: Rect) -> Rect:
        """The smallest one that has both inside."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)


NOWHERE = Rect(0, 0, 0, 0)
