"""What only SQLite needs or can do: how a database is opened, and many rows in one statement."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, QueuePool, Table, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

WRITES: Final = "tengen_writes"
"""The execution option of a connection that is going to write."""

_BUSY_MS: Final = 1_500
_WAL_PAGES: Final = 4_000
_WAL_OCTETS: Final = 64 * 1024 * 1024
_MOST_PARAMETERS: Final = 32_000


def open_engine(url: URL) -> Engine:
    """An engine on a file in WAL mode, durable at every commit: what was committed survives a power cut."""
    engine = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=4,
        hide_parameters=True,  # hashes and names of people are nothing for a log
        connect_args={"timeout": _BUSY_MS / 1000, "check_same_thread": False, "cached_statements": 256},
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def make_private(file: str) -> None:
    """Make a database file its owner's alone, a new one from the start. The files that SQLite puts beside it follow."""
    with suppress(OSError):  # SQLite says better what is wrong with a file
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        Path(file).chmod(0o600)


def _on_connect(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    del entry
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions are begun here, not guessed by the driver
    _use_wal(connection)
    for pragma in (
        "synchronous = FULL",
        "foreign_keys = ON",
        f"wal_autocheckpoint = {_WAL_PAGES}",
        f"journal_size_limit = {_WAL_OCTETS}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Writers and readers shall not wait for each other.

    A file keeps this mode. Where several programs open a new file at once, only one can set it, and SQLite tells
    the others that it is locked instead of having them wait.
    """
    until = time.monotonic() + _BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)


def _on_begin(connection: Connection) -> None:
    """Whoever will write says so at once, so that nobody finds the database changed half-way."""
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def wait_longer(connection: Connection, ms: int) -> None:
    """Have this connection wait this long for other processes, from its next transaction on."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.execute(f"PRAGMA busy_timeout = {ms:d}")


def touch(connection: Connection) -> None:
    """Write something that means nothing: the user version, which nobody reads."""
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {(int(version) + 1) % 1_000_000:d}")


def insert_rows(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert whole rows, in the order of the table's columns.

    Many rows go in one statement: between statements the writing thread would wait for the interpreter.
    """
    for chunk in _chunks(rows):
        values = _values(len(chunk), len(chunk[0]))
        connection.exec_driver_sql(f"INSERT INTO {table.name} VALUES {values}", _flat(chunk))  # noqa: S608  # names and marks


def update_rows(connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Set these columns of rows that are named by their key, which is the first value of each."""
    assignments = ", ".join(f"{column} = new.column{place}" for place, column in enumerate(columns, start=2))
    for chunk in _chunks(rows):
        values = _values(len(chunk), len(chunk[0]))
        statement = (
            f"UPDATE {table.name} SET {assignments} FROM (VALUES {values}) AS new "  # noqa: S608  # names and marks only
            f"WHERE {table.name}.key = new.column1"
        )
        connection.exec_driver_sql(statement, _flat(chunk))


def _chunks(rows: Sequence[tuple[Any, ...]]) -> list[Sequence[tuple[Any, ...]]]:
    if not rows:
        return []
    size = _MOST_PARAMETERS // len(rows[0])
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _values(rows: int, columns: int) -> str:
    row = "(" + ",".join("?" * columns) + ")"
    return ",".join([row] * rows)


def _flat(rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple([value for row in rows for value in row])
