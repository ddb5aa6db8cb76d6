"""Widgets that are on or off."""

from __future__ import annotations

from collections.abc import Callable

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import TOUCH
from tengen.clients.desktop.widgets.button import Pressable


class _Toggle(Pressable):
    """On or off, with words."""

    def __init__(
        self, text: str, is_on: bool, on_change: Callable[[bool], None], *, key: str, why_not: str = ""
    ) -> None:
        super().__init__(lambda: on_change(not is_on), key=key, why_not=why_not)
        self.text = text
        self.is_on = is_on


class Switch(_Toggle):
    """On or off, with its words before it across the whole width."""

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


class Checkbox(_Toggle):
    """On or off, with a box before its words."""

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
