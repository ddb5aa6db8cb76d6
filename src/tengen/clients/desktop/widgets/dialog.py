"""A question over everything else: some words, something inside, and buttons. Escape is the last answer of all."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import LARGE, RADIUS
from tengen.clients.desktop.widgets.base import Deed, Ui, Widget
from tengen.clients.desktop.widgets.button import Button
from tengen.clients.desktop.widgets.layout import Column, Flow, Inside
from tengen.clients.desktop.widgets.words import Paragraph

_WIDTH = 440.0


class Dialog(Widget):
    """Covers the screen; only what is in it hears anything."""

    def __init__(
        self, question: str, buttons: Sequence[Button], on_escape: Deed, *, inside: Sequence[Widget] = (), key: str = ""
    ) -> None:
        super().__init__(key=key)
        self._on_escape = on_escape
        self.buttons = buttons
        words = [Paragraph(question, size=LARGE)] if question else []
        column = Column(*words, *inside, Flow(*buttons, gap=8, align=Align.RIGHT), gap=16)
        self._inside = Inside(column, across=20, down=20)

    @property
    def children(self) -> Sequence[Widget]:
        return (self._inside,)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        width = min(_WIDTH, rect.width - 32)
        height = min(self._inside.wanted(look, width).height, rect.height - 32)
        x, y = rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2.5
        self._inside.place(look, Rect(x, y, width, height))

    def wanted(self, look: Look, width: float) -> Size:
        return self._inside.wanted(look, min(width, _WIDTH))

    def draw(self, canvas: Canvas) -> None:
        canvas.fill(self.rect, "#16181b66")
        box = self._inside.rect
        canvas.shadow(box)
        canvas.box(box, canvas.palette.raised, edge=canvas.palette.line, radius=RADIUS)
        super().draw(canvas)

    def handle(self, event: Event, ui: Ui) -> bool:
        if isinstance(event, KeyPressed) and event.key == "escape":
            self.dismiss(ui)
        return True  # nothing below hears of it

    def dismiss(self, ui: Ui) -> None:
        """What Escape does."""
        ui.do(self._on_escape)
