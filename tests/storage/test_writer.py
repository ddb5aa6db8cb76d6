"""The writing thread: everything that is put is answered, in order, after its commit; one failure is one failure."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, MetaData, Table, event, make_url, text

from tengen.core import Conflict, Unavailable
from tengen.match.service.store import Commit
from tengen.storage.sqlite import insert_rows, open_engine
from tengen.storage.writer import EngineScribe, Job, Writer


class Note(Job[int]):
    """A number to be written down; some are refused in one way or another."""

    def __init__(self, number: int, refusal: Exception | None = None) -> None:
        self.number = number
        self.refusal = refusal

    def write(self, connection: Connection) -> int:
        connection.execute(text("INSERT INTO notes VALUES (:number)"), {"number": self.number})
        if self.refusal is not None:
            raise self.refusal
        return self.number


class Quiet(Job[None]):
    """Nothing to be written."""

    def write(self, connection: Connection) -> None:
        del connection


class GatedScribe:
    """Commits a batch only when the test lets it."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)
        self.batches: list[list[int | None]] = []
        self.is_closed = False

    def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        numbers = [job.number if isinstance(job, Note) else None for job in jobs]
        self.gate.acquire()
        self.batches.append(numbers)
        return numbers

    def close(self) -> None:
        self.is_closed = True


DEEDS = st.lists(st.sampled_from(("put", "put", "commit", "wait", "cancel")), max_size=40)


@settings(max_examples=80)
@given(deeds=DEEDS, most=st.sampled_from((1, 3, 1_000)), tail=st.integers(0, 3))
async def test_whatever_order_puts_commits_and_the_end_come_in_everything_is_answered(
    deeds: list[str], most: int, tail: int
) -> None:
    scribe = GatedScribe()
    writer = Writer(scribe, most_at_once=most)
    futures: list[asyncio.Future[int]] = []
    released = 0
    for deed in deeds:
        match deed:
            case "put":
                futures.append(writer.put(Note(len(futures))))
            case "commit":
                scribe.gate.release()
                released += 1
            case "cancel" if futures:
                futures[-1].cancel()
            case _:
                await asyncio.sleep(0)
    closing = asyncio.create_task(writer.close())
    await asyncio.sleep(0)
    late = [writer.put(Note(-1)) for _ in range(tail)]
    for _ in range(len(futures) + 1):
        scribe.gate.release()
    await closing
    await asyncio.sleep(0)
    for number, future in enumerate(futures):
        assert future.done()
        assert future.cancelled() or future.result() == number
    for future in late:
        assert isinstance(future.exception(), Unavailable)
    assert [number for batch in scribe.batches for number in batch] == list(range(len(futures)))
    assert max(map(len, scribe.batches), default=0) <= most
    assert scribe.is_closed


async def test_what_is_put_during_a_commit_is_in_the_next_one() -> None:
    scribe = GatedScribe()
    writer = Writer(scribe)
    first = writer.put(Note(0))
    while not writer._queue.empty():
        await asyncio.sleep(0)
    others = [writer.put(Note(number)) for number in range(1, 50)]
    scribe.gate.release()
    assert await first == 0
    assert not any(other.done() for other in others)
    scribe.gate.release()
    begin = time.monotonic()
    assert await asyncio.gather(*others) == list(range(1, 50))
    assert time.monotonic() - begin < 2.0  # one commit, on however busy a machine
    assert scribe.batches == [[0], list(range(1, 50))]
    await writer.close()


async def test_the_loop_is_woken_once_a_batch() -> None:
    scribe = GatedScribe()
    writer = Writer(scribe)
    loop = asyncio.get_running_loop()
    wakes = 0
    wake = loop.call_soon_threadsafe

    def counted(*arguments: Any) -> Any:
        nonlocal wakes
        wakes += 1
        return wake(*arguments)

    loop.call_soon_threadsafe = counted  # type: ignore[assignment, method-assign]  # to count
    try:
        first = writer.put(Note(0))
        while not writer._queue.empty():
            await asyncio.sleep(0)
        others = [writer.put(Note(number)) for number in range(1, 200)]
        scribe.gate.release(2)
        await asyncio.gather(first, *others)
        assert wakes == 2
    finally:
        loop.call_soon_threadsafe = wake  # type: ignore[method-assign]  # as it was
    await writer.close()


async def test_a_scribe_that_breaks_leaves_nobody_waiting() -> None:
    class Broken(GatedScribe):
        def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
            raise RuntimeError(jobs)

    writer = Writer(Broken())
    for _ in range(3):
        with pytest.raises(Unavailable):
            await writer.put(Note(1))
    await writer.close()


async def test_who_waits_for_a_commit_cannot_be_called_off_before_it_is_decided() -> None:
    scribe = GatedScribe()
    writer = Writer(scribe)
    decided: list[object] = []

    async def wait() -> None:
        commit = Commit()
        writer.put(Quiet(), commit)
        try:
            await commit
        finally:
            decided.append(commit.done())

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0.01)
    waiting.cancel()
    await asyncio.sleep(0.01)
    assert not waiting.done()
    scribe.gate.release()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert decided == [True]
    await writer.close()


# --- on a database


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    engine = open_engine(make_url(f"sqlite:///{tmp_path / 'notes.sqlite3'}"))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (number INTEGER PRIMARY KEY)"))
    return engine


def notes(engine: Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.scalars(text("SELECT number FROM notes ORDER BY number")))


def test_the_database_is_opened_so_that_commits_survive_a_power_cut(engine: Engine) -> None:
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1
    engine.dispose()


def test_a_job_that_fails_does_not_take_its_batch_along(engine: Engine) -> None:
    scribe = EngineScribe(engine)
    broken = ValueError("our own mistake")
    jobs = [Note(1), Note(2, Conflict("no")), Note(3), Note(1), Note(4, broken), Note(5)]
    results = scribe.commit(jobs)
    assert [results[0], results[2], results[5]] == [1, 3, 5]
    assert isinstance(results[1], Conflict)
    assert isinstance(results[3], Conflict)
    assert results[4] is broken
    assert notes(engine) == [1, 3, 5]
    assert scribe.commit([Note(6)]) == [6]
    scribe.close()
    engine.dispose()


@given(plan=st.lists(st.tuples(st.integers(0, 12), st.sampled_from((None, None, "conflict", "broken"))), max_size=30))
@settings(max_examples=30)
def test_a_batch_does_what_its_jobs_would_have_done_one_by_one(plan: list[tuple[int, str | None]]) -> None:
    engine = open_engine(make_url("sqlite:///file:notes?mode=memory&cache=shared&uri=true"))
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS notes"))
        connection.execute(text("CREATE TABLE notes (number INTEGER PRIMARY KEY)"))
    refusals = {None: None, "conflict": Conflict("no"), "broken": ValueError("no")}
    scribe = EngineScribe(engine)
    results = scribe.commit([Note(number, refusals[refusal]) for number, refusal in plan]) if plan else []
    written: list[int] = []
    for (number, refusal), result in zip(plan, results, strict=True):
        if number in written:
            assert isinstance(result, Conflict)
        elif refusal is not None:
            assert result is refusals[refusal]
        else:
            written.append(number)
            assert result == number
    assert notes(engine) == sorted(written)
    scribe.close()
    engine.dispose()


def test_a_database_that_fails_is_tried_again_with_the_next_batch(engine: Engine) -> None:
    is_broken = True

    def fail(connection: Connection) -> None:
        if is_broken:
            raise sqlite3.OperationalError("database or disk is full", connection)

    scribe = EngineScribe(engine)
    assert scribe.commit([Note(1)]) == [1]
    event.listen(engine, "commit", fail)
    results = scribe.commit([Note(2), Note(3)])
    assert [type(result) for result in results] == [Unavailable, Unavailable]
    is_broken = False
    assert notes(engine) == [1]
    assert scribe.commit([Note(2)]) == [2]
    scribe.close()
    engine.dispose()


def test_a_connection_that_broke_is_replaced(engine: Engine) -> None:
    scribe = EngineScribe(engine)
    assert scribe.commit([Note(1)]) == [1]
    assert scribe._connection is not None
    driver = scribe._connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.close()
    assert [type(result) for result in scribe.commit([Note(2), Note(3)])] == [Unavailable, Unavailable]
    assert scribe.commit([Note(2)]) == [2]
    scribe.close()
    engine.dispose()


async def test_a_locked_database_is_refused_soon_and_heals_by_itself(engine: Engine, tmp_path: Path) -> None:
    writer = Writer(EngineScribe(engine))
    assert await writer.put(Note(1)) == 1
    other = sqlite3.connect(tmp_path / "notes.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    begin = time.monotonic()
    refused = [writer.put(Note(2)), writer.put(Note(3))]
    await asyncio.wait(refused)
    assert time.monotonic() - begin < 2.5
    assert all(isinstance(future.exception(), Unavailable) for future in refused)
    other.execute("ROLLBACK")
    other.close()
    assert await writer.put(Note(2)) == 2
    await writer.close()
    assert notes(engine) == [1, 2]
    engine.dispose()


def test_many_rows_go_in_as_few_statements(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE pairs (a INTEGER, b INTEGER, c TEXT)"))
        pairs = Table("pairs", MetaData(), autoload_with=connection)
        insert_rows(connection, pairs, [(n, -n, "x") for n in range(25_000)])
        insert_rows(connection, pairs, [])
        assert connection.scalar(text("SELECT count(*) FROM pairs WHERE a = -b")) == 25_000
    engine.dispose()
