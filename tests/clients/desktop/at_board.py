"""Somebody at the boards of a window that nobody sees: begins games, clicks on points, looks at what is said."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pygame
import pytest
from tests.clients.desktop.opened import Hands, opened
from tests.clients.sitting.people_here import beginning

from tengen.clients.desktop.events import PointerMoved, PointerPressed, PointerReleased, TextTyped, WheelTurned
from tengen.clients.desktop.open_games import OpenGame
from tengen.clients.desktop.screens.game.board import BoardArea
from tengen.clients.desktop.widgets import ListView
from tengen.clients.play import Game, View
from tengen.clients.sitting.preferences import Preferences

SIZE = (900, 660)


class AtBoard(Hands):
    """Hands that play."""

    async def begin(self, kind: str, size: int | None = None, **options: object) -> Game:
        """A new game in a tab of its own."""
        game = await self.app.people.begin(beginning(self.app.people, kind, size, **options))  # type: ignore[arg-type]  # options of a game
        self.app.show_game(game)
        await self.settled()
        return game

    @property
    def shown(self) -> OpenGame:
        """The game that is shown; there must be one."""
        shown = self.app.games.shown
        assert shown is not None
        return shown

    @property
    def view(self) -> View:
        """How it stands."""
        return self.shown.table.view

    @property
    def said(self) -> str:
        """Everything that is written on the screen."""
        return "\n".join(self.words())

    def place_of(self, name: str) -> tuple[float, float]:
        """Where a point of the board is in the window."""
        board = self.find("board")
        assert isinstance(board, BoardArea)
        return board.place_of(self.view.spec.parse(name))

    async def click_at(self, x: float, y: float) -> None:
        """Press and let go the left button there."""
        for event in (PointerMoved(x, y), PointerPressed(x, y), PointerReleased(x, y)):
            self.app.handle(event)
            await self.settled()

    async def click_on(self, name: str) -> None:
        """Click on a point."""
        await self.click_at(*self.place_of(name))

    async def play(self, *names: str) -> None:
        """Click on points, and wait until something has happened there."""
        for name in names:
            before = self.view.number
            await self.click_on(name)
            await self.until(lambda before=before: self.view.number > before)  # type: ignore[misc]  # bound now

    async def wheel(self, name: str, up: float) -> None:
        """Turn the wheel over a point."""
        self.app.handle(WheelTurned(*self.place_of(name), up))
        await self.settled()

    async def write(self, text: str) -> None:
        """Type into the field that has the focus."""
        self.app.handle(TextTyped(text))
        await self.settled()

    def listed(self) -> list[str]:
        """The names in the list of files that is shown."""
        rows = self.find("saved")
        assert isinstance(rows, ListView)
        return [row.text for row in rows.rows]

    async def mark(self, index: int) -> None:
        """Click on a row of the list of files."""
        rows = self.find("saved")
        await self.click_at(rows.rect.x + 40, rows.rect.y + 18 + 36 * index)

    def save_picture(self, path: Path) -> None:
        """What is seen now, to look at."""
        pygame.image.save(self.app.window.surface, path)


@asynccontextmanager
async def at_board(
    folder: Path, preferences: Preferences | None = None, *, size: tuple[int, int] = SIZE
) -> AsyncIterator[AtBoard]:
    """The application on a data folder of its own, at its start."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        chosen = preferences or Preferences(page="light", motion=False, sound=False)
        async with opened(folder, monkeypatch, chosen, size=size) as hands:
            yield AtBoard(hands.app)
