"""The application with a window that nobody sees: SDL draws into memory. Events in, the screen and its words out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tengen.clients.desktop.app import App
from tengen.clients.desktop.events import (
    KeyPressed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    TextTyped,
    WheelTurned,
)
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import Button, Label, Paragraph, Widget
from tengen.clients.desktop.window import Window
from tengen.clients.online.entering import enter
from tengen.clients.sitting.preferences import Preferences

PATIENCE_S = 20.0


@asynccontextmanager
async def opened(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    preferences: Preferences | None = None,
    *,
    size: tuple[int, int] = (1000, 720),
    only_now: Mapping[str, str] | None = None,
) -> AsyncIterator[Hands]:
    """An application on its start screen, with a data folder of its own."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    window = Window(size=size)
    entered = await enter("tengen desktop", None, folder)
    app = App(
        entered,
        window,
        Input(lambda: window.density / window.scale),
        preferences or Preferences(page="light"),
        keep_in=folder,
        language="en",
        only_now=only_now,
    )
    running = asyncio.create_task(app.run(StartScreen(app)))
    hands = Hands(app)
    try:
        await hands.settled()
        yield hands
    finally:
        app.end()
        await running
        await entered.close()
        window.close()


class Hands:
    """Somebody at the window."""

    def __init__(self, app: App) -> None:
        self.app = app

    @property
    def screen(self) -> Screen:
        return self.app.screen

    async def settled(self) -> None:
        """Until everything that follows at once has happened and is drawn."""
        for _ in range(12):
            await asyncio.sleep(0)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Until it is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                await asyncio.sleep(0.01)
        await self.settled()

    def find(self, key: str) -> Widget:
        """What has this key, a dialog's and a popup's first."""
        found = [widget for widget in self.screen.all() if widget.key == key]
        assert found, f"there is no {key} among {sorted({one.key for one in self.screen.all() if one.key})}"
        return found[0]

    def has(self, key: str) -> bool:
        return any(widget.key == key for widget in self.screen.all())

    def words(self) -> list[str]:
        """Everything that is written on the screen, in lines."""
        return [one.text for one in self.screen.all() if isinstance(one, Label | Paragraph | Button) and one.text]

    async def click(self, key: str) -> None:
        """Scroll to it where it is out of sight, and click."""
        width, height = self.app.window.size
        if self.find(key).rect.bottom > height:
            self.app.handle(WheelTurned(width - 40, height / 2, -100))
            await self.settled()
        x, y = self.find(key).rect.middle
        for event in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
            self.app.handle(event)
            await self.settled()

    async def press(self, *keys: str, shift: bool = False, ctrl: bool = False) -> None:
        for key in keys:
            text = key if len(key) == 1 and not ctrl else ""
            self.app.handle(KeyPressed(key, text, shift=shift, ctrl=ctrl))
            await self.settled()

    async def type(self, key: str, text: str) -> None:
        """Click on a field and write into it, in place of what stands there."""
        await self.click(key)
        await self.press("a", ctrl=True)
        self.app.handle(TextTyped(text))
        await self.settled()
