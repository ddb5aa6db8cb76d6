"""Games in single files: the ending of the name chooses the format, and JSON is the usual one. Asks nobody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from tengen.clients.records.files import FileTrouble, beside, read_bytes, write_files
from tengen.core import GameError, Record
from tengen.formats import Format, Notice, Reading, find_format
from tengen.formats.save import FORMAT as SAVE

LARGEST_BYTES: Final = 1 << 20
USUAL_ENDING: Final = ".json"


@dataclass(frozen=True, slots=True)
class Copy:
    """A record as the file that it shall become; nothing is written yet. `notices` tell what the format left out."""

    name: str
    path: Path
    data: bytes
    notices: tuple[Notice, ...]

    @property
    def is_save(self) -> bool:
        """Whether it is a save file, which alone can be signed."""
        return self.path.suffix.lower() == USUAL_ENDING

    @property
    def replaces(self) -> bool:
        """Whether there is a file of this name already."""
        return self.path.is_file()

    def write(self) -> None:
        """Write the file; one of that name is replaced in one step. Raises FileTrouble; then nothing has changed."""
        write_files({self.path: self.data})


def copy(record: Record, name: str) -> Copy:
    """The record in the format that the name's ending asks for; a name without one gets that of JSON.

    Raises FileTrouble, or GameError with the endings that there are, or when the format cannot hold the game.
    """
    path = _path(name)
    if not path.suffix and not _is_something_else(path, name):
        name += USUAL_ENDING
        path = path.with_name(path.name + USUAL_ENDING)
    writing = (find_format(name) if path.suffix else SAVE).write((record,))
    return Copy(name, path, writing.data, writing.notices)


def today() -> str:
    """The date that a file is written with."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def load(name: str) -> Reading:
    """The records in a file, also where the ending was left out. Raises FileTrouble, or BAD_RECORD without a game."""
    path = _path(name)
    if path.name and not path.suffix and not path.exists():
        usual = path.with_name(path.name + USUAL_ENDING)
        path = usual if usual.is_file() else path
    return reading_of(path, read_bytes(path, LARGEST_BYTES))


def reading_of(path: Path, content: bytes) -> Reading:
    """The records in a file that was read. Raises BAD_RECORD without a game."""
    return _format(path.name, content).read(content, beside=beside(path))


def _format(name: str, content: bytes) -> Format:
    try:
        return find_format(name, content)
    except GameError:
        return SAVE


def _is_something_else(path: Path, name: str) -> bool:
    """Whether a folder or a device is meant, where no file can be."""
    try:
        return not path.name or (path.exists() and not path.is_file())
    except OSError as error:
        raise FileTrouble.of(error, name) from error


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise FileTrouble.of(error, name) from error
