"""The only reader of SDL's events: takes them from the queue and gives them as values of `events`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import pygame

from tengen.clients.desktop import events as told
from tengen.clients.desktop.events import Event
from tengen.clients.desktop.sdl_wait import wait_for_event

WAKE: Final = pygame.USEREVENT
"""An event that only ends a wait."""
MOST_WAITING: Final = 4096
"""Of more events than that the oldest are forgotten: nobody has so many hands."""
_LONGEST_TEXT: Final = 1000

_NAMES: Final[Mapping[int, str]] = {
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
    pygame.K_SPACE: "space",
    pygame.K_PAGEUP: "page up",
    pygame.K_PAGEDOWN: "page down",
}
_COMMAND: Final = pygame.KMOD_CTRL | pygame.KMOD_META
_SHIFTED_SIGNS: Final[Mapping[str, str]] = {"/": "?", "=": "+"}
"""What Shift writes where the system is not asked because no text is typed."""


class Input:
    """Events of the window, read when the loop waits or looks; others take them from here."""

    def __init__(self, ratio: Callable[[], float]) -> None:
        """`ratio`: points for each unit in which SDL tells where the pointer is."""
        self._ratio = ratio
        self._waiting: deque[Event] = deque(maxlen=MOST_WAITING)
        self.is_typing = False
        """Whether SDL gives signs as text now; whoever tells it so says it here as well."""

    def wait(self, timeout_ms: int | None) -> bool:
        """Sleep until something happens or the time is over; whether there are events now."""
        if timeout_ms is None or timeout_ms > 0:
            wait_for_event(timeout_ms)
        return self.look()

    def look(self) -> bool:
        """Take what has happened, without waiting; whether there are events now."""
        for event in pygame.event.get():
            self._take(event)
        return bool(self._waiting)

    @property
    def is_close_asked(self) -> bool:
        """Whether somebody wants to close the window and it was not taken yet."""
        return any(isinstance(event, told.CloseAsked) for event in self._waiting)

    def taken(self) -> list[Event]:
        """Everything that has happened since it was asked last. Of moves in a row only the last is given."""
        found: list[Event] = []
        for event in self._waiting:
            if found and isinstance(event, told.PointerMoved | told.Resized) and type(found[-1]) is type(event):
                found.pop()
            found.append(event)
        self._waiting.clear()
        return found

    def _take(self, event: pygame.event.Event) -> None:
        value = self._value(event)
        if value is not None:
            self._waiting.append(value)

    def _value(self, event: pygame.event.Event) -> Event | None:
        match event.type:
            case pygame.MOUSEMOTION:
                return told.PointerMoved(*self._at(event.pos), is_pressed=bool(event.buttons[0]))
            case pygame.MOUSEBUTTONDOWN if event.button <= 3:
                return told.PointerPressed(*self._at(event.pos), event.button, self._clicks(event))
            case pygame.MOUSEBUTTONUP if event.button <= 3:
                return told.PointerReleased(*self._at(event.pos), event.button)
            case pygame.MOUSEWHEEL:
                up = float(getattr(event, "precise_y", event.y)) * (-1 if event.flipped else 1)
                return told.WheelTurned(*self._at(pygame.mouse.get_pos()), up)
            case pygame.KEYDOWN:
                return replace(_key(event), is_typed=self.is_typing)
            case pygame.TEXTINPUT:
                return told.TextTyped(event.text[:_LONGEST_TEXT])
            case pygame.TEXTEDITING:
                return told.TextComposed(event.text[:_LONGEST_TEXT])
            case pygame.DROPFILE:
                return told.FileDropped(event.file)
            case pygame.WINDOWLEAVE:
                return told.PointerLeft()
            case pygame.WINDOWFOCUSGAINED | pygame.WINDOWFOCUSLOST:
                return told.FocusChanged(event.type == pygame.WINDOWFOCUSGAINED)
            case pygame.WINDOWCLOSE | pygame.QUIT:
                return told.CloseAsked()
            case (
                pygame.WINDOWSIZECHANGED
                | pygame.WINDOWEXPOSED
                | pygame.WINDOWSHOWN
                | pygame.WINDOWRESTORED
                | pygame.WINDOWDISPLAYCHANGED
            ):
                return told.Resized()
        return None

    def _at(self, place: tuple[float, float]) -> tuple[float, float]:
        ratio = self._ratio()
        return place[0] * ratio, place[1] * ratio

    _last_press = (0, 0.0, 0.0, 0)
    """When and where the left button went down last, and how often there."""

    def _clicks(self, event: pygame.event.Event) -> int:
        now, (x, y) = pygame.time.get_ticks(), event.pos
        before, at_x, at_y, count = self._last_press
        is_again = now - before < 400 and abs(x - at_x) < 4 and abs(y - at_y) < 4
        self._last_press = (now, x, y, count + 1 if is_again else 1)
        return self._last_press[3]


def _key(event: pygame.event.Event) -> told.KeyPressed:
    name = _NAMES.get(event.key) or pygame.key.name(event.key)
    mods = event.mod
    shift = bool(mods & pygame.KMOD_SHIFT)
    text = event.unicode if event.unicode.isprintable() else ""
    if len(name) == 1 and (not text or (shift and text == name)):  # without a field SDL leaves Shift out
        text = _SHIFTED_SIGNS.get(name, name.upper()) if shift else name
    return told.KeyPressed(
        name,
        text,
        shift=shift,
        ctrl=bool(mods & _COMMAND),
        alt=bool(mods & pygame.KMOD_ALT),
        is_repeat=bool(getattr(event, "repeat", False)),
    )


def wake() -> None:
    """End a wait, from any thread."""
    pygame.event.post(pygame.event.Event(WAKE))
