"""What a person has chosen on this machine, kept in one JSON file. Bad content is left aside and told of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Final

from tengen.clients.records.files import FileTrouble, read_bytes, write_files
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import LANGUAGES
from tengen.core.printing import clip, printable

FILE_NAME: Final = "preferences.json"
"""What the file is called in the data folder."""
PAGES: Final = ("auto", "light", "dark")
MOST_PACE_MS: Final = 10_000
ZOOMS: Final = (50, 400)
"""The least and the most that `zoom` can be."""
_LARGEST: Final = 1 << 18
_LONGEST_TEXT: Final = 500
_LARGEST_WINDOW: Final = 100_000
_LONGEST_NAMES: Final = 200


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
    """What was chosen; None: as the system or the client has it.

    `theme` is that of boards, `page` one of PAGES, `zoom` how large everything in a window is, in percent. `choices` is
    the start form as `StartForm.kept` writes it.
    """

    language: str | None = None
    theme: str | None = None
    page: str = "auto"
    sound: bool = True
    coordinates: bool = True
    numbers: bool = False
    show_legal: bool = True
    shortcuts: bool = True
    speak: bool = False
    motion: bool = True
    zoom: int | None = None
    pace_ms: int = 700
    window: WindowPlace | None = None
    server: str = ""
    choices: Mapping[str, object] = field(default_factory=dict)


def read_preferences(path: Path) -> tuple[Preferences, Said | None]:
    """What was kept there, and a notice where that cannot be used, wholly or in part. A file that is not there is fine.

    Whatever cannot be used is as at first; the file stays as it is until something is kept.
    """
    try:
        given = json.loads(read_bytes(path, _LARGEST))
    except FileTrouble as trouble:
        is_missing = trouble.key == "console.file.missing"
        return Preferences(), None if is_missing else _notice("unreadable", path)
    except (ValueError, RecursionError):
        return Preferences(), _notice("unreadable", path)
    if not isinstance(given, dict):
        return Preferences(), _notice("unreadable", path)
    read: dict[str, object] = {}
    bad = []
    for name in (known.name for known in fields(Preferences) if known.name in given):
        try:
            read[name] = _read(name, given[name])
        except (ValueError, TypeError, RecursionError):
            bad.append(name)
    kept = Preferences(**read)  # type: ignore[arg-type]  # each was read as its field wants it
    return kept, _notice("partly", path, names=clip(", ".join(bad), _LONGEST_NAMES)) if bad else None


def write_preferences(path: Path, preferences: Preferences) -> HasWords | None:
    """Keep them, in one step: the file is the old one or the new one. A notice where that cannot be done."""
    content = json.dumps(asdict(preferences), ensure_ascii=False, indent=2).encode() + b"\n"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_files({path: content})
    except FileTrouble as trouble:
        return trouble
    except OSError as error:
        return _notice("unwritable", path, reason=error.strerror or type(error).__name__)
    return None


def _notice(name: str, path: Path, **values: str) -> Said:
    return Said(f"sitting.preferences.{name}", {"file": str(path), **values})


def _read(name: str, value: object) -> object:
    """A value as its field wants it. Raises ValueError or TypeError for anything else."""
    match name:
        case "language":
            return _one_of(value, (None, *LANGUAGES))
        case "theme" | "server":
            return None if value is None and name == "theme" else _text(value)
        case "page":
            return _one_of(value, PAGES)
        case "pace_ms":
            return _number(value, 0, MOST_PACE_MS)
        case "zoom":
            return None if value is None else _number(value, *ZOOMS)
        case "window":
            return None if value is None else _window(value)
        case "choices":
            return _mapping(value)
        case _:
            return _truth(value)


def _one_of(value: object, known: tuple[object, ...]) -> object:
    if value not in known:
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _LONGEST_TEXT or printable(value) != value:
        raise ValueError(value)
    return value


def _number(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ValueError(value)
    return value


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise TypeError(value)
    return value


def _window(value: object) -> WindowPlace:
    given = _mapping(value)
    corner = [given.get(name) for name in ("x", "y")]
    x, y = (None if one is None else _number(one, -_LARGEST_WINDOW, _LARGEST_WINDOW) for one in corner)
    width, height = (_number(given.get(name), 1, _LARGEST_WINDOW) for name in ("width", "height"))
    return WindowPlace(width, height, x, y, _truth(given.get("is_full_screen", False)))
