"""People at windows on a server, for tests: each window is an application in this process, drawn on no screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import pygame
import pytest
from tests.server.people import PASSWORD, new_name
from tests.server.process import ServerProcess

from tengen.clients.desktop.app import App
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import KeyPressed, PointerMoved, PointerPressed, PointerReleased, TextTyped
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.online import Online
from tengen.clients.desktop.screens.game_card import GameCard
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import ListView, TextField, Widget
from tengen.clients.desktop.window import Window
from tengen.clients.online.entering import enter
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.sitting.preferences import Preferences
from tengen.clients.sitting.table import Table
from tengen.core import Point

PATIENCE_S: Final = 30.0
_PAUSE_S: Final = 0.02
SIZE: Final = (1180, 800)


class Seat:
    """Somebody at a window: looks for words on it, clicks on what has a key, types."""

    def __init__(self, app: App, online: Online) -> None:
        self.app = app
        self.online = online

    # --- eyes

    def widgets(self) -> list[Widget]:
        """Everything that is on the screen."""
        self._lay_out()
        return list(self.app.screen.all())

    def _lay_out(self) -> Look:
        look = self.app.window.look(self.app.palette)
        self.app.screen.layout(look, self.app.window.size)
        return look

    def words(self) -> list[str]:
        """Whatever is said on the screen."""
        found: list[str] = []
        for widget in self.widgets():
            if isinstance(widget, GameCard):
                found += [widget.words.title, *widget.words.names.values(), widget.words.turn]
            elif isinstance(said := getattr(widget, "text", ""), str):
                found.append(said)
        return [said for said in found if said]

    def has(self, words: str) -> bool:
        return any(words in said for said in self.words())

    async def sees(self, words: str) -> None:
        """Wait until these words are on the screen."""
        await self.until(lambda: self.has(words), words)

    async def sees_no_more(self, words: str) -> None:
        await self.until(lambda: not self.has(words), f"no {words}")

    async def until(self, is_so: Callable[[], bool], what: str = "") -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE_S
        while not is_so():
            assert loop.time() < deadline, f"never seen: {what}; on the screen: {self.words()}"
            await asyncio.sleep(_PAUSE_S)

    @property
    def table(self) -> Table:
        table = self.app.tables.shown
        assert table is not None, "a game is shown"
        return table

    @property
    def name(self) -> str:
        return self.app.people.present[0].name

    def field(self, key: str) -> TextField:
        found = self.find(key)
        assert isinstance(found, TextField)
        return found

    def rows(self, key: str) -> list[str]:
        """The rows of a list."""
        found = self.find(key)
        assert isinstance(found, ListView)
        return [row.text for row in found.rows]

    def photograph(self, path: Path) -> None:
        """The window as a picture."""
        surface = self.app.window.surface
        self.app.screen.draw(Canvas(surface, self._lay_out()))
        pygame.image.save(surface, path)

    # --- hands

    def find(self, key: str) -> Widget:
        found = [widget for widget in self.widgets() if widget.key == key]
        assert found, f"{key} is not there, but {[widget.key for widget in self.widgets() if widget.key]}"
        return found[0]

    async def click(self, key: str) -> None:
        """Wait until it is there, scroll to it, and click on it."""
        await self.until(lambda: any(widget.key == key for widget in self.widgets()), key)
        self.app.screen.focus(self.find(key))
        x, y = self.find(key).rect.middle
        self.app.handle(PointerMoved(x, y))
        self.app.handle(PointerPressed(x, y))
        self.app.handle(PointerReleased(x, y))
        await asyncio.sleep(0)

    async def type(self, key: str, text: str, *, enter: bool = True) -> None:
        await self.click(key)
        self.app.handle(TextTyped(text))
        if enter:
            self.app.handle(KeyPressed("enter"))
        await asyncio.sleep(0)

    def press(self, key: str) -> None:
        self.app.handle(KeyPressed(key, key if len(key) == 1 else ""))

    async def play(self, point: Point) -> None:
        """Play there; it is refused neither here nor on the server."""
        await self.until(lambda: self.table.view.asked is not None, "my turn")
        assert await self.table.click(point), self.table.message


@asynccontextmanager
async def seat_at(
    address: str, folder: Path, name: str = "", language: str = "en", *, is_known: bool = False
) -> AsyncIterator[Seat]:
    """A window on a server: somebody registers where a name is given, or logs in who `is_known`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        entered = await enter("tengen desktop", address, folder)
        assert isinstance(entered.people, ServerPeople)
        if name:
            await (entered.people.log_in if is_known else entered.people.register)(name, PASSWORD)
        window = Window(size=SIZE)
        chosen = Preferences(language=language)
        app = App(entered, window, Input(lambda: 1.0), chosen, keep_in=folder, language=language)
        assert entered.lobby is not None
        app.online = Online(app, entered.people, entered.lobby)
        app.online.start()
        running = asyncio.get_running_loop().create_task(app.run(StartScreen(app)))
        await asyncio.sleep(0)
        try:
            yield Seat(app, app.online)
        finally:
            app.end()
            await running
            await app.online.close()
            await entered.close()


@asynccontextmanager
async def two(server: ServerProcess, folder: Path, *, address: str | None = None) -> AsyncIterator[tuple[Seat, Seat]]:
    """Two people with accounts, each at a window, in the lobby; the first perhaps by another address."""
    async with AsyncExitStack() as stack:
        seats = []
        for place, at in enumerate((address or server.address, server.address)):
            seat = await stack.enter_async_context(seat_at(at, folder / str(place), new_name()))
            await seat.click("link/lobby")
            await seat.sees("Here now")
            seats.append(seat)
        yield seats[0], seats[1]
