"""Sessions in SQL: their rows from values and back, how they begin, go on and end."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, case, delete, insert, or_, select, update

from tengen.core import Conflict
from tengen.people import (
    BeginSession,
    EndSession,
    EndSessions,
    FoundSession,
    NoteSessionSeen,
    RenewSession,
    Session,
    SessionLimits,
)
from tengen.storage.accounts import account_of
from tengen.storage.schema import accounts, sessions

_BESIDE = accounts.alias("beside")
_FIND = (  # made once: nearly every call asks it, and to make it takes longer than to answer it
    select(sessions, accounts, _BESIDE)
    .join_from(sessions, accounts, accounts.c.id == sessions.c.account_id)
    .outerjoin(_BESIDE, _BESIDE.c.id == sessions.c.beside_id)
    .where(sessions.c.token_hash == bindparam("token"))
)


def begin_session(connection: Connection, change: BeginSession) -> list[Session]:
    """Add a session; those that ended because its people have too many."""
    connection.execute(insert(sessions).values(_values(change.session)))
    return _trim(connection, change.session, change.most)


def renew_session(connection: Connection, change: RenewSession) -> list[Session]:
    """Put a session in place of another one; those that ended as for a new one. Raises Conflict where it is gone."""
    renewed = update(sessions).where(sessions.c.token_hash == change.old_token_hash).values(_values(change.session))
    if connection.execute(renewed).rowcount != 1:
        raise Conflict("the session has ended")
    return _trim(connection, change.session, change.most)


def note_session_seen(connection: Connection, change: NoteSessionSeen) -> None:
    """Note when a session was used. What lies in the future becomes that time."""

    def not_ahead(column: ColumnElement[Any]) -> ColumnElement[Any]:
        return case((column > change.at, change.at), else_=column)

    seen = update(sessions).where(sessions.c.token_hash == change.token_hash)
    past = {name: not_ahead(sessions.c[name]) for name in ("created_at", "beside_at")}
    connection.execute(seen.values(seen_at=change.at, **past))


def end_session(connection: Connection, change: EndSession) -> list[Session]:
    """End one session of an account; it, where there was one."""
    return _end(connection, change.account_id, sessions.c.session_id == change.session_id)


def end_sessions(connection: Connection, change: EndSessions) -> list[Session]:
    """End the sessions of an account; which there were."""
    return _end(connection, change.account_id, sessions.c.session_id != (change.keep or ""))


def forget_old_sessions(connection: Connection, now: int, limits: SessionLimits) -> None:
    """Delete sessions that are too old to be found."""
    is_idle = sessions.c.seen_at <= now - limits.idle_ms
    is_old = sessions.c.created_at <= now - limits.whole_ms
    connection.execute(delete(sessions).where(is_idle | is_old))


def find_session(connection: Connection, token_hash: bytes) -> FoundSession | None:
    """The session of this token with its people."""
    row = connection.execute(_FIND, {"token": token_hash}).one_or_none()
    if row is None:
        return None
    found = row._mapping
    session = Session(**{name: found[sessions.c[name]] for name in _COLUMNS})
    beside = None if found[_BESIDE.c.id] is None else account_of(found, _BESIDE)
    return FoundSession(session, account_of(found), beside)


def sessions_of(connection: Connection, account_id: str) -> list[Session]:
    """The sessions that an account is in."""
    return _found(connection, _has(account_id))


_COLUMNS = ("session_id", "token_hash", "account_id", "beside_id", "created_at", "seen_at", "device", "beside_at")


def _values(session: Session) -> dict[str, Any]:
    return {name: getattr(session, name) for name in _COLUMNS}


def _found(connection: Connection, which: ColumnElement[bool]) -> list[Session]:
    """These sessions, the latest seen first."""
    question = select(*(sessions.c[name] for name in _COLUMNS)).where(which)
    ordered = question.order_by(sessions.c.seen_at.desc(), sessions.c.created_at.desc())
    return [Session(**row) for row in connection.execute(ordered).mappings()]


def _has(account_id: str) -> ColumnElement[bool]:
    return or_(sessions.c.account_id == account_id, sessions.c.beside_id == account_id)


def _trim(connection: Connection, kept: Session, most: int) -> list[Session]:
    ended: list[Session] = []
    for account_id in (kept.account_id, kept.beside_id):
        if account_id is not None:
            others = [row for row in sessions_of(connection, account_id) if row.session_id != kept.session_id]
            ids = [session.session_id for session in others[most - 1 :]]
            if ids:
                ended += _end(connection, account_id, sessions.c.session_id.in_(ids))
    return ended


def _end(connection: Connection, account_id: str, which: ColumnElement[bool]) -> list[Session]:
    """End sessions for an account: its own go, and from those of others it goes. Which there were."""
    ended = _found(connection, _has(account_id) & which)
    connection.execute(delete(sessions).where(sessions.c.account_id == account_id, which))
    alone = update(sessions).where(sessions.c.beside_id == account_id, which)
    connection.execute(alone.values(beside_id=None, beside_at=None))
    return ended
