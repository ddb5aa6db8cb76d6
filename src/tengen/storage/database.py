"""A database: one writer, a few readers, none of them on the event loop."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, Self, TypeVar

from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.exc import DBAPIError

from tengen.core import Unavailable
from tengen.storage.migrate import migrate
from tengen.storage.sqlite import make_private, open_engine, touch
from tengen.storage.writer import EngineScribe, Job, Writer

T = TypeVar("T")

_READERS: Final = 2
_LEAST_FREE: Final = 256 * 1024
"""So many bytes must be free on the disk for the moves of a busy moment."""


class Database:
    """What the stores share. Made by `open`, inside a running event loop."""

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self.engine = engine
        self.writer = writer
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="tengen-reader")

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database at this address and bring its schema up to date.

        Raises ValueError for a kind of database that is not known, NewerSchema for one that a later program wrote.
        """
        parsed = make_url(url)
        if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
            raise ValueError("the database must be an SQLite file: sqlite:///path")
        make_private(parsed.database)
        engine = open_engine(parsed)
        await asyncio.get_running_loop().run_in_executor(None, migrate, engine)
        return cls(engine, Writer(EngineScribe(engine)))

    async def read(self, question: Callable[[Connection], T]) -> T:
        """The answer of a question that only reads. Raises Unavailable."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, question)
        except DBAPIError as error:
            raise Unavailable(str(error.orig)) from error

    def _read(self, question: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return question(connection)

    async def check_writable(self) -> None:
        """Write something that means nothing, as everything is written. Raises Unavailable where that fails.

        A disk on which a few small changes would still find a place counts as full, too.
        """
        free = await asyncio.get_running_loop().run_in_executor(self._readers, self._free_octets)
        if free < _LEAST_FREE:
            raise Unavailable("the disk is full")
        await self.writer.put(_Touch())

    def _free_octets(self) -> int:
        assert self.engine.url.database is not None, "it is a file"
        try:
            return shutil.disk_usage(Path(self.engine.url.database).resolve().parent).free
        except OSError as error:
            raise Unavailable(str(error)) from error

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        await self.writer.close()
        self._readers.shutdown()
        self.engine.dispose()


class _Touch(Job[None]):
    def write(self, connection: Connection) -> None:
        touch(connection)
