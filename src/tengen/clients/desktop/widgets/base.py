"""What every widget is: it says how much room it wants, is given a place, draws itself and hears events.

A tree of widgets is made anew whenever something changes; what lives longer (a text field, what is scrolled) is kept
by the screen and put into the next tree. The focus stays with the widget of the same `key`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Protocol, TypeAlias

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import Event
from tengen.clients.desktop.geometry import NOWHERE, Rect, Size

Deed: TypeAlias = Callable[[], Coroutine[Any, Any, object] | None]
"""What a button does: at once, or as a task of the application."""


class Ui(Protocol):
    """What a widget may ask of the screen that it is on."""

    def do(self, deed: Deed) -> None:
        """Do it; a coroutine becomes a task, and what that is refused becomes a message line."""

    def redraw(self) -> None:
        """Something looks different now; the tree is still right."""

    def refresh(self) -> None:
        """Something has changed: the tree is made anew and drawn."""

    def focus(self, widget: Widget | None, *, by_key: bool = False) -> None:
        """Keys go to this widget from now on."""

    def is_focused(self, widget: Widget) -> bool:
        """Whether keys go to it."""

    def capture(self, widget: Widget) -> None:
        """The pointer's moves go to this widget until its button is up."""

    def open_popup(self, popup: Widget, anchor: Rect) -> None:
        """Show something over everything else, below (or above) a place, until a click elsewhere or Escape."""

    def close_popup(self) -> None:
        """Show it no more."""

    def copy(self, text: str) -> None:
        """Put text on the clipboard."""

    def pasted(self) -> str:
        """What is on the clipboard; empty where that is no text."""


class Widget:
    """A piece of a screen. The usual one takes no room, draws its children and hears nothing."""

    can_focus = False
    pointer_look = "arrow"
    """How the pointer looks over it: `arrow`, `hand` or `text`."""

    def __init__(self, *, key: str = "", tip: str = "", why_not: str = "") -> None:
        """`key` tells it apart on its screen. `tip` is shown when the pointer rests on it.

        `why_not`: it cannot be used now, and this is why; shown in place of the tip.
        """
        self.key = key
        self.tip = tip
        self.why_not = why_not
        self.rect = NOWHERE

    @property
    def is_disabled(self) -> bool:
        """Whether it cannot be used now."""
        return bool(self.why_not)

    @property
    def children(self) -> Sequence[Widget]:
        """What is inside, from the bottom up."""
        return ()

    def wanted(self, look: Look, width: float) -> Size:
        """The room that it would take where so much width is to be had. It may be given more, or less."""
        del look, width
        return Size(0, 0)

    def place(self, look: Look, rect: Rect) -> None:
        """It is here from now on; its children are given their places."""
        del look
        self.rect = rect

    def draw(self, canvas: Canvas) -> None:
        """Draw it, and what is inside."""
        for child in self.children:
            if canvas.is_seen(child.rect):
                child.draw(canvas)

    def handle(self, event: Event, ui: Ui) -> bool:
        """Hear an event: of the pointer over it (or over what is inside, that did not use it), of keys with the focus.

        Whether it was used.
        """
        del event, ui
        return False

    def clip(self) -> Rect:
        """Where its children can be seen and clicked."""
        return self.rect

    def at(self, x: float, y: float) -> list[Widget]:
        """Who is at this place: the innermost first, then who it is in."""
        if not self.rect.has(x, y):
            return []
        if self.clip().has(x, y):
            for child in reversed(self.children):
                if found := child.at(x, y):
                    return [*found, self]
        return [self]

    def all(self) -> Iterator[Widget]:
        """This one and all that is inside, in the order in which Tab goes through them."""
        yield self
        for child in self.children:
            yield from child.all()
