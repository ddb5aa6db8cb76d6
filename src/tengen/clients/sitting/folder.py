"""This user's data folder as a client has it: for one command at a time, or as long as its window is open.

Opens the database and keeps others out meanwhile; what is in it others know. Prints nothing and asks nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tengen.core import StoreError, text

if TYPE_CHECKING:  # most consoles have nobody who logs in, and begin quicker without all this
    from tengen.storage import Database, DataFolder, FolderInUse

_PATIENCE_S: Final = 3.0
"""A server that starts, and a console in the middle of a command, have the folder without a name or an address."""
_PAUSE_S: Final = 0.1


class PeopleTrouble(Exception):
    """The data folder cannot be used now; says why. Words: `console.people.<name>`."""

    def __init__(self, name: str, **values: str) -> None:
        super().__init__(name)
        self._name = name
        self._values = values

    def text(self, language: str = "en") -> str:
        """The trouble in one line."""
        return text(language, f"console.people.{self._name}", **self._values)


class Hold(StrEnum):
    """Who has the data folder. Words: `sitting.folder.<value>`."""

    OURS = "ours"
    SERVER = "server"
    OTHER = "other"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FolderHold:
    """What came of taking a folder.

    `address` is where the server is that has it, `program` and `pid` are those of whoever else has it, as far as they
    are known, and `reason` says why it cannot be used.
    """

    hold: Hold
    address: str = ""
    program: str = ""
    pid: int = 0
    reason: str = ""

    def text(self, language: str = "en") -> str:
        """Who has the folder, and what follows from it; empty where it is ours."""
        if self.hold is Hold.OURS:
            return ""
        key = "unknown" if self.hold is Hold.OTHER and not self.pid else str(self.hold)
        program = self.program or "tengen"
        return text(
            language, f"sitting.folder.{key}", address=self.address, program=program, pid=self.pid, reason=self.reason
        )


class LocalFolder:
    """A data folder that `take` keeps until `release`. Untaken, it is opened for one command at a time.

    Between two commands a server may start on it, while it is kept none can.
    """

    def __init__(self, find_folder: Callable[[], DataFolder] | None = None, program: str = "") -> None:
        """`find_folder` is asked when the folder is needed first; that of the environment unless given.

        `program` is what others are told who has it for long.
        """
        self._find_folder = find_folder
        self._program = program
        self._locks = ExitStack()
        self._database: Database | None = None

    @cached_property
    def data(self) -> DataFolder:
        """The folder itself. Raises PeopleTrouble."""
        from tengen.storage import DataFolder

        try:
            return (self._find_folder or DataFolder.of_environment)()
        except ValueError as error:
            raise PeopleTrouble("failed", reason=one_line(error)) from error

    @property
    def path(self) -> Path:
        """Where it is. Raises PeopleTrouble."""
        return self.data.path

    async def take(self) -> FolderHold:
        """Have the folder from now on, unless somebody else has it."""
        from tengen.storage import FolderInUse

        loop = asyncio.get_running_loop()
        until = loop.time() + _PATIENCE_S
        while True:
            try:
                await self._take()
            except FolderInUse as error:
                found = _held_by(error)
                if found.program or found.address or loop.time() > until:
                    return found
                await asyncio.sleep(_PAUSE_S)
            except PeopleTrouble as error:
                return FolderHold(Hold.FAILED, reason=str(error.__cause__ or error))
            except _unusable() as error:
                self._locks.close()
                return FolderHold(Hold.FAILED, reason=one_line(error))
            else:
                return FolderHold(Hold.OURS)

    async def _take(self) -> None:
        from tengen.storage import Database

        data = self.data
        await asyncio.to_thread(self._locks.enter_context, data.held(self._program))
        self._database = await Database.open(data.database)

    async def release(self) -> None:
        """Let others have it."""
        database, self._database = self._database, None
        if database is not None:
            await database.close()
        self._locks.close()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Database]:
        """The database of the folder, which is ours alone meanwhile. Raises PeopleTrouble."""
        from tengen.storage import Database, FolderInUse

        try:
            if self._database is not None:
                yield self._database
                return
            with self.data.held():
                database = await Database.open(self.data.database)
                try:
                    yield database
                finally:
                    await database.close()
        except FolderInUse as error:
            raise _trouble_of(error) from error
        except _unusable() as error:
            raise PeopleTrouble("failed", reason=one_line(error)) from error


def one_line(error: BaseException) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def _trouble_of(error: FolderInUse) -> PeopleTrouble:
    """Who has the folder, told to whoever wanted it for one command."""
    holder = error.holder
    if holder is not None and holder.program:
        return PeopleTrouble("held_by_client", program=holder.program, pid=str(holder.pid))
    address = holder.address if holder is not None else ""
    return PeopleTrouble("held", address=address) if address else PeopleTrouble("held_by")


def _held_by(error: FolderInUse) -> FolderHold:
    holder = error.holder
    if holder is None:
        return FolderHold(Hold.OTHER)
    if holder.address:
        return FolderHold(Hold.SERVER, address=holder.address)
    return FolderHold(Hold.OTHER, program=holder.program, pid=holder.pid)


def _unusable() -> tuple[type[Exception], ...]:
    """What a folder raises that cannot be used."""
    from sqlalchemy.exc import SQLAlchemyError

    from tengen.storage import NewerSchema

    return StoreError, SQLAlchemyError, NewerSchema, OSError, ValueError
