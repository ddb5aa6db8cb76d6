"""Sessions: who is logged in at which browser, alone or with a second person at the same screen; how long they last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tengen.people.accounts import Account

_HOUR_MS: Final = 3_600_000
_DAY_MS: Final = 24 * _HOUR_MS


@dataclass(frozen=True, slots=True)
class Session:
    """A log-in. Of its token only the hash is known here. `beside_id` is the second person at this screen, if any.

    `session_id` names it to its owner and stays when the token changes; it authorises nothing.
    """

    session_id: str
    token_hash: bytes = field(repr=False)
    account_id: str
    beside_id: str | None
    created_at: int
    seen_at: int
    device: str = ""
    beside_at: int | None = None


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """How long a session lasts without being used, and at all; an administrator's. How many one account may have.

    Being seen is noted no oftener than every `note_ms`.
    """

    idle_ms: int = 30 * _DAY_MS
    whole_ms: int = 90 * _DAY_MS
    admin_ms: int = 12 * _HOUR_MS
    note_ms: int = _HOUR_MS
    most: int = 50

    def lasts_ms(self, account: Account) -> int:
        """How long after its log-in somebody must log in again, however busy."""
        return self.admin_ms if account.is_admin else self.whole_ms


@dataclass(frozen=True, slots=True)
class SessionsEnded:
    """What ended, told after the commit: these sessions, in whole or for one of two people at a screen.

    Whoever holds a connection of one of `session_ids` must cut it; a connection that is made again shows who is left.
    """

    account_ids: frozenset[str]
    session_ids: frozenset[str]
