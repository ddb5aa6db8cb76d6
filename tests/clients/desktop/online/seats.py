"""People at windows on a server, for tests: each window is an application in this process, drawn on no screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from tests.clients.desktop.opened import Hands
from tests.server.people import PASSWORD, new_name
from tests.server.process import ServerProcess

from tengen.clients.desktop.app import App
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.online import Online
from tengen.clients.desktop.screens.game_card import GameCard
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import ListView, TextField
from tengen.clients.desktop.window import Window
from tengen.clients.online.entering import enter
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.sitting.preferences import Preferences
from tengen.clients.sitting.table import Table
from tengen.core import Point

_PATIENCE_S: Final = 30.0
_PAUSE_S: Final = 0.02


class Seat(Hands):
    """Somebody at a window of a server, where everything takes its time: whatever is looked for is waited for."""

    def __init__(self, app: App, online: Online) -> None:
        super().__init__(app)
        self.online = online

    # --- eyes

    def words(self) -> list[str]:
        """Everything that is written on the screen, on tabs and small boards too."""
        found: list[str] = []
        for widget in self.screen.all():
            if isinstance(widget, GameCard):
                found += [widget.words.title, *widget.words.names.values(), widget.words.turn]
            elif isinstance(said := getattr(widget, "text", ""), str):
                found.append(said)
        return [said for said in found if said]

    def reads(self, words: str) -> bool:
        """Whether these words are on the screen."""
        return any(words in said for said in self.words())

    async def sees(self, words: str) -> None:
        """Wait until these words are on the screen."""
        await self.until(lambda: self.reads(words), words)

    async def sees_no_more(self, words: str) -> None:
        await self.until(lambda: not self.reads(words), f"no {words}")

    async def until(self, is_so: Callable[[], object], what: str = "") -> None:
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _PATIENCE_S
        while not is_so():
            assert loop.time() < deadline, f"never seen: {what}; on the screen: {self.words()}"
            await asyncio.sleep(_PAUSE_S)
        await self.settled()

    async def is_at_a_game(self) -> None:
        """Wait until a game is shown."""
        await self.until(lambda: self.app.are_games_shown, "a game")

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

    # --- hands

    async def click(self, key: str) -> None:
        """Wait until it is there, scroll to it, and click on it."""
        await self.until(lambda: self.has(key), key)
        self.screen.focus(self.find(key))
        await self.settled()
        await super().click(key)

    async def enter(self, key: str, text: str) -> None:
        """Type into a field, and Enter."""
        await self.type(key, text)
        await self.press("enter")

    async def play(self, point: Point) -> None:
        """Play there when it is this one's turn; it is refused neither here nor on the server."""
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
        window = Window(size=(1180, 800))
        chosen = Preferences(language=language)
        app = App(entered, window, Input(lambda: 1.0), chosen, keep_in=folder, language=language)
        assert entered.lobby is not None
        app.online = Online(app, entered.people, entered.lobby)
        app.online.start()
        running = asyncio.get_running_loop().create_task(app.run(StartScreen(app)))
        seat = Seat(app, app.online)
        try:
            await seat.settled()
            yield seat
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
