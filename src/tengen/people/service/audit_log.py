"""Reading the audit log: a page for people, with names, and whether it is what was written."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from tengen.people.accounts import Account
from tengen.people.audit import FIRST, AuditEntry, AuditRow, BadAuditEntry, verify_audit
from tengen.people.store import HOST, PeopleStore


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A row of the audit log, with the names that those in it have now; deleted players have none.

    `entry` is None where somebody has altered the row so that it cannot be read any more.
    """

    number: int
    entry: AuditEntry | None
    actor_name: str | None = None
    subject_name: str | None = None


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Rows, the latest first, and the number from which the next page goes on; None on the last."""

    lines: tuple[AuditLine, ...]
    after: int | None


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """What a check of the audit log found: how many rows are sound, the number of the first that is not, if any.

    That rows at the end were cut off shows only to whoever has written down an earlier `rows` and `last_hash`.
    """

    rows: int
    broken_at: int | None
    last_hash: str


async def audit_page(store: PeopleStore, after: int | None, limit: int) -> AuditPage:
    """Rows before the number `after`, or the latest."""
    rows = await store.latest_audit(after, limit)
    entries = [(row.number, _entry_of(row)) for row in rows]
    known = await store.accounts_of({one for _, entry in entries if entry is not None for one in _ids_in(entry)})
    lines = tuple(_line(number, entry, known) for number, entry in entries)
    is_more = len(rows) == limit and rows[-1].number > 1
    return AuditPage(lines, rows[-1].number if is_more else None)


async def check_audit(store: PeopleStore) -> AuditCheck:
    """Read all rows, some at a time, and compare them with their hashes."""
    last: AuditRow | None = None
    while rows := await store.audit_rows(0 if last is None else last.number):
        broken_at = verify_audit(rows, after=last)
        if broken_at is not None:
            return AuditCheck(broken_at - 1, broken_at, "")
        last = rows[-1]
    return AuditCheck(0, None, FIRST.hex()) if last is None else AuditCheck(last.number, None, last.hash.hex())


def _line(number: int, entry: AuditEntry | None, known: Mapping[str, Account]) -> AuditLine:
    def name(account_id: str | None) -> str | None:
        if account_id is None or account_id == HOST:
            return account_id
        return known[account_id].name or None if account_id in known else None

    return (
        AuditLine(number, None) if entry is None else AuditLine(number, entry, name(entry.actor), name(entry.subject))
    )


def _entry_of(row: AuditRow) -> AuditEntry | None:
    with suppress(BadAuditEntry):
        return AuditEntry.decode(row.body)
    return None


def _ids_in(entry: AuditEntry) -> set[str]:
    return {one for one in (entry.actor, entry.subject) if one is not None and one != HOST}
