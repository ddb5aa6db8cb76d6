"""One line of text to type: caret, selection, clipboard, input methods, and passwords that are not shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import (
    Event,
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextComposed,
    TextTyped,
)
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS, TEXT, TOUCH
from tengen.clients.desktop.widgets.base import Deed, Ui, Widget
from tengen.core.printing import printable

_PAD: Final = 12.0
_HIDDEN: Final = "•"


class TextField(Widget):
    """Kept by the screen, so that what is typed stays. `most` bounds what goes in, however it comes."""

    can_focus = True
    pointer_look = "text"

    def __init__(
        self,
        *,
        key: str,
        text: str = "",
        most: int = 200,
        is_password: bool = False,
        placeholder: str = "",
        width: float = 176.0,
        on_change: Callable[[str], None] | None = None,
        on_enter: Deed | None = None,
    ) -> None:
        super().__init__(key=key)
        self._text = text[:most]
        self._most = most
        self.is_password = is_password
        self.placeholder = placeholder
        self._width = width
        self.on_change = on_change
        self.on_enter = on_enter
        self._caret = len(self._text)
        self._anchor = self._caret
        self._composed = ""
        self._offset = 0.0
        self._look: Look | None = None
        self._is_dragged = False
        self.is_wrong = False
        """Whether what stands there cannot be used."""

    @property
    def text(self) -> str:
        """What stands there."""
        return self._text

    @text.setter
    def text(self, text: str) -> None:
        self._text = text[: self._most]
        self._caret = self._anchor = len(self._text)
        self._composed = ""

    def clear(self) -> None:
        """Nothing stands there any more."""
        self.text = ""

    def select_all(self) -> None:
        """What is typed next replaces everything."""
        self._anchor, self._caret = 0, len(self._text)

    @property
    def _selected(self) -> tuple[int, int]:
        return min(self._anchor, self._caret), max(self._anchor, self._caret)

    @property
    def _shown(self) -> str:
        return self._to_be_seen(self._text)

    def _to_be_seen(self, text: str) -> str:
        return _HIDDEN * len(text) if self.is_password else text

    # --- place and look

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(min(self._width, width) if width else self._width, TOUCH)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        self._look = look

    def _x_of(self, index: int) -> float:
        assert self._look is not None, "it has a place"
        return self._look.letters.width(self._shown[:index], TEXT)

    def caret_rect(self) -> Rect:
        """Where the caret is: input methods open their window there."""
        x = self.rect.x + _PAD + self._x_of(self._caret) - self._offset
        return Rect(x, self.rect.y + 8, 1.5, self.rect.height - 16)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        is_focused = canvas.is_focused(self)
        edge = colors.danger if self.is_wrong else colors.focus if is_focused else colors.edge
        canvas.box(rect, colors.raised, edge=edge, edge_width=2 if is_focused else 1, radius=RADIUS)
        inside = rect.inset(_PAD, 2)
        shown = self._shown
        if not shown and not self._composed:
            canvas.text(self.placeholder, inside, color=colors.muted)
        self._keep_caret_inside(inside.width)
        with canvas.clipped(inside.inset(-2, 0)):
            start, end = self._selected
            x = inside.x - self._offset
            if start != end and is_focused:
                left, right = self._x_of(start), self._x_of(end)
                canvas.fill(Rect(x + left, rect.y + 7, right - left, rect.height - 14), colors.accent_soft)
            before, after = shown[: self._caret], shown[self._caret :]
            if not self._composed:
                self._draw_piece(canvas, shown, x)
            else:
                self._draw_piece(canvas, before, x)
                at = x + self._x_of(self._caret)
                composed = self._to_be_seen(self._composed)
                wide = canvas.look.line(composed).width
                self._draw_piece(canvas, composed, at)
                canvas.fill(Rect(at, rect.bottom - 9, wide, 1), colors.ink)
                self._draw_piece(canvas, after, at + wide)
            if is_focused:
                canvas.fill(self.caret_rect(), colors.ink)

    def _draw_piece(self, canvas: Canvas, text: str, x: float) -> None:
        wide = canvas.look.line(text).width + 2
        canvas.text(text, Rect(x, self.rect.y, wide, self.rect.height))

    def _keep_caret_inside(self, room: float) -> None:
        at = self._x_of(self._caret)
        whole = self._x_of(len(self._shown))
        self._offset = min(max(self._offset, at - room + 2), at)
        self._offset = min(max(self._offset, 0), max(whole - room + 2, 0))

    # --- events

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerPressed(x=x, button=1, clicks=clicks):
                self._caret = self._index_at(x)
                self._anchor = self._caret
                if clicks > 1:
                    self.select_all()
                self._is_dragged = clicks == 1
                ui.capture(self)
            case PointerMoved(x=x, is_pressed=True) if self._is_dragged:
                self._caret = self._index_at(x)
            case PointerReleased():
                self._is_dragged = False
            case TextTyped(text=text):
                self._composed = ""
                self._insert(text)
            case TextComposed(text=text):
                self._composed = printable(text)[: self._most]
            case KeyPressed():
                if not self._key(event, ui):
                    return False
            case _:
                return False
        ui.redraw()
        return True

    def _key(self, event: KeyPressed, ui: Ui) -> bool:
        if event.ctrl and not event.alt:
            return self._shortcut(event.key, ui)
        start, end = self._selected
        match event.key:
            case "left":
                to = start if start != end and not event.shift else self._caret - 1
                self._move(to, keep=event.shift)
            case "right":
                to = end if start != end and not event.shift else self._caret + 1
                self._move(to, keep=event.shift)
            case "home":
                self._move(0, keep=event.shift)
            case "end":
                self._move(len(self._text), keep=event.shift)
            case "backspace":
                self._delete(max(start - (start == end), 0), end)
            case "delete":
                self._delete(start, min(end + (start == end), len(self._text)))
            case "enter" if self.on_enter is not None:
                if not event.is_repeat:
                    ui.do(self.on_enter)
            case _:
                # A sign that is typed comes as text as well; nobody else takes it for a command.
                return event.writes
        return True

    def _shortcut(self, key: str, ui: Ui) -> bool:
        start, end = self._selected
        match key:
            case "a":
                self.select_all()
            case "c" | "x" if not self.is_password:
                if start != end:
                    ui.copy(self._text[start:end])
                    if key == "x":
                        self._delete(start, end)
            case "v":
                self._insert(ui.pasted())
            case "backspace":
                self._delete(self._text[: self._caret].rstrip().rfind(" ") + 1, self._caret)
            case _:
                return False
        return True

    def _move(self, to: int, *, keep: bool) -> None:
        self._caret = min(max(to, 0), len(self._text))
        if not keep:
            self._anchor = self._caret

    def _insert(self, text: str) -> None:
        start, end = self._selected
        room = self._most - len(self._text) + end - start
        given = printable(text[: 4 * self._most])[: max(room, 0)]
        self._replace(start, end, given)

    def _delete(self, start: int, end: int) -> None:
        self._replace(start, end, "")

    def _replace(self, start: int, end: int, given: str) -> None:
        before = self._text
        self._text = before[:start] + given + before[end:]
        self._caret = self._anchor = start + len(given)
        if self._text != before and self.on_change is not None:
            self.on_change(self._text)

    def _index_at(self, x: float) -> int:
        at = x - self.rect.x - _PAD + self._offset
        return min(range(len(self._shown) + 1), key=lambda index: abs(self._x_of(index) - at))
