"""Games in files of a client's own folder: one fixed file for each kind of game, and a list of all. Draws nothing."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from hashlib import sha256
from heapq import nlargest
from pathlib import Path
from typing import Final

from tengen.clients.play import Game
from tengen.clients.records.files import FileTrouble, read_bytes
from tengen.clients.sitting.people import People
from tengen.clients.sitting.record_files import LARGEST_BYTES, USUAL_ENDING, Copy, copy, reading_of, today
from tengen.clients.sitting.said import Confirmation, HasWords, Noted, Said
from tengen.core import ErrorCode, GameError, Record
from tengen.core.errors import shown
from tengen.core.printing import printable
from tengen.formats import Reading, formats

FOLDER_NAME: Final = "games"
"""What the folder is called in the data folder."""
MOST_LISTED: Final = 500
_LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file in the list; `changed_ms` counts from 1970."""

    path: Path
    name: str
    changed_ms: int


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A game that was loaded from a file, and what is to be said of it, a line each."""

    game: Game
    said: tuple[HasWords, ...]


class GameFiles:
    """The files of one folder. Raises FileTrouble, GameError and what `People` raises; then nothing has changed."""

    def __init__(self, folder: Path, people: People) -> None:
        self._folder = folder
        self._people = people
        self._known: dict[Path, tuple[str, bytes]] = {}
        """The game that a file holds, and what it held when it was written or read."""

    def fixed(self, kind: str) -> Path:
        """The file that S and L use for games of this kind."""
        return self._folder / f"{kind}{USUAL_ENDING}"

    def path_of(self, typed: str) -> Path:
        """The file of this folder that was named; one without an ending is a save file. Raises GameError."""
        name = typed.strip()
        is_plain = name and len(name) <= _LONGEST_NAME and printable(name) == name and not name.startswith(".")
        if not is_plain or any(sign in name for sign in "/\\:"):
            raise GameError(ErrorCode.BAD_RECORD, "sitting.file.bad_name", file=shown(name))
        return self._folder / (name if Path(name).suffix.lower() in _endings() else f"{name}{USUAL_ENDING}")

    def listed(self) -> tuple[FileEntry, ...]:
        """The game files of the folder, the latest changed first; of very many the latest."""
        try:
            with os.scandir(self._folder) as found:
                entries = (entry for entry in found if Path(entry.name).suffix.lower() in _endings())
                there = [_entry(entry) for entry in entries if entry.is_file() and not entry.name.startswith(".")]
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise FileTrouble.of(error, self._folder) from error
        return tuple(nlargest(MOST_LISTED, there, key=lambda entry: (entry.changed_ms, entry.name)))

    async def rename(self, entry: FileEntry, typed: str) -> Path:
        """Call a file of the folder something else; never in place of another."""
        path = self.path_of(typed)
        if path != entry.path:
            await asyncio.to_thread(_rename, entry.path, path)
            if entry.path in self._known:
                self._known[path] = self._known.pop(entry.path)
        return path

    async def delete(self, entry: FileEntry) -> None:
        """Remove a file of the folder."""
        await asyncio.to_thread(_delete, entry.path)
        self._known.pop(entry.path, None)

    async def confirmation(self, game: Game, path: Path) -> Confirmation | None:
        """What to ask before a game is saved to a file that holds another one; nothing once it was saved there."""
        held = await asyncio.to_thread(_digest, path)
        if held is None or self._known.get(path) == (game.view.game_id, held):
            return None
        return Confirmation(Said("sitting.file.other", {"file": path.name}), Said("sitting.file.yes"))

    async def save(self, game: Game, path: Path) -> tuple[HasWords, ...]:
        """Write the game to a file, in place of what is there; what is to be said of it, a line each."""
        ready = copy(await game.record(today()), str(path))
        if ready.is_save:
            ready = replace(ready, data=await self._people.file_of(game))
        await asyncio.to_thread(self._write, ready)
        self._known[path] = (game.view.game_id, sha256(ready.data).digest())
        noted = (Noted(ready.notices),) if ready.notices else ()
        return (Said("sitting.file.saved", {"file": path.name}), *noted)

    def _write(self, ready: Copy) -> None:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise FileTrouble.of(error, self._folder) from error
        ready.write()

    async def load(self, path: Path) -> OpenedFile:
        """Go on with the game of a file, the first where there are several."""
        reading, held = await asyncio.to_thread(_read, path)
        record = reading.records[0]
        disagrees = await asyncio.to_thread(_disagrees, record)
        game = await self._people.go_on(record)
        self._known[path] = (game.view.game_id, held)
        said: list[HasWords] = [Said("sitting.file.loaded", {"file": path.name})]
        if len(reading.records) > 1:
            said.append(Said("console.first_of", {"count": len(reading.records)}))
        if reading.notices:
            said.append(Noted(reading.notices))
        if disagrees:
            said.append(Said("console.result_differs"))
        return OpenedFile(game, tuple(said))


def _endings() -> frozenset[str]:
    return frozenset(ending for format_ in formats() for ending in format_.endings)


def _entry(entry: os.DirEntry[str]) -> FileEntry:
    return FileEntry(Path(entry.path), printable(entry.name), entry.stat().st_mtime_ns // 1_000_000)


def _rename(path: Path, to: Path) -> None:
    """Raises GameError where something has that name already."""
    if to.exists():
        raise GameError(ErrorCode.BAD_RECORD, "sitting.files.exists", file=shown(to.name))
    try:
        path.rename(to)
    except OSError as error:
        raise FileTrouble.of(error, path) from error


def _delete(path: Path) -> None:
    try:
        path.unlink()
    except OSError as error:
        raise FileTrouble.of(error, path) from error


def _read(path: Path) -> tuple[Reading, bytes]:
    content = read_bytes(path, LARGEST_BYTES)
    return reading_of(path, content), sha256(content).digest()


def _disagrees(record: Record) -> bool:
    return record.replay().disagrees


def _digest(path: Path) -> bytes | None:
    """What tells the content of a file from any other; None where there is no file. Raises FileTrouble."""
    try:
        return sha256(read_bytes(path, LARGEST_BYTES)).digest()
    except FileTrouble as trouble:
        if trouble.key == "console.file.missing":
            return None
        if trouble.key == "console.file.too_large":
            return b""
        raise
