"""A lobby on a real database, with accounts and a guest, and somebody who hears everything that it tells."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Executable, func, insert, select

from tengen.core import ClockKind, ErrorCode, GameError, TimeControl, create_rules
from tengen.match.service import Games, Invitations, MatchFilter
from tengen.people import Account, Leaving, LeavingKind, Notice, PeopleCode, PeopleError, Rating, RatingRow
from tengen.people.service import Conduct, Notices, Relations
from tengen.protocol import PersonalFrame
from tengen.server.lobby import (
    ChallengeClosed,
    ChallengeOpened,
    Challenges,
    ChallengeTerms,
    LobbyChange,
    LocalLobbyBus,
    Matchmaking,
    OpenChallenges,
    Opponents,
    Persons,
    Speed,
    quick_control,
)
from tengen.server.results import check_rated_by
from tengen.server.stored_challenges import StoredChallenges
from tengen.storage import SqlChallengeStore, SqlTalkStore
from tengen.storage.schema import challenge_answers, challenges, ratings
from tengen.storage.talk_schema import leavings
from tests.people.club import Club, open_club

BLITZ = quick_control(Speed.BLITZ)
DAYS = quick_control(Speed.DAYS)
HALF_AN_HOUR = TimeControl(ClockKind.ABSOLUTE, 30 * 60_000)


@dataclass
class Ears:
    """Hears all that the lobby tells."""

    changes: list[LobbyChange] = field(default_factory=list)
    frames: list[tuple[str, PersonalFrame]] = field(default_factory=list)

    __hash__ = object.__hash__

    def hear(self, change: LobbyChange) -> None:
        self.changes.append(change)

    def hear_for(self, account_id: str, frame: PersonalFrame) -> None:
        self.frames.append((account_id, frame))

    def opened(self) -> list[str]:
        return [change.challenge.challenge_id for change in self.changes if isinstance(change, ChallengeOpened)]

    def closed(self) -> list[str]:
        return [change.challenge_id for change in self.changes if isinstance(change, ChallengeClosed)]

    def told(self, account_id: str, type_: str) -> list[dict[str, Any]]:
        """The frames of a kind that somebody was sent, as plain values."""
        found = [frame for heard_by, frame in self.frames if heard_by == account_id and frame.type == type_]
        return [frame.model_dump(by_alias=True) for frame in found]


class Lobby:
    """The services of a lobby. `here` are those who would hear of something at once."""

    def __init__(self, club: Club) -> None:
        self.club, self.time, self.here = club, club.time, set[str]()
        self.ears, bus, now = Ears(), LocalLobbyBus(), club.time.wall_ms
        bus.listen(self.ears)
        talk = SqlTalkStore(club.database)
        self.relations = Relations(talk, club.people, now)
        self.notices = Notices(talk, club.people, now)
        self.store = StoredChallenges(SqlChallengeStore(club.database))
        check_rated = check_rated_by(club.results)
        self.games = Games(club.service.matches, Invitations(b"s" * 32), check_rated=check_rated)
        opponents = Opponents(club.people, club.results, self.relations, check_rated, now)
        self.challenges = Challenges(
            self.store,
            self.games,
            opponents,
            OpenChallenges(bus),
            persons=Persons(club.people, club.results),
            notices=self.notices,
            now=now,
            is_here=self.here.__contains__,
            chance=random.Random(5),
        )
        conduct = Conduct(talk, now, club.results.games_of)
        self.matchmaking = Matchmaking(self.games, opponents, conduct, bus, now, chance=random.Random(5))

    async def account(self, name: str) -> Account:
        found = await self.club.people.account(name.lower())
        assert found is not None, "it was made"
        return found

    async def notices_of(self, name: str) -> list[Notice]:
        return list(await self.notices.of(name.lower()))

    async def rate(self, name: str, rating: float, rating_class: str = "GOMOKU") -> None:
        """Have somebody be rated so."""
        row = RatingRow(name.lower(), rating_class, 1, Rating(rating), 1, self.time.wall_ms())
        await self.write(insert(ratings).values(row.values()))

    async def note_leavings(self, name: str, count: int) -> None:
        """Have somebody have left so many games just now."""
        for number in range(count):
            row = Leaving(f"left {number}", name.lower(), self.time.wall_ms(), LeavingKind.ABANDONED)
            await self.write(insert(leavings).values(row.values()))

    async def write(self, statement: Executable) -> None:
        """Do something to the database that no service does."""
        with self.club.database.engine.begin() as connection:
            connection.execute(statement)

    async def rows(self) -> tuple[int, int, int]:
        """How many challenges, answers and matches are stored."""
        questions = [select(func.count()).select_from(table) for table in (challenges, challenge_answers)]
        first, second = await self.club.database.read(
            lambda connection: [connection.scalar(question) or 0 for question in questions]
        )
        page = await self.club.matches_store.find_matches(MatchFilter(), limit=200)
        return first, second, len(page.rows)


def terms(kind: str = "gomoku", size: int = 15, **more: Any) -> ChallengeTerms:
    """An even game of Gomoku in a sitting, unless told otherwise."""
    given: dict[str, Any] = {"control": BLITZ, **more}
    return ChallengeTerms(create_rules(kind, size, given.pop("rules", None)), **given)


@asynccontextmanager
async def open_lobby(folder: Path, *names: str, guests: tuple[str, ...] = ()) -> AsyncIterator[Lobby]:
    """A lobby in a folder, with these accounts and guests; it has started."""
    async with open_club(folder, *names) as club:
        for name in guests:
            await club.add_guest(name)
        lobby = Lobby(club)
        await lobby.challenges.start()
        yield lobby
        await lobby.challenges.close()


async def refused(work: Awaitable[object]) -> PeopleCode | ErrorCode:
    """The code with which this is refused, in words of every language."""
    with pytest.raises((PeopleError, GameError)) as caught:
        await work
    error = caught.value
    assert isinstance(error, PeopleError | GameError)
    assert error.text("zh") != error.text("en")
    return error.code


async def outcomes(*works: Awaitable[object]) -> list[object]:
    """What came of these at once: the code of a refusal, else `done`."""
    results = await asyncio.gather(*works, return_exceptions=True)
    found: list[object] = []
    for result in results:
        if isinstance(result, PeopleError):
            found.append(result.code)
        else:
            assert not isinstance(result, BaseException), repr(result)
            found.append("done")
    return sorted(found, key=str)
