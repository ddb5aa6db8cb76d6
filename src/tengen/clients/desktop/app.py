"""The application: who is here, the tables, what was chosen, the screens, and tasks whose troubles become a line.

All of it belongs to one event loop and one thread.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import CloseAsked, Event, KeyPressed, Resized
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.sound import Sound
from tengen.clients.desktop.theme import DARK, LIGHT, Palette
from tengen.clients.desktop.widgets import Button, ButtonKind, Dialog, TextField
from tengen.clients.desktop.window import Window
from tengen.clients.sitting.files import GameFiles
from tengen.clients.sitting.people import People
from tengen.clients.sitting.preferences import Preferences, write_preferences
from tengen.clients.sitting.said import Confirmation, HasWords, Said
from tengen.clients.sitting.tables import Tables
from tengen.core import text
from tengen.core.errors import Value

FRAME_S: Final = 1 / 60
"""Between two frames while something moves."""


class App:
    """One window and everything behind it."""

    def __init__(
        self,
        window: Window,
        events: Input,
        people: People,
        files: GameFiles,
        preferences: Preferences,
        *,
        keep_in: Path | None,
        language: str,
    ) -> None:
        """`language` is spoken while none was chosen; `keep_in` is the file of the preferences, None: not kept."""
        self.window = window
        self.people = people
        self.files = files
        self.tables = Tables()
        self.preferences = preferences
        self.sound = Sound(is_on=preferences.sound)
        self.message: HasWords | None = None
        self._events = events
        self._keep_in = keep_in
        self._language = language
        self._screens: list[Screen] = []
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_stale = True
        self._is_dirty = True
        self._frame: asyncio.TimerHandle | None = None
        self._look: Look = window.look(self.palette)
        self._ended: asyncio.Event = asyncio.Event()
        self.on_close: Callable[[], Coroutine[Any, Any, bool]] | None = None
        """What is asked before the window is closed; whether it may be."""

    # --- words and choices

    @property
    def language(self) -> str:
        """What is spoken now."""
        return self.preferences.language or self._language

    def text(self, key: str, **values: Value) -> str:
        """Words in the language of now."""
        return text(self.language, key, **values)

    @property
    def palette(self) -> Palette:
        """The colours of the window."""
        return DARK if self.preferences.page == "dark" else LIGHT

    def change(self, **chosen: object) -> None:
        """Choose something (fields of Preferences), and keep it."""
        self.preferences = replace(self.preferences, **chosen)  # type: ignore[arg-type]  # names of its fields
        self.sound.is_on = self.preferences.sound
        self.keep()
        self.refresh()

    def keep(self) -> None:
        """Write down what was chosen, and where the window is."""
        if self._keep_in is not None:
            self.preferences = replace(self.preferences, window=self.window.place)
            trouble = write_preferences(self._keep_in, self.preferences)
            if trouble is not None:
                self.say(trouble)

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

    def back(self) -> None:
        """Show the one below again; the first one stays."""
        if len(self._screens) > 1:
            self._screens.pop().on_hide()
            self._shown()

    def go_to(self, screen: Screen) -> None:
        """Show this one alone: all others are gone."""
        while self._screens:
            self._screens.pop().on_hide()
        self._screens.append(screen)
        self._shown()

    def _shown(self) -> None:
        self.message = None
        self.screen.on_show()
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

    def _next_frame(self) -> None:
        self._frame = None
        self.screen.tick()
        self.redraw()

    def _draw(self) -> None:
        self._is_dirty = False
        if not self._screens or self._ended.is_set():
            return
        if self._is_stale:
            self._is_stale = False
            self._look = self.window.look(self.palette, self._look.letters)
            self.screen.layout(self._look, self.window.size)
            self.window.title = self.screen.title()
        self.screen.draw(Canvas(self.window.surface, self._look))
        self.window.flip()
        self._tell_window()

    def _tell_window(self) -> None:
        """Where text is typed: input methods want to know, and without a field no key is theirs."""
        focused = self.screen.focused
        self.window.set_text_input(focused.caret_rect() if isinstance(focused, TextField) else None)

    # --- events

    def heard(self) -> None:
        """Events of the window have come."""
        for event in self._events.taken():
            self.handle(event)

    def handle(self, event: Event) -> None:
        """One event: for the window itself, or for the screen."""
        match event:
            case CloseAsked():
                self.start(self._close_asked())
            case Resized():
                self.refresh()
            case KeyPressed(key="f11") | KeyPressed(key="enter", alt=True):
                self.window.set_full_screen(not self.window.is_full_screen)
                self.refresh()
            case _:
                self.screen.handle(event)

    async def _close_asked(self) -> None:
        if self.on_close is None or await self.on_close():
            self.end()

    def end(self) -> None:
        """Close the window; `run` ends then."""
        self._ended.set()

    # --- tasks and questions

    def start(self, work: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Do something meanwhile; what it is refused becomes a message line."""
        task = asyncio.get_running_loop().create_task(self._tried(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _tried(self, work: Coroutine[Any, Any, object]) -> object:
        try:
            return await work
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.say(words_of(error))
            return None
        finally:
            self.refresh()

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
        screen.open_dialog(Dialog(question, (no, yes), lambda: answered(False), key="dialog"))
        try:
            return await answer
        finally:
            screen.close_dialog()

    async def run(self, first: Screen) -> None:
        """Show a screen, and everything that follows, until the window is closed."""
        self._is_dirty = False
        self.open(first)
        try:
            await self._ended.wait()
        finally:
            self.keep()
            for task in tuple(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await self.tables.close()
            self.sound.close()


def words_of(error: Exception) -> HasWords:
    """What an error says to people; one that nobody expected is named, and told in full on the error stream."""
    if callable(getattr(error, "text", None)):
        told: HasWords = error  # type: ignore[assignment]  # refusals and troubles have their words
        return told
    print(f"tengen desktop: {type(error).__name__}: {error}", file=sys.stderr)
    return Said("desktop.broken", {"error": type(error).__name__})
