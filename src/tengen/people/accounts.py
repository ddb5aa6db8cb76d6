"""Accounts: a person with a name, guests among them, and what is said of one: roles, second factor, ban, silence."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

DELETED_PLAYER: Final = "Deleted player"
"""What the seats of a deleted account are called: the same in every language, as records go everywhere."""


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
class Silence:
    """A moderator keeps somebody from talking, from `at` until `until`, or for good. The reason is told to them."""

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
    `revision` goes up with every change that is written. Who does not want to talk at all has `talks` off. A picture of
    the person is drawn from the name and `avatar`.
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
    silence: Silence | None = None
    talks: bool = True
    avatar: int = 0

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

    @property
    def keeps_order(self) -> bool:
        """Whether it may see reports and act on them; an administrator given a second factor."""
        return not self.roles.isdisjoint({Role.ADMIN, Role.MODERATOR})

    def is_banned(self, now: int) -> bool:
        """Whether a ban holds."""
        return self.ban is not None and self.ban.holds(now)

    def is_silenced(self, now: int) -> bool:
        """Whether a moderator keeps it from talking."""
        return self.silence is not None and self.silence.holds(now)
