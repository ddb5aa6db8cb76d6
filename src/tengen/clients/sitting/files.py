"""Games in files of a client's own folder: one fixed file for each kind of game, and a list of all. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tengen.clients.play import Game
from tengen.clients.sitting.people import People
from tengen.clients.sitting.said import HasWords, Question


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file in the list; `kind` is None for one that cannot be read. `changed_ms` counts from 1970."""

    path: Path
    name: str
    kind: str | None
    size: int
    moves: int
    changed_ms: int


@dataclass(frozen=True, slots=True)
class Opened:
    """A game that was loaded from a file, and what is to be said of it, a line each."""

    game: Game
    said: tuple[HasWords, ...]


class GameFiles:
    """The files of one folder. Raises FileTrouble, GameError and what `People` raises; then nothing has changed."""

    def __init__(self, folder: Path, people: People) -> None:
        raise NotImplementedError

    def fixed(self, kind: str) -> Path:
        """The file that S and L use for games of this kind."""
        raise NotImplementedError

    def listed(self) -> tuple[FileEntry, ...]:
        """All game files of the folder, the latest changed first."""
        raise NotImplementedError

    def question(self, game: Game, path: Path) -> Question | None:
        """What to ask before a game is saved to a file: where that holds another game, once."""
        raise NotImplementedError

    async def save(self, game: Game, path: Path) -> HasWords:
        """Write the game to a file, in place of what is there; what to say of it."""
        raise NotImplementedError

    async def load(self, path: Path) -> Opened:
        """Go on with the game of a file."""
        raise NotImplementedError

    def path_of(self, typed: str) -> Path:
        """The file of this folder that was named. Raises FileTrouble for a name that is none."""
        raise NotImplementedError
