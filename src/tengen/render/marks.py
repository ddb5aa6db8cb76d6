"""What is drawn on a single point: stones, rings, numbers, marks, dots and squares, as shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from tengen.core import BLACK, Board, BoardStyle, Color, Mark, Point
from tengen.render.board import CELL, Layout, centred_text
from tengen.render.lettering import fitted, one_line
from tengen.render.shapes import Circle, Line, Polygon, Radial, Rect, Shape, Stop
from tengen.render.themes import Body, StoneLook, Theme

_WRITTEN: Final = "label"
_TERRITORY: Final = {"territory_black": 1.0, "territory_white": -1.0}
_BETWEEN: Final = ("arrow", "line")
_DIMMED: Final = "dim"
_CUT_OUT: Final = "view"
_VEIL: Final = 0.5

# The sizes of texts on a point by their number of characters, in parts of a cell.
_TEXT_SIZES: Final = (0.56, 0.56, 0.5, 0.4)


class PointPainter:
    """Draws on the points of one board. Holds where they are, the theme, and the stones to choose inks by."""

    def __init__(self, layout: Layout, theme: Theme, board: Board) -> None:
        self._layout = layout
        self._theme = theme
        self._board = board
        self._surface = layout.surface(theme)
        self._stroke = theme.strokes * CELL

    def _ink(self, point: Point) -> str:
        """What can be read on this point: on its stone, or on the empty board."""
        color = self._board[point]
        return self._surface.ink if color is None else self._theme.stone(color).ink

    # --- stones ------------------------------------------------------------------------------

    def shadow(self, point: Point) -> Iterator[Shape]:
        """The shadow under a stone, to be drawn before all stones."""
        if self._theme.shadow is not None:
            x, y = self._layout.at(point)
            radius = self._layout.stone_radius
            yield Circle(x + 0.09 * radius, y + 0.17 * radius, 1.13 * radius, self._theme.shadow)

    def stone(self, point: Point, color: Color, opacity: float = 1.0) -> Iterator[Shape]:
        """A stone; on a board of cells a disc with its other face at the rim."""
        x, y = self._layout.at(point)
        radius, look = self._layout.stone_radius, self._theme.stone(color)
        if look.rim is not None and self._layout.spec.style is BoardStyle.CELLS:
            yield Circle(x + 0.03 * radius, y + 0.085 * radius, 0.985 * radius, look.rim, opacity=opacity)
        yield from stone(x, y, radius, look, opacity)

    # --- the state of the game -----------------------------------------------------------------

    def last(self, point: Point, *, is_written_on: bool) -> Iterator[Shape]:
        """The ring of the last move: near the rim when something stands inside it."""
        x, y = self._layout.at(point)
        radius = self._layout.stone_radius
        if is_written_on:
            yield self._inner_rim(x, y, point)
        else:
            yield Circle(x, y, 0.52 * radius, None, self._ink(point), 0.052 * self._stroke)

    def _inner_rim(self, x: float, y: float, point: Point) -> Shape:
        """A thin line inside the outline of the stone on this point."""
        color, width = self._board[point], 0.04 * CELL
        if color is not None and self._theme.stone(color).body is Body.SQUARE:
            half = 0.66 * self._layout.stone_radius
            return Rect(x - half, y - half, 2 * half, 2 * half, None, stroke=self._ink(point), stroke_width=width)
        return Circle(x, y, 0.86 * self._layout.stone_radius, None, self._ink(point), width)

    def legal(self, point: Point) -> Iterator[Shape]:
        """A small dot: one may play here."""
        x, y = self._layout.at(point)
        radius = 0.1 * CELL * self._theme.strokes**0.5
        yield Circle(x, y, radius, self._surface.legal, opacity=self._surface.legal_opacity)

    def forbidden(self, point: Point) -> Iterator[Shape]:
        """A thin cross: the rules forbid this point."""
        yield from self._cross(point, 0.2 * CELL, self._surface.forbidden, 0.06 * self._stroke)

    def owner(self, point: Point, value: float) -> Iterator[Shape]:
        """A small square in the owner's colour, the larger the surer. A stone on its own side's point has none."""
        color = _owner(value)
        if color is None or self._board[point] is color:
            return
        x, y = self._layout.at(point)
        look = self._theme.stone(color)
        side = 0.36 * CELL * sqrt(min(abs(value), 1.0))
        edge = look.edge or look.ink
        yield Rect(x - side / 2, y - side / 2, side, side, look.shade, stroke=edge, stroke_width=0.02 * self._stroke)

    # --- what people draw --------------------------------------------------------------------

    def number(self, point: Point, number: int) -> Iterator[Shape]:
        """A move's number on its stone, or on the empty point where it stood."""
        yield from self._text(point, str(number))

    def marks(self, mark: Mark) -> Iterator[Shape]:
        """A mark on all its points. Points outside the board are left out; an unknown kind is a small dot.

        A `view`, which names the part of the board to look at, draws nothing: pictures show the whole board.
        """
        if mark.kind == _CUT_OUT:
            return
        points = [point for x, y in mark.points if (point := Point(x, y)) in self._board]
        if mark.kind in _BETWEEN:
            for start, end in zip(points[::2], points[1::2], strict=False):
                yield from self._between(start, end, has_head=mark.kind == "arrow")
            return
        for point in points:
            if mark.kind == _WRITTEN:
                yield from self._text(point, one_line(mark.text))
            elif mark.kind in _TERRITORY:
                yield from self.owner(point, _TERRITORY[mark.kind])
            elif mark.kind == _DIMMED:
                yield from self._veil(point)
            else:
                yield from _MARKS.get(mark.kind, PointPainter._dot)(self, point)

    def _text(self, point: Point, text: str) -> Iterator[Shape]:
        if not text:
            return
        x, y = self._layout.at(point)
        yield from self._clearing(point, 0.36)
        size = _TEXT_SIZES[min(len(text), 3)] * CELL
        text, size = fitted(text, size, 1.72 * self._layout.stone_radius, 0.4)
        yield centred_text(x, y, text, size, self._ink(point), bold=self._theme.strokes > 1)

    def _clearing(self, point: Point, radius: float) -> Iterator[Shape]:
        """A hole in the lines of an empty point, so that they do not cross out what is written there."""
        if self._board[point] is None:
            x, y = self._layout.at(point)
            fill = self._surface.fill
            yield Circle(x, y, radius * CELL, Radial((Stop(0, fill), Stop(0.75, fill, 0.96), Stop(1, fill, 0))))

    def _triangle(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        radius = 0.56 * self._layout.stone_radius
        corners = tuple(
            (x + radius * sin(2 * pi * k / 3), y - radius * cos(2 * pi * k / 3) + 0.06 * radius) for k in range(3)
        )
        yield from self._clearing(point, 0.34)
        yield Polygon(corners, None, self._ink(point), 0.062 * self._stroke)

    def _square(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        half = 0.4 * self._layout.stone_radius
        yield from self._clearing(point, 0.34)
        yield Rect(
            x - half, y - half, 2 * half, 2 * half, None, stroke=self._ink(point), stroke_width=0.062 * self._stroke
        )

    def _circle(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        yield from self._clearing(point, 0.34)
        yield Circle(x, y, 0.54 * self._layout.stone_radius, None, self._ink(point), 0.07 * self._stroke)

    def _crossed(self, point: Point) -> Iterator[Shape]:
        yield from self._clearing(point, 0.34)
        yield from self._cross(point, 0.36 * self._layout.stone_radius, self._ink(point), 0.07 * self._stroke)

    def _selected(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        half = 0.3 * self._layout.stone_radius
        yield Rect(x - half, y - half, 2 * half, 2 * half, self._ink(point))

    def _dot(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        yield Circle(x, y, 0.26 * self._layout.stone_radius, self._ink(point))

    def _veil(self, point: Point) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        yield Rect(x - CELL / 2, y - CELL / 2, CELL, CELL, self._surface.fill, opacity=_VEIL)

    def _cross(self, point: Point, half: float, color: str, width: float) -> Iterator[Shape]:
        x, y = self._layout.at(point)
        yield Line(x - half, y - half, x + half, y + half, color, width)
        yield Line(x - half, y + half, x + half, y - half, color, width)

    def _between(self, start: Point, end: Point, *, has_head: bool) -> Iterator[Shape]:
        """A line from point to point, for an arrow with a head at its end."""
        (x1, y1), (x2, y2) = self._layout.at(start), self._layout.at(end)
        length = hypot(x2 - x1, y2 - y1)
        if not length:
            return
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        half = 0.05 * CELL
        back = min(0.42 * CELL, length) if has_head else 0.0
        neck_x, neck_y = x2 - back * dx, y2 - back * dy
        outline = [(x1 - half * dy, y1 + half * dx), (neck_x - half * dy, neck_y + half * dx)]
        if has_head:
            side = 0.19 * CELL
            outline += [(neck_x - side * dy, neck_y + side * dx), (x2, y2), (neck_x + side * dy, neck_y - side * dx)]
        outline += [(neck_x + half * dy, neck_y - half * dx), (x1 + half * dy, y1 - half * dx)]
        yield Polygon(tuple(outline), self._theme.arrow, self._theme.white.shade, 0.03 * CELL)


_MARKS: Final[Mapping[str, Callable[[PointPainter, Point], Iterator[Shape]]]] = {
    "triangle": PointPainter._triangle,
    "square": PointPainter._square,
    "circle": PointPainter._circle,
    "cross": PointPainter._crossed,
    "selected": PointPainter._selected,
}


def is_written(mark: Mark) -> bool:
    """Whether the mark stands in the middle of its points, where a move's number would be."""
    return mark.kind not in (*_TERRITORY, *_BETWEEN, _DIMMED, _CUT_OUT)


def stone(x: float, y: float, radius: float, look: StoneLook, opacity: float = 1.0) -> Iterator[Shape]:
    """A stone anywhere in a scene."""
    edge_width = look.edge_width * radius / 0.482
    if look.body is Body.SQUARE:
        half = 0.88 * radius - edge_width / 2
        assert isinstance(look.fill, str), "only discs are shaded"
        yield Rect(
            x - half, y - half, 2 * half, 2 * half, look.fill, 0.2 * half, look.edge, edge_width, opacity=opacity
        )
    else:
        yield Circle(x, y, radius - edge_width / 2, look.fill, look.edge, edge_width, opacity)


def _owner(value: float) -> Color | None:
    """Whose a point is: Black's above zero, White's below. Hardly anybody's points are nobody's."""
    if abs(value) < 0.05:
        return None
    return BLACK if value > 0 else BLACK.other
