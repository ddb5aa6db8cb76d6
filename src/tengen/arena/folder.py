"""The folder of an arena: settings, results and games, kept so that a stop at any moment loses no game that was told.

A game goes to the file of the games first and then as a line to the results, both on the disk before `add` returns. The
line says where the game ends in its file, so that after a kill everything behind the last whole line is cut off.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self

import msgspec

from tengen.arena.lines import Current, GamesEnding, Result, Settings
from tengen.core import ErrorCode, GameError

SETTINGS: Final = "arena.json"
RESULTS: Final = "results.jsonl"
CURRENT: Final = "current.json"
GAMES: Final = "games"
_LOCK: Final = ".lock"

_settings: Final = msgspec.json.Decoder(Settings)
_results: Final = msgspec.json.Decoder(Result)


class Folder:
    """An open folder, of this process alone. `results` holds what was played so far."""

    def __init__(self, path: Path, settings: Settings, ending: GamesEnding) -> None:
        """Make the folder, or go on with it. Raises BAD_RECORD where something else lies there, OSError."""
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self._games: BinaryIO | None = None
        self._lines: BinaryIO | None = None
        if not (path / SETTINGS).exists():
            self._check_empty()
        self._lock = (path / _LOCK).open("ab")
        try:
            _lock(self._lock, path)
            if not (path / SETTINGS).exists():
                self._begin(settings)
            self._check(settings)
            self.results = read_results(path)
            end = self.results[-1].end if self.results else 0
            self._games = self._tidied(path / f"{GAMES}{ending}", end)
            self._lines = self._tidied(path / RESULTS, len(_whole_lines(path)))
            _sync_folder(path)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, result: Result, text: str) -> Result:
        """Keep a result and its game. When this returns both are on the disk. Raises OSError."""
        assert self._games is not None
        assert self._lines is not None
        _append(self._games, text.encode())
        result = msgspec.structs.replace(result, end=self._games.tell())
        _append(self._lines, msgspec.json.encode(result) + b"\n")
        self.results.append(result)
        return result

    def show(self, current: Current) -> None:
        """Tell those who watch what is being played now. They see the old or the new, never a half."""
        temporary = self.path / f".{CURRENT}.tmp"
        temporary.write_bytes(msgspec.json.encode(current))
        temporary.replace(self.path / CURRENT)

    def close(self) -> None:
        """Let others open the folder."""
        for file in (self._games, self._lines, self._lock):
            if file is not None:
                file.close()

    def _check_empty(self) -> None:
        if any(not path.name.startswith(".") for path in self.path.iterdir()):
            raise GameError(ErrorCode.BAD_RECORD, "arena.not_empty", folder=str(self.path))

    def _begin(self, settings: Settings) -> None:
        temporary = self.path / f".{SETTINGS}.tmp"
        with temporary.open("wb") as file:
            _append(file, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        temporary.replace(self.path / SETTINGS)

    def _check(self, settings: Settings) -> None:
        difference = read_settings(self.path).difference(settings)
        if difference is not None:
            raise GameError(ErrorCode.BAD_RECORD, "arena.other_settings", folder=str(self.path), setting=difference)

    @staticmethod
    def _tidied(path: Path, length: int) -> BinaryIO:
        """The file, open for more, without what a kill left behind its last whole entry."""
        file = path.open("ab")
        if file.tell() > length:
            file.truncate(length)
        file.seek(0, os.SEEK_END)
        return file


def read_settings(path: Path) -> Settings:
    """What an arena's folder says about it. Raises BAD_RECORD, OSError."""
    try:
        return _settings.decode((path / SETTINGS).read_bytes())
    except msgspec.MsgspecError as error:
        raise _unreadable(path / SETTINGS, str(error)) from error


def read_results(path: Path) -> list[Result]:
    """The results of a folder in the order in which the games ended, without a last line that is not whole yet."""
    try:
        return [_results.decode(line) for line in _whole_lines(path).splitlines()]
    except msgspec.MsgspecError as error:
        raise _unreadable(path / RESULTS, str(error)) from error


def _whole_lines(path: Path) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        data = (path / RESULTS).read_bytes()
        return data[: data.rfind(b"\n") + 1]
    return b""


def _unreadable(path: Path, reason: str) -> GameError:
    return GameError(ErrorCode.BAD_RECORD, "arena.unreadable", file=str(path), reason=reason)


def _append(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(path: Path) -> None:
    """Put the names of new files on the disk too, where the system lets us."""
    with contextlib.suppress(OSError, AttributeError):
        number = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep other arenas out, where the system has such locks. It is gone with the process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise GameError(ErrorCode.BAD_RECORD, "arena.in_use", folder=str(path)) from error
