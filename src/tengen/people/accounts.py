"""Accounts: a person with a name, guests among them, and what may be said of one: roles, second factor, ban."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """What an account may do besides playing."""

    ADMIN = "admin"
    MODERATOR = "moderator"


class Registration(StrEnum):
    """Who may make an account."""

    OPEN = "open"
    INVITE = "invite"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Ban:
    """Somebody may not log in, from `at` until `until`, or for good. The reason is told to them."""

    at: int
    until: int | None
    reason: str

    def holds(self, now: int) -> bool:
        """Whether it is not over yet."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class SecondFactor:
    """The secret of one-time codes (base32), and the time step of the last code that was used: none counts twice."""

    secret: str = field(repr=False)
    last_step: int = 0


@dataclass(frozen=True, slots=True)
class Account:
    """A person. Times are milliseconds since 1970.

    A guest has neither password nor `name_key`; on registering it keeps its id. `name_key` is the name as it is
    compared. A closed account has no secrets any more and keeps its name; a deleted one has lost the name, too.
    `revision` goes up with every change that is written.
    """

    account_id: str
    name: str
    created_at: int
    name_key: str | None = None
    password_hash: str | None = field(default=None, repr=False)
    roles: frozenset[Role] = frozenset()
    second_factor: SecondFactor | None = field(default=None, repr=False)
    ban: Ban | None = None
    closed_at: int | None = None
    revision: int = 0

    @property
    def is_guest(self) -> bool:
        """Whether it plays without having registered."""
        return self.password_hash is None and self.closed_at is None

    @property
    def is_closed(self) -> bool:
        """Whether nobody can log in to it ever again."""
        return self.closed_at is not None

    @property
    def is_deleted(self) -> bool:
        """Whether it is shown as a deleted player: a row without personal data, to which games still belong."""
        return self.closed_at is not None and self.name_key is None

    @property
    def is_admin(self) -> bool:
        """Whether it may keep the accounts of others, given a second factor."""
        return Role.ADMIN in self.roles

    def is_banned(self, now: int) -> bool:
        """Whether a ban holds."""
        return self.ban is not None and self.ban.holds(now)
