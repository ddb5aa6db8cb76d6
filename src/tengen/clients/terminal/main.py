"""The way into the full-screen client, with this terminal's streams and environment."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Callable
from dataclasses import replace

from tengen.clients.console.prompts import opening_kinds
from tengen.clients.console.seating import Seating
from tengen.clients.online.entering import Entered, enter
from tengen.clients.play import NewGame
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.people import Beginning
from tengen.clients.sitting.preferences import FILE_NAME, MOST_PACE_MS, Preferences, read_preferences
from tengen.clients.sitting.said import HasWords
from tengen.clients.terminal.abilities import Colors, count_colors
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.restoring import kept_terminal
from tengen.clients.terminal.running import ScreenFault, fault_line, run_until_end
from tengen.core import BLACK, WHITE
from tengen.players import HUMAN

PROGRAM = "tengen play"
"""What others are told who has the data folder."""


def play(
    *,
    black: str,
    white: str,
    language: str | None,
    usual_language: str,
    seed: int | None = None,
    pace_ms: int | None = None,
    server: str | None = None,
) -> int:
    """Play on the whole screen until the person quits; the exit code. Raises BAD_PLAYER for a name that is no player.

    `language` is the one that was asked for; without it the kept one is spoken, or the usual. With a `server` games
    are played there; raises ServerTrouble where that cannot be. Raises ScreenFault after a fault of its own.
    """

    def made(entered: Entered, preferences: Preferences, notices: tuple[HasWords, ...]) -> TerminalApp:
        spoken = language or preferences.language or usual_language
        if pace_ms is not None:
            preferences = replace(preferences, pace_ms=min(pace_ms, MOST_PACE_MS))
        return TerminalApp(
            entered,
            language=spoken,
            preferences=preferences,
            colors=known_colors(),
            notices=notices,
            # On a server one meets others first, unless it was said who plays.
            beginnings=()
            if entered.is_online and black == white == HUMAN
            else opening_boards(entered, black, white, spoken),
        )

    return show(made, server=server, seed=seed)


def show(
    make: Callable[[Entered, Preferences, tuple[HasWords, ...]], TerminalApp],
    *,
    server: str | None = None,
    seed: int | None = None,
) -> int:
    """Take the data folder or connect to the server, then show the application that is made for it; the exit code."""
    with kept_terminal():
        return asyncio.run(_show(make, server, secrets.randbits(32) if seed is None else seed))


async def _show(
    make: Callable[[Entered, Preferences, tuple[HasWords, ...]], TerminalApp], server: str | None, seed: int
) -> int:
    troubles = _Troubles()
    entered = await enter(PROGRAM, server, seed=seed, on_trouble=troubles.hear)
    try:
        preferences, notice = kept_preferences(entered)
        app = make(entered, preferences, tuple(told for told in (entered.hold_notice, notice) if told is not None))
        troubles.app = app
        return await run_client(app)
    finally:
        await entered.close()


async def run_client(app: TerminalApp) -> int:
    """Show the client until it ends; the exit code. Raises ScreenFault after a fault of its own."""
    code = await run_until_end(app)
    if app.fault:
        raise ScreenFault(fault_line(app.fault, app.entered.folder.path, app.language))
    return code


class _Troubles:
    """Results that could not be kept are told once there is a screen."""

    def __init__(self) -> None:
        self.app: TerminalApp | None = None

    def hear(self, trouble: HasWords) -> None:
        """Tell it."""
        if self.app is not None and self.app.is_running:
            self.app.tell(trouble)


def known_colors() -> Colors:
    """The colours of this terminal. Where it has none, Textual is told so in its own way."""
    colors = count_colors(os.environ)
    if colors is Colors.NONE:
        os.environ["NO_COLOR"] = "1"
    return colors


def opening_boards(entered: Entered, black: str, white: str, language: str) -> tuple[Beginning, ...]:
    """The boards that every session begins with, for these players. Raises BAD_PLAYER."""
    seating = Seating({BLACK: black, WHITE: white}, language, entered.people.games)
    return tuple(Beginning(NewGame(kind, seats=seating.take(kind))) for kind in opening_kinds())


def kept_preferences(entered: Entered) -> tuple[Preferences, HasWords | None]:
    """What was chosen before, and what is to be said of it."""
    try:
        return read_preferences(entered.folder.path / FILE_NAME)
    except PeopleTrouble as trouble:
        return Preferences(), trouble
