"""A board as rows of signs with their colours. Knows no widget: what is drawn is a value, so is where a point lies."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rich.segment import Segment

from tengen.clients.sitting.table import Hover
from tengen.clients.terminal.geometry import LARGE, Geometry
from tengen.clients.terminal.large_points import large_point
from tengen.clients.terminal.looks import Look
from tengen.clients.terminal.marked_board import MarkedBoard
from tengen.clients.terminal.shown import BoardShown
from tengen.clients.terminal.small_points import between, small_point
from tengen.core import Point


@dataclass(frozen=True)
class Picture:
    """A board with its look, the cursor of the keyboard and what the pointer shows."""

    shown: BoardShown
    look: Look
    geometry: Geometry
    cursor: Point | None = None
    hover: Hover | None = None

    def row(self, row: int) -> list[Segment]:
        """One row of the terminal, as wide as the board."""
        geometry, spec = self.geometry, self.shown.spec
        if row < geometry.top:
            return [Segment(self._column_labels(), self.look.label)]
        y, half = divmod(row - geometry.top, geometry.scale)
        segments = [Segment(self._row_label(y, half), self.look.label)] if geometry.coordinates else []
        if geometry.scale == LARGE:
            for x in range(spec.columns):
                segments += large_point(self.marked, Point(x, y), half)
            return segments
        segments.append(between(self.marked, None, Point(0, y)))
        for x in range(spec.columns):
            point = Point(x, y)
            segments.append(small_point(self.marked, point))
            segments.append(between(self.marked, point, Point(x + 1, y) if x + 1 < spec.columns else None))
        return segments

    def content(self, row: int) -> tuple[object, ...]:
        """All that decides how a row of the terminal looks besides the look and the geometry: equal is drawn equal."""
        y = (row - self.geometry.top) // self.geometry.scale
        here = (point if point is not None and point.y == y else None for point in (self.cursor, self.shown.last))
        hover = self.hover if self.hover is not None and self.hover.point.y == y else None
        hint = self.shown.hint if self.shown.hint is not None and self.shown.hint.y == y else None
        columns = self.shown.spec.columns
        return (self.shown.board.cells[y * columns : (y + 1) * columns], *here, hover, hint, self.shown.marks_of(y))

    def text(self) -> str:
        """All rows without colours."""
        rows = (self.row(row) for row in range(self.geometry.height))
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)

    @cached_property
    def marked(self) -> MarkedBoard:
        """What is drawn at the points."""
        return MarkedBoard(self.shown, self.look, self.cursor, self.hover)

    # --- the names of rows and columns

    def _column_labels(self) -> str:
        geometry = self.geometry
        before = " " * (geometry.scale - 1)
        cells = (f"{before}{label}".ljust(geometry.cell_columns) for label in self.shown.spec.column_labels)
        return " " * geometry.left + "".join(cells)

    def _row_label(self, y: int, half: int) -> str:
        columns = max(map(len, self.shown.spec.row_labels))
        return ("" if half else self.shown.spec.row_labels[y]).rjust(columns) + " "
