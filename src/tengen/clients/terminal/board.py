"""The board as a widget: keyboard cursor and mouse choose a point. Knows pictures, no game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Click, Leave, MouseMove
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from tengen.clients.sitting.table import Hover
from tengen.clients.terminal.geometry import LARGE, SMALL, Geometry
from tengen.clients.terminal.looks import Look
from tengen.clients.terminal.picture import Picture
from tengen.clients.terminal.shown import BoardShown
from tengen.core import Point


class BoardWidget(Widget, can_focus=True):
    """A board that tells where somebody wants to play. `find_hover` says what the pointer shows at a point."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("home", "move(-99, 0)", show=False),
        Binding("end", "move(99, 0)", show=False),
        Binding("pageup", "move(0, -99)", show=False),
        Binding("pagedown", "move(0, 99)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Chosen(Message):
        """Somebody wants to play at a point."""

        def __init__(self, widget: BoardWidget, point: Point) -> None:
            super().__init__()
            self.widget = widget
            self.point = point

        @property
        def control(self) -> BoardWidget:
            """The board."""
            return self.widget

    def __init__(
        self,
        look: Look,
        *,
        find_hover: Callable[[Point | None], Hover | None] = lambda _: None,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._look = look
        self._coordinates = True
        self._scale = SMALL
        self._shown: BoardShown | None = None
        self._find_hover = find_hover
        self._pointed: Point | None = None
        self._rows: dict[int, tuple[object, Strip]] = {}
        self.cursor = Point(0, 0)
        """Where the keyboard is."""

    # --- what is shown

    def show(self, shown: BoardShown, look: Look | None = None, *, coordinates: bool = True) -> None:
        """Draw this from now on; the cursor stays where it is, and goes to the middle of a board of another size."""
        before = self._shown
        is_other = before is None or (before.spec.columns, before.spec.rows) != (shown.spec.columns, shown.spec.rows)
        if is_other:
            self.cursor = Point(shown.spec.columns // 2, shown.spec.rows // 2)
            self._pointed = None
        is_resized = is_other or coordinates != self._coordinates
        self._shown, self._look, self._coordinates = shown, look or self._look, coordinates
        self.refresh(layout=is_resized)

    def fit(self, room: Size) -> None:
        """Draw it as large as this room allows."""
        if self._shown is not None:
            large = Geometry(self._shown.spec, self._coordinates, LARGE)
            fits = self._look.has_discs and large.width <= room.width and large.height <= room.height
            if (LARGE if fits else SMALL) != self._scale:
                self._scale = LARGE if fits else SMALL
                self.refresh(layout=True)

    @property
    def picture(self) -> Picture | None:
        """What is drawn now."""
        if self._shown is None or self.geometry is None:
            return None
        hover = self._find_hover(self._pointed) if self._pointed is not None else None
        return Picture(self._shown, self._look, self.geometry, self.cursor if self.has_focus else None, hover)

    @property
    def geometry(self) -> Geometry | None:
        """Where the points lie."""
        return None if self._shown is None else Geometry(self._shown.spec, self._coordinates, self._scale)

    def render_line(self, y: int) -> Strip:
        """One row of the terminal; a row that looks as before is not drawn again."""
        picture = self.picture
        if picture is None or y >= picture.geometry.height:
            return Strip.blank(self.size.width, self.rich_style)
        style, columns = self.rich_style, self.size.width
        wanted = (picture.content(y), picture.look.name, picture.geometry, style, columns)
        known = self._rows.get(y)
        if known is None or known[0] != wanted:
            strip = Strip(picture.row(y), picture.geometry.width).apply_style(style)
            known = self._rows[y] = (wanted, strip.adjust_cell_length(columns, style))
        return known[1]

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the board."""
        del container, viewport
        return 0 if self.geometry is None else self.geometry.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the board."""
        del container, viewport, width
        return 0 if self.geometry is None else self.geometry.height

    # --- where somebody wants to play

    def go(self, point: Point) -> None:
        """Put the cursor there, in sight."""
        before, self.cursor = self.cursor, point
        if self.geometry is not None and self.parent is not None:
            column, row = self.geometry.place(point)
            cell = Region(column - 1, row, self.geometry.cell_columns + 1, self.geometry.scale)
            region = cell.translate(self.virtual_region.offset)
            if isinstance(self.parent, Widget):
                self.parent.scroll_to_region(region, animate=False)
        self._refresh_points(before, point)

    def action_move(self, across: int, down: int) -> None:
        """Move the cursor, as far as the board goes."""
        if self._shown is not None:
            spec = self._shown.spec
            x = min(max(self.cursor.x + across, 0), spec.columns - 1)
            self.go(Point(x, min(max(self.cursor.y + down, 0), spec.rows - 1)))

    def action_choose(self) -> None:
        """Play where the cursor is."""
        if self._shown is not None:
            self.post_message(self.Chosen(self, self.cursor))

    def on_click(self, event: Click) -> None:
        """Play there."""
        point = None if self.geometry is None else self.geometry.point_at(event.x, event.y)
        if point is not None:
            event.stop()
            self.go(point)
            self.post_message(self.Chosen(self, point))

    def on_mouse_move(self, event: MouseMove) -> None:
        """Show what a click there would do."""
        self._point_to(None if self.geometry is None else self.geometry.point_at(event.x, event.y))

    def on_leave(self, event: Leave) -> None:
        """Show nothing any more."""
        del event
        self._point_to(None)

    def _point_to(self, point: Point | None) -> None:
        if point != self._pointed:
            before, self._pointed = self._pointed, point
            self._refresh_points(before, point)

    def _refresh_points(self, *points: Point | None) -> None:
        """Draw the rows of these points again, and no others."""
        geometry = self.geometry
        rows = {geometry.place(point)[1] for point in points if point is not None} if geometry is not None else set()
        if geometry is not None and rows:
            self.refresh(*(Region(0, row, self.size.width, geometry.scale) for row in rows))
