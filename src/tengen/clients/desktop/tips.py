"""What the pointer rests on says what it is, or why it cannot be used, a moment later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tengen.clients.desktop.canvas import Canvas
from tengen.clients.desktop.geometry import Rect
from tengen.clients.desktop.theme import SMALL
from tengen.clients.desktop.widgets import Widget

TIP_S: Final = 0.5
"""So long the pointer rests on something before its tip is shown."""
_WIDEST: Final = 320.0
_ROW: Final = 19.0


class Tips:
    """The tip of one screen: at most one is shown."""

    def __init__(self, later: Callable[[float, Callable[[], None]], object], redraw: Callable[[], None]) -> None:
        self._later = later
        self._redraw = redraw
        self._of: Widget | None = None
        self._is_shown = False

    def hover(self, hovered: Sequence[Widget]) -> None:
        """The pointer is over these, the innermost first."""
        before, self._of = self._of, next((one for one in hovered if one.why_not or one.tip), None)
        asked = self._of
        if asked is before or (asked is not None and before is not None and asked.key and asked.key == before.key):
            return
        self._is_shown = False
        if asked is not None:
            self._later(TIP_S, lambda: self._show(asked))

    def _show(self, asked: Widget) -> None:
        if self._of is not None and (self._of is asked or (asked.key and self._of.key == asked.key)):
            self._is_shown = True
            self._redraw()

    def draw(self, canvas: Canvas, focused: Widget | None) -> None:
        """The tip of what the pointer rests on, else that of who has the focus by keys."""
        shown = self._of if self._is_shown else focused
        words = "" if shown is None else shown.why_not or shown.tip
        if shown is None or not words:
            return
        anchor = shown.rect
        lines = canvas.look.letters.wrapped(words, SMALL, _WIDEST)
        width = max(canvas.look.line(line, SMALL).width for line in lines) + 20
        height = _ROW * len(lines) + 10
        x = min(max(anchor.middle[0] - width / 2, 8), canvas.size.width - width - 8)
        y = anchor.bottom + 6 if anchor.bottom + height + 12 < canvas.size.height else anchor.y - height - 6
        colors = canvas.palette
        canvas.box(Rect(x, y, width, height), colors.ink, radius=4)
        for number, line in enumerate(lines):
            place = Rect(x + 10, y + 5 + _ROW * number, width - 20, _ROW)
            canvas.text(line, place, size=SMALL, color=colors.ground)
