"""Where a board lies on the pixels of a screen, and which point is at a pixel. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Final

from tengen.core import BoardSpec, BoardStyle, Point
from tengen.render import CELL, Layout, PixelBox

_LEAST_CELL_PX: Final = 6


@dataclass(frozen=True, slots=True)
class BoardFit:
    """A board with a whole number of pixels to a cell, so that all lines are equally sharp and equally far apart.

    Pixels are counted from the board's upper left corner.
    """

    layout: Layout
    cell_px: int

    @classmethod
    def into(cls, spec: BoardSpec, room: tuple[int, int], *, coordinates: bool) -> BoardFit:
        """The largest board that fits into so many pixels; a very small one where there is hardly any room."""
        layout = Layout(spec, coordinates, on_screen=True)
        cell = min(room[0] / layout.width, room[1] / layout.height) * CELL
        return cls(layout, max(floor(cell + 0.001), _LEAST_CELL_PX))

    @property
    def scale(self) -> float:
        """Pixels to a unit of the scene."""
        return self.cell_px / CELL

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return round(self.layout.width * self.scale), round(self.layout.height * self.scale)

    def middle(self, point: Point) -> tuple[int, int]:
        """The pixel in the middle of a point."""
        x, y = self.layout.at(point)
        return round(x * self.scale), round(y * self.scale)

    def point_at(self, x: float, y: float) -> Point | None:
        """The point whose cell a pixel lies in; None beside all of them."""
        shift = 0.5 if self.layout.spec.style is BoardStyle.LINES else 0.0
        margin = self.layout.margin * self.scale
        column, row = (floor((place - margin) / self.cell_px + shift) for place in (x, y))
        spec = self.layout.spec
        return Point(column, row) if 0 <= column < spec.columns and 0 <= row < spec.rows else None

    def around(self, point: Point) -> PixelBox:
        """The pixels that everything drawn at a point keeps to: its cell and a third of one on each side.

        All points have boxes of the same size, in which they lie at the same place.
        """
        first_x, first_y = (place * self.scale for place in self.layout.at(Point(0, 0)))
        reach = self.cell_px * 5 // 6 + 1
        left = floor(first_x) - reach + point.x * self.cell_px
        top = floor(first_y) - reach + point.y * self.cell_px
        return left, top, left + 2 * reach + 1, top + 2 * reach + 1
