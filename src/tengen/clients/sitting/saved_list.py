"""Everything that was saved and can be played on: files of the client's folder and saves of accounts, in one manner.

Draws nothing and asks nobody: what is to be asked is given as a `Confirmation`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from tengen.clients.play import Game
from tengen.clients.sitting.files import FileEntry, GameFiles, OpenedFile
from tengen.clients.sitting.local_time import local_time
from tengen.clients.sitting.people import People, SaveEntry
from tengen.clients.sitting.said import Confirmation, HasWords, Said
from tengen.clients.sitting.table_words import program_name
from tengen.core import COLORS, Color, ErrorCode, GameError, text
from tengen.core.errors import shown
from tengen.core.printing import printable
from tengen.people import PeopleCode, PeopleError
from tengen.players import HUMAN


class Shelf(StrEnum):
    """Where something is saved."""

    FILES = "files"
    SAVES = "saves"


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """One saved game in a list."""

    entry: FileEntry | SaveEntry

    @property
    def name(self) -> str:
        """What it is called."""
        return printable(self.entry.name)

    @property
    def changed(self) -> str:
        """When it was changed last, on the clock of this machine."""
        return local_time(self.entry.changed_ms)

    def about(self, language: str) -> str:
        """Which game it is, who plays, how far it is; nothing of a file, which is read only when it is opened."""
        save = self.entry
        if isinstance(save, FileEntry):
            return ""
        title = f"{text(language, f'{save.kind}.name')} {text(language, 'game.size', size=save.size)}"
        names = " – ".join(_player(save, color, language) for color in COLORS)
        moves = text(language, "sitting.files.moves", count=save.moves)
        return " · ".join((title, names, moves))


class SavedList:
    """Files and saves. Raises what `GameFiles` and `People` raise; then nothing has changed."""

    def __init__(self, files: GameFiles, people: People) -> None:
        self._files = files
        self._people = people

    @property
    def shelves(self) -> tuple[Shelf, ...]:
        """Where there is anything to look for: saves are those of people who have logged in."""
        return (Shelf.FILES, Shelf.SAVES) if self._people.present else (Shelf.FILES,)

    async def read(self, shelf: Shelf) -> tuple[SavedEntry, ...]:
        """All that is there, the latest changed first."""
        if shelf is Shelf.FILES:
            return tuple(map(SavedEntry, await asyncio.to_thread(self._files.listed)))
        return tuple(map(SavedEntry, await self._people.saves()))

    async def open(self, saved: SavedEntry) -> OpenedFile:
        """Go on with it."""
        if isinstance(saved.entry, FileEntry):
            return await self._files.load(saved.entry.path)
        return OpenedFile(await self._people.open(saved.entry), ())

    async def open_path(self, typed: str) -> OpenedFile:
        """Go on with any file of this machine."""
        path = typed.strip()
        if not path or printable(path) != path:
            raise GameError(ErrorCode.BAD_RECORD, "sitting.file.bad_name", file=shown(path))
        try:
            return await self._files.load(Path(path).expanduser())
        except RuntimeError as error:  # a home folder that nobody has
            raise GameError(ErrorCode.BAD_RECORD, "sitting.file.bad_name", file=shown(path)) from error

    async def rename(self, saved: SavedEntry, typed: str) -> HasWords:
        """Call it something else; what is to be said of it."""
        if isinstance(saved.entry, FileEntry):
            name = (await self._files.rename(saved.entry, typed)).name
        else:
            name = (await self._people.rename(saved.entry, typed)).name
        return Said("sitting.files.renamed", {"file": name})

    def deletion(self, saved: SavedEntry) -> Confirmation:
        """What to ask before something is deleted."""
        return Confirmation(Said("sitting.files.delete", {"file": saved.name}), Said("saves.delete"))

    async def delete(self, saved: SavedEntry) -> HasWords:
        """Forget it; what is to be said of it."""
        if isinstance(saved.entry, FileEntry):
            await self._files.delete(saved.entry)
        else:
            await self._people.delete(saved.entry)
        return Said("saves.deleted", {"name": saved.name})

    async def replacement(self, shelf: Shelf, game: Game, typed: str) -> Confirmation | None:
        """What to ask before a game is saved under a name; None where nothing is lost."""
        if shelf is Shelf.FILES:
            return await self._files.confirmation(game, self._files.path_of(typed))
        taken = {save.name for save in await self._people.saves()}
        if typed.strip() not in taken:
            return None
        return Confirmation(Said("saves.overwrite.ask", {"name": typed.strip()}), Said("saves.overwrite"))

    async def save(self, shelf: Shelf, game: Game, typed: str) -> tuple[HasWords, ...]:
        """Save a game under a name, in place of what is there; what is to be said of it, a line each."""
        if shelf is Shelf.FILES:
            return await self._files.save(game, self._files.path_of(typed))
        try:
            kept = await self._people.save(game, typed, overwrite=False)
        except PeopleError as error:
            if error.code is not PeopleCode.SAVE_EXISTS:
                raise
            kept = await self._people.save(game, typed, overwrite=True)
        return (Said("sitting.files.kept", {"name": kept.name}),)


def _player(save: SaveEntry, color: Color, language: str) -> str:
    player = save.players.get(color, HUMAN)
    if player != HUMAN:
        return program_name(player, language)
    return printable(save.names.get(color, "")) or text(language, f"color.{color.word}")
