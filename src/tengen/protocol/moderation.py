"""Keeping order over REST: the bodies and answers of `/api/moderation`, with a limit on every field.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tengen.match.service import watch_id_of
from tengen.people import Account, Report, ReportOutcome, ReportReason
from tengen.protocol.administration import BanOut, ReasonIn, ban_out
from tengen.protocol.base import Message
from tengen.protocol.people import ROLE_NAMES, Days, RoleName, Time
from tengen.protocol.talk import ChatLineOut, line_out

_DAY_MS: Final = 24 * 3_600_000

ReportId: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
OutcomeName: TypeAlias = Literal["acted", "dismissed"]


class ModerationIn(Message):
    """Why a moderator acts, which is told to whom it concerns; and the report that led to it."""

    reason: ReasonIn
    report_id: ReportId | None = None


class TimedModerationIn(ModerationIn):
    """The same for so many days, or until a time; with neither for good."""

    days: Days | None = None
    until: Time | None = None

    @model_validator(mode="after")
    def _check_end(self) -> Self:
        if self.days is not None and self.until is not None:
            raise PydanticCustomError("days_or_until", "days or until, not both")
        return self

    def ends_at(self, now: int) -> int | None:
        """Until when it is to hold, asked for at `now`; None for good."""
        return self.until if self.days is None else now + self.days * _DAY_MS


class HandleIn(Message):
    """Close a report: whether something was done about it, and a note for other moderators."""

    outcome: OutcomeName
    note: Annotated[str, Field(max_length=500)] = ""


class ModeratedOut(Message):
    """An account as moderators see it: what holds against it now."""

    name: str
    avatar: int
    since: Time
    roles: list[RoleName]
    is_guest: bool
    silence: BanOut | None
    ban: BanOut | None
    is_closed: bool


class HandledOut(Message):
    """Who closed a report, and how."""

    at: Time
    by: str | None
    outcome: ReportOutcome
    note: str


class ReportOut(Message):
    """A report as moderators see it. `by` and `about` have the names of today; those of deleted players are null.

    `watchId` leads to the game where it happened, `lines` are the last ones that the reporter could read there.
    """

    id: str
    at: Time
    by: str | None
    about: str | None
    reason: ReportReason
    text: str
    watch_id: str | None
    lines: list[ChatLineOut]
    handled: HandledOut | None


class ReportsAnswer(Message):
    """A page of reports, the latest first; `after` asks for the next one."""

    reports: list[ReportOut]
    after: str | None


class ReportAnswer(Message):
    """A report, and the account that it is about; null where that is deleted."""

    report: ReportOut
    user: ModeratedOut | None


def moderated_out(account: Account) -> ModeratedOut:
    """An account as moderators see it."""
    return ModeratedOut(
        name=account.name,
        avatar=account.avatar,
        since=account.created_at,
        roles=[name for role, name in ROLE_NAMES.items() if role in account.roles],
        is_guest=account.is_guest,
        silence=None if account.silence is None else ban_out(account.silence),
        ban=None if account.ban is None else ban_out(account.ban),
        is_closed=account.is_closed,
    )


def report_out(report: Report, names: Mapping[str, str]) -> ReportOut:
    """A report with the names of those in it, by their ids; who has none is deleted."""
    handled = report.handled
    return ReportOut(
        id=report.report_id,
        at=report.at,
        by=names.get(report.by),
        about=names.get(report.about),
        reason=report.reason,
        text=report.text,
        watch_id=None if report.match_id is None else watch_id_of(report.match_id),
        lines=[line_out(line) for line in report.lines],
        handled=None
        if handled is None
        else HandledOut(at=handled.at, by=names.get(handled.by), outcome=handled.outcome, note=handled.note),
    )
