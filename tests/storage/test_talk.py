"""The store of talk: what goes with a match and with a guest, and that a refused change takes all of its unit along."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.core import Conflict
from tengen.people import (
    AddNotice,
    AddRelation,
    AddReport,
    AuditAction,
    Change,
    ChatRoom,
    Handled,
    HandleReport,
    KeepReportOpen,
    Leaving,
    LeavingKind,
    NewLine,
    NewNotice,
    NoteInAudit,
    NoticeKey,
    Relation,
    RelationKind,
    Report,
    ReportOutcome,
    ReportReason,
    TalkBlocked,
)
from tengen.people.service import TalkSettings
from tengen.storage import RESULT_TABLES, Guests, SqlMatchStore
from tests.people.service.scene import DAY, MORNING
from tests.people.service.talk_room import ANN, BEN, CY, GUEST, MATCH, WATCHERS, TalkRoom, talk_room
from tests.storage.stores import new

HANDLED = Handled(5, "host", ReportOutcome.ACTED)


def block(one: str, other: str) -> AddRelation:
    return AddRelation(Relation(one, other, RelationKind.BLOCK, 5), 500)


async def count(room: TalkRoom, table: str) -> object:
    question = text(f"SELECT count(*) FROM {table}")  # noqa: S608  # our own names
    return await room.scene.database.read(lambda connection: connection.scalar(question))


@pytest.mark.parametrize(
    "change",
    [
        block(ANN, "nobody"),
        block("nobody", ANN),
        AddRelation(Relation(ANN, BEN, RelationKind.MUTE, 5), 0),
        KeepReportOpen("none"),
        KeepReportOpen("done"),
        HandleReport("none", HANDLED),
        HandleReport("done", HANDLED),
        AddReport(Report("done", 5, ANN, BEN, None, ReportReason.SPAM)),
        AddNotice(NewNotice("nobody", 5, NoticeKey.UNMUTED)),
    ],
    ids=lambda change: type(change).__name__,
)
async def test_a_unit_with_a_change_that_does_not_fit_writes_nothing(tmp_path: Path, change: Change) -> None:
    async with talk_room(tmp_path) as room:
        done = Report("done", 5, ANN, BEN, None, ReportReason.SPAM)
        await room.scene.store.commit(AddReport(done), HandleReport("done", HANDLED))
        before = await room.rows()
        told = AddNotice(NewNotice(ANN, 5, NoticeKey.UNMUTED))
        with pytest.raises(Conflict):
            await room.scene.store.commit(told, NoteInAudit(5, None, AuditAction.WARNED, ANN), change)
        assert await room.rows() == before


async def test_a_line_that_was_allowed_before_a_block_is_not_written_after_it(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        line = await room.say(ANN)
        ann = await room.account(ANN)
        await room.scene.store.commit(block(BEN, ANN))
        with pytest.raises(TalkBlocked):
            await room.store.add_line(NewLine(line, ann.revision, (BEN,)))
        await room.store.add_line(NewLine(line, ann.revision))
        with pytest.raises(Conflict, match="changed"):
            await room.store.add_line(NewLine(line, ann.revision + 1))
        assert await count(room, "chat_lines") == 2


async def test_what_was_said_goes_with_its_match_and_stays_in_reports(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(ANN, "in the report")
        report = await room.report("Ann", BEN, match_id=MATCH, room=ChatRoom.PLAYERS)
        with room.scene.database.engine.begin() as connection:
            connection.execute(text("UPDATE matches SET is_over = true, ended_at = 5, at = 5, first_owner = NULL"))
            connection.execute(text("UPDATE matches SET second_owner = NULL"))
        assert await SqlMatchStore(room.scene.database).prune([MATCH], MORNING) == 1
        assert await count(room, "chat_lines") == 0
        kept = await room.store.report(report.report_id)
        assert kept is not None
        assert [line.text for line in kept.lines] == ["in the report"]


async def test_guests_who_are_forgotten_take_along_what_is_theirs(tmp_path: Path) -> None:
    async with talk_room(tmp_path, TalkSettings(guests=True)) as room:
        await room.relations.block(GUEST, "Ann")
        await room.relations.mute(ANN, "Guest 7", among=[GUEST])
        await room.relations.mute(ANN, "Ben")
        await room.notices.tell(GUEST, NoticeKey.UNMUTED)
        await room.notices.tell(ANN, NoticeKey.UNMUTED)
        await room.say(GUEST, "boo", WATCHERS)
        leaving = Leaving("m2", GUEST, 5, LeavingKind.CANCELLED)
        await SqlMatchStore(room.scene.database, RESULT_TABLES).commit(new("m2"), extra=[leaving])
        report = await room.report("Guest 7", match_id=MATCH, room=ChatRoom.WATCHERS)
        later = room.clock.now + 100 * DAY
        assert await Guests(room.scene.database, lambda: later).prune_guests(later - DAY, 100) == 1
        assert await room.scene.store.account(GUEST) is None
        for table in ("relations", "notices"):
            assert await count(room, table) == 1
        assert await count(room, "leavings") == 0
        assert (await room.moderation.report(None, report.report_id)).lines[0].name == "Guest 7"


async def test_a_game_is_left_once_by_each(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        matches = SqlMatchStore(room.scene.database, RESULT_TABLES)
        left = [Leaving("m2", who, 7, LeavingKind.ABANDONED) for who in (ANN, BEN)]
        await matches.commit(new("m2"), extra=left)
        with pytest.raises(Conflict):
            await matches.commit(new("m3"), extra=[left[0]])
        assert await room.store.leavings_of(ANN, 0) == [left[0]]
        assert await room.store.leavings_of(ANN, 8) == []
        assert await room.store.leavings_of(CY, 0) == []


async def test_reports_are_forgotten_some_time_after_somebody_has_done_with_them(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(ANN, "in the report")
        waiting = await room.report("Ann", BEN, match_id=MATCH, room=ChatRoom.PLAYERS)
        old, recent = (Report(name, 1, ANN, BEN, None, ReportReason.SPAM) for name in ("old", "recent"))
        done = [HandleReport("old", HANDLED), HandleReport("recent", Handled(9, "host", ReportOutcome.ACTED))]
        await room.scene.store.commit(AddReport(old), AddReport(recent), *done)
        assert await room.store.prune_reports(9, 100) == 1
        assert await room.store.prune_reports(9, 100) == 0
        assert await room.store.report("old") is None
        assert await room.store.report("recent") is not None
        assert await room.store.prune_reports(10, 100) == 1
        kept = await room.store.report(waiting.report_id)
        assert kept is not None
        assert [line.text for line in kept.lines] == ["in the report"]
