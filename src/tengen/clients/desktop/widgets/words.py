"""Widgets that only say something: lines and paragraphs."""

from __future__ import annotations

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import LARGE, SMALL, TEXT
from tengen.clients.desktop.widgets.base import Widget


class Label(Widget):
    """One line; what does not fit ends with an ellipsis, and the whole is its tip."""

    def __init__(
        self,
        text: str,
        *,
        size: float = TEXT,
        role: str = "ink",
        bold: bool = False,
        align: Align = Align.LEFT,
        height: float | None = None,
        width: float = 0.0,
        key: str = "",
    ) -> None:
        """`role` is a colour of the palette, such as `muted`. At least so wide."""
        super().__init__(key=key)
        self.text = text
        self._size = size
        self._role = role
        self._bold = bold
        self._align = align
        self._height = height
        self._least = width

    def wanted(self, look: Look, width: float) -> Size:
        del width
        size = look.line(self.text, self._size, bold=self._bold)
        return Size(max(size.width + 0.5, self._least), size.height if self._height is None else self._height)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self.tip = self.text if look.line(self.text, self._size, bold=self._bold).width > rect.width + 1 else ""

    def draw(self, canvas: Canvas) -> None:
        color = str(getattr(canvas.palette, self._role))
        canvas.text(self.text, self.rect, size=self._size, color=color, bold=self._bold, align=self._align)


class Paragraph(Widget):
    """Text in as many lines as it needs; `most` at most."""

    def __init__(
        self,
        text: str,
        *,
        size: float = TEXT,
        role: str = "ink",
        bold: bool = False,
        align: Align = Align.LEFT,
        most: int = 100,
        key: str = "",
    ) -> None:
        super().__init__(key=key)
        self.text = text
        self._size = size
        self._role = role
        self._bold = bold
        self._align = align
        self._most = most
        self._lines: list[str] = []

    def _wrapped(self, look: Look, width: float) -> list[str]:
        if not self.text:
            return []
        return look.letters.wrapped(self.text, self._size, width, bold=self._bold, most=self._most)

    @property
    def _row(self) -> float:
        return round(1.45 * self._size)

    def wanted(self, look: Look, width: float) -> Size:
        lines = self._wrapped(look, width)
        widest = max((look.line(line, self._size, bold=self._bold).width for line in lines), default=0)
        return Size(widest + 0.5, self._row * len(lines))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._lines = self._wrapped(look, rect.width)

    def draw(self, canvas: Canvas) -> None:
        color = str(getattr(canvas.palette, self._role))
        for number, line in enumerate(self._lines):
            row = Rect(self.rect.x, self.rect.y + number * self._row, self.rect.width, self._row)
            canvas.text(line, row, size=self._size, color=color, bold=self._bold, align=self._align)


def help_text(text: str) -> Paragraph:
    """A small quiet paragraph."""
    return Paragraph(text, size=SMALL, role="muted")


def heading(text: str) -> Label:
    """The small quiet line above a group of fields."""
    return Label(text, size=SMALL, role="muted", height=22)


def title(text: str) -> Label:
    """The line above a part of a page."""
    return Label(text, size=LARGE, bold=True, height=32)
