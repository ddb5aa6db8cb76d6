"""Failed tries in the audit log: some a minute, and how many more there were, so that nobody can fill the disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tengen.people.audit import AuditAction, Detail
from tengen.people.store import NoteInAudit

_MINUTE_MS: Final = 60_000


class FailureAudit:
    """Decides which failures are written down. The name that was tried is not: it may be a password."""

    def __init__(self, most_a_minute: int = 30) -> None:
        self._most = most_a_minute
        self._minute = -1
        self._count = 0
        self._left_out = 0

    def entry(
        self, at: int, action: AuditAction, subject: str | None, details: Mapping[str, Detail]
    ) -> NoteInAudit | None:
        """The entry for a failure; None where this minute has enough. The next one says how many were left out."""
        minute = at // _MINUTE_MS
        if minute != self._minute:
            self._minute, self._count = minute, 0
        if self._count >= self._most:
            self._left_out += 1
            return None
        self._count += 1
        left_out, self._left_out = self._left_out, 0
        return NoteInAudit(at, None, action, subject, {**details, "left_out": left_out} if left_out else details)
