"""Keeping the accounts of others over REST: the bodies and answers of `/api/admin`, with a limit on every field.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from tengen.people import Account, Ban, Registration, Role, Silence
from tengen.people.service import AuditLine, AuditPage
from tengen.protocol.base import Message
from tengen.protocol.people import ROLE_NAMES, Days, RegistrationMode, RoleName, Time

ReasonIn: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]


class BanOut(Message):
    """Why somebody may not log in or not talk, and until when; without an end for good."""

    since: Time
    until: Time | None
    reason: str


class UserOut(Message):
    """An account as administrators see it."""

    name: str
    since: Time
    roles: list[RoleName]
    second_factor: bool
    ban: BanOut | None
    is_closed: bool


class UsersAnswer(Message):
    """A page of accounts in the order of their names; `after` asks for the next one."""

    users: list[UserOut]
    after: str | None


def user_out(account: Account) -> UserOut:
    """An account as administrators see it."""
    return UserOut(
        name=account.name,
        since=account.created_at,
        roles=[name for role, name in ROLE_NAMES.items() if role in account.roles],
        second_factor=account.second_factor is not None,
        ban=None if account.ban is None else ban_out(account.ban),
        is_closed=account.is_closed,
    )


def ban_out(ban: Ban | Silence) -> BanOut:
    """What keeps somebody out, or from talking."""
    return BanOut(since=ban.at, until=ban.until, reason=ban.reason)


class RoleIn(Message):
    """Give an account a role, or none."""

    role: RoleName | None

    def asked_role(self) -> Role | None:
        """The role."""
        return next((role for role, name in ROLE_NAMES.items() if name == self.role), None)


class BanIn(Message):
    """Keep somebody out until then; without an end for good. The reason is told to them."""

    until: Time | None = None
    reason: ReasonIn


class ResetLinkIn(Message):
    """Make a link for a new password; with `endsSecondFactor` for somebody who has lost the second factor, too."""

    ends_second_factor: bool = False


class ResetLinkOut(Message):
    """The token of the link, which works once and until it expires; shown this once."""

    token: str
    expires: Time


class InviteIn(Message):
    """Make a code with which so many people may register."""

    uses: Annotated[int, Field(ge=1, le=10_000)] = 1
    days: Days = 7


class InviteOut(Message):
    """The code, which is shown this once."""

    code: str
    uses: int
    expires: Time


class RegistrationIn(Message):
    """Say who may register."""

    mode: RegistrationMode

    def asked_mode(self) -> Registration:
        """The mode."""
        return Registration(self.mode)


class RegistrationOut(Message):
    """Who may register."""

    mode: RegistrationMode


class AnnulIn(Message):
    """Take the result of a game back; why is in the audit log."""

    reason: ReasonIn


class AuditOut(Message):
    """An entry of the audit log. `actor` and `subject` have the names of today; `host` is whoever is at the machine.

    Deleted players have no names. Of a row that was altered so that it cannot be read there is the number alone.
    """

    number: int
    at: Time | None
    actor: str | None
    action: str | None
    subject: str | None
    details: dict[str, str | int | bool | None]


class AuditAnswer(Message):
    """A page of the audit log, the latest entries first; `after` asks for the next one."""

    entries: list[AuditOut]
    after: int | None


def audit_answer(page: AuditPage) -> AuditAnswer:
    """A page as administrators see it."""
    return AuditAnswer(entries=[_audit_out(line) for line in page.lines], after=page.after)


def _audit_out(line: AuditLine) -> AuditOut:
    entry = line.entry
    return AuditOut(
        number=line.number,
        at=None if entry is None else entry.at_ms,
        actor=line.actor_name,
        action=None if entry is None else str(entry.action),
        subject=line.subject_name,
        details={} if entry is None else dict(entry.details),
    )
