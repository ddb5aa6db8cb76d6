"""People on a server for tests, who leave when the test ends, with their lobbies and chats."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Protocol, TypeVar

from tests.clients.play.scripts import seen
from tests.server.people import PASSWORD, new_name
from tests.server.process import ServerProcess

from tengen.clients.online.chat import Chat, ChatView
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import ChallengeTerms, LobbyNews, LobbyView
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Game, Stream
from tengen.clients.play.remote import ServerAddress
from tengen.core import BLACK, find_kind

T = TypeVar("T")
V = TypeVar("V")
N = TypeVar("N", bound=LobbyNews)


@asynccontextmanager
async def people_on(server: ServerProcess, address: str | None = None) -> AsyncIterator[ServerPeople]:
    """A screen at which nobody has logged in yet, perhaps by way of another address."""
    people = await ServerPeople.connect(ServerAddress.parse(address or server.address))
    try:
        yield people
    finally:
        await people.close()


class Visitor:
    """A screen with the lobby of a server, and what happens to whoever is there."""

    def __init__(self, people: ServerPeople) -> None:
        self.people = people
        self.lobby = Lobby(people)
        self._changes = self.lobby.changes()
        self._news: list[LobbyNews] = []

    @property
    def name(self) -> str:
        return self.people.present[0].name

    async def sees(self, found: Callable[[LobbyView], bool]) -> LobbyView:
        """The lobby as soon as it shows something."""
        return await until(self.lobby.changes(), lambda: self.lobby.view, found)

    async def told(self, kind: type[N]) -> N:
        """The next thing of this kind that happens to this person, or has happened and was not asked for yet."""
        while True:
            for one in self._news:
                if isinstance(one, kind):
                    self._news.remove(one)
                    return one
            self._news += (await anext(self._changes)).news


class Visits(Protocol):
    """Makes one more visitor; with an account unless told otherwise."""

    async def __call__(self, address: str | None = None, *, is_guest: bool = False) -> Visitor: ...


@asynccontextmanager
async def visits_to(server: ServerProcess) -> AsyncIterator[Visits]:
    """As many visitors as a test needs."""
    async with AsyncExitStack() as stack:

        async def come(address: str | None = None, *, is_guest: bool = False) -> Visitor:
            people = await stack.enter_async_context(people_on(server, address))
            if not is_guest:
                await people.register(new_name(), PASSWORD)
            visitor = Visitor(people)
            stack.push_async_callback(visitor.lobby.close)
            await visitor.sees(lambda view: view.is_known)
            return visitor

        yield come


async def until(changes: Stream[T], now: Callable[[], V], found: Callable[[V], bool]) -> V:
    """What is to be seen as soon as it shows something."""
    if not found(now()):
        async for _ in changes:
            if found(now()):
                break
        else:
            raise AssertionError(f"never seen; it is {now()}")
    changes.close()
    return now()


async def hears(chat: Chat, found: Callable[[ChatView], bool]) -> ChatView:
    """The chat as soon as it shows something."""
    return await until(chat.changes(), lambda: chat.view, found)


async def match_of(black: Visitor, white: Visitor, kind: str = "gomoku", size: int = 9) -> tuple[Game, Game]:
    """A game that began by a challenge."""
    made = await black.lobby.challenge(ChallengeTerms(find_kind(kind), size, color=BLACK, to=white.name))
    await white.sees(lambda view: made in view.challenged)
    other = await white.lobby.accept(made)
    own = await black.people.games.open(other.view.game_id)
    await seen(own, lambda view: not view.is_waiting)
    return own, other
