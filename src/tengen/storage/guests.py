"""Forgetting guests who have not come back for long, and sessions that are too old to be of use."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, exists, select

from tengen.people import SessionLimits
from tengen.storage.challenges import drop_challenges
from tengen.storage.database import Database
from tengen.storage.schema import accounts, matches, sessions
from tengen.storage.sessions import forget_old_sessions
from tengen.storage.talk import drop_talk
from tengen.storage.writer import Job


class Guests:
    """Deletes what nobody comes back for. `now` gives the time in milliseconds, as the machine's own clock has it now.

    A clock that was ahead and went back leaves times in the future behind. They make nobody old.
    """

    def __init__(self, database: Database, now: Callable[[], int], limits: SessionLimits | None = None) -> None:
        self._database = database
        self._now = now
        self._limits = limits or SessionLimits()

    async def forget_old(self) -> None:
        """Delete sessions, of accounts too, that are too old to be found."""
        await self._database.writer.put(_ForgetOld(self._now(), self._limits))

    async def prune_guests(self, seen_before: int, limit: int) -> int:
        """Delete guests who were not seen since then and have a seat in no match, with all that is theirs; how many.

        No more than `limit` at once. Who comes from a time in the future was seen.
        """
        return await self._database.writer.put(_PruneGuests(seen_before, limit))


class _ForgetOld(Job[None]):
    def __init__(self, now: int, limits: SessionLimits) -> None:
        self._now = now
        self._limits = limits

    def write(self, connection: Connection) -> None:
        forget_old_sessions(connection, self._now, self._limits)


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
        drop_challenges(connection, found)
        drop_talk(connection, found)
        connection.execute(delete(accounts).where(accounts.c.id.in_(found)))
        return len(found)
