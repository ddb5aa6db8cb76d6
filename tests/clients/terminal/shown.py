"""The client of a terminal under Textual's pilot: who is there, how large it is, and what it shows as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

from tests.clients.sitting.people_here import beginning, folder_at, people_at
from textual.app import App
from textual.pilot import Pilot

from tengen.clients.online.entering import Entered
from tengen.clients.sitting.people import Beginning
from tengen.clients.sitting.preferences import Preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.board import BoardWidget


def text_of(app: App[Any]) -> str:
    """What the screen shows, without colours and without spaces at the ends of lines."""
    strips = app.screen._compositor.render_strips()  # the way that is proven to work: there is no public one
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


DEADLINE_S = 15.0


async def until(pilot: Pilot[None], found: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = monotonic() + DEADLINE_S
    while not found():
        assert monotonic() < end, f"never seen; the screen is:\n{text_of(pilot.app)}"
        await pilot.pause(0.01)


async def typed(app: TerminalApp, pilot: Pilot[None], *points: str) -> None:
    """Type points one after another, each after the last one was played."""
    for point in points:
        await _played(app, pilot, "slash", *point, "enter")


async def played(app: TerminalApp, pilot: Pilot[None], *points: str) -> None:
    """The same with the cursor, which is quicker for tests."""
    for point in points:
        table = app.tables.shown
        assert table is not None
        app.screen.query_one(BoardWidget).go(table.view.spec.parse(point))
        await _played(app, pilot, "enter")


async def _played(app: TerminalApp, pilot: Pilot[None], *keys: str) -> None:
    table = app.tables.shown
    assert table is not None
    moves = len(table.view.moves)
    await pilot.press(*keys)
    await until(pilot, lambda: len(table.view.moves) > moves)


def begun(kind: str, size: int | None = None, **options: object) -> Beginning:
    """A game of two guests, unless others are named."""

    class _Nobody:
        present = ()

    return beginning(_Nobody(), kind, size, **options)  # type: ignore[arg-type]


def message(app: TerminalApp) -> str:
    """The last line of the screen."""
    return text_of(app).split("\n")[-1].strip()


def status(app: TerminalApp) -> str:
    """The line above it."""
    return text_of(app).split("\n")[-2].strip()


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
