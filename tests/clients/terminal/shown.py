"""The client of a terminal under Textual's pilot: who is there, how large it is, and what it shows as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.clients.sitting.people_here import beginning, folder_at, people_at
from textual.app import App
from textual.pilot import Pilot

from tengen.clients.online.entering import Entered
from tengen.clients.sitting.people import Beginning
from tengen.clients.sitting.preferences import Preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.app import TerminalApp


def text_of(app: App[Any]) -> str:
    """What the screen shows, without colours and without spaces at the ends of lines."""
    strips = app.screen._compositor.render_strips()  # the way that is proven to work: there is no public one
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@asynccontextmanager
async def client(
    path: Path,
    *beginnings: tuple[str, int | None] | Beginning,
    size: tuple[int, int] = (80, 24),
    colors: Colors = Colors.ALL,
    language: str = "en",
    preferences: Preferences | None = None,
) -> AsyncIterator[tuple[TerminalApp, Pilot[None]]]:
    """The client with a data folder of its own; games of these kinds and sizes are begun, for two guests."""
    async with people_at(path) as people:
        begun: Sequence[Beginning] = [
            one if isinstance(one, Beginning) else beginning(people, one[0], one[1]) for one in beginnings
        ]
        app = TerminalApp(
            Entered(people, folder_at(path)),
            language=language,
            preferences=preferences,
            colors=colors,
            beginnings=begun,
        )
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield app, pilot
