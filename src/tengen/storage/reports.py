"""Reports in SQL, with the lines that go along. A report is handled once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select, update

from tengen.core import Conflict
from tengen.people import (
    DAY_MS,
    MOST_OPEN_REPORTS,
    MOST_REPORTS_A_DAY,
    MOST_REPORTS_ABOUT_ONE,
    AddReport,
    ChatLine,
    Handled,
    HandleReport,
    KeepReportOpen,
    Report,
    ReportOutcome,
    ReportPage,
    ReportReason,
    TooManyReports,
)
from tengen.storage.chat import line_of, line_values
from tengen.storage.talk_schema import report_lines, reports
from tengen.storage.writer import Job

_IS_OPEN = reports.c.handled_at.is_(None)


def add_report(connection: Connection, change: AddReport) -> None:
    """Add a report with its lines. Raises TooManyReports."""
    new = change.report
    today = (reports.c.by_account == new.by) & (reports.c.at > new.at - DAY_MS)
    about_one = today & (reports.c.about == new.about)
    bounds = (today, MOST_REPORTS_A_DAY), (about_one, MOST_REPORTS_ABOUT_ONE), (_IS_OPEN, MOST_OPEN_REPORTS)
    for which, most in bounds:
        if _count(connection, which) >= most:
            raise TooManyReports(most)
    connection.execute(
        insert(reports).values(
            id=new.report_id,
            at=new.at,
            by_account=new.by,
            about=new.about,
            match_id=new.match_id,
            reason=str(new.reason),
            text=new.text,
        )
    )
    if new.lines:
        connection.execute(
            insert(report_lines), [{"report_id": new.report_id, **line_values(line)} for line in new.lines]
        )


def keep_report_open(connection: Connection, change: KeepReportOpen) -> None:
    """Raise Conflict where a report does not wait any more."""
    if not _count(connection, (reports.c.id == change.report_id) & _IS_OPEN):
        raise Conflict("the report is handled")


def handle_report(connection: Connection, change: HandleReport) -> None:
    """Note who has done with a report. Raises Conflict where somebody has."""
    handled = change.handled
    values = {
        "handled_at": handled.at,
        "handled_by": handled.by,
        "outcome": str(handled.outcome),
        "note": handled.note,
    }
    is_meant = (reports.c.id == change.report_id) & _IS_OPEN
    if connection.execute(update(reports).where(is_meant).values(values)).rowcount != 1:
        raise Conflict("the report is handled")


class PruneReports(Job[int]):
    """Delete reports that were handled before a time, with their lines; how many. No more than `limit` at once."""

    def __init__(self, handled_before: int, limit: int) -> None:
        self._handled_before = handled_before
        self._limit = limit

    def write(self, connection: Connection) -> int:
        is_old = reports.c.handled_at < self._handled_before
        found = connection.scalars(select(reports.c.id).where(is_old).limit(self._limit)).all()
        connection.execute(delete(report_lines).where(report_lines.c.report_id.in_(found)))
        connection.execute(delete(reports).where(reports.c.id.in_(found)))
        return len(found)


def find_report(connection: Connection, report_id: str) -> Report | None:
    """The report of this id, with its lines."""
    row = connection.execute(select(reports).where(reports.c.id == report_id)).mappings().one_or_none()
    if row is None:
        return None
    question = select(report_lines).where(report_lines.c.report_id == report_id).order_by(report_lines.c.number)
    match_id = row["match_id"] or ""
    return _report_of(row, tuple(line_of(line, match_id) for line in connection.execute(question).mappings()))


def page_of_reports(
    connection: Connection, only_open: bool, after: str | None, limit: int, but_about: str | None
) -> ReportPage:
    """Reports without their lines, the latest first."""
    question = select(reports).order_by(reports.c.key.desc()).limit(limit + 1)
    if only_open:
        question = question.where(_IS_OPEN)
    if but_about is not None:
        question = question.where(reports.c.about != but_about)
    if after is not None:
        before = select(reports.c.key).where(reports.c.id == after).scalar_subquery()
        question = question.where(reports.c.key < before)
    found = [_report_of(row) for row in connection.execute(question).mappings()]
    page = tuple(found[:limit])
    return ReportPage(page, page[-1].report_id if len(found) > limit else None)


def reports_by(connection: Connection, account_id: str, limit: int) -> list[Report]:
    """The reports of somebody, without their lines, the latest first."""
    question = select(reports).where(reports.c.by_account == account_id).order_by(reports.c.at.desc()).limit(limit)
    return [_report_of(row) for row in connection.execute(question).mappings()]


def _count(connection: Connection, which: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(reports).where(which)) or 0


def _report_of(row: RowMapping, lines: tuple[ChatLine, ...] = ()) -> Report:
    return Report(
        row["id"],
        row["at"],
        row["by_account"],
        row["about"],
        row["match_id"],
        ReportReason(row["reason"]),
        row["text"],
        lines,
        _handled_of(row),
    )


def _handled_of(row: RowMapping) -> Handled | None:
    at: Any = row["handled_at"]
    return None if at is None else Handled(at, row["handled_by"], ReportOutcome(row["outcome"]), row["note"])
