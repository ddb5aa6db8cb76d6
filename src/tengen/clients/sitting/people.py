"""Who sits at a full-screen client: people who log in here, their games and their saves. A port with two adapters.

`LocalPeople` keeps accounts and saves in this user's data folder, `online.ServerPeople` on a server. Draws nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.clients.play import Game, Games, NewGame
from tengen.core import Color, Record


@dataclass(frozen=True, slots=True)
class PersonHere:
    """Somebody who has logged in here. A server does not tell the ids of its accounts."""

    name: str
    account_id: str | None = None


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game to begin, and who of those here has which colour; other people are guests by their names."""

    game: NewGame
    people: Mapping[Color, PersonHere] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SaveEntry:
    """A save in a list: `names` are what the players are called, empty for a program and for who was deleted.

    `cells` is the board, row by row from the top: 0 empty, 1 black, 2 white; `changed_ms` counts from 1970.
    """

    save_id: str
    name: str
    kind: str
    size: int
    names: Mapping[Color, str]
    players: Mapping[Color, str]
    moves: int
    cells: bytes
    changed_ms: int
    owner: str = ""


class People(ABC):
    """Those who are at this screen. At most two log in; the order in which they came stays.

    A refusal is a `PeopleError` or a `GameError`, a folder or a server that cannot be used a `PeopleTrouble` or a
    `ServerTrouble`: each has its words by `text(language)`. Whatever is refused changes nothing.
    """

    @property
    @abstractmethod
    def games(self) -> Games:
        """Where they play."""

    @property
    @abstractmethod
    def present(self) -> tuple[PersonHere, ...]:
        """Who has logged in, in the order in which they came."""

    @property
    @abstractmethod
    def can_log_in(self) -> bool:
        """Whether there are accounts to log in to: not where another program has the data folder."""

    @abstractmethod
    async def log_in(self, name: str, password: str, code: str | None = None) -> None:
        """Come in, as the first person here or beside the first, in place of who was there.

        CODE_NEEDED asks for the code of a second factor.
        """

    @abstractmethod
    async def register(self, name: str, password: str, invite: str | None = None) -> None:
        """Make an account and come in. INVITE_NEEDED asks for an invitation."""

    @abstractmethod
    async def log_out(self, person: PersonHere | None = None) -> None:
        """Leave: this one, or all. Boards stay whose they are."""

    @abstractmethod
    async def begin(self, beginning: Beginning) -> Game:
        """Begin a game. Raises BAD_PLAYER, BAD_RULES; then there is none."""

    @abstractmethod
    async def next_of(self, game: Game) -> Game:
        """The game that follows one, once a rematch was agreed (`View.next_id`). Raises NO_SUCH_GAME."""

    @abstractmethod
    async def go_on(self, record: Record) -> Game:
        """Go on with the game of a file. Raises BAD_SIGNATURE, WRONG_PLAYERS, BadRecord; then there is none."""

    @abstractmethod
    async def file_of(self, game: Game) -> bytes:
        """A save file of a game, signed where accounts have seats in it."""

    @abstractmethod
    async def saves(self) -> tuple[SaveEntry, ...]:
        """All saves of those who are here, the latest changed first."""

    @abstractmethod
    async def save(self, game: Game, name: str, *, overwrite: bool) -> SaveEntry:
        """Keep a game under a name for the first person here. Raises SAVE_EXISTS unless it may be replaced."""

    @abstractmethod
    async def open(self, save: SaveEntry) -> Game:
        """Go on with a save. Raises WRONG_PLAYERS unless its accounts are here in their order."""

    @abstractmethod
    async def rename(self, save: SaveEntry, name: str) -> SaveEntry:
        """Call a save something else."""

    @abstractmethod
    async def delete(self, save: SaveEntry) -> None:
        """Forget a save."""

    @abstractmethod
    async def close(self) -> None:
        """Everybody leaves, and all games are closed."""
