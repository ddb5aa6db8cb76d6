"""A board as rows of signs with their colours. Knows no widget: what is drawn is a value, so is where a point lies."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cached_property

from rich.segment import Segment
from rich.style import Style

from tengen.clients.play import View, kind_of
from tengen.clients.sitting.table import Hover, Table
from tengen.clients.terminal.looks import Ground, Look
from tengen.core import Board, BoardSpec, BoardStyle, Color, Point, restricts_placing

CELL_COLUMNS = 2
"""A terminal's characters are about twice as high as wide."""


@dataclass(frozen=True, slots=True)
class BoardShown:
    """What stands on a board, whatever it looks like. `labels` are signs of one column over stones and empty points."""

    board: Board
    spec: BoardSpec
    last: Point | None = None
    legal: Set[Point] = frozenset()
    forbidden: Set[Point] = frozenset()
    dead: Set[Point] = frozenset()
    won: Set[Point] = frozenset()
    hint: Point | None = None
    territory: Mapping[Point, Color] = field(default_factory=dict)
    labels: Mapping[Point, str] = field(default_factory=dict)


def shown_of(view: View, *, show_legal: bool = True, hint: Point | None = None) -> BoardShown:
    """What a view shows on its board: dead stones as far as they are marked or proposed, and whose the points are."""
    proposal = view.proposal
    owned = (proposal.territory if proposal is not None else None) or view.territory or {}
    says_where = show_legal and not view.is_over and restricts_placing(kind_of(view).rules)
    return BoardShown(
        view.board,
        view.spec,
        view.last_move,
        frozenset(view.legal) if says_where else frozenset(),
        frozenset() if view.is_over else frozenset(view.forbidden),
        view.dead if proposal is None else proposal.dead,
        frozenset(point for row in view.won for point in row),
        hint,
        {point: color for color, points in owned.items() for point in points},
    )


def table_shown(table: Table, *, show_legal: bool = True) -> BoardShown:
    """The same of a table, with the hint that was given there."""
    return shown_of(table.view, show_legal=show_legal, hint=table.hint)


@dataclass(frozen=True)
class Geometry:
    """Where the points of a board lie: a column and a row of the terminal for each, from the upper left."""

    spec: BoardSpec
    coordinates: bool = True

    @cached_property
    def left(self) -> int:
        """The columns before the first point: the names of the rows, and room for a bracket."""
        return (max(map(len, self.spec.row_labels)) + 1 if self.coordinates else 0) + 1

    @property
    def top(self) -> int:
        """The rows above the first."""
        return int(self.coordinates)

    @property
    def width(self) -> int:
        """All columns."""
        return self.left + CELL_COLUMNS * self.spec.columns

    @property
    def height(self) -> int:
        """All rows."""
        return self.top + self.spec.rows

    def place(self, point: Point) -> tuple[int, int]:
        """The column and the row of a point's sign."""
        return self.left + CELL_COLUMNS * point.x, self.top + point.y

    def point_at(self, column: int, row: int) -> Point | None:
        """The point whose cell this is; None beside the board."""
        x, y = (column - self.left) // CELL_COLUMNS, row - self.top
        return Point(x, y) if 0 <= x < self.spec.columns and 0 <= y < self.spec.rows else None


@dataclass(frozen=True)
class Picture:
    """A board with its look, the cursor of the keyboard and what the pointer shows."""

    shown: BoardShown
    look: Look
    coordinates: bool = True
    cursor: Point | None = None
    hover: Hover | None = None

    @cached_property
    def geometry(self) -> Geometry:
        """Where the points lie."""
        return Geometry(self.shown.spec, self.coordinates)

    def row(self, row: int) -> list[Segment]:
        """One row of the terminal, as wide as the board."""
        if row < self.geometry.top:
            return [Segment(self._labels(), self.look.label)]
        y = row - self.geometry.top
        segments = [Segment(self._row_label(y), self.look.label)] if self.coordinates else []
        segments.append(self._between(None, Point(0, y)))
        for x in range(self.shown.spec.columns):
            point = Point(x, y)
            sign, style = self._sign(point)
            segments.append(Segment(sign, self._fill(point) + style))
            segments.append(self._between(point, Point(x + 1, y) if x + 1 < self.shown.spec.columns else None))
        return segments

    def text(self) -> str:
        """All rows without colours."""
        rows = (self.row(row) for row in range(self.geometry.height))
        return "\n".join("".join(segment.text for segment in row).rstrip() for row in rows)

    # --- what is at a point

    def _sign(self, point: Point) -> tuple[str, Style]:
        shown, ground, signs = self.shown, self._ground, self.look.signs
        stone = shown.board[point]
        label = shown.labels.get(point)
        if label is not None:
            return label, self.look.hint if stone is None else ground.stones[stone] + Style(reverse=True)
        if stone is not None:
            style = ground.stones[stone] + Style(underline=point in shown.won)
            return signs.stone(stone, is_dead=point in shown.dead), style
        if self.hover is not None and self.hover.point == point:
            return signs.stone(self.hover.color), ground.ghosts[self.hover.color]
        if point == shown.hint:
            return signs.hint, self.look.hint
        if point in shown.forbidden:
            return signs.forbidden, ground.forbidden
        if point in shown.legal:
            return signs.legal, ground.legal
        if point in shown.territory:
            return signs.territory(shown.territory[point]), ground.territory[shown.territory[point]]
        return self._empty(point), ground.line

    def _empty(self, point: Point) -> str:
        signs, spec = self.look.signs, self.shown.spec
        if spec.style is not BoardStyle.LINES:
            return signs.cell
        if point in spec.stars:
            return signs.star
        return signs.grid[_third(point.y, spec.rows)][_third(point.x, spec.columns)]

    def _between(self, left: Point | None, right: Point | None) -> Segment:
        """The column between two points: a bracket beside the cursor and the last stone, else the board itself."""
        ground, signs = self._ground, self.look.signs
        side = left or right
        assert side is not None, "a column has a point at one side"
        fill = self._fill(side)
        for point, style, brackets in ((self.cursor, self.look.cursor, "[]"), (self.shown.last, self.look.last, "()")):
            if point is not None and point in (left, right):
                return Segment(brackets[0] if point == right else brackets[1], fill + style)
        has_line = self.shown.spec.style is BoardStyle.LINES and left is not None and right is not None
        return Segment(signs.bar if has_line else " ", fill + ground.line)

    def _fill(self, point: Point) -> Style:
        return self._ground.fill if (point.x + point.y) % 2 == 0 else self._ground.other_fill

    @cached_property
    def _ground(self) -> Ground:
        return self.look.ground(self.shown.spec.style)

    # --- the names of rows and columns

    def _labels(self) -> str:
        return " " * self.geometry.left + "".join(label + " " for label in self.shown.spec.column_labels)

    def _row_label(self, y: int) -> str:
        return self.shown.spec.row_labels[y].rjust(self.geometry.left - 2) + " "

    def at(self, cursor: Point | None, hover: Hover | None) -> Picture:
        """The same with another cursor and pointer."""
        return replace(self, cursor=cursor, hover=hover)


def _third(index: int, count: int) -> int:
    """0 at the near edge, 2 at the far one, 1 between them."""
    return 0 if index == 0 else 2 if index == count - 1 else 1
