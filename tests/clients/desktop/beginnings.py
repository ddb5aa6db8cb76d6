"""What a window remembers from before: so a test begins at the game that it is about, with one click."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tests.clients.desktop.program import Program, SeenBoard

from tengen.clients.sitting.preferences import FILE_NAME, Preferences, WindowPlace, write_preferences
from tengen.clients.sitting.start import SeatChoice, StartForm, Who
from tengen.core import BLACK, WHITE, OptionValue

PLAYERS = ("random", *(f"level:{level}" for level in range(1, 11)))
GUEST = SeatChoice(Who.GUEST)
WINDOW = WindowPlace(1200, 800, 20, 20)


def remembered(
    data_dir: Path,
    kind: str = "go",
    size: int = 9,
    black: SeatChoice = GUEST,
    white: SeatChoice = GUEST,
    *,
    options: Mapping[str, OptionValue] | None = None,
    preferences: Preferences | None = None,
) -> None:
    """Two guests at one board, unless told otherwise, as the form of the start screen keeps it."""
    form = StartForm.of({}, lambda _: PLAYERS).with_kind(kind).with_size(size)
    for name, value in (options or {}).items():
        form = form.with_option(name, value)
    form = form.with_seat(BLACK, black).with_seat(WHITE, white)
    remember(data_dir, form.kept(), preferences)


def remember(data_dir: Path, choices: Mapping[str, object], preferences: Preferences | None = None) -> None:
    kept = replace(preferences or Preferences(language=None, page="light", theme="wood"), choices=choices)
    kept = replace(kept, window=kept.window or WINDOW)
    assert write_preferences(data_dir / FILE_NAME, kept) is None


def begin(program: Program, kind: str, size: int) -> SeenBoard:
    """Begin the game that the form shows."""
    program.click(program.word("start.play"))
    return begun(program, kind, size)


def begun(program: Program, kind: str, size: int) -> SeenBoard:
    """The board of a game that has begun."""
    program.wait_for_title(f"{program.word(f'{kind}.name')} {program.word('game.size', size=size)}")
    program.wait_to_see(program.word("game.resign"))
    return program.board(kind, size)
