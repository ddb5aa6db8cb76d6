"""The application: who is here, the tables, the screens and their frames, tasks and questions.

All of it belongs to one event loop and one thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.choosing import Choosing
from tengen.clients.desktop.events import CloseAsked, Event, KeyPressed, Resized, TextTyped
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.tasks import Tasks, words_of
from tengen.clients.desktop.widgets import Button, ButtonKind, Dialog, TextField, Widget
from tengen.clients.desktop.window import Window
from tengen.clients.online.entering import Entered
from tengen.clients.online.lobby import Lobby
from tengen.clients.play import Game
from tengen.clients.sitting.files import FOLDER_NAME, GameFiles
from tengen.clients.sitting.people import People
from tengen.clients.sitting.preferences import FILE_NAME, Preferences
from tengen.clients.sitting.said import Confirmation, HasWords, Joined, Said
from tengen.clients.sitting.tables import Tables

if TYPE_CHECKING:
    from tengen.clients.desktop.online import Online
    from tengen.clients.desktop.open_games import OpenGames

FRAME_S: Final = 1 / 60
"""Between two frames while something moves."""


class App(Choosing):
    """One window and everything behind it."""

    def __init__(
        self,
        entered: Entered,
        window: Window,
        events: Input,
        preferences: Preferences,
        *,
        keep_in: Path,
        language: str,
        only_now: Mapping[str, str] | None = None,
    ) -> None:
        """`keep_in` is the folder of files and preferences; the rest is as for Choosing."""
        super().__init__(window, preferences, keep_in=keep_in / FILE_NAME, language=language, only_now=only_now)
        self.entered = entered
        self.people: People = entered.people
        self.lobby: Lobby | None = entered.lobby
        self.files = GameFiles(keep_in / FOLDER_NAME, entered.people)
        self.tables = Tables()
        self.message: HasWords | None = None
        self.events = events
        self._screens: list[Screen] = []
        self._tasks = Tasks(self.say, self.refresh)
        self._is_stale = True
        self._is_dirty = True
        self._opener = ""
        self._frame: asyncio.TimerHandle | None = None
        self._look: Look = window.look(self.palette)
        self._ended: asyncio.Event = asyncio.Event()
        self.on_close: Callable[[], Coroutine[Any, Any, bool]] | None = None
        """What is asked before the window is closed; whether it may be."""
        self.game_tabs: Callable[[], Widget | None] = lambda: None
        """The tabs of the games, for the head of every screen."""
        self.online: Online | None = None
        """What there is on a server alone."""

    # --- messages

    def say(self, message: HasWords | None) -> None:
        """Show a line until another is shown."""
        self.message = message
        self.refresh()

    # --- screens

    @property
    def screen(self) -> Screen:
        """What is shown."""
        return self._screens[-1]

    def open(self, screen: Screen) -> None:
        """Show a screen over the one that is shown."""
        if self._screens:
            self.screen.on_hide()
        self._screens.append(screen)
        self._shown()

    def leave(self, screen: Screen) -> None:
        """Go back from a screen, unless somebody has left it already."""
        if self._screens and self.screen is screen:
            self.back()

    def back(self) -> None:
        """Show the one below again; the first one stays."""
        if len(self._screens) > 1:
            self._leave_screen()
            self._shown()

    def go_to(self, screen: Screen) -> None:
        """Show this one alone: all others are gone."""
        while self._screens:
            self._leave_screen()
        self._screens.append(screen)
        self._shown()

    def _leave_screen(self) -> None:
        """The one that is shown is gone; what it asked is answered with no."""
        left = self._screens.pop()
        left.on_hide()
        left.dismiss_dialog()

    def _shown(self) -> None:
        self.message = None
        self.screen.on_show()
        self.refresh()

    # --- games

    @cached_property
    def games(self) -> OpenGames:
        """The games whose tabs are open."""
        from tengen.clients.desktop.open_games import OpenGames

        return OpenGames(self)

    def show_game(self, game: Game, said: Sequence[HasWords] = ()) -> None:
        """One more tab, shown; `said` is told beside its board. Where there is no room, the game is left."""
        if self.games.has_room():
            self.games.add(game, said)
            self.show_games()
        else:
            self.start(game.close())

    def show_games(self) -> None:
        """The screen of the games; there must be one."""
        from tengen.clients.desktop.screens.game.screen import GameScreen

        if not self.are_games_shown:
            self.go_to(GameScreen(self, self.games))
        self.refresh()

    def show_table(self, index: int) -> None:
        """The game of the tab at this place."""
        self.tables.show(index)
        self.show_games()

    @property
    def are_games_shown(self) -> bool:
        """Whether the screen of the games is the one that is shown."""
        from tengen.clients.desktop.screens.game.screen import GameScreen

        return bool(self._screens) and isinstance(self.screen, GameScreen)

    def show_files(self, *, is_saving: bool) -> None:
        """The list of files and saves, to save the game that is shown or to go on with another."""
        from tengen.clients.desktop.screens.files import FilesScreen

        self.open(FilesScreen(self, is_saving=is_saving))

    def show_start(self) -> None:
        """The form of a new game; games go on behind their tabs."""
        from tengen.clients.desktop.screens.start import StartScreen

        if not isinstance(self.screen, StartScreen):
            self.go_to(StartScreen(self))

    def show_people(self) -> None:
        """Who is here, and the way in."""
        from tengen.clients.desktop.screens.people import PeopleScreen

        self._open_once(PeopleScreen)

    def show_settings(self) -> None:
        """What can be chosen on this machine."""
        from tengen.clients.desktop.screens.settings import SettingsScreen

        self._open_once(SettingsScreen)

    def show_help(self) -> None:
        """The keys."""
        from tengen.clients.desktop.screens.help import HelpScreen

        self._open_once(HelpScreen)

    def _open_once(self, screen: type[Screen]) -> None:
        """Open a screen over the one that is shown, or leave it where it is that one."""
        if isinstance(self.screen, screen):
            self.back()
        else:
            self.open(screen(self))

    def set_full_screen(self, wanted: bool) -> None:
        """Fill the screen, or be a window again."""
        self.window.set_full_screen(wanted)
        self.keep()
        self.refresh()

    # --- frames

    def refresh(self) -> None:
        """Make the screen's tree anew, and draw it."""
        self._is_stale = True
        self.redraw()

    def redraw(self) -> None:
        """Draw again what is there, before the loop sleeps again."""
        if not self._is_dirty:
            self._is_dirty = True
            asyncio.get_running_loop().call_soon(self._draw)

    def want_frame(self) -> None:
        """Something moves: `tick` and another frame a moment later. Nobody asks, nothing runs."""
        if self._frame is None:
            self._frame = asyncio.get_running_loop().call_later(FRAME_S, self._next_frame)

    def later(self, seconds: float, then: Callable[[], None]) -> asyncio.TimerHandle:
        """Do something once, in a while."""
        return asyncio.get_running_loop().call_later(seconds, then)

    def _next_frame(self) -> None:
        self._frame = None
        self.screen.tick()
        self.redraw()

    def _draw(self) -> None:
        self._is_dirty = False
        if not self._screens or self._ended.is_set():
            return
        self._lay_out()
        self.screen.draw(Canvas(self.window.surface, self._look))
        self.window.flip()
        self.window.set_cursor(self.screen.pointer_look)

    def _lay_out(self) -> None:
        """Make the tree anew where it is stale, and tell the window where text is typed."""
        if self._is_stale:
            self._is_stale = False
            self._look = self.window.look(self.palette, self._look.letters)
            self.screen.layout(self._look, self.window.size)
            self.window.title = self.screen.title()
        # Input methods want to know it, and without a field no key is theirs.
        field = self._field
        self.window.set_text_input(None if field is None else field.caret_rect())
        self.events.is_typing = field is not None

    @property
    def _field(self) -> TextField | None:
        """Where text is typed."""
        focused = self.screen.focused if self._screens else None
        return focused if isinstance(focused, TextField) else None

    # --- events

    def heard(self) -> None:
        """Events of the window have come."""
        for event in self.events.taken():
            try:
                self._take(event)
            except Exception as error:  # whatever a widget is refused is a line, as in a task
                self.say(words_of(error))

    def _take(self, event: Event) -> None:
        """One event of many, each after what the one before has changed: who types fast types into the new field.

        A sign that came before the window was told of a field has no text of its own, and gets it here; the text of a
        key that has opened a field was not meant for it.
        """
        if self._screens and not self._ended.is_set():
            self._lay_out()
        if isinstance(event, TextTyped) and event.text == self._opener:
            self._opener = ""
            return
        self._opener = ""
        field = self._field
        self.handle(event)
        if isinstance(event, KeyPressed) and event.writes:
            if event.is_typed and field is None:
                self._opener = event.text
            elif not event.is_typed and field is not None:
                self.handle(TextTyped(event.text))

    def handle(self, event: Event) -> None:
        """One event: for the window itself, or for the screen."""
        match event:
            case CloseAsked():
                self.start(self._close_asked())
            case Resized():
                self.refresh()
            case KeyPressed(key="f11") | KeyPressed(key="enter", alt=True):
                if not event.is_repeat:
                    self.set_full_screen(not self.window.is_full_screen)
            case _ if self._screens:
                self.screen.handle(event)

    def common_key(self, event: KeyPressed) -> bool:
        """A key that means the same on every screen, unless somebody types; whether it is one."""
        match event:
            case KeyPressed(key="f1") | KeyPressed(text="?"):
                self.show_help()
            case KeyPressed(key="n", ctrl=True):
                self.show_start()
            case KeyPressed(key="q", ctrl=True):
                self.handle(CloseAsked())
            case KeyPressed(key="tab", ctrl=True) if self.tables.all:
                self.show_games()
            case KeyPressed(key="m", ctrl=False, alt=False, is_repeat=False) if self.preferences.shortcuts:
                self.change(sound=not self.preferences.sound)
                self.say(Said(f"game.sound.{'on' if self.preferences.sound else 'off'}"))
            case _:
                return False
        return True

    async def _close_asked(self) -> None:
        if self.on_close is None or await self.on_close():
            self.end()

    @property
    def is_ended(self) -> bool:
        """Whether the window is closed, or about to be."""
        return self._ended.is_set()

    def end(self) -> None:
        """Close the window; `run` ends then."""
        self._ended.set()

    # --- tasks and questions

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Do something meanwhile; what it is refused becomes a message line."""
        return self._tasks.start(work)

    async def ask(self, confirmation: Confirmation) -> bool:
        """Ask before something is lost; whether to go on."""
        screen = self.screen
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def answered(yes: bool) -> None:
            if not answer.done():
                answer.set_result(yes)

        no = Button(self.text("game.cancel"), lambda: answered(False), key="dialog/no")
        words = confirmation.yes.text(self.language)
        yes = Button(words, lambda: answered(True), key="dialog/yes", kind=ButtonKind.PRIMARY, height=40, size=15)
        question = confirmation.question.text(self.language)
        dialog = Dialog(question, (no, yes), lambda: answered(False), key="dialog")
        screen.open_dialog(dialog)
        try:
            return await answer
        finally:
            screen.close_dialog(dialog)

    async def run(self, first: Screen, notices: Sequence[HasWords] = ()) -> None:
        """Show a screen, and everything that follows, until the window is closed. `notices` are told at first."""
        self._is_dirty = False
        self.open(first)
        if notices:
            self.say(Joined(tuple(notices)))
        try:
            await self._ended.wait()
        finally:
            self.keep()
            await self._tasks.cancel()
            await self.tables.close()
            self.sound.close()
