"""The one thread that writes. Whatever waits when it is free goes into one transaction: group commit.

Nothing is answered before its commit, and everything that was put is answered.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from queue import Empty, SimpleQueue
from typing import Any, Final, Generic, Protocol, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from tengen.core import Conflict, Unavailable
from tengen.storage.sqlite import WRITES

R = TypeVar("R")

_MOST_AT_ONCE: Final = 1_024

log = logging.getLogger(__name__)


class Job(ABC, Generic[R]):
    """Something to be written: all of it or nothing."""

    @abstractmethod
    def write(self, connection: Connection) -> R:
        """Write it, in a transaction that the caller commits. Raises Conflict where it does not fit any more."""

    @classmethod
    def write_all(cls, connection: Connection, jobs: Sequence[Job[R]]) -> list[R]:
        """Write several jobs of this class; quicker than one by one where a class knows how.

        Any exception means that nothing of them counts.
        """
        return [job.write(connection) for job in jobs]


class Scribe(Protocol):
    """Commits a batch."""

    def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        """For every job its result, or the exception that it met. Raises nothing that a job could have caused."""

    def close(self) -> None:
        """Let go of the database."""


class EngineScribe:
    """Commits to a database. A job that fails does not take the others of its batch along."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        try:
            try:
                return self._together(jobs)
            except IntegrityError:
                return self._one_by_one(jobs)
            except DBAPIError:
                raise
            except Exception:  # a job's own
                return self._one_by_one(jobs)
        except Exception as error:
            self._let_go()
            reason = str(error.orig) if isinstance(error, DBAPIError) else repr(error)
            return [Unavailable(reason)] * len(jobs)

    def close(self) -> None:
        self._let_go()

    def _together(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        connection = self._connected()
        results: list[Any] = []
        with connection.begin():
            for kind, group in groupby(jobs, _kind):
                results += kind.write_all(connection, list(group))
        return results

    def _one_by_one(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        """Each job behind a savepoint of its own. Raises DBAPIError when the whole cannot be committed."""
        connection = self._connected()
        results: list[Any] = []
        with connection.begin():
            for job in jobs:
                try:
                    with connection.begin_nested():
                        results.append(job.write(connection))
                except IntegrityError as error:
                    results.append(Conflict(str(error.orig)))
                except DBAPIError:
                    raise
                except Exception as error:
                    results.append(error)
        return results

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect().execution_options(**{WRITES: True})
        return self._connection

    def _let_go(self) -> None:
        """Give the connection back; the next batch begins with a sound one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(DBAPIError):
                connection.invalidate()
            with suppress(DBAPIError):
                connection.close()


def _kind(job: Job[Any]) -> type[Job[Any]]:
    return type(job)


_Item = tuple[Job[Any], "asyncio.Future[Any]"]


class Writer:
    """Takes jobs from one event loop and has a thread of its own commit them. `put` and `close` belong to the loop."""

    def __init__(self, scribe: Scribe, *, most_at_once: int = _MOST_AT_ONCE) -> None:
        self._scribe = scribe
        self._most_at_once = most_at_once
        self._queue: SimpleQueue[_Item | None] = SimpleQueue()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="tengen-writer", daemon=True)
        self._thread.start()

    def put(self, job: Job[R], future: asyncio.Future[R] | None = None) -> asyncio.Future[R]:
        """Have the job written; the future is done after the commit. Raises through it, Unavailable after the end."""
        if future is None:
            future = asyncio.get_running_loop().create_future()
        if self._is_closed:
            future.set_exception(Unavailable("the store is closed"))
        else:
            self._queue.put((job, future))
        return future

    async def close(self) -> None:
        """Write what was put, and end."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        try:
            while batch := self._next_batch():
                self._settle(batch, self._commit([job for job, _ in batch]))
        finally:
            self._scribe.close()

    def _next_batch(self) -> list[_Item]:
        """Wait for something to write, and take all that is there. Empty at the end."""
        item = self._queue.get()
        batch: list[_Item] = []
        while item is not None:
            batch.append(item)
            if len(batch) == self._most_at_once:
                return batch
            try:
                item = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)  # the end comes after these
        return batch

    def _commit(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        try:
            return self._scribe.commit(jobs)
        except Exception as error:
            log.exception("a batch could not be committed")
            return [Unavailable(repr(error))] * len(jobs)

    @staticmethod
    def _settle(batch: Sequence[_Item], results: Sequence[Any]) -> None:
        """Tell the loop, once for the whole batch."""
        loop = batch[0][1].get_loop()
        with suppress(RuntimeError):  # the loop is closed: nobody waits
            loop.call_soon_threadsafe(_resolve, batch, results)


def _resolve(batch: Sequence[_Item], results: Sequence[Any]) -> None:
    for (_, future), result in zip(batch, results, strict=True):
        if future.done():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
