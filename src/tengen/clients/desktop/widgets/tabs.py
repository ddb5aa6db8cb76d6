"""A row of tabs: one is shown, each may have a cross to close it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerPressed, PointerReleased
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import TEXT
from tengen.clients.desktop.widgets.base import Ui, Widget
from tengen.clients.desktop.widgets.button import Pressable

_HEIGHT = 40.0
_WIDEST = 220.0
_CROSS = 22.0


@dataclass(frozen=True, slots=True)
class TabText:
    """A tab's words; `is_waiting` puts a small disc before them: it is somebody's turn there."""

    text: str
    is_waiting: bool = False


class _Tab(Pressable):
    def __init__(self, tabs: Tabs, index: int, tab: TabText, *, is_shown: bool, has_cross: bool) -> None:
        super().__init__(lambda: tabs.choose(index), key=f"{tabs.key}/{index}", tip=tab.text)
        self._tabs = tabs
        self._index = index
        self._tab = tab
        self._is_shown = is_shown
        self._has_cross = has_cross

    @property
    def text(self) -> str:
        """Its words."""
        return self._tab.text

    def wanted(self, look: Look, width: float) -> Size:
        del width
        wide = look.line(self._tab.text, TEXT).width + 24 + (14 if self._tab.is_waiting else 0)
        return Size(min(wide + (_CROSS if self._has_cross else 0), _WIDEST), _HEIGHT)

    @property
    def _cross(self) -> Rect:
        side = _CROSS if self._has_cross else 0
        return Rect(self.rect.right - side - 4, self.rect.y + (self.rect.height - side) / 2, side, side)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        is_hovered = canvas.is_hovered(self)
        ink = colors.ink if self._is_shown or is_hovered else colors.muted
        x = rect.x + 12
        if self._tab.is_waiting:
            canvas.disc((x + 4, rect.y + rect.height / 2), 4, colors.accent)
            x += 14
        room = Rect(x, rect.y, rect.right - x - (_CROSS + 4 if self._has_cross else 10), rect.height)
        canvas.text(self._tab.text, room, color=ink)
        if self._is_shown:
            canvas.fill(Rect(rect.x + 12, rect.bottom - 4, rect.width - 24, 2), colors.accent)
        if self._has_cross and (self._is_shown or is_hovered):
            canvas.icon("close", self._cross.inset(4), colors.muted)
        canvas.focus_ring(self, rect.inset(2))

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerReleased(x=x, y=y, button=1) if self._has_cross and self._cross.has(x, y):
                self._tabs.close(self._index)
                return True
            case PointerPressed(button=2) if self._has_cross:
                self._tabs.close(self._index)
                return True
            case KeyPressed(key="left" | "right" as key):
                return self._tabs.step(self._index, 1 if key == "right" else -1, ui)
            case KeyPressed(key="delete") if self._has_cross:
                self._tabs.close(self._index)
                return True
        return super().handle(event, ui)


class Tabs(Widget):
    """Tabs beside each other, narrower where there are many."""

    def __init__(
        self,
        tabs: Sequence[TabText],
        shown: int,
        on_choose: Callable[[int], None],
        *,
        key: str,
        on_close: Callable[[int], None] | None = None,
    ) -> None:
        """`on_close`: each has a cross."""
        super().__init__(key=key)
        self._on_choose = on_choose
        self._on_close = on_close
        self._tabs = [
            _Tab(self, index, tab, is_shown=index == shown, has_cross=on_close is not None)
            for index, tab in enumerate(tabs)
        ]

    @property
    def children(self) -> Sequence[Widget]:
        return self._tabs

    def wanted(self, look: Look, width: float) -> Size:
        return Size(sum(tab.wanted(look, width).width for tab in self._tabs), _HEIGHT)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        widths = [tab.wanted(look, rect.width).width for tab in self._tabs]
        shrunk = min(rect.width / max(sum(widths), 1), 1)
        x = rect.x
        for tab, width in zip(self._tabs, widths, strict=True):
            tab.place(look, Rect(x, rect.y, width * shrunk, rect.height))
            x += width * shrunk

    def choose(self, index: int) -> None:
        """Show the one at this place."""
        self._on_choose(index)

    def close(self, index: int) -> None:
        """Close the one at this place."""
        if self._on_close is not None:
            self._on_close(index)

    def step(self, index: int, by: int, ui: Ui) -> bool:
        """Show the neighbour, and go there."""
        to = (index + by) % len(self._tabs)
        ui.focus(self._tabs[to], by_key=True)
        self._tabs[to].press(ui)
        return True
