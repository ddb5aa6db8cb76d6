"""Widgets that choose: one of a row, one of a list that opens, on or off, and a level on a scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerMoved, PointerPressed, PointerReleased, WheelTurned
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS, TEXT, TOUCH
from tengen.clients.desktop.widgets.base import Ui, Widget
from tengen.clients.desktop.widgets.button import Pressable
from tengen.clients.desktop.widgets.layout import Flow
from tengen.clients.desktop.widgets.list import ListRow, ListView

V = TypeVar("V")
Choices = Sequence[tuple[V, str]]
"""Values and the words for them."""


class _Segment(Pressable):
    """One of a row; arrows go to its neighbours."""

    def __init__(self, row: RadioRow[V], index: int, text: str, *, is_on: bool, why_not: str) -> None:
        super().__init__(lambda: row.choose(index), key=f"{row.key}/{index}", why_not=why_not)
        self._row = row
        self._index = index
        self._text = text
        self.is_on = is_on

    @property
    def text(self) -> str:
        """Its words."""
        return self._text

    def wanted(self, look: Look, width: float) -> Size:
        del width
        return Size(max(look.line(self._text).width + 24, TOUCH), TOUCH)

    def draw(self, canvas: Canvas) -> None:
        colors = canvas.palette
        ink = colors.accent_strong if self.is_on else colors.ink
        if self.is_on:
            canvas.box(self.rect, colors.accent_soft, edge=colors.accent, radius=RADIUS)
        elif canvas.is_hovered(self) and not self.is_disabled:
            canvas.box(self.rect, colors.hover, radius=RADIUS)
        faded = "99" if self.is_disabled else ""
        canvas.text(self._text, self.rect, color=ink + faded, align=Align.CENTER)
        canvas.focus_ring(self, self.rect, radius=RADIUS)

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case KeyPressed(key="left" | "up"):
                return self._row.step(self._index, -1, ui)
            case KeyPressed(key="right" | "down"):
                return self._row.step(self._index, 1, ui)
        return super().handle(event, ui)


class RadioRow(Widget, Generic[V]):
    """A few choices beside each other, one of them chosen."""

    def __init__(
        self, choices: Choices[V], value: V, on_choose: Callable[[V], None], *, key: str, why_not: str = ""
    ) -> None:
        super().__init__(key=key, why_not=why_not)
        self._choices = choices
        self._on_choose = on_choose
        self._segments = [
            _Segment(self, index, text, is_on=known == value, why_not=why_not)
            for index, (known, text) in enumerate(choices)
        ]
        self._flow = Flow(*self._segments)

    @property
    def children(self) -> Sequence[Widget]:
        return (self._flow,)

    def wanted(self, look: Look, width: float) -> Size:
        return self._flow.wanted(look, width)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._flow.place(look, rect)

    def choose(self, index: int) -> None:
        """Choose the one at this place."""
        self._on_choose(self._choices[index][0])

    def step(self, index: int, by: int, ui: Ui) -> bool:
        """Choose the neighbour of the one at this place, and go there."""
        to = (index + by) % len(self._segments)
        ui.focus(self._segments[to], by_key=True)
        self._segments[to].press(ui)
        return True


class Select(Pressable, Generic[V]):
    """The choice that is made, and a list of all when it is pressed."""

    def __init__(
        self,
        choices: Choices[V],
        value: V,
        on_choose: Callable[[V], None],
        *,
        key: str,
        width: float = 0.0,
        why_not: str = "",
        placeholder: str = "",
        is_quiet: bool = False,
    ) -> None:
        """At least so wide. `placeholder` stands there while the value is none of the choices.

        `is_quiet`: without a line around it, as one of a row.
        """
        super().__init__(lambda: None, key=key, why_not=why_not)
        self._choices = choices
        self.value = value
        self._on_choose = on_choose
        self._least = width
        self._placeholder = placeholder
        self._is_quiet = is_quiet

    @property
    def _index(self) -> int:
        return next((index for index, (value, _) in enumerate(self._choices) if value == self.value), -1)

    @property
    def text(self) -> str:
        """What is chosen, in words."""
        return self._choices[self._index][1] if self._index >= 0 else self._placeholder

    def wanted(self, look: Look, width: float) -> Size:
        words = [text for _, text in self._choices] if not self._is_quiet else [self.text]
        widest = max((look.line(text).width for text in words), default=0)
        return Size(min(max(widest + 44, self._least), width) if width else widest + 44, TOUCH)

    def draw(self, canvas: Canvas) -> None:
        colors = canvas.palette
        is_on = self._is_quiet and self._index >= 0
        faded = "99" if self.is_disabled else ""
        ink = (colors.accent_strong if is_on else colors.muted if self._is_quiet else colors.ink) + faded
        if is_on:
            canvas.box(self.rect, colors.accent_soft, edge=colors.accent, radius=RADIUS)
        elif not self._is_quiet:
            ground = colors.hover if canvas.is_hovered(self) and not self.is_disabled else colors.raised
            canvas.box(self.rect, ground, edge=colors.edge + faded, radius=RADIUS)
        elif canvas.is_hovered(self):
            canvas.box(self.rect, colors.hover, radius=RADIUS)
        rect = self.rect
        canvas.text(self.text, Rect(rect.x + 12, rect.y, rect.width - 42, rect.height), color=ink)
        canvas.icon("down", Rect(rect.right - 28, rect.y + (rect.height - 18) / 2, 18, 18), ink)
        canvas.focus_ring(self, self.rect, radius=RADIUS)

    def press(self, ui: Ui) -> None:
        if self.is_disabled:
            return
        rows = [ListRow(text, is_on=index == self._index) for index, (_, text) in enumerate(self._choices)]
        options = ListView(key=f"{self.key}/options")
        options.show(rows, on_choose=lambda index: self._chosen(index, ui), marked=max(self._index, 0))
        ui.open_popup(options, self.rect)

    def _chosen(self, index: int, ui: Ui) -> None:
        ui.close_popup()
        if index != self._index:
            self._on_choose(self._choices[index][0])
        ui.refresh()

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case KeyPressed(key="up" | "down" as key, alt=False) if not self.is_disabled and self._choices:
                to = min(max(self._index + (1 if key == "down" else -1), 0), len(self._choices) - 1)
                if to != self._index:
                    self._on_choose(self._choices[to][0])
                    ui.refresh()
                return True
        return super().handle(event, ui)


class Switch(Pressable):
    """On or off, with its words before it across the whole width."""

    def __init__(
        self, text: str, is_on: bool, on_change: Callable[[bool], None], *, key: str, why_not: str = ""
    ) -> None:
        super().__init__(lambda: on_change(not is_on), key=key, why_not=why_not)
        self.text = text
        self.is_on = is_on

    def wanted(self, look: Look, width: float) -> Size:
        del width
        return Size(look.line(self.text).width + 56, TOUCH)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        faded = "99" if self.is_disabled else ""
        canvas.text(self.text, Rect(rect.x, rect.y, rect.width - 48, rect.height), color=colors.ink + faded)
        track = Rect(rect.right - 36, rect.y + (rect.height - 20) / 2, 36, 20)
        edge, fill = (colors.accent, colors.accent) if self.is_on else (colors.edge, colors.raised)
        canvas.box(track, fill + faded, edge=edge + faded, radius=10)
        knob = colors.on_accent if self.is_on else colors.edge
        canvas.disc((track.x + (26 if self.is_on else 10), track.y + 10), 7, knob + faded)
        canvas.focus_ring(self, track, radius=10)


class Checkbox(Pressable):
    """On or off, with a box before its words."""

    def __init__(
        self, text: str, is_on: bool, on_change: Callable[[bool], None], *, key: str, why_not: str = ""
    ) -> None:
        super().__init__(lambda: on_change(not is_on), key=key, why_not=why_not)
        self.text = text
        self.is_on = is_on

    def wanted(self, look: Look, width: float) -> Size:
        del width
        return Size(look.line(self.text).width + 28, TOUCH)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        faded = "99" if self.is_disabled else ""
        box = Rect(rect.x, rect.y + (rect.height - 18) / 2, 18, 18)
        fill, edge = (colors.accent, colors.accent) if self.is_on else (colors.raised, colors.edge)
        canvas.box(box, fill + faded, edge=edge + faded, radius=4)
        if self.is_on:
            canvas.icon("check", box.inset(2), colors.on_accent)
        canvas.text(self.text, Rect(rect.x + 28, rect.y, rect.width - 28, rect.height), color=colors.ink + faded)
        canvas.focus_ring(self, box, radius=4)


class LevelBars(Widget):
    """A level on a scale, as bars that rise: click, drag, the wheel or arrows."""

    can_focus = True
    pointer_look = "hand"

    def __init__(
        self,
        levels: Sequence[int],
        value: int,
        on_change: Callable[[int], None],
        *,
        key: str,
        tip: str = "",
        why_not: str = "",
    ) -> None:
        super().__init__(key=key, tip=tip, why_not=why_not)
        self._levels = levels
        self.value = value
        self._on_change = on_change
        self._is_dragged = False

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return Size(132 + 34, TOUCH)

    @property
    def _bars(self) -> Rect:
        return Rect(self.rect.x, self.rect.y + 8, self.rect.width - 34, self.rect.height - 16)

    def draw(self, canvas: Canvas) -> None:
        colors, bars, count = canvas.palette, self._bars, max(len(self._levels), 1)
        wide = (bars.width + 3) / count
        for index, level in enumerate(self._levels):
            tall = bars.height * (0.25 + 0.75 * (index + 1) / count)
            bar = Rect(bars.x + index * wide, bars.bottom - tall, max(wide - 3, 1), tall)
            canvas.box(bar, colors.accent if level <= self.value else colors.edge + "52", radius=1.5)
        value = Rect(self.rect.right - 30, self.rect.y, 30, self.rect.height)
        canvas.text(str(self.value), value, bold=True, align=Align.RIGHT, size=TEXT)
        canvas.focus_ring(self, self.rect, radius=RADIUS)

    def _set(self, index: int, ui: Ui) -> bool:
        level = self._levels[min(max(index, 0), len(self._levels) - 1)]
        if level != self.value:
            self.value = level
            self._on_change(level)
            ui.refresh()
        return True

    def handle(self, event: Event, ui: Ui) -> bool:
        if self.is_disabled or not self._levels:
            return False
        index = min(range(len(self._levels)), key=lambda at: abs(self._levels[at] - self.value))
        match event:
            case PointerPressed(x=x, button=1):
                self._is_dragged = True
                ui.capture(self)
                return self._set(self._index_at(x), ui)
            case PointerMoved(x=x, is_pressed=True) if self._is_dragged:
                return self._set(self._index_at(x), ui)
            case PointerReleased():
                self._is_dragged = False
                return True
            case WheelTurned(up=up) if ui.is_focused(self):
                return self._set(index + (1 if up > 0 else -1), ui)
            case KeyPressed(key="left" | "down"):
                return self._set(index - 1, ui)
            case KeyPressed(key="right" | "up"):
                return self._set(index + 1, ui)
            case KeyPressed(key="home"):
                return self._set(0, ui)
            case KeyPressed(key="end"):
                return self._set(len(self._levels) - 1, ui)
        return False

    def _index_at(self, x: float) -> int:
        return int((x - self._bars.x) / max(self._bars.width, 1) * len(self._levels))
