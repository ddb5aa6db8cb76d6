"""One screen of the window: a tree of widgets, who hears which event, the focus, popups and dialogs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tengen.clients.desktop.canvas import Attention, Canvas, Look
from tengen.clients.desktop.events import (
    Event,
    FileDropped,
    FocusChanged,
    KeyPressed,
    PointerLeft,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextComposed,
    TextTyped,
    WheelTurned,
)
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS
from tengen.clients.desktop.tips import Tips
from tengen.clients.desktop.widgets import Deed, Dialog, Scroll, TextField, Widget

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App


class Screen(ABC):
    """What the window shows. Subclasses say what is on it (`build`) and which keys they know (`on_key`)."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._root: Widget = Widget()
        self._popup: Widget | None = None
        self._popup_anchor = Rect(0, 0, 0, 0)
        self._popup_opener: Widget | None = None
        self._dialog: Dialog | None = None
        self._hovered: list[Widget] = []
        self._captured: Widget | None = None
        self._focused: Widget | None = None
        self._is_ring_shown = False
        self._pointer: tuple[float, float] | None = None
        self._look: Look | None = None
        self._size = Size(0, 0)
        self._tips = Tips(app.later, app.redraw)

    # --- what a screen says of itself

    @abstractmethod
    def title(self) -> str:
        """What stands in the title of the window."""

    @abstractmethod
    def build(self) -> Widget:
        """Everything that is on it now, in the language and with the state of now."""

    def on_key(self, event: KeyPressed) -> bool:
        """A key that no widget has used; whether it was used here. Escape leads back unless a screen knows better."""
        if event.key == "escape":
            self.app.back()
            return True
        return self.app.common_key(event)

    def on_drop(self, path: str) -> None:
        """A file was dropped onto the window."""
        del path

    def on_show(self) -> None:
        """It is shown from now on: for the first time, or again."""

    def on_hide(self) -> None:
        """Another is shown, or it is closed."""

    def tick(self) -> None:
        """A moment of motion has passed: called before each frame that was asked for with `app.want_frame`."""

    # --- the tree

    def layout(self, look: Look, size: Size) -> None:
        """Make the tree anew for a window of this size."""
        self._look, self._size = look, size
        self._root = self.build()
        whole = Rect(0, 0, *size)
        self._root.place(look, whole)
        if self._dialog is not None:
            self._dialog.place(look, whole)
        if self._popup is not None:
            self._place_popup()
        self._focused = self._again(self._focused)
        self._captured = self._again(self._captured)
        self._find_hovered()

    def draw(self, canvas: Canvas) -> None:
        """Draw everything that lies in the canvas's clip."""
        hovered = self._hovered[0] if self._hovered else None
        canvas.attention = Attention(hovered, self._captured, self._focused, self._is_ring_shown)
        canvas.fill(Rect(0, 0, *canvas.size), canvas.palette.ground)
        self._root.draw(canvas)
        if self._dialog is not None:
            self._dialog.draw(canvas)
        if self._popup is not None:
            canvas.shadow(self._popup.rect)
            canvas.box(self._popup.rect.inset(-4), canvas.palette.raised, edge=canvas.palette.line, radius=RADIUS)
            self._popup.draw(canvas)
        if self._captured is None:
            self._tips.draw(canvas, self._focused if self._is_ring_shown else None)

    def all(self) -> Iterator[Widget]:
        """Everything that is on it, what covers the rest first."""
        for one in (self._popup, self._dialog, self._root):
            if one is not None:
                yield from one.all()

    def _top(self) -> Widget:
        """What hears the pointer and has the focus: everything, or the dialog that covers it."""
        return self._popup or self._dialog or self._root

    def _again(self, widget: Widget | None) -> Widget | None:
        """The widget of the same key in the tree of now."""
        if widget is None:
            return None
        found = None
        for one in self._top().all():
            if one is widget:
                return one
            if found is None and widget.key and one.key == widget.key and type(one) is type(widget):
                found = one
        return found

    # --- what widgets ask for (Ui)

    def do(self, deed: Deed) -> None:
        """Do what a widget is for."""
        started = deed()
        if started is not None:
            self.app.start(started)
        self.app.refresh()

    def redraw(self) -> None:
        """Draw again what is there."""
        self.app.redraw()

    def refresh(self) -> None:
        """Make the tree anew, and draw it."""
        self.app.refresh()

    def focus(self, widget: Widget | None, *, by_key: bool = False) -> None:
        """Keys go to this widget from now on."""
        self._focused = widget
        self._is_ring_shown = by_key
        self._reveal(widget)
        self.app.redraw()

    def is_focused(self, widget: Widget) -> bool:
        """Whether keys go to it."""
        return self._focused is widget

    @property
    def pointer_look(self) -> str:
        """How the pointer looks where it is."""
        found = self._hovered[0] if self._hovered else None
        return "arrow" if found is None or found.is_disabled else found.pointer_look

    @property
    def focused(self) -> Widget | None:
        """Who has the focus."""
        return self._focused

    def capture(self, widget: Widget) -> None:
        """The pointer's moves go to this widget until its button is up."""
        self._captured = widget

    def open_popup(self, popup: Widget, anchor: Rect) -> None:
        """Show something over everything else, until a click elsewhere or Escape."""
        self._popup, self._popup_anchor, self._popup_opener = popup, anchor, self._focused
        self._place_popup()
        self.focus(next((one for one in popup.all() if one.can_focus), None), by_key=self._is_ring_shown)

    def close_popup(self) -> None:
        """Show it no more; the focus goes back to who opened it."""
        if self._popup is not None:
            self._popup = None
            self._focused = self._again(self._popup_opener)
            self.app.refresh()

    def copy(self, text: str) -> None:
        """Put text on the clipboard."""
        self.app.window.copy(text)

    def pasted(self) -> str:
        """What is on the clipboard."""
        return self.app.window.pasted()

    def open_dialog(self, dialog: Dialog, focus: Widget | None = None) -> None:
        """Ask something over everything else; only one thing at a time."""
        self.dismiss_dialog()
        self.close_popup()
        self._dialog = dialog
        if self._look is not None:
            dialog.place(self._look, Rect(0, 0, *self._size))
        buttons = dialog.buttons
        self.focus(focus or (buttons[-1] if buttons else None), by_key=self._is_ring_shown)
        self.app.refresh()

    def dismiss_dialog(self) -> None:
        """Take what is asked for answered with no, as by Escape: something else is asked, or the screen is gone."""
        dialog = self._dialog
        if dialog is not None:
            self.close_dialog()
            dialog.dismiss(self)

    def close_dialog(self, dialog: Dialog | None = None) -> None:
        """Ask it no more; where one is given, only if that is what is asked."""
        if dialog is not None and dialog is not self._dialog:
            return
        self.close_popup()
        self._dialog = None
        self._focused = None
        self.app.refresh()

    @property
    def has_dialog(self) -> bool:
        """Whether something is asked."""
        return self._dialog is not None

    def _place_popup(self) -> None:
        assert self._popup is not None
        assert self._look is not None, "a screen that is shown has a look"
        anchor, size = self._popup_anchor, self._size
        wanted = self._popup.wanted(self._look, size.width - 16)
        width = min(max(wanted.width + 16, anchor.width), size.width - 16)
        below, above = size.height - anchor.bottom - 16, anchor.y - 16
        is_below = wanted.height <= below or below >= above
        height = min(wanted.height, below if is_below else above, 400)
        x = min(max(anchor.x, 8), size.width - width - 8)
        y = anchor.bottom + 8 if is_below else anchor.y - height - 8
        self._popup.place(self._look, Rect(x, y, width, height))

    # --- events

    def handle(self, event: Event) -> bool:
        """Hand an event to whom it concerns; whether anybody used it."""
        match event:
            case PointerMoved() | PointerPressed() | PointerReleased() | WheelTurned():
                return self._pointer_event(event)
            case PointerLeft() | FocusChanged(is_focused=False):
                self._pointer = None
                self._find_hovered(event)
                return True
            case KeyPressed():
                return self._key(event)
            case TextTyped() | TextComposed():
                return self._focused is not None and self._focused.handle(event, self)
            case FileDropped(path=path) if self._dialog is None:
                self.on_drop(path)
                return True
        return False

    def _pointer_event(self, event: PointerMoved | PointerPressed | PointerReleased | WheelTurned) -> bool:
        self._pointer = (event.x, event.y)
        if isinstance(event, PointerReleased) and self._captured is not None:
            captured, self._captured = self._captured, None
            self.app.redraw()
            used = captured.handle(event, self)
            self._find_hovered()
            return used
        if isinstance(event, PointerMoved) and self._captured is not None:
            return self._captured.handle(event, self)
        self._find_hovered(event)
        if isinstance(event, PointerPressed):
            if self._popup is not None and not self._popup.rect.inset(-4).has(event.x, event.y):
                self.close_popup()
                return True
            self._focus_clicked()
        return any(widget.handle(event, self) for widget in tuple(self._hovered))

    def _focus_clicked(self) -> None:
        target = next((one for one in self._hovered if one.can_focus and not one.is_disabled), None)
        if target is not self._focused:
            self.focus(target)
        self._is_ring_shown = False
        self.app.redraw()

    def _find_hovered(self, event: Event | None = None) -> None:
        """Who is under the pointer now; who was and is no more hears that it has left."""
        before = self._hovered
        self._hovered = [] if self._pointer is None else self._top().at(*self._pointer)
        gone = [one for one in before if one not in self._hovered]
        for widget in gone:
            if event is not None:
                widget.handle(PointerLeft(), self)
        if gone or len(before) != len(self._hovered):
            self.app.redraw()
        self._tips.hover(self._hovered)

    def _key(self, event: KeyPressed) -> bool:
        if self._popup is not None and event.key in ("escape", "tab"):
            self.close_popup()
            return True
        if any(widget.handle(event, self) for widget in self._focus_path()):
            return True
        if event.key == "tab" and not event.ctrl and not event.alt:
            self._step_focus(-1 if event.shift else 1)
            return True
        if self._dialog is not None:
            return self._dialog.handle(event, self)
        return self.on_key(event)

    def _focus_path(self) -> list[Widget]:
        """Who has the focus, and who that one is in, as far as no dialog hears of it."""
        path = [] if self._focused is None else _path(self._top(), self._focused)
        return [one for one in path if one is not self._dialog]

    def _step_focus(self, by: int) -> None:
        there = [one for one in self._top().all() if one.can_focus and not one.is_disabled and one.rect.width > 0]
        if not there:
            return
        at = next((place for place, one in enumerate(there) if one is self._focused), -1 if by > 0 else 0)
        target = there[(at + by) % len(there)]
        if isinstance(target, TextField):
            target.select_all()
        self.focus(target, by_key=True)

    def _reveal(self, widget: Widget | None) -> None:
        if widget is None:
            return
        for one in self._root.all():
            if isinstance(one, Scroll) and any(inner is widget for inner in one.all()) and one.reveal(widget.rect):
                self.app.refresh()


def _path(root: Widget, widget: Widget) -> list[Widget]:
    """A widget, what it is in, and so on up to the root; empty where it is not there."""
    if root is widget:
        return [root]
    for child in root.children:
        if found := _path(child, widget):
            return [*found, root]
    return []
