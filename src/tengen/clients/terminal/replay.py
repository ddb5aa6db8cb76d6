"""The way into the review of a record on the whole screen. Nobody plays meanwhile, and the data folder is not taken."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tengen.clients.online.entering import Entered
from tengen.clients.records.replay import open_record
from tengen.clients.sitting.folder import LocalFolder
from tengen.clients.sitting.local_people import LocalPeople
from tengen.clients.sitting.said import HasWords, Noted
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.main import kept_preferences, known_colors, run_client
from tengen.clients.terminal.restoring import kept_terminal
from tengen.clients.terminal.screens.review import ReviewScreen

PROGRAM = "tengen replay"


def replay(file: str, *, game: int | None, delay: float, language: str | None, usual_language: str) -> int:
    """Review a record until the person quits; the exit code. Raises GameError for what cannot be read.

    It plays by itself at first, `delay` seconds a position. `language` is the one that was asked for.
    """
    opened = open_record(Path(file), game)
    screen = ReviewScreen(opened.records, opened.index, step_ms=round(1000 * delay))
    noted: tuple[HasWords, ...] = (Noted(opened.notices),) if opened.notices else ()
    with kept_terminal():
        return asyncio.run(_show(screen, language, usual_language, noted))


async def _show(screen: ReviewScreen, language: str | None, usual_language: str, noted: tuple[HasWords, ...]) -> int:
    entered = Entered(LocalPeople(None), LocalFolder(program=PROGRAM))
    try:
        preferences, notice = kept_preferences(entered)
        app = TerminalApp(
            entered,
            language=language or preferences.language or usual_language,
            preferences=preferences,
            colors=known_colors(),
            notices=(*noted, *(() if notice is None else (notice,))),
            first=screen,
        )
        return await run_client(app)
    finally:
        await entered.people.close()
