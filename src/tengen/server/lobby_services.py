"""The services of the lobby, put together: made when the stores are open, run while the server does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Final

import structlog

from tengen.match import Event, Match, Rematched
from tengen.match.service import Games, StoreError, SystemTime
from tengen.people import PeopleStore, SessionsEnded
from tengen.people.service import Conduct, Notices, Relations, ResultsService
from tengen.protocol import NoticeFrame, notice_out
from tengen.server.lobby import (
    Broadcast,
    Challenges,
    Glances,
    Lobby,
    LobbyBus,
    LobbyPresence,
    Matchmaking,
    OpenChallenges,
    Opponents,
    OwnGames,
    Persons,
)
from tengen.server.results import check_rated_by
from tengen.server.stored_challenges import StoredChallenges
from tengen.storage import Database, SqlChallengeStore

_log: Final = structlog.get_logger("tengen.lobby")


class LobbyServices:
    """What the lobby of a server consists of."""

    def __init__(
        self,
        database: Database,
        people: PeopleStore,
        games: Games,
        results: ResultsService,
        *,
        bus: LobbyBus,
        presence: LobbyPresence,
        relations: Relations,
        notices: Notices,
        conduct: Conduct,
        now: Callable[[], int],
    ) -> None:
        self._bus, self._notices, self._matches = bus, notices, games.matches
        self.persons = Persons(people, results)
        opponents = Opponents(people, results, relations, check_rated_by(results), now)
        self.challenges = Challenges(
            StoredChallenges(SqlChallengeStore(database)),
            games,
            opponents,
            OpenChallenges(bus),
            persons=self.persons,
            notices=notices,
            now=now,
            is_here=presence.is_here,
        )
        self.matchmaking = Matchmaking(games, opponents, conduct, bus, now)
        self._broadcast = Broadcast()
        self._glances = Glances(bus, self.persons)
        self._own_games = OwnGames(bus, games.matches, self.persons, self._broadcast.is_listening)
        self.lobby = Lobby(
            self._broadcast,
            self._glances,
            self._own_games,
            self.persons,
            SystemTime(),
            seeks=self.matchmaking,
            offers=self.challenges,
            hidden_from=relations.blocked_with,
            unseen=notices.unseen,
        )
        self._under_way: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Pair people, end challenges that nobody takes, and tell everybody what is new."""
        close = self._bus.listen(self._broadcast)
        await self.challenges.start()
        await self._glances.start(self._matches)
        parts = (self.challenges, self.matchmaking, self._broadcast, self._glances, self._own_games)
        tasks = [asyncio.create_task(part.run()) for part in parts]
        try:
            yield
        finally:
            close()
            self.lobby.close()
            for task in (*tasks, *self._under_way):
                task.cancel()
            await asyncio.wait(tasks)
            await self.challenges.close()

    def on_begin(self, match: Match) -> None:
        """A match began."""
        self.lobby.on_match(match)

    def on_event(self, event: Event, after: Match) -> None:
        """Something happened in a match. Quick where nobody in the lobby sees it."""
        self.lobby.on_match(after)
        if isinstance(event, Rematched):
            self.lobby.on_rematch(after, event.next_id)

    def on_relations(self, account_ids: frozenset[str]) -> None:
        """These have blocked somebody, were blocked, or no more."""
        self.challenges.on_accounts_changed(account_ids)
        for account_id in account_ids:
            self._soon(self.lobby.renew_hidden(account_id))

    def on_notice(self, account_id: str) -> None:
        """An account has one notice more."""
        if self._broadcast.is_listening(account_id):
            self._soon(self._tell_notice(account_id))

    async def _tell_notice(self, account_id: str) -> None:
        for notice in (await self._notices.of(account_id))[:1]:
            self._bus.tell(account_id, NoticeFrame(notice=notice_out(notice)))

    def _soon(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for."""
        task = asyncio.create_task(_forgiving(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    def on_sessions_ended(self, ended: SessionsEnded) -> None:
        """These may not play any more, or be called otherwise."""
        self.challenges.on_accounts_changed(ended.account_ids)

    def on_renamed(self, account_id: str) -> None:
        """Somebody is called otherwise from now on, or is no guest any more."""
        self.challenges.on_accounts_changed({account_id})


async def _forgiving(work: Coroutine[None, None, None]) -> None:
    """Do it; where the store cannot be read, whoever comes to the lobby next time is told."""
    try:
        await work
    except StoreError:
        _log.warning("somebody in the lobby could not be told")
