"""Reports: what somebody tells the moderators about another, with the lines that go along. Keeps nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.people.chat import ChatLine

LONGEST_REPORT: Final = 500
LONGEST_NOTE: Final = 500
MOST_REPORTED_LINES: Final = 20
"""So many of the last lines go along with a report."""
MOST_REPORTS_A_DAY: Final = 10
MOST_REPORTS_ABOUT_ONE: Final = 3
"""So many reports a day may somebody make about the same person."""
MOST_OPEN_REPORTS: Final = 5_000
"""So many reports may wait for a moderator, of all people together."""


class ReportReason(StrEnum):
    """What somebody is reported for."""

    INSULT = "insult"
    SPAM = "spam"
    CHEATING = "cheating"
    LEAVING = "leaving"
    NAME = "name"
    OTHER = "other"


class ReportOutcome(StrEnum):
    """What became of a report."""

    ACTED = "acted"
    DISMISSED = "dismissed"


@dataclass(frozen=True, slots=True)
class Handled:
    """A moderator has done with a report. `by` is an account, or `HOST`; the note is for moderators alone."""

    at: int
    by: str
    outcome: ReportOutcome
    note: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A report `by` one account `about` another. `lines` are the last that were said in the room of the reporter."""

    report_id: str
    at: int
    by: str
    about: str
    match_id: str | None
    reason: ReportReason
    text: str = ""
    lines: tuple[ChatLine, ...] = ()
    handled: Handled | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits for a moderator."""
        return self.handled is None


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Reports, the latest first, without their lines, and the id after which the next page begins; None on the last."""

    reports: tuple[Report, ...]
    after: str | None = None
