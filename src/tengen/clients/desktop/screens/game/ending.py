"""The end of a game, softly over the board: who won, the score, what to do next. Any click puts it aside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, PointerPressed
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS, TITLE
from tengen.clients.desktop.widgets import Column, Flow, Inside, Paragraph, Ui, Widget

_WIDEST: Final = 340.0


class EndOverlay(Widget):
    """Covers the board: what lies below hears nothing until it is put aside."""

    def __init__(self, lines: Sequence[str], buttons: Sequence[Widget], on_dismiss: Callable[[], None]) -> None:
        super().__init__(key="end")
        first, *others = lines
        words = [Paragraph(first, size=TITLE, bold=True, align=Align.CENTER)]
        words += [Paragraph(line, align=Align.CENTER) for line in others]
        self._box = Inside(Column(*words, Flow(*buttons, gap=8, align=Align.CENTER), gap=10), across=24, down=20)
        self._on_dismiss = on_dismiss

    @property
    def children(self) -> Sequence[Widget]:
        return (self._box,)

    def wanted(self, look: Look, width: float) -> Size:
        return self._box.wanted(look, min(width, _WIDEST))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        width = min(_WIDEST, rect.width - 32)
        height = self._box.wanted(look, width).height
        self._box.place(
            look, Rect(rect.x + (rect.width - width) / 2, rect.y + (rect.height - height) / 2, width, height)
        )

    def draw(self, canvas: Canvas) -> None:
        canvas.shadow(self._box.rect)
        canvas.box(self._box.rect, canvas.palette.raised + "f7", edge=canvas.palette.line, radius=RADIUS)
        super().draw(canvas)

    def handle(self, event: Event, ui: Ui) -> bool:
        if isinstance(event, PointerPressed):
            self._on_dismiss()
            ui.refresh()
            return True
        return False
