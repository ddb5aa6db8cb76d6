"""The port to where talk is kept: lines, relations, reports, notices, games that were left; and the changes to these.

Lines are added here. All other changes are written by `PeopleStore.commit`, so that what a moderator does to an
account, its entry in the audit log and the notice to whom it concerns are one unit. Knows nothing of SQL.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tengen.core import Conflict
from tengen.people.chat import ChatLine, ChatRoom
from tengen.people.conduct import Leaving
from tengen.people.notices import NewNotice, Notice
from tengen.people.relations import Relation, RelationKind
from tengen.people.reports import Handled, Report, ReportPage

# --- changes


@dataclass(frozen=True, slots=True)
class AddRelation:
    """Somebody mutes or blocks another. One that is there already stays as it is.

    TooManyRelations where the account would have more than `most`, Conflict where one of the two is gone.
    """

    relation: Relation
    most: int


@dataclass(frozen=True, slots=True)
class DropRelation:
    """Somebody mutes or blocks another no more. One that is gone already is fine."""

    account_id: str
    other_id: str
    kind: RelationKind


@dataclass(frozen=True, slots=True)
class AddReport:
    """A new report, with its lines. TooManyReports where the reporter made too many within a day, or too many wait."""

    report: Report


@dataclass(frozen=True, slots=True)
class KeepReportOpen:
    """Conflict where a report is handled already, or there is none."""

    report_id: str


@dataclass(frozen=True, slots=True)
class HandleReport:
    """A moderator has done with a report. Conflict where another one has, or there is none."""

    report_id: str
    handled: Handled


@dataclass(frozen=True, slots=True)
class AddNotice:
    """Something to be told to an account; of many only the last ones are kept. Conflict where there is no account."""

    notice: NewNotice


@dataclass(frozen=True, slots=True)
class NoteNoticesSeen:
    """An account has seen its notices up to this number."""

    account_id: str
    up_to: int
    at: int


@dataclass(frozen=True, slots=True)
class RenameInLines:
    """The lines of an account, also those in reports, bear this name from now on; none where it was deleted."""

    account_id: str
    name: str


@dataclass(frozen=True, slots=True)
class DropTalk:
    """The relations of an account, those of others to it, its notices and the games that it left are forgotten."""

    account_id: str


TalkChange: TypeAlias = (
    AddRelation
    | DropRelation
    | AddReport
    | KeepReportOpen
    | HandleReport
    | AddNotice
    | NoteNoticesSeen
    | RenameInLines
    | DropTalk
)


class TooManyRelations(Conflict):
    """Somebody mutes and blocks as many as they may. Nothing was written."""


class TooManyReports(Conflict):
    """Somebody has made as many reports as they may, or as many wait as may wait. Nothing was written."""

    def __init__(self, most: int) -> None:
        super().__init__(f"there are {most} reports already")
        self.most = most


class TalkFull(Conflict):
    """A room has as many lines as it may have. Nothing was written."""


class TalkBlocked(Conflict):
    """One of those who would talk with each other has blocked the other. Nothing was written."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be added: `line` without its number (0).

    `revision` is that of the author's account as it was read, `others` are those to whom the author talks in person.
    """

    line: ChatLine
    revision: int
    others: tuple[str, ...] = ()


class TalkStore(Protocol):
    """Where talk is kept. Every call may raise Unavailable."""

    async def add_line(self, new: NewLine) -> ChatLine:
        """Add a line behind the last one of its match; as it is kept. Done when it is safe on disk.

        Raises TalkFull, TalkBlocked, and Conflict where the author's account has changed or there is no such match.
        """

    async def lines(self, match_id: str, room: ChatRoom, after: int = 0) -> Sequence[ChatLine]:
        """The lines of a room after this number, in order."""

    async def last_lines(self, match_id: str, room: ChatRoom, limit: int) -> Sequence[ChatLine]:
        """The last lines of a room, in order."""

    async def authors(self, match_id: str) -> Collection[str]:
        """The accounts that have said something at a match."""

    async def lines_of(self, account_id: str, limit: int) -> Sequence[ChatLine]:
        """What somebody said last, anywhere, the latest first."""

    async def relations_of(self, account_id: str) -> Sequence[Relation]:
        """Whom somebody has muted and blocked, the latest first."""

    async def blocked_with(self, account_id: str) -> frozenset[str]:
        """Those whom somebody has blocked, and those who have blocked them."""

    async def hidden_from(self, account_id: str) -> frozenset[str]:
        """Those whose lines somebody does not see: whom they have muted, and all of `blocked_with`."""

    async def report(self, report_id: str) -> Report | None:
        """The report of this id, with its lines."""

    async def reports(
        self, *, only_open: bool, after: str | None = None, limit: int = 50, but_about: str | None = None
    ) -> ReportPage:
        """Reports after the one of this id, the latest first, without their lines; none about the account `but_about`.

        ValueError refuses more than `MOST_LISTED` at once.
        """

    async def reports_by(self, account_id: str, limit: int) -> Sequence[Report]:
        """The reports that somebody made, the latest first, without their lines."""

    async def notices_of(self, account_id: str, after: int = 0) -> Sequence[Notice]:
        """The notices of an account after this number, the latest first."""

    async def count_unseen(self, account_id: str) -> int:
        """How many notices an account has not seen."""

    async def leavings_of(self, account_id: str, since: int) -> Sequence[Leaving]:
        """The games that somebody left since then, in order."""
