"""A full-screen client on a server: hears the lobby while it is open, and goes to the games that it leads to.

What is the same in every such client; how it is shown, each says by a few methods.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import (
    Answered,
    Challenged,
    ChallengeView,
    LobbyNews,
    Noticed,
    Paired,
)
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, Game, Invitation
from tengen.clients.play.remote import read_invitation
from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.sitting.tables import Tables
from tengen.core import GameKind, kinds


class OnlineSession(ABC):
    """The lobby of one client, which is closed by who entered it."""

    def __init__(self, people: ServerPeople, lobby: Lobby, tables: Tables) -> None:
        self.people = people
        self.lobby = lobby
        self._tables = tables
        self._opening: set[str] = set()

    def now(self) -> int:
        """The clock with which times of the lobby count."""
        return self.people.games.now()

    def kinds(self) -> tuple[GameKind, ...]:
        """The games that the server has and this client knows."""
        return tuple(kind for kind in kinds() if self.people.games.players(kind))

    @property
    def has_account(self) -> bool:
        """Whether somebody with an account is here."""
        return bool(self.people.present)

    @property
    def is_lost(self) -> bool:
        """Whether the connection is broken; it comes back by itself."""
        return self.lobby.view.is_known and self.lobby.view.connection is not Connection.OPEN

    # --- how it is shown

    @property
    @abstractmethod
    def are_games_shown(self) -> bool:
        """Whether the screen of the games is the one that is shown."""

    @abstractmethod
    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something meanwhile; what it is refused is told."""

    @abstractmethod
    def tell(self, words: HasWords) -> None:
        """Show a line."""

    @abstractmethod
    def show_tables(self) -> None:
        """Show the games, at the tab that was chosen."""

    @abstractmethod
    def show_game(self, game: Game) -> None:
        """One more tab, shown."""

    @abstractmethod
    def heard(self) -> None:
        """The lobby has changed, and its news were told: draw it."""

    @abstractmethod
    def begun(self, words: HasWords, game_id: str, /) -> None:
        """A game has begun that is not opened by itself: nobody here asked for it, or they sit at another."""

    @abstractmethod
    def ring(self) -> None:
        """Let it be heard: who waits may look elsewhere."""

    def challenged(self, challenge: ChallengeView, /) -> None:
        """Somebody challenges who is here; it was rung."""

    # --- what is heard

    async def follow(self) -> None:
        """Hear the lobby until it is closed."""
        changes = self.lobby.changes()
        try:
            async for change in changes:
                for news in change.news:
                    self._hear(news)
                self.heard()
        finally:
            changes.close()

    def _hear(self, news: LobbyNews) -> None:
        match news:
            case Paired(game_id=game_id, is_asked=is_asked):
                self._has_begun(Said("lobby.paired"), game_id, is_asked=is_asked)
            case Answered(game_id=game_id, is_asked=is_asked):
                words = news.words()
                if words is not None and game_id is not None:
                    self._has_begun(words, game_id, is_asked=is_asked)
                elif words is not None:
                    self.tell(words)
            case Noticed(notice=notice):
                self.tell(notice.words)
            case Challenged(challenge=challenge):
                self.ring()
                self.challenged(challenge)

    def _has_begun(self, words: HasWords, game_id: str, *, is_asked: bool) -> None:
        """What was asked for here opens by itself, unless one sits at a running game."""
        self.ring()
        if is_asked and not self._is_playing():
            self.tell(words)
            self.do(self.open_game(game_id))
        else:
            self.begun(words, game_id)

    def _is_playing(self) -> bool:
        table = self._tables.shown if self.are_games_shown else None
        return table is not None and bool(table.view.yours) and bool(table.view.moves) and not table.view.is_over

    # --- what is done

    async def open_game(self, game_id: str) -> None:
        """Go to a game: to its tab where it has one, else a new tab; one however often it is asked for meanwhile."""
        for place, table in enumerate(self._tables.all):
            if game_id in (table.view.game_id, table.view.watch_id):
                self._tables.show(place)
                self.show_tables()
                return
        if game_id in self._opening:
            return
        self._opening.add(game_id)
        try:
            await self._show(lambda: self.people.games.open(game_id))
        finally:
            self._opening.discard(game_id)

    async def open_link(self, typed: str) -> None:
        """Go where a link of this server leads: to play by an invitation, or to a game by its id."""
        wanted = read_invitation(typed, self.people.address)
        if isinstance(wanted, Invitation):
            await self._show(lambda: self.people.games.join(wanted, ""))
        else:
            await self.open_game(wanted)

    async def accept(self, challenge: ChallengeView) -> None:
        """Take a challenge and go to the game."""
        await self._show(lambda: self.lobby.accept(challenge))

    async def _show(self, come: Callable[[], Awaitable[Game]]) -> None:
        """Show a game once it has come; where there is no room for it, it is not asked for."""
        full = self._tables.why_full()
        if full is not None:
            self.tell(full)
            return
        self.show_game(await come())
        self.show_tables()

    def invite_link(self, invitation: Invitation) -> str:
        """What to send to whoever is invited."""
        return self.people.address.join_link(invitation)
