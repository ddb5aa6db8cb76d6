"""What a person has chosen on this machine, kept in one JSON file. Bad content is left aside and told of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tengen.clients.sitting.said import Said


@dataclass(frozen=True, slots=True)
class WindowPlace:
    """Where a window was: its size and its corner, in points of the screen."""

    width: int
    height: int
    x: int | None = None
    y: int | None = None
    is_full_screen: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was chosen; None: as the system or the client has it."""

    language: str | None = None
    theme: str | None = None
    page: str = "auto"
    sound: bool = True
    coordinates: bool = True
    numbers: bool = False
    show_legal: bool = True
    shortcuts: bool = True
    pace_ms: int = 700
    window: WindowPlace | None = None
    server: str = ""
    choices: Mapping[str, object] = field(default_factory=dict)
    """The start form as `StartForm.kept` writes it."""


def read_preferences(path: Path) -> tuple[Preferences, Said | None]:
    """What was kept there, and a notice where that cannot be used. Raises nothing."""
    raise NotImplementedError


def write_preferences(path: Path, preferences: Preferences) -> Said | None:
    """Keep them, in one step; a notice where that cannot be done."""
    raise NotImplementedError
