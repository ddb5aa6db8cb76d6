"""The services of the lobby, put together: made when the stores are open, run while the server does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from tengen.match.service import Games
from tengen.people import PeopleStore, SessionsEnded
from tengen.people.service import Conduct, Notices, Relations, ResultsService
from tengen.server.lobby import Challenges, LocalLobbyBus, Matchmaking, OpenChallenges, Opponents, Persons
from tengen.server.results import check_rated_by
from tengen.server.stored_challenges import StoredChallenges
from tengen.storage import Database, SqlChallengeStore


class LobbyServices:
    """What the lobby of a server consists of."""

    def __init__(
        self,
        database: Database,
        people: PeopleStore,
        games: Games,
        results: ResultsService,
        *,
        relations: Relations,
        notices: Notices,
        conduct: Conduct,
        now: Callable[[], int],
    ) -> None:
        self.bus = LocalLobbyBus()
        self.persons = Persons(people, results)
        opponents = Opponents(people, results, relations, check_rated_by(results), now)
        self.challenges = Challenges(
            StoredChallenges(SqlChallengeStore(database)),
            games,
            opponents,
            OpenChallenges(self.bus),
            persons=self.persons,
            notices=notices,
            now=now,
        )
        self.matchmaking = Matchmaking(games, opponents, conduct, self.bus, now)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Pair people, and end challenges that nobody takes."""
        await self.challenges.start()
        tasks = [asyncio.create_task(work) for work in (self.challenges.run(), self.matchmaking.run())]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            await self.challenges.close()

    def on_sessions_ended(self, ended: SessionsEnded) -> None:
        """These may not play any more, or be called otherwise."""
        self.challenges.on_sessions_ended(ended.account_ids)
