"""Sessions: a token is known to its owner alone, and not for ever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path

from sqlalchemy import text

from tengen.people import Account
from tengen.people.service import Accounts, Entered, LoginLimits, PasswordHasher
from tengen.storage import Database, Guests, SqlPeopleStore
from tests.match.services import MORNING, TestTime

DAY = 24 * 3_600_000


class Signing:
    """Guests with their sessions, in a database of their own."""

    def __init__(self, database: Database) -> None:
        self.database, self.time = database, TestTime()
        self.hasher = PasswordHasher()
        limits = LoginLimits(self.time.wall_ms)
        self.accounts = Accounts(SqlPeopleStore(database), self.hasher, limits, self.time.wall_ms)
        self.guests = Guests(database, self.time.wall_ms)

    async def begin(self, name: str) -> Entered:
        return await self.accounts.begin_as_guest(name)

    async def find(self, token: str) -> Account | None:
        presence = await self.accounts.who(token)
        return None if presence is None else presence.account


@asynccontextmanager
async def signing(folder: Path) -> AsyncIterator[Signing]:
    database = await Database.open(f"sqlite:///{folder / 'tengen.sqlite3'}")
    found = Signing(database)
    try:
        yield found
    finally:
        found.hasher.close()
        await database.close()


async def test_a_guest_is_found_by_the_token_and_by_nothing_else(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        ann = await sessions.begin("Ann")
        ben = await sessions.begin("Ann")
        assert ann.account.is_guest
        assert ann.account.account_id != ben.account.account_id
        assert await sessions.find(ann.token) == ann.account
        assert await sessions.find(ben.token) == ben.account
        for token in ("", "x", ann.token[:-1], ann.token + "x", ann.account.account_id, "\ud800", "x" * 10_000):
            assert await sessions.find(token) is None
    async with signing(tmp_path) as sessions:
        assert await sessions.find(ann.token) == ann.account


async def test_a_token_is_256_bits_of_chance_and_nowhere_in_the_database(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        database = sessions.database
        made = [await sessions.begin("Ann") for _ in range(20)]
        assert len({session.token for session in made}) == 20
        assert all(len(session.token) == 43 for session in made)
        hashes = await database.read(lambda c: list(c.scalars(text("SELECT token_hash FROM sessions"))))
        assert set(hashes) == {sha256(session.token.encode()).digest() for session in made}
        assert made[0].token not in repr(made[0])
    for path in tmp_path.iterdir():
        assert all(session.token.encode() not in path.read_bytes() for session in made)


async def test_a_session_ends_when_it_is_ended(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        ann, ben = await sessions.begin("Ann"), await sessions.begin("Ben")
        await sessions.accounts.log_out(ann.token)
        assert await sessions.find(ann.token) is None
        assert await sessions.find(ben.token) == ben.account


async def test_a_session_ends_when_nobody_uses_it_and_at_last_in_any_case(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        database, time = sessions.database, sessions.time
        used, idle = await sessions.begin("Ann"), await sessions.begin("Ben")
        for _ in range(89):
            time.wall += DAY
            assert await sessions.find(used.token) == used.account
        assert await sessions.find(idle.token) is None
        time.wall += DAY
        assert await sessions.find(used.token) is None
        fresh = await sessions.begin("Cid")
        await sessions.guests.forget_old_sessions()
        count = await database.read(lambda c: c.scalar(text("SELECT count(*) FROM sessions")))
        assert count == 1
        assert await sessions.find(fresh.token) == fresh.account
        assert time.wall == MORNING + 90 * DAY


async def test_being_seen_is_not_written_at_every_call(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        database, time = sessions.database, sessions.time
        ann = await sessions.begin("Ann")

        async def seen_at() -> int | None:
            return await database.read(lambda c: c.scalar(text("SELECT seen_at FROM sessions")))

        time.wall += 60_000
        await sessions.find(ann.token)
        assert await seen_at() == MORNING
        time.wall += 3_600_000
        await sessions.find(ann.token)
        assert await seen_at() == MORNING + 3_660_000


async def test_a_stored_time_in_the_future_deletes_no_session(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        database, time = sessions.database, sessions.time
        usual = await sessions.begin("Ann")
        time.wall += 400 * DAY  # a clock that is ahead
        ahead = await sessions.begin("Ben")
        time.wall -= 400 * DAY
        await sessions.guests.forget_old_sessions()
        assert await sessions.find(usual.token) == usual.account
        assert await sessions.find(ahead.token) == ahead.account
        times = await database.read(lambda c: list(c.execute(text("SELECT created_at, seen_at FROM sessions"))))
        assert {tuple(row) for row in times} == {(MORNING, MORNING)}, "and from then on it ages as all others"
        time.wall += 31 * DAY
        assert await sessions.find(ahead.token) is None


async def test_guests_who_were_not_seen_for_long_and_have_no_seat_are_pruned(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        database, time = sessions.database, sessions.time
        made = {name: await sessions.begin(name) for name in ("gone", "seated", "seen", "registered")}
        ids = {name: session.account.account_id for name, session in made.items()}
        with database.engine.begin() as connection:
            connection.execute(text("UPDATE accounts SET password_hash = 'x' WHERE name = 'registered'"))
            match = (
                "INSERT INTO matches (key, id, watch_id, kind, second_owner, created_at, at, ai_to_move, is_over) "
                "VALUES (1, 'm', 'w', 'peace', :owner, 0, 0, 0, 0)"
            )
            connection.execute(text(match), {"owner": ids["seated"]})
        time.wall += 20 * DAY
        assert await sessions.find(made["seen"].token) is not None
        time.wall += 400 * DAY
        ahead = await sessions.begin("ahead")
        time.wall -= 390 * DAY
        assert await sessions.guests.prune(time.wall - 25 * DAY, 10) == 1
        assert await sessions.guests.prune(time.wall - 25 * DAY, 10) == 0
        left = await database.read(lambda c: set(c.scalars(text("SELECT name FROM accounts"))))
        assert left == {"seated", "seen", "registered", "ahead"}
        owners = await database.read(lambda c: set(c.scalars(text("SELECT account_id FROM sessions"))))
        assert ids["gone"] not in owners
        assert await sessions.find(ahead.token) == ahead.account


async def test_guests_are_pruned_a_few_at_a_time(tmp_path: Path) -> None:
    async with signing(tmp_path) as sessions:
        time = sessions.time
        for _ in range(7):
            await sessions.begin("Gus")
        time.wall += DAY
        assert [await sessions.guests.prune(time.wall, 3) for _ in range(4)] == [3, 3, 1, 0]
