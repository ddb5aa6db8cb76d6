"""Guests and their sessions. A token is 256 bits of chance, and the database holds only its hash."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from sqlalchemy import ColumnElement, Connection, case, delete, exists, insert, select, update

from tengen.people import SessionLimits
from tengen.storage.database import Database
from tengen.storage.schema import accounts, matches, sessions
from tengen.storage.sessions import forget_old_sessions
from tengen.storage.writer import Job

_LONGEST_TOKEN: Final = 200


@dataclass(frozen=True, slots=True)
class Account:
    """A person. Guests have no password."""

    account_id: str
    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that has just begun: the only moment in which its token is known here."""

    account: Account
    token: str = field(repr=False)


class Sessions:
    """Who is who. `now` gives the time in milliseconds, as the machine's own clock has it now.

    A clock that was ahead and went back leaves times in the future behind. They make nobody old: such a session is as
    fresh as if it were used now, and counts from now on when it is used again.
    """

    def __init__(self, database: Database, now: Callable[[], int], limits: SessionLimits | None = None) -> None:
        self._database = database
        self._now = now
        self._limits = limits or SessionLimits()

    async def begin_as_guest(self, name: str) -> NewSession:
        """A new account without a password, and a session of it."""
        account = Account(secrets.token_urlsafe(16), name, is_guest=True)
        token = secrets.token_urlsafe(32)
        await self._database.writer.put(_Begin(account, _hash(token), self._now()))
        return NewSession(account, token)

    async def find(self, token: str) -> Account | None:
        """Whose token this is; None for one that is unknown, ended or too old."""
        if len(token) > _LONGEST_TOKEN:
            return None
        token_hash, now = _hash(token), self._now()
        question = (
            select(accounts.c.id, accounts.c.name, accounts.c.password_hash, sessions.c.seen_at, sessions.c.created_at)
            .join_from(sessions, accounts)
            .where(
                sessions.c.token_hash == token_hash,
                sessions.c.seen_at > now - self._limits.idle_ms,
                sessions.c.created_at > now - self._limits.whole_ms,
            )
        )
        row = await self._database.read(lambda connection: connection.execute(question).one_or_none())
        if row is None:
            return None
        if now - row.seen_at > self._limits.note_ms or max(row.seen_at, row.created_at) > now:
            await self._database.writer.put(_Seen(token_hash, now))
        return Account(row.id, row.name, is_guest=row.password_hash is None)

    async def end(self, token: str) -> None:
        """Sign out."""
        await self._database.writer.put(_End(sessions.c.token_hash == _hash(token)))

    async def end_all(self, account_id: str) -> None:
        """Sign an account out everywhere."""
        await self._database.writer.put(_End(sessions.c.account_id == account_id))

    async def forget_old(self) -> None:
        """Remove sessions that are too old to be found."""
        await self._database.writer.put(_ForgetOld(self._now(), self._limits))

    async def prune_guests(self, seen_before: int, limit: int) -> int:
        """Delete guests who were not seen since then and have a seat in no match, with their sessions; how many.

        No more than `limit` at once. Who comes from a time in the future was seen.
        """
        return await self._database.writer.put(_PruneGuests(seen_before, limit))


def _hash(token: str) -> bytes:
    return sha256(token.encode("utf-8", "replace")).digest()


class _Begin(Job[None]):
    def __init__(self, account: Account, token_hash: bytes, now: int) -> None:
        self._account = account
        self._token_hash = token_hash
        self._now = now

    def write(self, connection: Connection) -> None:
        account, now = self._account, self._now
        connection.execute(insert(accounts).values(id=account.account_id, name=account.name, created_at=now))
        session = {
            "token_hash": self._token_hash,
            "account_id": account.account_id,
            "session_id": secrets.token_urlsafe(12),
        }
        connection.execute(insert(sessions).values(**session, created_at=now, seen_at=now))


class _Seen(Job[None]):
    def __init__(self, token_hash: bytes, now: int) -> None:
        self._token_hash = token_hash
        self._now = now

    def write(self, connection: Connection) -> None:
        is_ahead = sessions.c.created_at > self._now
        since = case((is_ahead, self._now), else_=sessions.c.created_at)
        seen = update(sessions).where(sessions.c.token_hash == self._token_hash)
        connection.execute(seen.values(seen_at=self._now, created_at=since))


class _PruneGuests(Job[int]):
    def __init__(self, seen_before: int, limit: int) -> None:
        self._seen_before = seen_before
        self._limit = limit

    def write(self, connection: Connection) -> int:
        was_seen = exists().where(sessions.c.account_id == accounts.c.id, sessions.c.seen_at >= self._seen_before)
        seats = (exists().where(owner == accounts.c.id) for owner in (matches.c.first_owner, matches.c.second_owner))
        is_guest = accounts.c.password_hash.is_(None) & accounts.c.closed_at.is_(None)
        is_old = (accounts.c.created_at < self._seen_before) & is_guest
        wanted = select(accounts.c.id).where(is_old, ~was_seen, *[~seat for seat in seats]).limit(self._limit)
        found = connection.scalars(wanted).all()
        connection.execute(delete(sessions).where(sessions.c.account_id.in_(found)))
        connection.execute(delete(accounts).where(accounts.c.id.in_(found)))
        return len(found)


class _ForgetOld(Job[None]):
    def __init__(self, now: int, limits: SessionLimits) -> None:
        self._now = now
        self._limits = limits

    def write(self, connection: Connection) -> None:
        forget_old_sessions(connection, self._now, self._limits)


class _End(Job[None]):
    def __init__(self, which: ColumnElement[bool]) -> None:
        self._which = which

    def write(self, connection: Connection) -> None:
        connection.execute(delete(sessions).where(self._which))
