"""People at this screen whose accounts, games and saves are on a server."""

from __future__ import annotations

from collections.abc import Callable

from tengen.clients.play import Game, Games, monotonic_ms
from tengen.clients.play.remote import RemoteGames, Rest, ServerAddress
from tengen.clients.sitting.people import Beginning, People, PersonHere, SaveEntry
from tengen.core import Record


class ServerPeople(People):
    """Those at this screen, by one session of a server. Who has not logged in is a guest there. Made by `connect`."""

    def __init__(self, games: RemoteGames) -> None:
        self._games = games

    @classmethod
    async def connect(cls, address: ServerAddress, now: Callable[[], int] = monotonic_ms) -> ServerPeople:
        """Nobody has logged in yet. Raises ServerTrouble."""
        raise NotImplementedError

    @property
    def rest(self) -> Rest:
        """The calls of the server, as who is here now."""
        raise NotImplementedError

    @property
    def address(self) -> ServerAddress:
        """Where the server is."""
        return self._games.address

    @property
    def registration(self) -> str:
        """Who may make an account: `open`, `invite` or `closed`."""
        raise NotImplementedError

    def on_change(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Be told when somebody has come or gone, until the answer is called."""
        raise NotImplementedError

    @property
    def games(self) -> Games:
        return self._games

    @property
    def present(self) -> tuple[PersonHere, ...]:
        raise NotImplementedError

    @property
    def can_log_in(self) -> bool:
        return True

    async def log_in(self, name: str, password: str, code: str | None = None) -> None:
        raise NotImplementedError

    async def register(self, name: str, password: str, invite: str | None = None) -> None:
        raise NotImplementedError

    async def log_out(self, person: PersonHere | None = None) -> None:
        raise NotImplementedError

    async def begin(self, beginning: Beginning) -> Game:
        raise NotImplementedError

    async def next_of(self, game: Game) -> Game:
        raise NotImplementedError

    async def go_on(self, record: Record) -> Game:
        raise NotImplementedError

    async def file_of(self, game: Game) -> bytes:
        raise NotImplementedError

    async def saves(self) -> tuple[SaveEntry, ...]:
        raise NotImplementedError

    async def save(self, game: Game, name: str, *, overwrite: bool) -> SaveEntry:
        raise NotImplementedError

    async def open(self, save: SaveEntry) -> Game:
        raise NotImplementedError

    async def rename(self, save: SaveEntry, name: str) -> SaveEntry:
        raise NotImplementedError

    async def delete(self, save: SaveEntry) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError
