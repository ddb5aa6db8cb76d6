"""Talk in SQL: the store that its service asks for. What each change writes is with its noun."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import assert_never

from sqlalchemy import Connection

from tengen.people import (
    MOST_LISTED,
    AddNotice,
    AddRelation,
    AddReport,
    ChatLine,
    ChatRoom,
    DropRelation,
    DropTalk,
    HandleReport,
    KeepReportOpen,
    Leaving,
    NewLine,
    NoteNoticesSeen,
    Notice,
    Relation,
    RenameInLines,
    Report,
    ReportPage,
    TalkChange,
)
from tengen.storage import chat, leavings, notices, relations, reports
from tengen.storage.database import Database


class SqlTalkStore:
    """A TalkStore in a database. Reads see everything that was acknowledged."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_line(self, new: NewLine) -> ChatLine:
        return await self._database.writer.put(chat.AddLine(new))

    async def lines(self, match_id: str, room: ChatRoom, after: int = 0) -> Sequence[ChatLine]:
        return await self._database.read(lambda connection: chat.lines_after(connection, match_id, room, after))

    async def last_lines(self, match_id: str, room: ChatRoom, limit: int) -> Sequence[ChatLine]:
        return await self._database.read(lambda connection: chat.last_lines(connection, match_id, room, limit))

    async def authors(self, match_id: str) -> Collection[str]:
        return await self._database.read(lambda connection: chat.authors_of(connection, match_id))

    async def lines_of(self, account_id: str, limit: int) -> Sequence[ChatLine]:
        return await self._database.read(lambda connection: chat.lines_by(connection, account_id, limit))

    async def relations_of(self, account_id: str) -> Sequence[Relation]:
        return await self._database.read(lambda connection: relations.relations_of(connection, account_id))

    async def blocked_with(self, account_id: str) -> frozenset[str]:
        return await self._database.read(lambda connection: relations.blocked_with(connection, account_id))

    async def hidden_from(self, account_id: str) -> frozenset[str]:
        return await self._database.read(lambda connection: relations.hidden_from(connection, account_id))

    async def report(self, report_id: str) -> Report | None:
        return await self._database.read(lambda connection: reports.find_report(connection, report_id))

    async def reports(
        self, *, only_open: bool, after: str | None = None, limit: int = 50, but_about: str | None = None
    ) -> ReportPage:
        if not 1 <= limit <= MOST_LISTED:
            raise ValueError(f"a page has 1 to {MOST_LISTED} rows")
        return await self._database.read(
            lambda connection: reports.page_of_reports(connection, only_open, after, limit, but_about)
        )

    async def reports_by(self, account_id: str, limit: int) -> Sequence[Report]:
        return await self._database.read(lambda connection: reports.reports_by(connection, account_id, limit))

    async def prune_reports(self, handled_before: int, limit: int) -> int:
        """Delete reports that were handled before then; how many. No more than `limit` at once."""
        return await self._database.writer.put(reports.PruneReports(handled_before, limit))

    async def notices_of(self, account_id: str, after: int = 0) -> Sequence[Notice]:
        return await self._database.read(lambda connection: notices.notices_of(connection, account_id, after))

    async def count_unseen(self, account_id: str) -> int:
        return await self._database.read(lambda connection: notices.count_unseen(connection, account_id))

    async def leavings_of(self, account_id: str, since: int) -> Sequence[Leaving]:
        return await self._database.read(lambda connection: leavings.leavings_of(connection, account_id, since))


def write_talk(connection: Connection, change: TalkChange) -> None:
    """Write one change. Or raise, and leave it to the caller to roll back."""
    match change:
        case AddRelation():
            relations.add_relation(connection, change)
        case DropRelation():
            relations.drop_relation(connection, change)
        case AddReport():
            reports.add_report(connection, change)
        case KeepReportOpen():
            reports.keep_report_open(connection, change)
        case HandleReport():
            reports.handle_report(connection, change)
        case AddNotice():
            notices.add_notice(connection, change.notice)
        case NoteNoticesSeen():
            notices.note_notices_seen(connection, change)
        case RenameInLines():
            chat.rename_in_lines(connection, change)
        case DropTalk():
            drop_talk(connection, [change.account_id])
        case _:
            assert_never(change)


def drop_talk(connection: Connection, account_ids: Sequence[str]) -> None:
    """Forget the relations, the notices and the games left of accounts. What they said stays."""
    relations.drop_relations(connection, account_ids)
    notices.drop_notices(connection, account_ids)
    leavings.drop_leavings(connection, account_ids)
