"""The way into the full-screen client, with this terminal's streams and environment."""

from __future__ import annotations

import asyncio
import os
import secrets

from tengen.clients.console.prompts import opening_kinds
from tengen.clients.console.seating import Seating
from tengen.clients.online.entering import Entered, enter
from tengen.clients.play import NewGame
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.people import Beginning
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences
from tengen.clients.sitting.said import HasWords
from tengen.clients.terminal.abilities import count_colors
from tengen.clients.terminal.app import TerminalApp
from tengen.core import BLACK, WHITE

PROGRAM = "tengen play"


def play(
    *,
    black: str,
    white: str,
    language: str | None,
    usual_language: str,
    seed: int | None = None,
    pace_ms: int | None = None,
    server: str | None = None,
) -> None:
    """Play on the whole screen until the person quits. Raises BAD_PLAYER for a name that is no player.

    `language` is the one that was asked for; without it the kept one is spoken, or the usual. With a `server` games
    are played there; raises ServerTrouble where that cannot be.
    """
    asyncio.run(_play(black, white, language, usual_language, seed, pace_ms, server))


async def _play(
    black: str,
    white: str,
    language: str | None,
    usual_language: str,
    seed: int | None,
    pace_ms: int | None,
    server: str | None,
) -> None:
    troubles: list[HasWords] = []
    entered = await enter(
        PROGRAM, server, seed=secrets.randbits(32) if seed is None else seed, on_trouble=troubles.append
    )
    try:
        preferences, notice = kept_preferences(entered)
        if pace_ms is None:
            pace_ms = preferences.pace_ms
        spoken = language or preferences.language or usual_language
        notices = [told for told in (entered.hold_notice, notice) if told is not None]
        app = TerminalApp(
            entered,
            language=spoken,
            preferences=preferences,
            colors=count_colors(os.environ),
            notices=tuple(notices),
            beginnings=opening_boards(entered, black, white, spoken),
        )
        troubles.append = app.tell  # type: ignore[method-assign]
        await app.run_async()
    finally:
        await entered.close()


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
