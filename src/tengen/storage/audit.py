"""The audit log in SQL: rows are added to its chain in the transaction of what they tell, and read."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, insert, select

from tengen.people import AUDIT_FIRST, AuditRow, NoteInAudit, audit_row
from tengen.storage.schema import audit

_ROW = (audit.c.n, audit.c.body, audit.c.hash)


def note(connection: Connection, change: NoteInAudit) -> None:
    """Add an entry behind the last one."""
    last = connection.execute(select(audit.c.n, audit.c.hash).order_by(audit.c.n.desc()).limit(1)).one_or_none()
    number, before = (0, AUDIT_FIRST) if last is None else last
    row = audit_row(change.entry(number + 1), before)
    values = {"n": row.number, "body": row.body, "hash": row.hash, "subject": change.subject}
    connection.execute(insert(audit).values(values))


def rows_after(connection: Connection, number: int, limit: int) -> list[AuditRow]:
    """Rows in order."""
    return _rows(connection, select(*_ROW).where(audit.c.n > number).order_by(audit.c.n).limit(limit))


def rows_before(connection: Connection, number: int | None, limit: int, subject: str | None) -> list[AuditRow]:
    """The latest rows."""
    question = select(*_ROW).order_by(audit.c.n.desc()).limit(limit)
    if number is not None:
        question = question.where(audit.c.n < number)
    if subject is not None:
        question = question.where(audit.c.subject == subject)
    return _rows(connection, question)


def _rows(connection: Connection, question: Select[Any]) -> list[AuditRow]:
    return [AuditRow(number, _octets(body), _octets(hash_)) for number, body, hash_ in connection.execute(question)]


def _octets(value: object) -> bytes:
    """What a column holds, whatever somebody has put there: SQLite keeps any kind of value in any column."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
