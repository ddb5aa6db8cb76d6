"""Accounts of a running server, made in its database as the host makes them. Judges nothing."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Final

from tengen.people.service import Accounts, HashParameters, LoginLimits, PasswordHasher
from tengen.storage import Database, SqlPeopleStore
from tests.server.process import ServerProcess, Web

PASSWORD: Final = "correct horse battery"
_CHEAP: Final = HashParameters(memory_kib=8, passes=1)


def _now() -> int:
    return time.time_ns() // 1_000_000


def register(database: Path, name: str) -> str:
    """A new account; the token of a session of it."""

    async def made() -> str:
        opened = await Database.open(f"sqlite:///{database}")
        hasher = PasswordHasher(_CHEAP)
        try:
            accounts = Accounts(SqlPeopleStore(opened), hasher, LoginLimits(_now), _now)
            return (await accounts.register(name, PASSWORD, guest=None, address="test", device="test")).token
        finally:
            hasher.close()
            await opened.close()

    return asyncio.run(made())


def logged_in(server: ServerProcess, name: str) -> Web:
    """A client who is logged in to a new account."""
    return Web(server, token=register(server.database, name))
