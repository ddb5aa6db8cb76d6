"""A list of rows to choose from: by click, arrows, Home and End, and Enter. Only what is seen is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerMoved, PointerPressed, WheelTurned
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS, SMALL
from tengen.clients.desktop.widgets.base import Ui, Widget

_ROW = 36.0
_TALL_ROW = 52.0
_BAR = 6.0


@dataclass(frozen=True, slots=True)
class ListRow:
    """One row: words, a quiet line below them, and something short at the right edge."""

    text: str
    below: str = ""
    aside: str = ""
    is_on: bool = False


class ListView(Widget):
    """Kept by the screen where it is scrolled or has a mark; `show` gives it rows."""

    can_focus = True

    def __init__(self, *, key: str) -> None:
        super().__init__(key=key)
        self._rows: Sequence[ListRow] = ()
        self._on_choose: Callable[[int], None] = lambda _: None
        self._on_mark: Callable[[int], None] = lambda _: None
        self.marked = -1
        self._offset = 0.0
        self._empty = ""
        self._must_reveal = False

    def show(
        self,
        rows: Sequence[ListRow],
        *,
        on_choose: Callable[[int], None],
        on_mark: Callable[[int], None] | None = None,
        marked: int | None = None,
        empty: str = "",
    ) -> ListView:
        """These rows from now on. `on_choose` hears of a click or Enter; with `on_mark` a click only marks a row,
        and a second one chooses it.
        """
        self._rows = rows
        self._on_choose = on_choose
        self._on_mark = on_mark or (lambda _: None)
        self._is_marking = on_mark is not None
        self._empty = empty
        if marked is not None and marked != self.marked:
            self.marked = marked
            self._must_reveal = True
        self.marked = min(self.marked, len(rows) - 1)
        return self

    _is_marking = False

    @property
    def rows(self) -> Sequence[ListRow]:
        """What it shows."""
        return self._rows

    @property
    def _row(self) -> float:
        return _TALL_ROW if any(row.below for row in self._rows) else _ROW

    @property
    def _height(self) -> float:
        return self._row * max(len(self._rows), 1)

    def wanted(self, look: Look, width: float) -> Size:
        widest = max((look.line(row.text).width + look.line(row.aside).width for row in self._rows), default=0)
        return Size(min(widest + 32, width) if width else widest + 32, self._height)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        if self._must_reveal:
            self._reveal()
        self._offset = min(max(self._offset, 0), max(self._height - rect.height, 0))

    def _reveal(self) -> None:
        self._must_reveal = False
        top = self.marked * self._row
        self._offset = min(self._offset, max(top, 0))
        self._offset = max(self._offset, top + self._row - self.rect.height)

    def _row_rect(self, index: int) -> Rect:
        width = self.rect.width - (_BAR + 4 if self._height > self.rect.height + 0.5 else 0)
        return Rect(self.rect.x, self.rect.y + index * self._row - self._offset, width, self._row)

    def draw(self, canvas: Canvas) -> None:
        colors = canvas.palette
        with canvas.clipped(self.rect):
            if not self._rows:
                canvas.text(self._empty, self._row_rect(0), color=colors.muted)
            first = int(self._offset // self._row)
            until = min(int((self._offset + self.rect.height) // self._row) + 1, len(self._rows))
            for index in range(first, until):
                self._draw_row(canvas, index)
            if self._height > self.rect.height + 0.5:
                tall = max(self.rect.height**2 / self._height, 20)
                room = self.rect.height - tall
                y = self.rect.y + room * self._offset / (self._height - self.rect.height)
                canvas.box(Rect(self.rect.right - _BAR, y, _BAR, tall), colors.line, radius=3)
        canvas.focus_ring(self, self.rect, radius=RADIUS)

    def _draw_row(self, canvas: Canvas, index: int) -> None:
        colors, row, rect = canvas.palette, self._rows[index], self._row_rect(index)
        if row.is_on:
            canvas.box(rect, colors.accent_soft, radius=RADIUS)
        elif index == self.marked:
            canvas.box(rect, colors.hover, radius=RADIUS)
        ink = colors.accent_strong if row.is_on else colors.ink
        aside = canvas.look.line(row.aside, SMALL).width
        room = Rect(rect.x + 12, rect.y, rect.width - 24 - (aside + 8 if row.aside else 0), rect.height)
        if row.below:
            canvas.text(row.text, Rect(room.x, rect.y + 7, room.width, 20), color=ink)
            canvas.small(row.below, Rect(room.x, rect.y + 27, rect.width - 24, 18))
        else:
            canvas.text(row.text, room, color=ink)
        top = Rect(rect.x, rect.y + 7, rect.width - 12, 20) if row.below else rect.inset(12, 0)
        canvas.small(row.aside, top, align=Align.RIGHT)

    def index_at(self, x: float, y: float) -> int | None:
        """The row at this place; None where there is none."""
        index = int((y - self.rect.y + self._offset) // self._row)
        return index if self.rect.has(x, y) and 0 <= index < len(self._rows) else None

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerMoved(x=x, y=y) if not self._is_marking:
                index = self.index_at(x, y)
                if index is not None and index != self.marked:
                    self.marked = index
                    ui.redraw()
                return True
            case PointerPressed(x=x, y=y, button=1, clicks=clicks):
                index = self.index_at(x, y)
                if index is not None:
                    self._mark(index, ui)
                    if not self._is_marking or clicks > 1:
                        self._on_choose(index)
                return True
            case WheelTurned(up=up):
                before = self._offset
                self._offset = min(max(before - up * _ROW, 0), max(self._height - self.rect.height, 0))
                ui.redraw()
                return self._offset != before
            case KeyPressed(key="enter" | "space", is_repeat=False) if 0 <= self.marked < len(self._rows):
                self._on_choose(self.marked)
                return True
            case KeyPressed(key="up" | "down" | "home" | "end" | "page up" | "page down" as key) if self._rows:
                self._mark(self._after(key), ui)
                self._reveal()
                return True
        return False

    def _after(self, key: str) -> int:
        page = max(int(self.rect.height // self._row) - 1, 1)
        last = len(self._rows) - 1
        steps = {"up": -1, "down": 1, "home": -last - 1, "end": last + 1, "page up": -page, "page down": page}
        return min(max(self.marked + steps[key], 0), last)

    def _mark(self, index: int, ui: Ui) -> None:
        if index != self.marked:
            self.marked = index
            self._on_mark(index)
        ui.redraw()
