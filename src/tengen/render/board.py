"""The empty board as shapes: wood or felt, lines, star points, coordinates. No stones and no marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tengen.core import BoardSpec, BoardStyle, Point
from tengen.render.grain import grain
from tengen.render.lettering import CAP_HEIGHT
from tengen.render.shapes import Box, Circle, Line, Rect, Shape, Text
from tengen.render.themes import Surface, Theme

CELL: Final = 32.0
"""The distance from a point to its neighbour, in units of a scene."""

_LABEL_SIZE: Final = 0.36
_STAR: Final = {BoardStyle.LINES: 0.092, BoardStyle.CELLS: 0.085}

# How far the board reaches beyond its outermost points (lines) or cells (cells), with coordinates and without.
_MARGIN: Final = {BoardStyle.LINES: (1.25, 0.75), BoardStyle.CELLS: (0.75, 0.375)}

# How far the middle of a coordinate lies from the outermost points or cells.
_LABEL_DISTANCE: Final = {BoardStyle.LINES: 0.86, BoardStyle.CELLS: 0.38}

# The same on screens, where letters keep their size: large cells need a smaller part of a cell for them.
_SCREEN_MARGIN: Final = {BoardStyle.LINES: (1.0, 0.72), BoardStyle.CELLS: (0.56, 0.3)}
_SCREEN_LABEL_DISTANCE: Final = {BoardStyle.LINES: 0.74, BoardStyle.CELLS: 0.29}
_MANY_LINES: Final = 10
_MORE_FOR_MANY: Final = (0.12, 0.06)

_STONE_RADIUS: Final = {BoardStyle.LINES: 0.482, BoardStyle.CELLS: 0.405}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything of a board lies in a scene that begins at its upper left corner.

    `on_screen`: as the page lays it out, with less room around the lines.
    """

    spec: BoardSpec
    coordinates: bool
    on_screen: bool = False

    @property
    def margin(self) -> float:
        """From the board's edge to its outermost lines."""
        margins = (_SCREEN_MARGIN if self.on_screen else _MARGIN)[self.spec.style]
        return (margins[0 if self.coordinates else 1] + self._more[0]) * CELL

    @property
    def label_distance(self) -> float:
        """From the outermost lines to the middle of a coordinate."""
        distances = _SCREEN_LABEL_DISTANCE if self.on_screen else _LABEL_DISTANCE
        return (distances[self.spec.style] + self._more[1]) * CELL

    @property
    def _more(self) -> tuple[float, float]:
        """How much more room a board of many small cells needs on screens for the same letters."""
        is_many = self.on_screen and self._gaps and max(self.spec.columns, self.spec.rows) >= _MANY_LINES
        return _MORE_FOR_MANY if is_many and self.coordinates else (0.0, 0.0)

    @property
    def _gaps(self) -> int:
        """How many lines are not followed by a cell: stones stand on the last line too, and have no cell there."""
        return 1 if self.spec.style is BoardStyle.LINES else 0

    @property
    def grid(self) -> Box:
        """From the first line to the last."""
        width = (self.spec.columns - self._gaps) * CELL
        height = (self.spec.rows - self._gaps) * CELL
        return Box(self.margin, self.margin, self.margin + width, self.margin + height)

    @property
    def width(self) -> float:
        """The whole board's."""
        return self.grid.right + self.margin

    @property
    def height(self) -> float:
        """The whole board's."""
        return self.grid.bottom + self.margin

    @property
    def stone_radius(self) -> float:
        """A stone's."""
        return _STONE_RADIUS[self.spec.style] * CELL

    def at(self, point: Point) -> tuple[float, float]:
        """The middle of a point."""
        shift = 0.0 if self._gaps else 0.5
        return self.margin + (point.x + shift) * CELL, self.margin + (point.y + shift) * CELL

    def surface(self, theme: Theme) -> Surface:
        """What the stones lie on."""
        return theme.lined if self.spec.style is BoardStyle.LINES else theme.celled


@lru_cache(maxsize=64)
def empty_board(layout: Layout, theme: Theme) -> tuple[Shape, ...]:
    """The shapes of a board without stones. Equal boards are the same shapes, which painters may rely on."""
    return (
        *_material(layout, theme),
        *_lines(layout, theme),
        *_stars(layout, theme),
        *(_labels(layout, theme) if layout.coordinates else ()),
    )


def centred_text(x: float, y: float, text: str, size: float, color: str, *, bold: bool = False) -> Text:
    """A text around a point."""
    return Text(x, y + CAP_HEIGHT / 2 * size, text, size, color, bold=bold)


def _material(layout: Layout, theme: Theme) -> Iterator[Shape]:
    yield Rect(0, 0, layout.width, layout.height, theme.frame)
    if theme.grain:
        yield from grain(Box(0, 0, layout.width, layout.height), theme.grain)
    surface = layout.surface(theme)
    grid = layout.grid
    if surface.fill != theme.frame:
        yield Rect(grid.left, grid.top, grid.right - grid.left, grid.bottom - grid.top, surface.fill)
    if theme.frame_edge != theme.frame:
        edge = 0.035 * CELL * theme.strokes
        width, height = layout.width - edge, layout.height - edge
        yield Rect(edge / 2, edge / 2, width, height, None, stroke=theme.frame_edge, stroke_width=edge)


def _lines(layout: Layout, theme: Theme) -> Iterator[Line]:
    """All lines of the grid, the outermost twice as wide."""
    spec, grid, surface = layout.spec, layout.grid, layout.surface(theme)
    width = surface.line_width * CELL
    thin = 1 if theme.hairlines else 0
    inner = range(1, spec.columns - 1) if spec.style is BoardStyle.LINES else range(1, spec.columns)
    for column in inner:
        x = grid.left + column * CELL
        yield Line(x, grid.top, x, grid.bottom, surface.line, width, thin)
    inner = range(1, spec.rows - 1) if spec.style is BoardStyle.LINES else range(1, spec.rows)
    for row in inner:
        y = grid.top + row * CELL
        yield Line(grid.left, y, grid.right, y, surface.line, width, thin)
    for x in (grid.left, grid.right):
        yield Line(x, grid.top, x, grid.bottom, surface.line, 1.8 * width, 2 * thin)
    for y in (grid.top, grid.bottom):
        yield Line(grid.left, y, grid.right, y, surface.line, 1.8 * width, 2 * thin)


def _stars(layout: Layout, theme: Theme) -> Iterator[Circle]:
    """Star points: on points of a board of lines, on the corners of cells."""
    spec, grid = layout.spec, layout.grid
    radius = _STAR[spec.style] * CELL * theme.strokes**0.5
    for star in spec.stars:
        yield Circle(grid.left + star.x * CELL, grid.top + star.y * CELL, radius, layout.surface(theme).line)


def _labels(layout: Layout, theme: Theme) -> Iterator[Text]:
    """Coordinates: around a board of lines, above and to the left of a board of cells."""
    spec, grid = layout.spec, layout.grid
    size = _LABEL_SIZE * CELL * theme.strokes**0.3
    distance = layout.label_distance
    bold = theme.strokes > 1
    far = spec.style is BoardStyle.LINES
    for column, label in enumerate(spec.column_labels):
        x, _ = layout.at(Point(column, 0))
        for y in (grid.top - distance, grid.bottom + distance)[: 1 + far]:
            yield centred_text(x, y, label, size, theme.label, bold=bold)
    for row, label in enumerate(spec.row_labels):
        _, y = layout.at(Point(0, row))
        for x in (grid.left - distance, grid.right + distance)[: 1 + far]:
            yield centred_text(x, y, label, size, theme.label, bold=bold)
