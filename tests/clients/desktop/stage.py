"""A screen without a window for tests of widgets: real events in, and what they do to be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pygame

from tengen.clients.desktop.app import App
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import (
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
    WheelTurned,
)
from tengen.clients.desktop.geometry import Size
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.text import Lettering
from tengen.clients.desktop.theme import LIGHT
from tengen.clients.desktop.widgets import Widget

LOOK = Look(Lettering(), LIGHT)


class Clipboard:
    """The clipboard of a window that is not there."""

    def __init__(self) -> None:
        self.text = ""

    def copy(self, text: str) -> None:
        self.text = text

    def pasted(self) -> str:
        return self.text


class Backstage:
    """What a screen asks of the application."""

    def __init__(self) -> None:
        self.window = Clipboard()
        self.is_stale = True

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        asyncio.run(cast("Coroutine[Any, Any, None]", work))

    def refresh(self) -> None:
        self.is_stale = True

    def redraw(self) -> None:
        pass

    def later(self, seconds: float, then: Callable[[], None]) -> None:
        """Whoever waits for a moment does not wait in a test."""
        del seconds
        then()


class Stage(Screen):
    """Shows whatever `make` gives, made anew after every event that has changed something."""

    def __init__(self, make: Callable[[], Widget], size: tuple[float, float] = (400, 300)) -> None:
        self.backstage = Backstage()
        super().__init__(cast("App", self.backstage))
        self._make = make
        self._at = Size(*size)
        self.used_keys: list[str] = []
        self.show()

    def title(self) -> str:
        return "stage"

    def build(self) -> Widget:
        return self._make()

    def on_key(self, event: KeyPressed) -> bool:
        self.used_keys.append(event.key)
        return True

    def show(self) -> None:
        while self.backstage.is_stale:
            self.backstage.is_stale = False
            self.layout(LOOK, self._at)

    def drawn(self) -> pygame.Surface:
        """What is seen."""
        surface = pygame.Surface(self._at)
        self.draw(Canvas(surface, LOOK))
        return surface

    @property
    def clipboard(self) -> Clipboard:
        return self.backstage.window

    # --- hands

    def click(self, x: float, y: float, *, button: int = 1, clicks: int = 1) -> None:
        self.handle(PointerMoved(x, y))
        self.handle(PointerPressed(x, y, button, clicks))
        self.show()
        self.handle(PointerReleased(x, y, button))
        self.show()

    def click_on(self, key: str) -> None:
        self.click(*self.find(key).rect.middle)

    def point(self, x: float, y: float) -> None:
        self.handle(PointerMoved(x, y))
        self.show()

    def wheel(self, x: float, y: float, up: float) -> None:
        self.handle(WheelTurned(x, y, up))
        self.show()

    def press(self, *keys: str, shift: bool = False, ctrl: bool = False) -> None:
        for key in keys:
            text = key if len(key) == 1 and not ctrl else ""
            self.handle(KeyPressed(key, text, shift=shift, ctrl=ctrl))
            self.show()

    def type(self, text: str) -> None:
        self.handle(TextTyped(text))
        self.show()

    # --- eyes

    def find(self, key: str) -> Widget:
        """The widget of this key, also in a popup or a dialog."""
        return next(one for one in self.all() if one.key == key)

    @property
    def focused_key(self) -> str:
        return "" if self.focused is None else self.focused.key
