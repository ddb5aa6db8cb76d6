"""`tengen desktop`: opens the window, finds out who has the data folder, and runs until the window is closed."""

from __future__ import annotations

import asyncio
import secrets
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tengen.clients.desktop.app import App
from tengen.clients.desktop.input import Input
from tengen.clients.desktop.loop import window_loop
from tengen.clients.desktop.online import Online
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.window import NoDisplay, Window
from tengen.clients.online.entering import Entered, enter
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.sitting.folder import LocalFolder, PeopleTrouble
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences
from tengen.clients.sitting.said import HasWords, Said
from tengen.core.printing import printable

__all__ = ["NoDisplay", "open_window"]

PROGRAM = "tengen desktop"


def open_window(
    *,
    language: str | None = None,
    usual_language: str = "en",
    theme: str | None = None,
    size: tuple[int, int] | None = None,
    server: str | None = None,
    seed: int | None = None,
) -> None:
    """Show the window until it is closed. Raises NoDisplay, and ServerTrouble for a server that cannot be used.

    `language`, `theme` and `size` are for this time and before what was kept; `usual_language` is spoken where nothing
    was chosen.
    """
    folder = _folder()
    kept, notice = read_preferences(folder / FILE_NAME)
    window = Window(kept.window, size=size)
    events = Input(lambda: window.density / window.scale)
    asked = {name: value for name, value in (("language", language), ("theme", theme)) if value is not None}
    session = Session(window, events, kept, folder, _Asked(usual_language, asked))
    try:
        with asyncio.Runner(loop_factory=lambda: window_loop(events, session.heard)) as runner:
            runner.run(session.run(server, secrets.randbits(32) if seed is None else seed, notice))
    finally:
        window.close()


def _folder() -> Path:
    """Where files and preferences are; somewhere in the user's own folder where the usual place cannot be told."""
    with suppress(PeopleTrouble):
        return LocalFolder().path
    return Path.home() / ".tengen"


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the command line says: the language of this user, and what is chosen for this time alone."""

    usual_language: str
    only_now: Mapping[str, str]


class Session:
    """From the open window to its end."""

    def __init__(self, window: Window, events: Input, preferences: Preferences, folder: Path, asked: _Asked) -> None:
        self._window = window
        self._events = events
        self._preferences = preferences
        self._folder = folder
        self._asked = asked
        self._app: App | None = None
        self._entering: asyncio.Task[Entered] | None = None
        self._troubles: list[HasWords] = []

    def heard(self) -> None:
        """Events of the window; before there is an application they wait, but a window that is closed ends it."""
        if self._app is not None:
            self._app.heard()
        elif self._entering is not None and self._events.is_close_asked:
            self._entering.cancel()

    def _tell(self, trouble: HasWords) -> None:
        if self._app is not None:
            self._app.say(trouble)
        else:
            self._troubles.append(trouble)

    async def run(self, server: str | None, seed: int, notice: HasWords | None) -> None:
        """Enter, show the start, and leave when the window is closed or the process is told to end."""
        pace_ms = self._preferences.pace_ms
        self._entering = asyncio.ensure_future(
            enter(PROGRAM, server, seed=seed, pace_ms=pace_ms, on_trouble=self._tell)
        )
        try:
            entered = await self._entering
        except asyncio.CancelledError:
            if self._events.is_close_asked:  # a server that does not answer keeps no window open
                return
            raise
        try:
            app = self._app = App(
                entered,
                self._window,
                self._events,
                self._preferences,
                keep_in=self._folder,
                language=self._asked.usual_language,
                only_now=self._asked.only_now,
            )
            _end_by_signals(app)
            asyncio.get_running_loop().set_exception_handler(_report)
            if entered.lobby is not None and isinstance(entered.people, ServerPeople):
                app.online = Online(app, entered.people, entered.lobby)
                app.online.start()
            notices = [told for told in (entered.hold_notice, notice, *self._troubles) if told is not None]
            await app.run(StartScreen(app), (*notices, *_letters_missing(app)))
        finally:
            if self._app is not None and self._app.online is not None:
                await self._app.online.close()
            await entered.close()


def _letters_missing(app: App) -> Sequence[HasWords]:
    """What is said where Chinese was wanted and no font has it."""
    return [] if app.can_speak(app.wanted_language) else [Said("desktop.no_chinese")]


def _report(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """What nobody has caught, in a line on the error stream."""
    error = context.get("exception")
    told = context.get("message", "") if error is None else f"{type(error).__name__}: {error}"
    print(f"{PROGRAM}: {printable(str(told))}", file=sys.stderr)


def _end_by_signals(app: App) -> None:
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            with suppress(NotImplementedError):
                loop.add_signal_handler(getattr(signal, name), app.end)
