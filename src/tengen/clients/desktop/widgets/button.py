"""Buttons: words, signs, and the one thing to do next. They look like text until the pointer is over them."""

from __future__ import annotations

from enum import StrEnum

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerPressed, PointerReleased
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import LARGE, RADIUS, TEXT, TOUCH
from tengen.clients.desktop.widgets.base import Deed, Ui, Widget

_ICON = 20.0
_FADED = "99"


class ButtonKind(StrEnum):
    """How loud a button is."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"
    OUTLINED = "outlined"


class Pressable(Widget):
    """Whatever is pressed by a click, by Enter or by Space."""

    can_focus = True
    pointer_look = "hand"

    def __init__(self, on_press: Deed, *, key: str, tip: str = "", why_not: str = "") -> None:
        super().__init__(key=key, tip=tip, why_not=why_not)
        self._on_press = on_press

    def press(self, ui: Ui) -> None:
        """Do what it is for, unless it cannot be used."""
        if not self.is_disabled:
            ui.do(self._on_press)

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerPressed(button=1):
                ui.capture(self)
                return True
            case PointerReleased(x=x, y=y, button=1):
                if self.rect.has(x, y):
                    self.press(ui)
                return True
            case KeyPressed(key="enter" | "space", ctrl=False, alt=False, is_repeat=False):
                self.press(ui)
                return True
        return False


class Button(Pressable):
    """Words, with a sign before them where one is given; only the sign where the words are empty."""

    def __init__(
        self,
        text: str,
        on_press: Deed,
        *,
        key: str = "",
        kind: ButtonKind = ButtonKind.PLAIN,
        icon: str = "",
        tip: str = "",
        why_not: str = "",
        is_on: bool = False,
        size: float | None = None,
        height: float | None = None,
        align: Align = Align.CENTER,
    ) -> None:
        """`is_on`: what it stands for is shown, or chosen. `key` is its words unless given."""
        super().__init__(on_press, key=key or text or icon, tip=tip, why_not=why_not)
        self.text = text
        self._kind = kind
        self._icon = icon
        self.is_on = is_on
        is_primary = kind is ButtonKind.PRIMARY
        self._size = size or (LARGE if is_primary else TEXT)
        self._height = height or (48.0 if is_primary else TOUCH)
        self._align = align

    @property
    def _pad(self) -> float:
        return 24.0 if self._kind is ButtonKind.PRIMARY else 12.0

    def wanted(self, look: Look, width: float) -> Size:
        del width
        if not self.text:
            return Size(self._height, self._height)
        wide = look.line(self.text, self._size, bold=self._is_bold).width + 2 * self._pad
        return Size(wide + (_ICON + 6 if self._icon else 0), self._height)

    @property
    def _is_bold(self) -> bool:
        return self._kind is ButtonKind.PRIMARY

    def _colors(self, canvas: Canvas) -> tuple[str | None, str]:
        """Ground and ink."""
        colors = canvas.palette
        is_hovered = canvas.is_hovered(self) and not self.is_disabled
        if self._kind is ButtonKind.PRIMARY:
            return (colors.accent_strong if is_hovered else colors.accent), colors.on_accent
        if self.is_on:
            return colors.accent_soft, colors.accent_strong
        if self._kind is ButtonKind.DANGER:
            return (colors.danger_soft if is_hovered else None), colors.danger
        return (colors.hover if is_hovered else None), colors.ink

    def draw(self, canvas: Canvas) -> None:
        colors = canvas.palette
        ground, ink = self._colors(canvas)
        edge = colors.accent if self.is_on and self._kind is not ButtonKind.PRIMARY else None
        if self._kind is ButtonKind.OUTLINED and edge is None:
            edge = colors.edge
        if self.is_disabled:
            ground = None if ground is None else ground + _FADED
            ink, edge = ink + _FADED, None if edge is None else edge + _FADED
        if ground is not None or edge is not None:
            canvas.box(self.rect, ground, edge=edge, radius=RADIUS)
        self._draw_face(canvas, ink)
        canvas.focus_ring(self, self.rect, radius=RADIUS)

    def _draw_face(self, canvas: Canvas, ink: str) -> None:
        rect = self.rect
        if not self.text:
            canvas.icon(self._icon, rect.inset((rect.width - _ICON) / 2, (rect.height - _ICON) / 2), ink)
            return
        words = canvas.look.line(self.text, self._size, bold=self._is_bold).width
        taken = words + (_ICON + 6 if self._icon else 0)
        spare = max(rect.width - taken, 0)
        x = rect.x + (self._pad if self._align is Align.LEFT else spare / 2)
        if self._icon:
            canvas.icon(self._icon, Rect(x, rect.y + (rect.height - _ICON) / 2, _ICON, _ICON), ink)
            x += _ICON + 6
        room = Rect(x, rect.y, min(words + 1, rect.right - x), rect.height)
        canvas.text(self.text, room, size=self._size, color=ink, bold=self._is_bold)


def icon_button(
    icon: str, tip: str, on_press: Deed, *, key: str = "", why_not: str = "", is_on: bool = False
) -> Button:
    """A sign alone; its tip says what it does."""
    return Button("", on_press, key=key or icon, icon=icon, tip=tip, why_not=why_not, is_on=is_on)
