"""Games in files at the console: the ending of the name chooses the format, and JSON is the usual one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tengen.clients.records.files import FileTrouble, beside, read_bytes, write_files
from tengen.core import GameError, Record
from tengen.formats import Format, Notice, Reading, find_format
from tengen.formats.save import FORMAT as SAVE

LARGEST_BYTES: Final = 1 << 20


def save(record: Record, name: str) -> tuple[Notice, ...]:
    """Write the record; a file of that name is replaced in one step. What the format cannot hold is told.

    Raises FileTrouble, or GameError when the format cannot hold the game at all; then nothing has changed.
    """
    path = _path(name)
    writing = _format(name).write((record,))
    write_files({path: writing.data})
    return writing.notices


def load(name: str) -> Reading:
    """The records in a file. Raises FileTrouble, or BAD_RECORD when it holds no game."""
    path = _path(name)
    content = read_bytes(path, LARGEST_BYTES)
    return _format(name, content).read(content, beside=beside(path))


def _format(name: str, content: bytes | None = None) -> Format:
    try:
        return find_format(name, content)
    except GameError:
        return SAVE


def _path(name: str) -> Path:
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise FileTrouble.of(error, name) from error
