"""The application of a terminal: who plays where, the tables, the settings, and the screens over each other.

Knows no game. One event loop for everything; whatever is refused becomes a line on the screen.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from textual.command import CommandPalette
from textual.worker import Worker

from tengen.clients.online.entering import Entered
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Game, ServerTrouble
from tengen.clients.sitting.files import FOLDER_NAME, GameFiles
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.people import Beginning
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, write_preferences
from tengen.clients.sitting.said import Confirmation, HasWords, Joined, Said
from tengen.clients.sitting.table import Table
from tengen.clients.sitting.tables import Tables
from tengen.clients.terminal.abilities import Colors, has_light_ground
from tengen.clients.terminal.actions import Actions
from tengen.clients.terminal.driver import find_driver
from tengen.clients.terminal.looks import Look, find_look
from tengen.clients.terminal.online import Online
from tengen.clients.terminal.page_themes import page_theme
from tengen.clients.terminal.palette import Commands
from tengen.clients.terminal.running import FaultKeepingApp
from tengen.clients.terminal.screens.chat import ChatScreen
from tengen.clients.terminal.screens.confirm import ConfirmScreen
from tengen.clients.terminal.screens.files import FilesScreen
from tengen.clients.terminal.screens.game import GameScreen
from tengen.clients.terminal.screens.help import HelpScreen
from tengen.clients.terminal.screens.lobby import LobbyScreen
from tengen.clients.terminal.screens.notices import NoticesScreen
from tengen.clients.terminal.screens.people import PeopleScreen
from tengen.clients.terminal.screens.settings import SettingsScreen
from tengen.clients.terminal.screens.start import StartScreen
from tengen.clients.terminal.screens.tengen_screen import TengenScreen
from tengen.core import GameError, text
from tengen.core.errors import Value
from tengen.people import PeopleError

_FIRST_SCREENS: Final = 2
"""Textual's own empty screen, and the first of ours."""


class TerminalApp(FaultKeepingApp):
    """The whole client. `entered` says where people play; whoever made it closes it."""

    CSS_PATH = "terminal.tcss"
    COMMANDS = {Commands}  # noqa: RUF012 - declared like this by Textual
    TITLE = "Tengen"
    refusals: Final = (GameError, ServerTrouble, PeopleError, PeopleTrouble)
    """What can be refused or go wrong outside; each has its words."""

    def __init__(
        self,
        entered: Entered,
        *,
        language: str,
        preferences: Preferences | None = None,
        colors: Colors = Colors.ALL,
        notices: tuple[HasWords, ...] = (),
        beginnings: Sequence[Beginning] = (),
        first: TengenScreen[Any] | None = None,
    ) -> None:
        """`notices` are shown at first; `first` is the first screen: that of games unless given.

        Games are begun there for all `beginnings`; the first of them is shown.
        """
        super().__init__(driver_class=find_driver(), ansi_color=colors <= Colors.FEW)
        self.entered = entered
        self.people = entered.people
        self.language = language
        self.color_count = colors
        self.preferences = preferences or Preferences()
        self.tables = Tables()
        self.files = GameFiles(entered.folder.path / FOLDER_NAME, entered.people)
        self.actions = Actions(self)
        self.message: HasWords | None = Joined(notices) if notices else None
        self._beginnings = tuple(beginnings)
        self._first = first
        self._following: dict[Table, Worker[None]] = {}
        self._continued: set[Table] = set()
        self.online: Online | None = None
        if isinstance(entered.people, ServerPeople) and entered.lobby is not None:
            self.online = Online(self, entered.people, entered.lobby)

    # --- looks and words

    @property
    def look(self) -> Look:
        """How boards look."""
        return find_look(self.preferences.theme, self.color_count)

    def say(self, key: str, **values: Value) -> str:
        """A text in the language that is spoken now."""
        return text(self.language, key, **values)

    def prefer(self, **changed: object) -> None:
        """Other settings, at once and from now on: they are kept in the data folder."""
        self.preferences = replace(self.preferences, **changed)  # type: ignore[arg-type]  # names of its own fields
        self.language = self.preferences.language or self.language
        self._dress()
        trouble = write_preferences(self.entered.folder.path / FILE_NAME, self.preferences)
        if trouble is not None:
            self.tell(trouble)
        self.refresh_words()

    def _dress(self) -> None:
        page = self.preferences.page
        is_light = page == "light" or (page == "auto" and has_light_ground(os.environ))
        theme = page_theme(self.color_count, is_light=is_light)
        self.register_theme(theme)
        self.theme = theme.name

    def refresh_words(self) -> None:
        """Everything that is shown is said and drawn anew."""
        for screen in self._shown_screens():
            screen.show_all()

    def _shown_screens(self) -> list[TengenScreen[Any]]:
        """Our screens over each other, without one that has nothing in it yet."""
        return [screen for screen in self.screen_stack if isinstance(screen, TengenScreen) and screen.is_filled]

    # --- what happens

    async def on_mount(self) -> None:
        """Dress, and show the first screen."""
        self._dress()
        await self.push_screen(self._first or GameScreen())
        self.begin(self._begin_all())
        if self.online is not None:
            self.online.start()
            if not self._beginnings:
                await self.push_screen(LobbyScreen())

    async def _begin_all(self) -> None:
        notice = self.message
        for beginning in self._beginnings:
            self.show_game(await self.people.begin(beginning))
        self.tables.show(0)
        self.tell(notice)

    def tell(self, message: HasWords | None) -> None:
        """Show a line; where a table is shown, beside it."""
        self.message = message
        table = self.tables.shown
        if table is not None and message is not None:
            table.say(message)
        self.refresh_words()

    def tell_key(self, key: str, **values: Value) -> None:
        """Show a line of ours."""
        self.tell(Said(key, values))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes its time; a refusal is told."""
        self.run_worker(self._guarded(work))

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except self.refusals as refusal:
            self.tell(refusal)

    async def ask(self, confirmation: Confirmation | None) -> bool:
        """Whether somebody wants it in spite of what is lost; nothing is asked where nothing is. Only in `begin`."""
        if confirmation is None:
            return True
        return await self.push_screen_wait(ConfirmScreen(confirmation))

    # --- other screens

    def show_start(self) -> None:
        """The form of a new game."""
        self.push_screen(StartScreen())

    def show_settings(self) -> None:
        """The settings."""
        self.push_screen(SettingsScreen())

    def show_people(self) -> None:
        """Who is here."""
        self.push_screen(PeopleScreen())

    def show_files(self, *, is_saving: bool) -> None:
        """The files and saves."""
        self.push_screen(FilesScreen(is_saving=is_saving))

    def show_help(self) -> None:
        """The keys."""
        self.push_screen(HelpScreen())

    def show_lobby(self) -> None:
        """The lobby, on a server."""
        if self.online is None:
            self.tell_key("terminal.offline")
        elif not isinstance(self.screen, LobbyScreen):
            self.push_screen(LobbyScreen())

    def show_chat(self) -> None:
        """The chat at the table that is shown, where there is one."""
        table = self.tables.shown
        if self.online is None or table is None or self.online.talk(table) is None:
            self.tell_key("terminal.no_chat")
        else:
            self.push_screen(ChatScreen(table))

    def show_notices(self) -> None:
        """What somebody was told, on a server."""
        if self.online is not None:
            self.push_screen(NoticesScreen())

    def show_tables_screen(self) -> None:
        """The games, without anything over them."""
        while len(self.screen_stack) > _FIRST_SCREENS and not isinstance(self.screen, GameScreen):
            self.pop_screen()
        self.refresh_words()

    @property
    def are_games_shown(self) -> bool:
        """Whether the board of the shown table is seen."""
        return isinstance(self.screen, GameScreen)

    def refresh_lobby(self) -> None:
        """The lobby has changed: screens that show it draw it."""
        for screen in self._shown_screens():
            screen.show_lobby()

    # --- tables

    def show_game(self, game: Game, *, is_shown: bool = True) -> Table:
        """One more table, there must be room (`Tables.why_full`); shown unless somebody is to stay at another."""
        table = Table(game, self.people.games.now)
        if table.pace_ms is not None:
            table.set_pace(self.preferences.pace_ms)
        self.tables.add(table, is_shown=is_shown)
        self._following[table] = self.run_worker(self._follow(table))
        self.refresh_words()
        return table

    async def close_table(self, table: Table) -> None:
        """Leave a game; nothing is asked any more."""
        following = self._following.pop(table, None)
        if following is not None:
            following.cancel()
        if self.online is not None:
            await self.online.forget(table)
        await self.tables.close(table)
        self.refresh_words()

    async def _follow(self, table: Table) -> None:
        async for change in table.changes():
            table.heard(change)
            if table is self.tables.shown or change.events:
                self.refresh_tables()
            if change.view.next_id is not None and change.view.yours and table not in self._continued:
                self._continued.add(table)
                self.begin(self._show_next(table))

    async def _show_next(self, table: Table) -> None:
        """A rematch was agreed: it is one more table. Who is at another one by then stays there."""
        why = self.tables.why_full()
        if why is not None:
            self.tell(why)
            return
        following = await self.people.next_of(table.game)
        self.show_game(following, is_shown=table is self.tables.shown)

    def refresh_tables(self) -> None:
        """A game has changed: screens that show it draw it."""
        for screen in self._shown_screens():
            screen.show_tables()

    async def leave(self) -> None:
        """End the client, after a question where a running game would be lost."""
        if await self.ask(self.tables.confirmation()):
            self.exit()

    async def action_quit(self) -> None:
        """Ask before a game is lost."""
        self.begin(self.leave())

    def action_command_palette(self) -> None:
        """Show the commands in the language that is spoken."""
        if not any(isinstance(screen, CommandPalette) for screen in self.screen_stack):
            self.push_screen(CommandPalette(placeholder=self.say("terminal.palette"), id="--command-palette"))

    async def on_unmount(self) -> None:
        """Nobody follows a game any more."""
        with suppress(asyncio.CancelledError):
            for following in self._following.values():
                following.cancel()
            if self.online is not None:
                await self.online.close()
