"""Records in files: found by their endings or their content, written whole or not at all. Prints nothing."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, Protocol, runtime_checkable

from tengen.core import ErrorCode, GameError, Record, text
from tengen.formats import Beside, Reading, read

LARGEST_BYTES: Final = 64 << 20
"""A longer file is not read. Many formats take far less."""


_READING: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A pipe that nobody writes to is not waited for."""
_WRITING: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_PIECE: Final = 1 << 20


class FileTrouble(GameError):
    """A file that cannot be used: the reason is a key of the words under `console`."""

    def __init__(self, key: str, file: str | Path, reason: str = "") -> None:
        super().__init__(ErrorCode.BAD_RECORD, f"console.{key}", file=str(file), reason=reason)

    @classmethod
    def of(cls, error: Exception, file: str | Path) -> FileTrouble:
        """What the system or the name of a file made impossible, in our words where we have some."""
        match error:
            case FileTrouble():
                return error
            case FileNotFoundError():
                return cls("file.missing", file)
            case PermissionError():
                return cls("file.denied", file)
            case OSError():
                return cls("file.failed", file, error.strerror or type(error).__name__)
            case _:
                return cls("file.failed", file, str(error))


class InFile(GameError):
    """A mistake in the content of a file, or in one game of it: the file's name and the `reason`."""

    def __init__(self, file: str | Path, reason: GameError, game: int | None = None) -> None:
        self.where: dict[str, str | int] = {"file": str(file)} | ({} if game is None else {"game": game})
        self.reason = reason
        key = "convert.in_file" if game is None else "convert.in_game"
        super().__init__(reason.code, key, **self.where, reason=str(reason))

    def text(self, language: str = "en") -> str:
        """The mistake with its reason, both in one language."""
        return text(language, self.key, **self.where, reason=self.reason.text(language))


@runtime_checkable
class HasCompanions(Protocol):
    """A format that keeps a part of its records in files beside the main one, by their endings."""

    def companions(self, records: tuple[Record, ...]) -> dict[str, bytes]:
        """The other files of these records."""


# --- reading -----------------------------------------------------------------------------------


def read_bytes(path: Path, most: int = LARGEST_BYTES) -> bytes:
    """The content of an ordinary file. Raises FileTrouble."""
    try:
        descriptor = os.open(path, _READING)
        try:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise FileTrouble("file.not_a_file", path)
            content = _read_all(descriptor, status.st_size, most)
        finally:
            os.close(descriptor)
    except (OSError, ValueError, RuntimeError) as error:
        raise FileTrouble.of(error, path) from error
    if len(content) > most:
        raise FileTrouble("file.too_large", path)
    return content


def _read_all(descriptor: int, size: int, most: int) -> bytes:
    """What is in an open file, or a little more than `most` bytes of it. It may be longer than it says."""
    content = os.read(descriptor, min(size, most) + 1)
    while len(content) <= most and (more := os.read(descriptor, _PIECE) if len(content) != size else b""):
        content += more
    return content


def read_records(path: Path, *, strict: bool = True) -> Reading:
    """The records in a file of any format. Raises FileTrouble, or InFile for what is wrong inside it."""
    content = read_bytes(path)
    try:
        return read(path.name, content, strict=strict, beside=beside(path))
    except GameError as reason:
        raise InFile(path, reason) from reason


def pick(reading: Reading, number: int | None, path: Path) -> Record:
    """One record of a file, counted from 1; the first, unless another is asked for. Raises InFile."""
    count_of = len(reading.records)
    number = 1 if number is None else number
    if not 1 <= number <= count_of:
        raise InFile(path, GameError(ErrorCode.BAD_RECORD, "convert.no_such_game", game=number, count=count_of))
    return reading.records[number - 1]


def beside(path: Path) -> Beside:
    """Fetches files beside a file: those of its own name, else the only one in the folder with the ending."""

    def fetch(ending: str) -> bytes | None:
        try:
            siblings = [other for other in path.parent.iterdir() if other.suffix.lower() == ending]
        except OSError:
            return None
        namesakes = [other for other in siblings if other.stem == path.stem]
        chosen = namesakes or siblings
        return read_bytes(chosen[0]) if len(chosen) == 1 or namesakes else None

    return fetch


# --- writing -----------------------------------------------------------------------------------


def write_files(files: Mapping[Path, bytes], *, force: bool = True) -> None:
    """Write the files; all of them are complete before the first appears under its name.

    Raises FileTrouble, or GameError for a file that is there and may not be replaced without `force`; then no file
    has changed that was not replaced already.
    """
    ready: list[_Ready] = []
    path = Path()
    try:
        for path, content in files.items():
            ready.append(_written_beside(path, content, force=force))
        for file in ready:
            path = file.path
            file.temporary.replace(file.target)
    except BaseException as error:
        for file in ready:
            with contextlib.suppress(OSError):
                file.temporary.unlink()
        if isinstance(error, OSError | ValueError | RuntimeError):
            raise FileTrouble.of(error, path) from error
        raise


@dataclass(frozen=True, slots=True)
class _Ready:
    """A written file that waits to take its place: the path that was asked for, or where it leads."""

    path: Path
    temporary: Path
    target: Path


def _written_beside(path: Path, content: bytes, *, force: bool) -> _Ready:
    """A new file with this content next to the path, or next to where it leads.

    One that is to replace another has its mode and is on the disk for sure. Raises GameError where no file may be
    written: something else stands there, or a file that must stay.
    """
    mode = _mode(path)
    target = path
    if mode is not None and stat.S_ISLNK(mode):
        target = path.resolve()
        mode = _mode(target)
    if mode is not None and not stat.S_ISREG(mode):
        raise FileTrouble("file.not_a_file", path)
    if mode is not None and not force:
        raise GameError(ErrorCode.BAD_RECORD, "convert.exists", file=str(path))
    temporary, descriptor = _new_beside(target)
    try:
        try:
            _write_all(descriptor, content)
            if mode is not None:
                temporary.chmod(stat.S_IMODE(mode))
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return _Ready(path, temporary, target)


def _mode(path: Path) -> int | None:
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return None


def _write_all(descriptor: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(descriptor, left) :]


def _new_beside(path: Path) -> tuple[Path, int]:
    for number in count():
        temporary = path.with_name(f".{path.name[:40]}.{os.getpid()}-{number}.tmp")
        with contextlib.suppress(FileExistsError):
            return temporary, os.open(temporary, _WRITING, 0o666)
    raise AssertionError("some number is free")
