"""A database of an earlier version opens with this one: same matches, played on, with chains that are whole.

The files in `tests/golden/databases` were made by the version that they are of; see `sample_database`.
"""

from __future__ import annotations

import gzip
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url

from tengen.core import Resign
from tengen.formats import save
from tengen.match import Match, fold
from tengen.match.log import decode_event
from tengen.match.service import MOST_FOUND, Matches, MatchFilter, Standing
from tengen.people import Account, AddAccount, LevelRatings
from tengen.people.service import Accounts, LoginLimits, PasswordHasher, ResultsService
from tengen.protocol import Frames
from tengen.server.results import rows_of_ends
from tengen.storage import RESULT_TABLES, Database, SqlMatchStore, SqlPeopleStore, SqlResultStore
from tengen.storage.migrate import ProgressLog, migrate
from tengen.storage.sqlite import open_engine
from tests.people.service.scene import CHEAP, PASSWORD, Clock
from tests.storage.sample_database import SteppedTime, describe, legal_actions

GOLDEN = Path(__file__).parents[1] / "golden" / "databases"
VERSIONS = sorted(file.name.partition(".")[0] for file in GOLDEN.glob("*.sqlite3.gz"))
TOLD: dict[str, Any] = {
    version: json.loads(gzip.decompress((GOLDEN / f"{version}.json.gz").read_bytes())) for version in VERSIONS
}
EXPECTED: dict[str, Any] = TOLD["0001"]
MATCHES: dict[str, Any] = EXPECTED["matches"]
every_match = pytest.mark.parametrize("name", MATCHES)
every_version = pytest.mark.parametrize("version", VERSIONS)


def unpacked(folder: Path, version: str = "0001") -> Path:
    """A copy of an old database."""
    file = folder / "tengen.sqlite3"
    file.write_bytes(gzip.decompress((GOLDEN / f"{version}.sqlite3.gz").read_bytes()))
    return file


@asynccontextmanager
async def served(file: Path) -> AsyncIterator[tuple[Matches, SqlMatchStore, Database]]:
    """This version's service on a database."""
    database = await Database.open(f"sqlite:///{file}")
    store = SqlMatchStore(database)
    ids = count(1)
    matches = Matches(store, Frames(), time=SteppedTime(EXPECTED["now"]), new_id=lambda: f"new{next(ids)}")
    await matches.start()
    try:
        yield matches, store, database
    finally:
        await matches.close()
        await database.close()


async def folded(store: SqlMatchStore, match_id: str) -> Match:
    """The match as its log makes it, before the service adds anything."""
    return fold([decode_event(row.n, row.body) for row in await store.load(match_id)])


@every_version
async def test_every_match_is_what_it_was(tmp_path: Path, version: str) -> None:
    async with served(unpacked(tmp_path, version)) as (_, store, _):
        for told in TOLD[version]["matches"].values():
            expected = told["match"]
            assert describe(await folded(store, expected["id"])) == expected


@every_version
async def test_every_match_is_recorded_as_it_was(tmp_path: Path, version: str) -> None:
    async with served(unpacked(tmp_path, version)) as (_, store, _):
        for told in TOLD[version]["matches"].values():
            match = await folded(store, told["match"]["id"])
            assert json.loads(save.dumps(match.record())) == told["save"]


@every_match
def test_a_save_file_of_the_last_version_is_read_as_it_was(name: str) -> None:
    told = MATCHES[name]
    record = save.loads(json.dumps(told["save"]))
    assert json.loads(save.dumps(record)) == told["save"]
    state = record.replay().game.state
    assert state.position.board.cells.hex() == told["match"]["state"]["board"]
    assert state.position.to_move.word == told["match"]["state"]["to_move"]


@every_version
async def test_every_chain_is_whole_from_the_first_row_on(tmp_path: Path, version: str) -> None:
    async with served(unpacked(tmp_path, version)) as (_, store, database):
        for told in TOLD[version]["matches"].values():
            assert await store.verify(told["match"]["id"]) is None
        with database.engine.connect() as connection:
            hashes = connection.exec_driver_sql("SELECT hash FROM events").scalars().all()
        assert all(isinstance(hash_, bytes) and len(hash_) == 16 for hash_ in hashes)


async def test_every_row_says_what_its_match_says(tmp_path: Path) -> None:
    async with served(unpacked(tmp_path)) as (_, store, _):
        page = await store.find_matches(MatchFilter(), limit=MOST_FOUND)
        assert len(page.rows) == len(MATCHES)
        for row in page.rows:
            match = await folded(store, row.match_id)
            expected = Standing.of(match)
            awaited = row.ai_to_move and not match.is_between_programs  # since then only while somebody looks
            # Everybody was a guest then, as the log says; rows do not.
            seats = {name: replace(getattr(expected, name), is_guest=False) for name in ("first", "second")}
            assert replace(row, at=0, ai_to_move=awaited) == replace(expected, at=0, **seats)


async def test_every_match_that_runs_is_played_on(tmp_path: Path) -> None:
    """What is new goes into the old logs, which make the match again, and the chains go on."""
    file = unpacked(tmp_path)
    played = []
    async with served(file) as (matches, _, _):
        for told in MATCHES.values():
            match = await matches.snapshot(told["match"]["id"])
            for _ in range(3):
                actions = [] if match.is_paused else legal_actions(match)
                actors = [action for action in actions if match.may_act(match.seat(action.player).owner, action.player)]
                if match.is_over or not actors:
                    break
                action = actors[len(actors) // 2]
                owner = match.seat(action.player).owner
                match = (await matches.act(match.match_id, action, caller=owner)).match
                played.append(match)
            if not match.is_over and match.may_act("ann", match.state.position.to_move):
                match = (await matches.act(match.match_id, Resign(match.state.position.to_move), caller="ann")).match
                assert match.is_over
    assert len(played) > 40
    last = {match.match_id: match for match in played}
    async with served(file) as (matches, store, _):
        for match_id, match in last.items():
            assert await store.verify(match_id) is None
            again = await folded(store, match_id)
            assert again.timeline.state_after(match.timeline.cursor) == match.state
            assert await matches.snapshot(match_id) == again


@every_version
async def test_who_was_signed_in_stays_so_and_can_register(tmp_path: Path, version: str) -> None:
    told = TOLD[version]
    async with served(unpacked(tmp_path, version)) as (_, _, database):
        clock, hasher = Clock(told["now"]), PasswordHasher(CHEAP)
        accounts = Accounts(SqlPeopleStore(database), hasher, LoginLimits(clock), clock)
        here = await accounts.who(told["token"])
        assert here is not None
        assert (here.account.account_id, here.account.name, here.account.is_guest) == (told["guest"], "Ann", True)
        assert here.session_id, "it can be named from now on"
        (session,) = await accounts.sessions(told["guest"])
        assert session.session_id == here.session_id
        ann = await accounts.register("Ann", PASSWORD, guest=told["token"], address="::1", device="")
        assert ann.account.account_id == told["guest"]
        assert await accounts.who(told["token"]) is None
        hasher.close()


async def test_a_log_that_cannot_be_read_does_not_keep_the_others_from_opening(tmp_path: Path) -> None:
    file = unpacked(tmp_path)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE events SET body = X'FF' WHERE match_key = 1")
        connection.execute("UPDATE events SET body = ? WHERE match_key = 2 AND n = 1", (b'{"type":"created"}',))
        connection.execute("DELETE FROM events WHERE match_key = 3")
    async with served(file) as (_, store, _):
        assert [await store.verify(f"m{number}") for number in (1, 2, 3)] == [None, None, 1]
        whole = MATCHES["asked: a rematch"]["match"]
        assert describe(await folded(store, whole["id"])) == whole


async def test_every_session_of_the_last_version_gets_an_id_of_its_own(tmp_path: Path) -> None:
    file = unpacked(tmp_path, "0002")
    with closing(sqlite3.connect(file)) as connection, connection:
        guests = [(f"g{number}", "Guest", number) for number in range(5_000)]
        connection.executemany("INSERT INTO accounts (id, name, created_at) VALUES (?, ?, ?)", guests)
        rows = [(number.to_bytes(32), f"g{number}", 7, 9) for number in range(5_000)]
        columns = "token_hash, account_id, created_at, seen_at"
        connection.executemany(f"INSERT INTO sessions ({columns}) VALUES (?, ?, ?, ?)", rows)  # noqa: S608  # names only
    async with served(file) as (_, _, database):
        ids = await database.read(lambda c: list(c.exec_driver_sql("SELECT session_id FROM sessions").scalars()))
        kept = await database.read(
            lambda c: c.exec_driver_sql("SELECT count(*) FROM sessions WHERE created_at = 7 AND seen_at = 9").scalar()
        )
        assert len(set(ids)) == len(ids) == 5_001
        assert all(len(session_id) == 16 for session_id in ids)
        assert kept == 5_000


# --- many rows


def with_many_rows(file: Path, rows: int) -> None:
    """Add matches of a thousand rows to the old database, so many rows in all."""

    def bodies(key: int) -> Iterator[tuple[int, int, bytes]]:
        created = {"type": "created", "at": 1, "id": f"x{key}", "kind": "peace", "size": 8, "rules": {}}
        seats = {"first": {"name": "Ann"}, "second": {"name": "Ben", "player": "level:3"}}
        yield key, 1, json.dumps(created | seats, separators=(",", ":")).encode()
        for n in range(2, 1001):
            yield key, n, b'{"type":"moved","at":1700000000000,"by":1,"x":%d,"y":3}' % (n % 8)

    with closing(sqlite3.connect(file)) as connection, connection:
        for key in range(10_001, 10_001 + rows // 1_000):
            match = (key, f"x{key}", f"w{key}", None, "peace", None, None, 1, 1, None, False, False)
            connection.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", match)
            connection.executemany("INSERT INTO events VALUES (?, ?, ?, NULL)", bodies(key))


async def test_many_rows_are_migrated_some_at_a_time_and_progress_is_told(tmp_path: Path) -> None:
    file = unpacked(tmp_path)
    with_many_rows(file, 7_000)
    told: list[tuple[int, int]] = []
    engine = open_engine(make_url(f"sqlite:///{file}"))
    migrate(engine, lambda done, total: told.append((done, total)))
    engine.dispose()
    (total,) = {total for _, total in told}
    done = [done for done, _ in told]
    assert total > 7_000
    assert done == sorted(done)
    assert done[-1] == total
    assert len(done) >= 4
    async with served(file) as (_, store, _):
        assert await store.verify("x10001") is None
        assert await store.verify("x10007") is None
        (row,) = (await store.find_matches(MatchFilter(name="Ben"), limit=1)).rows
        assert (row.kind, row.size, row.second.player, row.is_over) == ("peace", 8, "level:3", False)


def test_only_a_long_step_is_told_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        short = ProgressLog()
        for done in (2_000, 4_000):
            short(done, 4_000)
        assert caplog.messages == []
        long = ProgressLog()
        for done in range(2_000, 250_001, 2_000):
            long(done, 250_000)
    assert [message.partition(": ")[2] for message in caplog.messages] == [
        "100000 of 250000 events",
        "200000 of 250000 events",
        "250000 of 250000 events",
    ]


# --- results


@every_version
async def test_a_game_of_an_earlier_version_has_its_result_when_it_ends_in_this_one(
    tmp_path: Path, version: str
) -> None:
    """Its players have registered meanwhile. What had come to an end before counts nothing, whatever is done to it."""
    database = await Database.open(f"sqlite:///{unpacked(tmp_path, version)}")
    people, time = SqlPeopleStore(database), SteppedTime(TOLD[version]["now"])
    results = ResultsService(SqlResultStore(database), people, LevelRatings("none"), time.wall_ms)
    store = SqlMatchStore(database, RESULT_TABLES)
    matches = Matches(store, Frames(), time=time, on_end=rows_of_ends(results))
    await people.commit(*[AddAccount(Account(name, name, 5, name, "a hash")) for name in ("ann", "ben")])
    counted = 0
    for told in TOLD[version]["matches"].values():
        match = await matches.snapshot(told["match"]["id"])
        mine = match.colors_of("ann")
        if match.is_over or len(mine) != 1 or match.is_paused:
            continue
        match = (await matches.act(match.match_id, Resign(mine[0]), caller="ann")).match
        has_result = await results.counted(match.match_id) is not None
        assert has_result == (not match.reopened and match.timeline.setup is None)
        counted += has_result
    assert counted > 10
    played = await results.statistics("ann")
    assert sum(known.tally.played for known in played.values()) == counted
    await matches.close()
    await database.close()
