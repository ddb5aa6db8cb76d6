"""Keeping order over REST: the bodies and answers of `/api/moderation`, with a limit on every field.

Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tengen.protocol.administration import BanOut, ReasonIn
from tengen.protocol.base import Message
from tengen.protocol.people import Days, RoleName, Time
from tengen.protocol.talk import ChatLineOut, ReportReasonName

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
    outcome: str
    note: str


class ReportOut(Message):
    """A report as moderators see it. `by` and `about` have the names of today; those of deleted players are null.

    `watchId` leads to the game where it happened, `lines` are the last ones that the reporter could read there.
    """

    id: str
    at: Time
    by: str | None
    about: str | None
    reason: ReportReasonName
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
