"""The folder of an arena: settings, results and games, kept so that a stop at any moment loses no game that was told.

A game goes to the file of the games first and then as a line to the results, both on the disk before `add` returns. The
line says where the game ends in its file, so that after a kill everything behind the last whole line is cut off.
That is at most one game: files that do not fit each other otherwise are refused as they are.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from tengen.arena.documents import ArenaSettings, Current, Result
from tengen.arena.plan import Plan
from tengen.core import ErrorCode, GameError

SETTINGS: Final = "arena.json"
RESULTS: Final = "results.jsonl"
CURRENT: Final = "current.json"
GAMES: Final = "games"
_LOCK: Final = ".lock"
_NEXT_GAME: Final = re.compile(rb'\n(?:\(;|\{")')
"""Where a game of either ending begins behind another."""

_settings: Final = msgspec.json.Decoder(ArenaSettings)
_results: Final = msgspec.json.Decoder(Result)


class Folder:
    """An open folder, of this process alone. `results` is what an earlier run left, of every game the last."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Make the folder, or go on with it. Raises BAD_RECORD where that cannot be, or something else lies there."""
        self.path = path
        self._files: list[FileIO] = []
        try:
            with _naming(path):
                self._open(plan)
        except BaseException:
            self.close()
            raise

    def _open(self, plan: Plan) -> None:
        path, settings = self.path, plan.settings()
        path.mkdir(parents=True, exist_ok=True)
        if not (path / SETTINGS).exists():
            self._check_empty()
        _lock(self._opened(path / _LOCK), path)
        if not (path / SETTINGS).exists():
            self._begin(settings)
        self._check(settings)
        games = path / f"{GAMES}{plan.ending}"
        lines = read_results(path)
        _check_lines(path / RESULTS, lines, plan)
        end = lines[-1].end if lines else 0
        _check_games(games, path / RESULTS, end)
        self.results = last_of_each(lines)
        self._games = self._tidied(games, end)
        self._lines = self._tidied(path / RESULTS, len(_whole_lines(path)))
        _sync_folder(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def add(self, result: Result, text: str) -> Result:
        """Keep a result and its game. When this returns both are on the disk, when it raises neither is.

        Raises BAD_RECORD with what the disk says.
        """
        lengths = [(file, _length(file)) for file in (self._games, self._lines)]
        try:
            _append(self._games, text.encode())
            result = msgspec.structs.replace(result, end=_length(self._games))
            _append(self._lines, msgspec.json.encode(result) + b"\n")
        except GameError:
            for file, length in lengths:
                with contextlib.suppress(OSError):
                    file.truncate(length)
            raise
        return result

    def show(self, current: Current) -> None:
        """Tell those who watch what is being played now. They see the old or the new, never a half. Raises OSError."""
        temporary = self.path / f".{CURRENT}.tmp"
        temporary.write_bytes(msgspec.json.encode(current))
        temporary.replace(self.path / CURRENT)

    def close(self) -> None:
        """Let others open the folder."""
        for file in self._files:
            file.close()

    def _check_empty(self) -> None:
        if any(not path.name.startswith(".") for path in self.path.iterdir()):
            raise GameError(ErrorCode.BAD_RECORD, "arena.not_empty", folder=str(self.path))

    def _begin(self, settings: ArenaSettings) -> None:
        temporary = self.path / f".{SETTINGS}.tmp"
        with temporary.open("wb", buffering=0) as file:
            _append(file, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        temporary.replace(self.path / SETTINGS)

    def _check(self, settings: ArenaSettings) -> None:
        difference = read_settings(self.path).difference(settings)
        if difference is not None:
            raise GameError(ErrorCode.BAD_RECORD, "arena.other_settings", folder=str(self.path), setting=difference)

    def _tidied(self, path: Path, length: int) -> FileIO:
        """The file, open for more, without what a kill left behind its last whole entry."""
        file = self._opened(path)
        if _length(file) > length:
            file.truncate(length)
        return file

    def _opened(self, path: Path) -> FileIO:
        file = path.open("ab", buffering=0)
        self._files.append(file)
        return file


def read_settings(path: Path) -> ArenaSettings:
    """What an arena's folder says about it. Raises BAD_RECORD, OSError."""
    try:
        return _settings.decode((path / SETTINGS).read_bytes())
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unreadable(path / SETTINGS, str(error)) from error


def read_results(path: Path) -> list[Result]:
    """The results of a folder, line by line, without a last line that is not whole yet. Raises BAD_RECORD, OSError.

    A game that could not be played may be there again.
    """
    try:
        return [_results.decode(line) for line in _whole_lines(path).splitlines()]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise _unreadable(path / RESULTS, str(error)) from error


def last_of_each(lines: list[Result]) -> list[Result]:
    """Of every game the last result."""
    return list({result.index: result for result in lines}.values())


def _check_lines(file: Path, lines: list[Result], plan: Plan) -> None:
    """Raises BAD_RECORD for a line that is no game of the plan, that was there before, or that lies out of order."""
    played: set[int] = set()
    end = 0
    for number, result in enumerate(lines, start=1):
        if result.index in played or result.end < end or not plan.has(result):
            raise GameError(ErrorCode.BAD_RECORD, "arena.bad_line", file=str(file), line=number)
        end = result.end
        if result.failed is None:
            played.add(result.index)


def _check_games(games: Path, results: Path, end: int) -> None:
    """Raises BAD_RECORD unless the games reach as far as the results say, with at most one behind that; OSError."""
    size = games.stat().st_size if games.exists() else 0
    if size < end:
        raise GameError(ErrorCode.BAD_RECORD, "arena.games_lost", file=str(games), results=results.name)
    if size == end:
        return
    with games.open("rb") as file:
        file.seek(end)
        left = file.read()
    if not results.exists() or _NEXT_GAME.search(left):
        raise GameError(ErrorCode.BAD_RECORD, "arena.results_lost", file=str(results), games=games.name)


def _whole_lines(path: Path) -> bytes:
    with contextlib.suppress(FileNotFoundError):
        data = (path / RESULTS).read_bytes()
        return data[: data.rfind(b"\n") + 1]
    return b""


def _unreadable(path: Path, reason: str) -> GameError:
    return GameError(ErrorCode.BAD_RECORD, "arena.unreadable", file=str(path), reason=reason)


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """What the system refuses becomes BAD_RECORD with the path."""
    try:
        yield
    except OSError as error:
        named, reason = str(error.filename or path), error.strerror or str(error)
        raise GameError(ErrorCode.BAD_RECORD, "arena.refused", path=named, reason=reason) from error


def _append(file: FileIO, data: bytes) -> None:
    with _naming(Path(os.fsdecode(file.name))):
        while data:
            data = data[file.write(data) :]
        os.fsync(file.fileno())


def _length(file: FileIO) -> int:
    return os.fstat(file.fileno()).st_size


def _sync_folder(path: Path) -> None:
    """Put the names of new files on the disk too, where the system lets us."""
    with contextlib.suppress(OSError, AttributeError):
        number = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _lock(file: FileIO, path: Path) -> None:
    """Keep other arenas out, where the system has such locks. It is gone with the process."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise GameError(ErrorCode.BAD_RECORD, "arena.in_use", folder=str(path)) from error
