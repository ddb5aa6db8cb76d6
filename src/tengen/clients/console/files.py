"""Games in files: written whole or not at all, read only when they are ordinary files of a sensible size."""

from __future__ import annotations

import contextlib
import os
from itertools import count
from pathlib import Path
from typing import Final

from tengen.core import Record
from tengen.formats.save import dumps, loads

LARGEST_BYTES: Final = 1 << 20


class FileTrouble(Exception):
    """A file that cannot be used, with the reason as a key of the console's words."""

    def __init__(self, key: str, reason: str = "") -> None:
        super().__init__(key, reason)
        self.key = key
        self.reason = reason


def save(record: Record, name: str) -> None:
    """Write the record; a file of that name is replaced in one step.

    Raises FileTrouble, and then nothing has changed.
    """
    try:
        path = Path(name).expanduser().resolve()
        if path.exists() and not path.is_file():
            raise FileTrouble("file.not_a_file")
        _replace(path, dumps(record))
    except (OSError, ValueError, RuntimeError) as error:
        raise _trouble(error) from error


def load(name: str) -> Record:
    """The record in a file. Raises FileTrouble, or BAD_RECORD when it holds no game."""
    try:
        path = Path(name).expanduser()
        if path.exists() and not path.is_file():
            raise FileTrouble("file.not_a_file")
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
        if len(content) > LARGEST_BYTES:
            raise FileTrouble("file.too_large")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileTrouble("file.not_text") from None
    except (OSError, ValueError, RuntimeError) as error:
        raise _trouble(error) from error
    return loads(text)


def _replace(path: Path, content: str) -> None:
    for number in count():
        beside = path.with_name(f".{path.name[:40]}.{os.getpid()}-{number}.tmp")
        try:
            file = beside.open("x", encoding="utf-8", newline="\n")
        except FileExistsError:
            continue
        break
    try:
        with file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _trouble(error: Exception) -> FileTrouble:
    """The reason in the console's words where it has some, else in the system's."""
    match error:
        case FileNotFoundError():
            return FileTrouble("file.missing")
        case PermissionError():
            return FileTrouble("file.denied")
        case OSError():
            return FileTrouble("file.failed", error.strerror or type(error).__name__)
        case _:
            return FileTrouble("file.failed", str(error))
