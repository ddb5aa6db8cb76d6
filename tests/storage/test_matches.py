"""The promises of a match store, kept alike by the one in memory and the one in a database."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.core import WHITE
from tengen.match import Seat
from tengen.match.log import LogRow
from tengen.match.service import Append, Conflict, Downtime, MatchResult, Standing, Unavailable
from tengen.storage import Database, SqlMatchStore
from tests.storage.stores import Note, OpenStore, more, new, notes_in, opened


async def test_a_log_is_read_back_as_it_was_written(open_store: OpenStore) -> None:
    async with open_store() as store:
        begin = new()
        await store.commit(begin)
        for append in (more(2), more(3, count=3), more(6)):
            await store.commit(append)
        log = await store.load("m1")
        assert log[0] == begin.rows[0]
        assert [row.n for row in log] == [1, 2, 3, 4, 5, 6]
        assert list(log[1:]) == [*more(2, count=5).rows]
        assert [row.n for row in await store.load("m1", 4)] == [5, 6]
        assert list(await store.load("m1", 6)) == []
        assert list(await store.load("m1", 99)) == []
        assert list(await store.load("m2")) == []


async def test_a_number_is_written_once(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new())
        await store.commit(more(2))
        for append in (more(2), more(1), more(2, count=2), new()):
            with pytest.raises(Conflict):
                await store.commit(append)
        assert len(await store.load("m1")) == 2


async def test_rows_for_a_match_that_is_not_there_are_a_conflict(open_store: OpenStore) -> None:
    async with open_store() as store:
        with pytest.raises(Conflict):
            await store.commit(more(2, "nobody"))


async def test_a_unit_is_written_whole_or_not_at_all(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new())
        await store.commit(new("m2"))
        with pytest.raises(Conflict):
            await store.commit(more(2), more(1, "m2"))
        with pytest.raises(Conflict):
            await store.commit(more(2), new("m2"))
        assert len(await store.load("m1")) == 1
        await store.commit(more(2), new("m3"))
        assert (len(await store.load("m1")), len(await store.load("m3"))) == (2, 1)


async def test_of_many_at_once_the_first_wins_and_the_rest_is_unharmed(open_store: OpenStore) -> None:
    async with open_store() as store:
        for number in range(20):
            await store.commit(new(f"m{number}"))
        commits = [store.commit(more(2, f"m{number % 20}")) for number in range(60)]
        results = await asyncio.gather(*commits, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] * 20 + [Conflict] * 40
        for number in range(20):
            assert len(await store.load(f"m{number}")) == 2


async def test_a_match_is_found_by_its_watch_id_and_by_what_created_it(open_store: OpenStore) -> None:
    async with open_store() as store:
        begin = new(key=b"k" * 16)
        assert begin.standing is not None
        await store.commit(begin)
        await store.commit(new("m2"))
        await store.commit(new("m3"))
        assert await store.find_watched(begin.standing.watch_id) == "m1"
        assert await store.find_watched("m1") is None
        assert await store.find_created(b"k" * 16) == "m1"
        assert await store.find_created(b"x" * 16) is None
        with pytest.raises(Conflict):
            await store.commit(new("m4", key=b"k" * 16))
        assert list(await store.load("m4")) == []


async def test_matches_that_go_on_by_themselves_are_listed(open_store: OpenStore) -> None:
    async with open_store() as store:
        timed, thinking = new("timed", timed=True), new("thinking", first=Seat("AI", player="random"))
        for begin in (new("quiet"), timed, thinking):
            await store.commit(begin)
        waiting = {row.match_id: row for row in await store.waiting()}
        assert waiting == {"timed": timed.standing, "thinking": thinking.standing}
        row = waiting["timed"]
        assert (row.deadline_at, row.ai_to_move, row.is_over, row.at) == (60_005, False, False, 5)
        assert waiting["thinking"].ai_to_move
        assert [row.match_id for row in await store.overdue(60_005, 0)] == []
        assert [row.match_id for row in await store.overdue(60_006, 0)] == ["timed"]
        assert [row.match_id for row in await store.overdue(0, 6)] == ["thinking"]
        ended = over(row, 9)
        cid = Seat("Cid", owner="cid")
        later = replace(waiting["thinking"], at=9, deadline_at=77, ai_to_move=False, second=cid)
        await asyncio.gather(
            store.commit(more(2, "timed", standing=ended)), store.commit(more(2, "thinking", standing=later))
        )
        assert list(await store.waiting()) == [later]


async def test_a_gap_between_beats_is_a_downtime(open_store: OpenStore) -> None:
    async with open_store() as store:
        assert await store.last_beat() is None
        await store.beat(1_000, 0)
        await store.beat(2_000, 1_000)
        assert list(await store.downtimes()) == []
        await store.beat(3_001, 1_000)
        await store.beat(9_000, 0)
        await store.beat(8_000, 0)  # a clock that goes back
        assert await store.last_beat() == 9_000
        assert list(await store.downtimes()) == [Downtime(2_000, 3_001), Downtime(3_001, 9_000)]


async def test_bytes_of_any_kind_survive(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new())
        row = LogRow(2, bytes(range(256)) * 40, bytes(range(16)), bytes(range(240, 256)))
        await store.commit(Append("m1", (row,)))
        assert list(await store.load("m1", 1)) == [row]


def over(row: Standing, at: int) -> Standing:
    """The row of a match that has ended at this time."""
    return replace(row, at=at, deadline_at=None, ended_at=at, result=MatchResult(WHITE, "resign"))


def ended(match_id: str, at: int) -> Append:
    """The end of a match, at this time."""
    begin = new(match_id)
    assert begin.standing is not None
    return more(2, match_id, standing=over(begin.standing, at))


async def test_only_matches_that_were_over_by_then_are_pruned_and_each_goes_as_a_whole(open_store: OpenStore) -> None:
    async with open_store() as store:
        for match_id in ("old", "older", "fresh", "future", "running"):
            await store.commit(new(match_id, key=match_id.encode().ljust(16)))
        for match_id, at in (("old", 80), ("older", 70), ("fresh", 100), ("future", 9_999)):
            await store.commit(ended(match_id, at))
        assert list(await store.prunable(100, 10)) == ["older", "old"]
        assert list(await store.prunable(100, 1)) == ["older"]
        assert await store.prune(["old", "older", "fresh", "future", "running", "nobody"], 100) == 2
        assert list(await store.prunable(100, 10)) == []
        for match_id in ("old", "older"):
            assert list(await store.load(match_id)) == []
            assert await store.find_created(match_id.encode().ljust(16)) is None
            with pytest.raises(Conflict):
                await store.commit(more(3, match_id))
        for match_id in ("fresh", "future", "running"):
            assert await store.load(match_id)
        await store.commit(new("old"))
        assert len(await store.load("old")) == 1


async def test_a_row_of_which_only_the_turn_changed_keeps_all_else(open_store: OpenStore) -> None:
    async with open_store() as store:
        begin = new(timed=True)
        assert begin.standing is not None
        await store.commit(begin)
        turned = replace(begin.standing, at=9, deadline_at=77, ai_to_move=True)
        await store.commit(replace(more(2), standing=turned, only_turn=True))
        assert list(await store.waiting()) == [turned]


# --- rows of other tables in the same unit


async def test_extra_rows_are_written_with_the_events_of_their_unit(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new(), extra=[Note("ann", 3), Note("ben", -3)])
        await store.commit(more(2), extra=[Note("cid", 0)])
        assert await notes_in(store) == [("ann", 3), ("ben", -3), ("cid", 0)]
        assert len(await store.load("m1")) == 2


async def test_an_extra_row_that_is_there_already_leaves_the_whole_unit_unwritten(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new(), extra=[Note("ann", 3)])
        for extra in ([Note("ben"), Note("ann", 4)], [Note("cid"), Note("cid")]):
            with pytest.raises(Conflict):
                await store.commit(more(2), new("m2"), extra=extra)
        assert await notes_in(store) == [("ann", 3)]
        assert len(await store.load("m1")) == 1
        assert list(await store.load("m2")) == []


async def test_events_that_lost_the_race_leave_their_extra_rows_unwritten(open_store: OpenStore) -> None:
    async with open_store() as store:
        await store.commit(new())
        units = [store.commit(more(2), extra=[Note(f"n{number}")]) for number in range(5)]
        results = await asyncio.gather(*units, return_exceptions=True)
        assert [type(result) for result in results] == [type(None)] + [Conflict] * 4
        assert await notes_in(store) == [("n0", 1)]


async def test_only_tables_that_were_named_take_extra_rows(open_store: OpenStore) -> None:
    class Elsewhere(Note):
        table = "matches"

    async with open_store() as store:
        await store.commit(new())
        with pytest.raises(ValueError, match="matches"):
            store.commit(more(2), extra=[Elsewhere("ann")])
        assert len(await store.load("m1")) == 1


# --- only in a database


async def test_a_row_that_the_database_refuses_takes_nobody_else_along(tmp_path: Path) -> None:
    async with opened("sql", tmp_path) as store:
        await store.commit(new())
        await store.commit(new("m2"))
        units = [store.commit(more(2), extra=[Note("ann", None)]), store.commit(more(2, "m2"), extra=[Note("ben")])]
        results = await asyncio.gather(*units, return_exceptions=True)
        assert [type(result) for result in results] == [Conflict, type(None)]
        assert await notes_in(store) == [("ben", 1)]
        assert (len(await store.load("m1")), len(await store.load("m2"))) == (1, 2)


async def test_what_was_written_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    async with opened("sql", tmp_path) as store:
        await store.commit(new(timed=True))
        commits = [store.commit(more(number)) for number in range(2, 40)]
    assert all(commit.done() and commit.exception() is None for commit in commits)
    with pytest.raises(Unavailable):
        await store.commit(more(40))
    async with opened("sql", tmp_path) as store:
        assert [row.n for row in await store.load("m1")] == list(range(1, 40))
        assert len(await store.waiting()) == 1
        await store.commit(more(40))


async def test_only_a_file_is_a_database() -> None:
    for url in ("sqlite://", "sqlite:///:memory:", "postgresql://nowhere/x", "mysql://nowhere/x"):
        with pytest.raises(ValueError, match="SQLite file"):
            await Database.open(url)


async def test_more_matches_than_keys_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.storage.matches._MOST_KEYS", 3)
    async with opened("sql", tmp_path) as store:
        for number in range(10):
            await store.commit(new(f"m{number}"))
        for n in range(2, 5):
            await asyncio.gather(*[store.commit(more(n, f"m{number}")) for number in range(10)])
        await store.commit(new("late"))
        await store.commit(more(5, "m0"), more(2, "late"))  # one key is known, the other is one too many
        for number in range(1, 10):
            assert [row.n for row in await store.load(f"m{number}")] == [1, 2, 3, 4]
        assert len(await store.load("m0")) == 5


async def test_a_match_in_which_somebody_registered_has_a_seat_is_never_pruned(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    store = SqlMatchStore(database)
    for match_id, owner in (("hers", "ann"), ("guests", "gus"), ("of a deleted player", "del")):
        await store.commit(new(match_id, first=Seat("A", owner=owner)))
        begin = new(match_id, first=Seat("A", owner=owner)).standing
        assert begin is not None
        await store.commit(more(2, match_id, standing=over(begin, 5)))
    with database.engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO accounts (id, name, password_hash, created_at, closed_at) "
                "VALUES ('ann', 'Ann', 'hash', 0, NULL), ('gus', 'Gus', NULL, 0, NULL), ('del', '', NULL, 0, 1)"
            ),
        )
    assert list(await store.prunable(100, 10)) == ["guests"]
    assert await store.prune(["hers", "guests", "of a deleted player"], 100) == 1
    assert len(await store.load("hers")) == 2
    assert len(await store.load("of a deleted player")) == 2
    await database.close()
