"""What is higher than its place, moved by the wheel, by keys and by a bar."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import (
    Event,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    WheelTurned,
)
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.widgets.base import Ui, Widget
from tengen.clients.desktop.widgets.layout import Space

_NOTCH = 48.0
_BAR = 8.0


class Scroll(Widget):
    """What is higher than its place, moved by the wheel and by its bar. Kept by the screen: `show` gives it content."""

    def __init__(self, *, key: str = "") -> None:
        super().__init__(key=key)
        self._child: Widget = Space()
        self._height = 0.0
        self.offset = 0.0
        self._grabbed: float | None = None

    def show(self, child: Widget) -> Scroll:
        """Have this inside from now on; where it was scrolled to stays."""
        self._child = child
        return self

    @property
    def children(self) -> Sequence[Widget]:
        return (self._child,)

    def wanted(self, look: Look, width: float) -> Size:
        return self._child.wanted(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        height = self._child.wanted(look, rect.width).height
        room = rect.width
        if height > rect.height:  # the bar has a place of its own
            room = max(rect.width - _BAR - 4, 0)
            height = self._child.wanted(look, room).height
        self._height = max(height, rect.height)
        self.offset = min(max(self.offset, 0), self._height - rect.height)
        self._child.place(look, Rect(rect.x, rect.y - self.offset, room, self._height))

    def reveal(self, rect: Rect) -> bool:
        """Scroll so far that this place inside can be seen; whether that was needed."""
        before = self.offset
        if rect.bottom + 8 > self.rect.bottom:
            self.offset += min(rect.bottom + 8 - self.rect.bottom, max(rect.y - self.rect.y, 0))
        if rect.y - 8 < self.rect.y:
            self.offset -= self.rect.y - rect.y + 8
        self.offset = min(max(self.offset, 0), max(self._height - self.rect.height, 0))
        return self.offset != before

    @property
    def is_at_end(self) -> bool:
        """Whether the last of it is seen, or nearly."""
        return self.offset >= self._height - self.rect.height - _NOTCH

    def to_end(self) -> None:
        """Show the last of it."""
        self.offset = self._height

    @property
    def _thumb(self) -> Rect:
        whole = self.rect.height
        tall = max(whole * whole / self._height, 24)
        y = self.rect.y + (whole - tall) * self.offset / (self._height - whole)
        return Rect(self.rect.right - _BAR, y, _BAR, tall)

    @property
    def _is_scrolled(self) -> bool:
        return self._height > self.rect.height + 0.5

    def draw(self, canvas: Canvas) -> None:
        with canvas.clipped(self.rect):
            super().draw(canvas)
            if self._is_scrolled:
                thumb = self._thumb
                color = canvas.palette.edge if self._grabbed is not None else canvas.palette.line
                canvas.box(Rect(thumb.x + 2, thumb.y, _BAR - 2, thumb.height), color, radius=3)

    def handle(self, event: Event, ui: Ui) -> bool:
        if not self._is_scrolled:
            return False
        match event:
            case WheelTurned(up=up):
                before = self.offset
                self.offset = min(max(self.offset - up * _NOTCH, 0), self._height - self.rect.height)
                if self.offset != before:
                    ui.refresh()
                return self.offset != before
            case KeyPressed(key="page up" | "page down" as key):
                page = max(self.rect.height - _NOTCH, _NOTCH)
                self.offset += page if key == "page down" else -page
                ui.refresh()
                return True
            case PointerPressed(x=x, y=y, button=1) if x >= self.rect.right - _BAR - 4:
                thumb = self._thumb
                self._grabbed = y - thumb.y if thumb.y <= y <= thumb.bottom else thumb.height / 2
                ui.capture(self)
                return self._drag(y, ui)
            case PointerMoved(y=y) if self._grabbed is not None:
                return self._drag(y, ui)
            case PointerReleased() if self._grabbed is not None:
                self._grabbed = None
                ui.redraw()
                return True
        return False

    def _drag(self, y: float, ui: Ui) -> bool:
        assert self._grabbed is not None
        room = self.rect.height - self._thumb.height
        self.offset = (y - self._grabbed - self.rect.y) / max(room, 1) * (self._height - self.rect.height)
        self.offset = min(max(self.offset, 0), self._height - self.rect.height)
        ui.refresh()
        return True
