"""The application of the window without a screen: SDL draws into memory, events are handed in, words are read back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import pygame
from tests.clients.sitting.people_here import CHEAP, beginning, folder_at

from tengen.clients.desktop.app import App
from tengen.clients.desktop.events import KeyPressed, PointerMoved, PointerPressed, PointerReleased, WheelTurned
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import Button, Label, Paragraph, Widget
from tengen.clients.desktop.window import Window
from tengen.clients.online.entering import Entered
from tengen.clients.play import Game
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.clients.sitting.local_people import LocalPeople
from tengen.clients.sitting.preferences import Preferences

PATIENCE_S: Final = 20.0
W = TypeVar("W", bound=Widget)


class AppHere:
    """One application, used by hand."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def until(self, found: Callable[[], object]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_S):
            while not found():
                await asyncio.sleep(0.005)
        await self.settled()

    async def settled(self) -> None:
        """Let what was begun be drawn."""
        for _ in range(6):
            await asyncio.sleep(0)

    def widgets(self) -> Iterator[Widget]:
        """Everything that can be seen and clicked now."""
        yield from self.app.screen.all()

    def find(self, key: str) -> Widget:
        """The widget of this key; there must be one."""
        return next(widget for widget in self.widgets() if widget.key == key)

    def has(self, key: str) -> bool:
        """Whether there is a widget of this key."""
        return any(widget.key == key for widget in self.widgets())

    @property
    def words(self) -> str:
        """All words on the screen."""
        spoken = (w.text for w in self.widgets() if isinstance(w, Button | Label | Paragraph))
        return "\n".join(spoken)

    async def click(self, key: str) -> None:
        """Click in the middle of a widget."""
        await self.click_at(*self.find(key).rect.middle)

    async def click_at(self, x: float, y: float) -> None:
        """Press and let go the left button there."""
        for event in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
            self.app.handle(event)
            await self.settled()

    async def wheel(self, x: float, y: float, up: float) -> None:
        """Turn the wheel there."""
        self.app.handle(WheelTurned(x, y, up))
        await self.settled()

    async def key(self, key: str, text: str | None = None, *, shift: bool = False, ctrl: bool = False) -> None:
        """Press a key; a single letter or sign also writes itself."""
        written = (key.upper() if shift else key) if len(key) == 1 and text is None else text or ""
        self.app.handle(KeyPressed(key, "" if ctrl else written, shift=shift, ctrl=ctrl))
        await self.settled()

    async def begin(self, kind: str, size: int | None = None, **options: object) -> Game:
        """A new game in a tab of its own."""
        game = await self.app.people.begin(beginning(self.app.people, kind, size, **options))  # type: ignore[arg-type]
        self.app.show_game(game)
        await self.settled()
        return game

    def save_picture(self, path: Path) -> None:
        """What is seen now, to look at."""
        pygame.image.save(self.app.window.surface, path)


@asynccontextmanager
async def app_at(
    folder: Path, preferences: Preferences | None = None, *, size: tuple[int, int] = (1180, 800), language: str = "en"
) -> AsyncIterator[AppHere]:
    """The application on a data folder of its own, at its start; SDL must use its dummy driver."""
    taken = folder_at(folder)
    await taken.take()
    people = LocalPeople(FolderAccounts(taken, CHEAP), seed=1)
    entered = Entered(people, taken)
    window = Window(size=size)
    app = App(entered, window, Input(lambda: 1.0), preferences or Preferences(), keep_in=folder, language=language)
    running = asyncio.get_running_loop().create_task(app.run(StartScreen(app)))
    here = AppHere(app)
    try:
        await here.settled()
        yield here
    finally:
        app.end()
        await running
        await entered.close()
        pygame.quit()
