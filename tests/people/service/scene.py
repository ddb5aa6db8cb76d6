"""A service of people on a real database in a folder, with clocks that stand until the test turns them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyotp
import pytest
from sqlalchemy import make_url

from tengen.people import Account, PeopleCode, PeopleError, Role, SessionsEnded
from tengen.people.service import (
    Accounts,
    Administration,
    Entered,
    Exporter,
    HashParameters,
    LoginLimits,
    LoginRates,
    PasswordHasher,
)
from tengen.storage import Database, SqlPeopleStore
from tengen.storage.migrate import migrate
from tengen.storage.sqlite import open_engine

MORNING = 1_700_000_000_000
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

CHEAP = HashParameters(memory_kib=8, passes=1, lanes=1)
PASSWORD = "a stone in the garden"
OTHER_PASSWORD = "two cranes over water"
HOME = "192.0.2.7"


@dataclass
class Clock:
    """A clock that stands."""

    now: int = MORNING

    def __call__(self) -> int:
        return self.now


@dataclass
class Scene:
    """What a test has."""

    database: Database
    store: SqlPeopleStore
    hasher: PasswordHasher
    clock: Clock
    accounts: Accounts
    administration: Administration
    ended: list[SessionsEnded] = field(default_factory=list)

    async def register(self, name: str, password: str = PASSWORD, guest: str | None = None) -> Entered:
        return await self.accounts.register(name, password, guest=guest, address=HOME, device="a browser")

    async def register_beside(self, token: str, name: str, password: str = PASSWORD, **more: Any) -> Entered:
        asked: dict[str, Any] = {"address": HOME, "known_device": None}
        return await self.accounts.register_beside(token, name, password, **(asked | more))

    async def log_in(self, name: str, password: str = PASSWORD, **more: Any) -> Entered:
        asked: dict[str, Any] = {"code": None, "address": HOME, "device": "a browser", "known_device": None}
        return await self.accounts.log_in(name, password, **(asked | more))

    async def log_in_beside(self, token: str, name: str, password: str = PASSWORD, **more: Any) -> Entered:
        asked: dict[str, Any] = {"code": None, "address": HOME, "known_device": None}
        return await self.accounts.log_in_beside(token, name, password, **(asked | more))

    async def add_second_factor(self, entered: Entered) -> tuple[pyotp.TOTP, list[str]]:
        """The codes of a second factor that is in force from now on, and its recovery codes."""
        account_id = entered.account.account_id
        offer = await self.accounts.begin_second_factor(account_id, PASSWORD)
        codes = pyotp.TOTP(offer.secret)
        recovery = await self.accounts.confirm_second_factor(
            account_id, offer.secret, self.code(codes), keep=entered.token
        )
        self.clock.now += MINUTE  # that code counts no more
        return codes, recovery

    def code(self, codes: pyotp.TOTP) -> str:
        return codes.at(self.clock.now // 1000)

    async def administrator(self, name: str = "Ada") -> Account:
        """An administrator with a second factor."""
        entered = await self.register(name)
        await self.add_second_factor(entered)
        await self.administration.set_role(None, name, Role.ADMIN)
        found = await self.store.account(entered.account.account_id)
        assert found is not None
        return found

    async def told(self) -> list[str]:
        """The actions of the audit log, in order."""
        page = await self.administration.audit(None, limit=200)
        return [str(line.entry.action) for line in reversed(page.lines) if line.entry is not None]

    def ended_ids(self) -> set[str]:
        """The sessions that were told to have ended, since the last time that was asked."""
        found = {session_id for told in self.ended for session_id in told.session_ids}
        self.ended.clear()
        return found


@cache
def _empty_database() -> bytes:
    """A database with all its tables: to make it takes as long as most tests."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tengen.sqlite3"
        engine = open_engine(make_url(f"sqlite:///{file}"))
        migrate(engine)
        engine.dispose()
        return file.read_bytes()


@asynccontextmanager
async def opened(
    folder: Path,
    *,
    tells_which: bool = False,
    rates: LoginRates | None = None,
    hasher: PasswordHasher | None = None,
    exporters: Sequence[Exporter] = (),
    clock: Clock | None = None,
) -> AsyncIterator[Scene]:
    """The service on the database of this folder. Limits are those of a server unless others are given."""
    file = folder / "tengen.sqlite3"
    if not file.exists():
        file.write_bytes(await asyncio.to_thread(_empty_database))
    database = await Database.open(f"sqlite:///{file}")
    store, time = SqlPeopleStore(database), clock or Clock()
    hashing = hasher or PasswordHasher(CHEAP)
    ended: list[SessionsEnded] = []
    accounts = Accounts(
        store,
        hashing,
        LoginLimits(time, rates),
        time,
        tells_which=tells_which,
        exporters=exporters,
        on_sessions_ended=ended.append,
    )
    administration = Administration(store, hashing, time, exporters=exporters, on_sessions_ended=ended.append)
    try:
        yield Scene(database, store, hashing, time, accounts, administration, ended)
    finally:
        hashing.close()
        await database.close()


class refused:  # noqa: N801  # reads as a statement
    """That what is done inside is refused with this code; `key` is the text key that tells it."""

    def __init__(self, code: PeopleCode) -> None:
        self._code = code
        self._raises = pytest.raises(PeopleError)
        self.error: PeopleError

    def __enter__(self) -> refused:
        self._info = self._raises.__enter__()
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> bool:
        is_raised = bool(self._raises.__exit__(kind, value, trace))
        if is_raised:
            self.error = self._info.value
            assert self.error.code is self._code
        return is_raised
