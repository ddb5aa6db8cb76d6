"""`/healthz`: knows a store that cannot be written, says why, heals by itself, and costs next to nothing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tengen.core import Unavailable
from tengen.server.health import StoreHealth, Trouble
from tengen.storage import Database
from tests.server.process import ServerProcess, Web
from tests.server.watched import until

KNOWN_WITHIN_S = 8.0


class Store:
    """Can be written, or not."""

    def __init__(self) -> None:
        self.fault = ""
        self.asked = 0
        self.hangs = False

    async def check(self) -> None:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.fault:
            raise Unavailable(self.fault)


async def test_a_store_that_cannot_be_written_is_known_with_the_reason_until_it_can() -> None:
    store = Store()
    health = StoreHealth(store.check, kept_s=0)
    assert await health.trouble() is None
    for fault, expected in (
        ("database or disk is full", Trouble.DISK_FULL),
        ("attempt to write a readonly database", Trouble.NOT_WRITABLE),
    ):
        store.fault = fault
        assert await health.trouble() is expected
    store.hangs = True
    assert await health.trouble() is Trouble.NO_ANSWER
    store.fault, store.hangs = "", False
    assert await health.trouble() is None


async def test_a_flood_of_questions_asks_the_store_once() -> None:
    store = Store()
    health = StoreHealth(store.check, kept_s=60)
    assert await asyncio.gather(*[health.trouble() for _ in range(1000)]) == [None] * 1000
    assert await health.trouble() is None
    assert store.asked == 1


async def test_a_disk_with_hardly_anything_free_counts_as_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'tengen.db'}")
    await database.check_writable()
    monkeypatch.setattr("tengen.storage.database._LEAST_FREE", 2**62)
    with pytest.raises(Unavailable, match="disk is full"):
        await database.check_writable()
    await database.close()


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data").start()
    yield process
    process.stop()


def test_a_server_whose_database_is_held_by_another_program_is_not_healthy_and_heals(alone: ServerProcess) -> None:
    web = Web(alone)
    with closing(sqlite3.connect(alone.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert until(lambda: web.get("/healthz").status_code == 503, KNOWN_WITHIN_S)
        refused = web.get("/healthz").json()
        assert (refused["code"], refused["detail"][:24]) == ("TRY_AGAIN", "Nothing can be stored: t")
        other.execute("ROLLBACK")
    assert until(lambda: web.get("/healthz").status_code == 200, KNOWN_WITHIN_S)
    web.close()
    said = alone.log.read_text()
    assert "the store cannot be written" in said
    assert "the store can be written again" in said
