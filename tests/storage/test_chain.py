"""The log of a match is a chain: whatever is changed in it afterwards shows, and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from tengen.core import BLACK, WHITE, Resign
from tengen.match import Request
from tengen.match.log import FIRST, LogRow, chained, find_break, rows_of
from tengen.storage import Database, SqlMatchStore
from tests.match.services import RunningService
from tests.match.sittings import MINUTE, PAUSE, REMATCH, one_screen
from tests.storage.stores import OpenStore

MOVES = "a1 b1 c1 d1"


def log() -> list[LogRow]:
    """A sound log of five rows."""
    sitting = one_screen()
    sitting.play(MOVES)
    return list(rows_of(sitting.log))


CHANGES: dict[str, tuple[Callable[[list[LogRow]], list[LogRow]], int]] = {
    "another body": (lambda rows: [*rows[:2], rows[2]._replace(body=rows[3].body), *rows[3:]], 3),
    "another body with a hash to fit": (
        lambda rows: [*rows[:2], rows[2]._replace(body=b"{}", hash=chained(rows[1].hash, b"{}")), *rows[3:]],
        4,
    ),
    "another hash": (lambda rows: [*rows[:4], rows[4]._replace(hash=bytes(16))], 5),
    "a row missing": (lambda rows: [*rows[:1], *rows[2:]], 2),
    "a row missing and renumbered": (
        lambda rows: [*rows[:1], *[row._replace(n=row.n - 1) for row in rows[2:]]],
        2,
    ),
    "two rows exchanged": (
        lambda rows: [*rows[:2], rows[3]._replace(n=3), rows[2]._replace(n=4), rows[4]],
        3,
    ),
    "a row twice": (lambda rows: [*rows, rows[4]._replace(n=6)], 6),
    "no beginning": (lambda rows: rows[1:], 1),
    "nothing at all": (lambda _: [], 1),
}


def test_a_log_as_it_was_written_is_whole() -> None:
    rows = log()
    assert find_break(rows) is None
    assert len({row.hash for row in rows}) == 5
    assert all(len(row.hash) == 16 for row in rows)


@pytest.mark.parametrize(("change", "number"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_found_at_its_number(change: Callable[[list[LogRow]], list[LogRow]], number: int) -> None:
    assert find_break(change(log())) == number


@given(before=st.binary(max_size=16), body=st.binary(max_size=40), other=st.binary(max_size=40))
def test_a_hash_follows_from_the_body_and_the_hash_before(before: bytes, body: bytes, other: bytes) -> None:
    assert (chained(before, body) == chained(before, other)) == (body == other)
    assert chained(before, body) != chained(chained(before, body), body)


def test_the_chain_never_changes_its_form() -> None:
    assert chained(FIRST, b'{"type":"paused","at":5,"by":1}').hex() == "b4d9265bbb1f1f43aeafc7ef44e85d62"
    assert chained(bytes(16), b"").hex() == "f59fe9ab3bbe3bda19788abe39757c31"


async def test_every_way_of_writing_goes_on_with_the_chain(open_store: OpenStore) -> None:
    async with open_store() as store, RunningService(store) as service:
        timed, other = await service.begin(control=MINUTE), await service.begin()
        await service.play(timed, MOVES)
        await service.crash(down_ms=20_000)  # an event of the service's own, on a log that was just read
        await service.play(timed, "e1")
        await service.restart()
        await service.play(timed, "f1")
        await service.act(other, Request(PAUSE, WHITE))
        await service.act(timed, Resign(BLACK))
        await service.act(timed, Request(REMATCH, WHITE))
        match = await service.check(timed)
        assert [await store.verify(match_id) for match_id in (timed, other, "nobody")] == [None, None, 1]
        assert match.number >= 10


async def test_a_damaged_row_is_found_in_the_database(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    store = SqlMatchStore(database)
    async with RunningService(store) as service:
        match_id = await service.begin()
        await service.play(match_id, MOVES)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE events SET body = (SELECT body FROM events WHERE n = 2) WHERE n = 4"))
    assert await store.verify(match_id) == 4
    await database.close()
