"""Where the points of a board lie in a terminal. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tengen.core import BoardSpec, Point

SMALL = 1
LARGE = 2


@dataclass(frozen=True)
class Geometry:
    """A cell of columns and rows for each point, from the upper left; one character is about twice as high as wide.

    A `SMALL` cell is two columns of one row, a `LARGE` one four columns of two rows.
    """

    spec: BoardSpec
    coordinates: bool = True
    scale: int = SMALL

    @property
    def cell_columns(self) -> int:
        """How wide a cell is."""
        return 2 * self.scale

    @cached_property
    def left(self) -> int:
        """The columns before the first point: the names of the rows, and in small ones room for a bracket."""
        labels = max(map(len, self.spec.row_labels)) + 1 if self.coordinates else 0
        return labels + (self.scale == SMALL)

    @property
    def top(self) -> int:
        """The rows above the first."""
        return int(self.coordinates)

    @property
    def width(self) -> int:
        """All columns."""
        return self.left + self.cell_columns * self.spec.columns

    @property
    def height(self) -> int:
        """All rows."""
        return self.top + self.scale * self.spec.rows

    def place(self, point: Point) -> tuple[int, int]:
        """The first column and the first row of a point's cell."""
        return self.left + self.cell_columns * point.x, self.top + self.scale * point.y

    def point_at(self, column: int, row: int) -> Point | None:
        """The point whose cell this is; None beside the board."""
        x, y = (column - self.left) // self.cell_columns, (row - self.top) // self.scale
        return Point(x, y) if 0 <= x < self.spec.columns and 0 <= y < self.spec.rows else None
