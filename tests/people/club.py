"""A database with accounts, and a service of matches whose ends write results: what a server has, without one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import event, func, make_url, select
from sqlalchemy.engine.interfaces import DBAPIConnection

from tengen.core import BLACK, WHITE, Action, Color, Resign, create_rules
from tengen.match import Match, Request, RequestKind, Seat
from tengen.match.service import MatchLimits, SeatCommand
from tengen.people import Account, AddAccount, LevelRatings, RatingRow, Result, Role, SecondFactor, name_key
from tengen.people.service import ResultsService
from tengen.server.results import rows_of_ends
from tengen.storage import (
    CHALLENGE_TABLES,
    RESULT_TABLES,
    Database,
    SqlMatchStore,
    SqlPeopleStore,
    SqlResultStore,
)
from tengen.storage.migrate import migrate
from tengen.storage.schema import ratings, results
from tengen.storage.sqlite import open_engine
from tests.match.services import RunningService, TestTime, action_of
from tests.match.sittings import MINUTE
from tests.people.finished_games import LEVELS

ENOUGH = "a1 c1 a2 c2 a3 c3 a5 c5 a6 c6 a7 c7"
"""As many moves of Gomoku as a rated game needs, and nobody has won."""


class Club:
    """People who play. `time` is turned by the test, for matches and ratings alike."""

    def __init__(self, database: Database, levels: LevelRatings) -> None:
        self.database = database
        self.people = SqlPeopleStore(database)
        self.store = SqlResultStore(database)
        self.matches_store = SqlMatchStore(database, (*RESULT_TABLES, *CHALLENGE_TABLES))
        self.time = TestTime()
        self.results = ResultsService(self.store, self.people, levels, self.time.wall_ms)
        self.service = self.another_service()

    def another_service(self, first_id: int = 1) -> RunningService:
        """A service on the same database, as another process has one."""
        return RunningService(
            self.matches_store,
            time=self.time,
            on_end=rows_of_ends(self.results),
            first_id=first_id,
            limits=MatchLimits(),
        )

    async def register(self, *names: str) -> None:
        """Make accounts whose ids are their names in small letters."""
        accounts = [Account(name.lower(), name, 5, name_key(name), "a hash") for name in names]
        await self.people.commit(*[AddAccount(account) for account in accounts])

    async def add_guest(self, name: str) -> None:
        """Make a guest whose id is the name in small letters."""
        await self.people.commit(AddAccount(Account(name.lower(), name, 5)))

    async def add_administrator(self, name: str = "Root") -> Account:
        """Make an administrator with a second factor."""
        account = Account("boss", name, 5, name_key(name), "a hash", frozenset({Role.ADMIN}), SecondFactor("A" * 32))
        await self.people.commit(AddAccount(account))
        return account

    async def begin(
        self, first: Seat | str, second: Seat | str, kind: str = "gomoku", *, rated: bool = True, **options: Any
    ) -> str:
        """A match with a clock between these; its id."""
        seats = [seat if isinstance(seat, Seat) else Seat(seat, owner=seat.lower()) for seat in (first, second)]
        rules = create_rules(kind, options.pop("size", None), options.pop("rules", None))
        options = {"control": MINUTE, "rated": rated, **options}
        answer = await self.service.matches.create(rules, *seats, **options)
        return answer.match.match_id

    async def play(
        self,
        first: Seat | str,
        second: Seat | str,
        winner: Color | None = BLACK,
        *,
        moves: str = ENOUGH,
        **options: Any,
    ) -> str:
        """A match that these play to its end: the other side resigns, or they agree on a draw; its id."""
        match_id = await self.begin(first, second, **options)
        if moves:
            await self.go_on(match_id, moves)
        await self.end(match_id, winner)
        return match_id

    async def end(self, match_id: str, winner: Color | None = BLACK) -> Match:
        """Have a match end: the other side resigns, or they agree on a draw."""
        if winner is not None:
            return await self.act(match_id, Resign(winner.other))
        await self.act(match_id, Request(RequestKind.DRAW, BLACK))
        return await self.act(match_id, Request(RequestKind.DRAW, WHITE))

    async def go_on(self, match_id: str, names: str) -> Match:
        """Play these points for whoever is to move, people and programs alike."""
        match = await self.service.matches.snapshot(match_id)
        for name in names.split():
            match = await self.act(match_id, action_of(match, name))
        return match

    async def act(self, match_id: str, command: SeatCommand) -> Match:
        """What somebody does, or a program."""
        matches = self.service.matches
        match = await matches.snapshot(match_id)
        if match.seat(command.player).is_human:
            return (await self.service.act(match_id, command)).match
        assert isinstance(command, Action), "a program only plays"
        room = await matches._rooms.open(match_id)
        await matches._upkeep.act(room, command, match.revision)
        return await matches.snapshot(match_id)

    async def count(self) -> tuple[int, int]:
        """How many results and ratings are stored."""
        questions = [select(func.count()).select_from(table) for table in (results, ratings)]
        first, second = await self.database.read(
            lambda connection: [connection.scalar(question) or 0 for question in questions]
        )
        return first, second

    async def result(self, match_id: str) -> Result:
        """The result of a match that has one."""
        found = await self.store.result(match_id)
        assert found is not None, "it has a result"
        return found

    async def history(self, name: str, rating_class: str = "GOMOKU") -> Sequence[RatingRow]:
        """The ratings of somebody, in order."""
        return await self.store.rating_rows(name.lower(), rating_class)


@asynccontextmanager
async def open_club(folder: Path, *names: str, levels: LevelRatings = LEVELS) -> AsyncIterator[Club]:
    """A club in a folder, with these accounts; its service runs."""
    file = folder / "tengen.sqlite3"
    if not file.exists():
        file.write_bytes(_empty_database())
    database = await Database.open(f"sqlite:///{file}")
    event.listen(database.engine, "checkout", do_not_sync)
    try:
        club = Club(database, levels)
        if names:
            await club.register(*names)
        async with club.service:
            yield club
    finally:
        await database.close()


@cache
def _empty_database() -> bytes:
    """A database of this version: its steps are walked once and not for every test."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "empty.sqlite3"
        engine = open_engine(make_url(f"sqlite:///{file}"))
        migrate(engine)
        engine.dispose()
        return file.read_bytes()


def do_not_sync(connection: DBAPIConnection, *_: object) -> None:
    """Nobody pulls the plug in these tests: their many commits need not wait for the disk."""
    connection.cursor().execute("PRAGMA synchronous = OFF")
