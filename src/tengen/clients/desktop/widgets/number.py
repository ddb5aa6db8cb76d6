"""A number to choose: typed, or more and less by a step. Empty where the rules may choose it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from tengen.clients.desktop.canvas import Look
from tengen.clients.desktop.events import Event, KeyPressed
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import TOUCH
from tengen.clients.desktop.widgets.base import Ui, Widget
from tengen.clients.desktop.widgets.button import icon_button
from tengen.clients.desktop.widgets.field import TextField
from tengen.core import GameError

_LONGEST = 12


class NumberField(Widget):
    """Kept by the screen: `show` gives it a value. What is no number within the bounds changes nothing."""

    def __init__(self, on_change: Callable[[float | None], None], *, key: str) -> None:
        """`on_change` hears of numbers, and of None where the field was emptied."""
        super().__init__(key=key)
        self.on_change = on_change
        self._value: float | None = None
        self._start = 0.0
        self._bounds = (0.0, 0.0)
        self._step = 1.0
        self._is_shown = False
        self.field = TextField(key=f"{key}/field", most=_LONGEST, width=76, on_change=self._typed)
        self._less = icon_button("minus", "", lambda: self._stepped(-1), key=f"{key}/less")
        self._more = icon_button("plus", "", lambda: self._stepped(1), key=f"{key}/more")

    def show(
        self,
        value: float | None,
        *,
        start: float,
        bounds: tuple[float, float],
        step: float = 1.0,
        placeholder: str = "",
    ) -> NumberField:
        """A value within bounds; None: the rules choose, and a step begins from `start`."""
        self._start, self._bounds, self._step = start, bounds, step
        self.field.placeholder = placeholder
        if value != self._value or not self._is_shown:
            self._value = value
            self._is_shown = True
            self._write()
        return self

    def _write(self) -> None:
        if self._value != _read(self.field.text):
            self.field.text = "" if self._value is None else f"{self._value:g}"
        self.field.is_wrong = False

    @property
    def children(self) -> Sequence[Widget]:
        return (self._less, self.field, self._more)

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return Size(76 + 2 * TOUCH, TOUCH)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        room = max(rect.width - 2 * TOUCH, 0)
        self._less.place(look, Rect(rect.x, rect.y, TOUCH, rect.height))
        self.field.place(look, Rect(rect.x + TOUCH, rect.y, room, rect.height))
        self._more.place(look, Rect(rect.right - TOUCH, rect.y, TOUCH, rect.height))

    def _stepped(self, by: int) -> None:
        value = (self._start if self._value is None else self._value) + by * self._step
        least, most = self._bounds
        self._set(min(max(value, least), most))
        self._write()

    def _typed(self, text: str) -> None:
        value = _read(text)
        is_number = value is not None and self._bounds[0] <= value <= self._bounds[1]
        self.field.is_wrong = bool(text.strip()) and not is_number
        if not self.field.is_wrong:
            self._set(value)

    def _set(self, value: float | None) -> None:
        if value == self._value:
            return
        before, self._value = self._value, value
        try:
            self.on_change(value)
        except GameError:  # a number between two steps
            self._value = before
            self.field.is_wrong = True

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case KeyPressed(key="up" | "down" as key) if ui.is_focused(self.field):
                self._stepped(1 if key == "up" else -1)
                ui.refresh()
                return True
        return False


def _read(text: str) -> float | None:
    with suppress(ValueError):
        value = float(text.replace(",", "."))
        return value if abs(value) < 1e9 else None
    return None
