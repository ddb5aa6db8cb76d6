"""Widgets that place others: in columns, rows and layers, within margins, or scrolled. They draw next to nothing."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerMoved, PointerPressed, PointerReleased, WheelTurned
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.widgets.base import Ui, Widget


class Space(Widget):
    """Nothing, of a size."""

    def __init__(self, width: float = 0, height: float = 0) -> None:
        super().__init__()
        self._size = Size(width, height)

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return self._size


class Grow(Widget):
    """In a row or a column: takes what the others leave, shared by weight."""

    def __init__(self, child: Widget | None = None, weight: float = 1.0) -> None:
        super().__init__()
        self._child = child
        self.weight = weight

    @property
    def children(self) -> Sequence[Widget]:
        return () if self._child is None else (self._child,)

    def wanted(self, look: Look, width: float) -> Size:
        return Size(0, 0) if self._child is None else self._child.wanted(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        if self._child is not None:
            self._child.place(look, rect)


class Column(Widget):
    """One below the other, each as wide as the column."""

    def __init__(self, *widgets: Widget, gap: float = 8.0) -> None:
        super().__init__()
        self._widgets = widgets
        self._gap = gap

    @property
    def children(self) -> Sequence[Widget]:
        return self._widgets

    def wanted(self, look: Look, width: float) -> Size:
        sizes = [widget.wanted(look, width) for widget in self._widgets]
        height = sum(size.height for size in sizes) + self._gap * max(len(sizes) - 1, 0)
        return Size(max((size.width for size in sizes), default=0), height)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        heights = [0.0 if isinstance(one, Grow) else one.wanted(look, rect.width).height for one in self._widgets]
        weights = [one.weight if isinstance(one, Grow) else 0.0 for one in self._widgets]
        spare = max(rect.height - sum(heights) - self._gap * max(len(heights) - 1, 0), 0)
        y = rect.y
        for widget, height, weight in zip(self._widgets, heights, weights, strict=True):
            tall = spare * weight / sum(weights) if weight else height
            widget.place(look, Rect(rect.x, y, rect.width, tall))
            y += tall + self._gap


class Row(Widget):
    """One beside the other, in the middle of the row's height; as wide as each wants, what grows takes the rest."""

    def __init__(self, *widgets: Widget, gap: float = 8.0, align: Align = Align.LEFT, is_tall: bool = False) -> None:
        """`is_tall`: each is as high as the row."""
        super().__init__()
        self._widgets = widgets
        self._gap = gap
        self._align = align
        self._is_tall = is_tall

    @property
    def children(self) -> Sequence[Widget]:
        return self._widgets

    def wanted(self, look: Look, width: float) -> Size:
        widths = self._widths(look, width)
        heights = [one.wanted(look, wide).height for one, wide in zip(self._widgets, widths, strict=True)]
        total = sum(one.wanted(look, width).width for one in self._widgets) + self._gap * max(len(widths) - 1, 0)
        return Size(min(total, width) if width else total, max(heights, default=0))

    def _widths(self, look: Look, width: float) -> list[float]:
        room = width - self._gap * max(len(self._widgets) - 1, 0)
        fixed = [0.0 if isinstance(one, Grow) else one.wanted(look, room).width for one in self._widgets]
        weights = [one.weight if isinstance(one, Grow) else 0.0 for one in self._widgets]
        spare = room - sum(fixed)
        if spare < 0 < sum(fixed):
            return [wide + spare * wide / sum(fixed) for wide in fixed]
        return [spare * weight / sum(weights) if weight else wide for wide, weight in zip(fixed, weights, strict=True)]

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        widths = self._widths(look, rect.width)
        spare = rect.width - sum(widths) - self._gap * max(len(widths) - 1, 0)
        x = rect.x + {Align.LEFT: 0.0, Align.CENTER: spare / 2, Align.RIGHT: spare}[self._align]
        for widget, wide in zip(self._widgets, widths, strict=True):
            tall = rect.height if self._is_tall else min(widget.wanted(look, wide).height, rect.height)
            widget.place(look, Rect(x, rect.y + (rect.height - tall) / 2, wide, tall))
            x += wide + self._gap


class Flow(Widget):
    """One beside the other, and on in the next line where there is no room."""

    def __init__(self, *widgets: Widget, gap: float = 4.0, align: Align = Align.LEFT) -> None:
        super().__init__()
        self._widgets = widgets
        self._gap = gap
        self._align = align

    @property
    def children(self) -> Sequence[Widget]:
        return self._widgets

    def _lines(self, look: Look, width: float) -> list[list[tuple[Widget, Size]]]:
        lines: list[list[tuple[Widget, Size]]] = []
        used = 0.0
        for widget in self._widgets:
            size = widget.wanted(look, width)
            if not lines or used + size.width > width + 0.01:
                lines.append([])
                used = 0.0
            lines[-1].append((widget, size))
            used += size.width + self._gap
        return lines

    def wanted(self, look: Look, width: float) -> Size:
        lines = self._lines(look, width)
        widths = [sum(size.width for _, size in line) + self._gap * (len(line) - 1) for line in lines]
        heights = [max(size.height for _, size in line) for line in lines]
        return Size(max(widths, default=0), sum(heights) + self._gap * max(len(lines) - 1, 0))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        y = rect.y
        for line in self._lines(look, rect.width):
            tall = max(size.height for _, size in line)
            spare = rect.width - sum(size.width for _, size in line) - self._gap * (len(line) - 1)
            x = rect.x + {Align.LEFT: 0.0, Align.CENTER: spare / 2, Align.RIGHT: spare}[self._align]
            for widget, size in line:
                widget.place(look, Rect(x, y + (tall - size.height) / 2, min(size.width, rect.width), size.height))
                x += size.width + self._gap
            y += tall + self._gap


class Beside(Widget):
    """Two columns of the same width; one below the other where each would be narrower than `least`."""

    def __init__(self, left: Widget, right: Widget, *, least: float = 320.0, gap: float = 32.0) -> None:
        super().__init__()
        self._both = (left, right)
        self._least = least
        self._gap = gap

    @property
    def children(self) -> Sequence[Widget]:
        return self._both

    def _is_narrow(self, width: float) -> bool:
        return (width - self._gap) / 2 < self._least

    def wanted(self, look: Look, width: float) -> Size:
        room = width if self._is_narrow(width) else (width - self._gap) / 2
        heights = [widget.wanted(look, room).height for widget in self._both]
        return Size(width, sum(heights) + self._gap if self._is_narrow(width) else max(heights))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        left, right = self._both
        if self._is_narrow(rect.width):
            tall = left.wanted(look, rect.width).height
            left.place(look, Rect(rect.x, rect.y, rect.width, tall))
            y = rect.y + tall + self._gap
            right.place(look, Rect(rect.x, y, rect.width, max(rect.bottom - y, 0)))
            return
        room = (rect.width - self._gap) / 2
        left.place(look, Rect(rect.x, rect.y, room, rect.height))
        right.place(look, Rect(rect.x + room + self._gap, rect.y, room, rect.height))


class Inside(Widget):
    """One widget within margins, and at most so wide; what is left is on both sides."""

    def __init__(
        self,
        child: Widget,
        *,
        across: float = 0,
        down: float = 0,
        widest: float | None = None,
        align: Align = Align.CENTER,
    ) -> None:
        super().__init__()
        self._child = child
        self._across = across
        self._down = down
        self._widest = widest
        self._align = align

    @property
    def children(self) -> Sequence[Widget]:
        return (self._child,)

    def wanted(self, look: Look, width: float) -> Size:
        room = self._room(width)
        inner = self._child.wanted(look, room)
        return Size(min(inner.width, room) + 2 * self._across, inner.height + 2 * self._down)

    def _room(self, width: float) -> float:
        room = max(width - 2 * self._across, 0)
        return room if self._widest is None else min(room, self._widest)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        room = self._room(rect.width)
        spare = rect.width - 2 * self._across - room
        x = rect.x + self._across + {Align.LEFT: 0.0, Align.CENTER: spare / 2, Align.RIGHT: spare}[self._align]
        self._child.place(look, Rect(x, rect.y + self._down, room, max(rect.height - 2 * self._down, 0)))


class Layers(Widget):
    """One over the other, all in the same place."""

    def __init__(self, *widgets: Widget) -> None:
        super().__init__()
        self._widgets = widgets

    @property
    def children(self) -> Sequence[Widget]:
        return self._widgets

    def wanted(self, look: Look, width: float) -> Size:
        sizes = [widget.wanted(look, width) for widget in self._widgets]
        return Size(max((s.width for s in sizes), default=0), max((s.height for s in sizes), default=0))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        for widget in self._widgets:
            widget.place(look, rect)


class Panel(Widget):
    """A ground of its own behind a widget."""

    def __init__(
        self, child: Widget, *, fill: str | None = None, edge: str | None = None, radius: float = 0, pad: float = 0
    ) -> None:
        """`fill` and `edge` are roles of the palette, such as `raised`."""
        super().__init__()
        self._inside = Inside(child, across=pad, down=pad)
        self._fill = fill
        self._edge = edge
        self._radius = radius

    @property
    def children(self) -> Sequence[Widget]:
        return (self._inside,)

    def wanted(self, look: Look, width: float) -> Size:
        return self._inside.wanted(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._inside.place(look, rect)

    def draw(self, canvas: Canvas) -> None:
        fill, edge = (None if role is None else str(getattr(canvas.palette, role)) for role in (self._fill, self._edge))
        canvas.box(self.rect, fill, edge=edge, radius=self._radius)
        super().draw(canvas)


class Rule(Widget):
    """A thin line across."""

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return Size(0, 1)

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(self.rect, canvas.palette.line)


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
