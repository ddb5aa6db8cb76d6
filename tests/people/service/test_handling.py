"""Reports in the hands of moderators: who sees them, what answers them, and that each is handled once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tengen.people import (
    Account,
    AuditAction,
    ChatRoom,
    PeopleCode,
    PeopleError,
    Report,
    ReportOutcome,
)
from tengen.people.service import TalkSettings
from tests.people.service.scene import refused
from tests.people.service.talk_room import ANN, BEN, CY, DI, GUEST, MATCH, WATCHERS, Act, every_act, talk_room

# --- reports


async def test_moderators_see_reports_with_their_lines_the_latest_first_a_page_at_a_time(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(BEN, "an insult")
        di = await room.account(DI)
        made = [
            await room.report(match_id=MATCH, room=ChatRoom.PLAYERS),
            await room.report("Cy"),
            await room.report("Ann", CY),
        ]
        ids = [report.report_id for report in made]
        page = await room.moderation.reports(di, limit=2)
        assert [report.report_id for report in page.reports] == [ids[2], ids[1]]
        assert page.after == ids[1]
        last = await room.moderation.reports(di, after=page.after, limit=2)
        assert ([report.report_id for report in last.reports], last.after) == ([ids[0]], None)
        assert await room.moderation.report(di, ids[0]) == made[0]
        with refused(PeopleCode.NO_SUCH_REPORT):
            await room.moderation.report(di, "none")
        for limit in (0, 201):
            with pytest.raises(ValueError, match="a page has"):
                await room.moderation.reports(di, limit=limit)


async def test_nobody_sees_or_handles_a_report_about_themselves(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, report = await room.account(DI), await room.report("Di")
        assert (await room.moderation.reports(di)).reports == ()
        with refused(PeopleCode.NO_SUCH_REPORT):
            await room.moderation.report(di, report.report_id)
        with refused(PeopleCode.NO_SUCH_REPORT):
            await room.moderation.handle(di, report.report_id, ReportOutcome.DISMISSED)
        assert (await room.moderation.reports(await room.account("ada"))).reports == (report,)


async def test_a_report_is_handled_and_the_reporter_is_told(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, report = await room.account(DI), await room.report()
        handled = await room.moderation.handle(di, report.report_id, ReportOutcome.ACTED, " a\nnote ")
        assert handled == await room.moderation.report(di, report.report_id)
        assert handled.handled is not None
        assert (handled.handled.by, handled.handled.note) == (DI, "a note")
        assert await room.told(ANN) == ["report_handled"]
        assert await room.told(BEN) == []
        (entry,) = await room.audit()
        assert (entry.action, entry.subject) == (AuditAction.REPORT_HANDLED, BEN)
        assert entry.details == {"report_id": report.report_id, "outcome": "acted"}
        assert (await room.moderation.reports(di)).reports == ()
        assert len((await room.moderation.reports(di, only_open=False)).reports) == 1
        with refused(PeopleCode.BAD_TEXT):
            await room.moderation.handle(di, report.report_id, ReportOutcome.ACTED, "x" * 501)


async def test_of_two_moderators_who_handle_a_report_at_once_one_does(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        actors = [await room.account(DI), await room.account("ada"), None]
        report = await room.report()
        answers = await asyncio.gather(
            *(
                room.moderation.handle(actor, report.report_id, ReportOutcome.ACTED, f"{n}")
                for n, actor in enumerate(actors)
            ),
            return_exceptions=True,
        )
        (done,) = [answer for answer in answers if isinstance(answer, Report)]
        codes = [answer.code for answer in answers if isinstance(answer, PeopleError)]
        assert codes == [PeopleCode.REPORT_HANDLED] * 2
        assert await room.store.report(report.report_id) == done
        assert await room.told(ANN) == ["report_handled"]
        assert [entry.action for entry in await room.audit(5)] == [AuditAction.REPORT_HANDLED]


@every_act
async def test_an_act_names_the_report_that_it_answers_while_that_is_open(tmp_path: Path, act: Act) -> None:
    async with talk_room(tmp_path) as room:
        di, report = await room.account(DI), await room.report()
        with refused(PeopleCode.NO_SUCH_REPORT):
            await act(room, di, "Ben", report_id="none")
        await act(room, di, "Ben", report_id=report.report_id)
        (entry,) = await room.audit()
        assert entry.details["report_id"] == report.report_id
        assert (await room.moderation.report(di, report.report_id)).is_open
        await room.moderation.handle(None, report.report_id, ReportOutcome.ACTED)
        before = await room.rows()
        with refused(PeopleCode.REPORT_HANDLED):
            await act(room, di, (await room.account(BEN)).name, report_id=report.report_id)
        assert await room.rows() == before


async def test_a_report_that_is_handled_while_somebody_acts_on_it_leaves_no_act(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, report = await room.account(DI), await room.report()
        answers = await asyncio.gather(
            room.moderation.handle(None, report.report_id, ReportOutcome.DISMISSED),
            room.moderation.silence(di, "Ben", None, "rude", report_id=report.report_id),
            return_exceptions=True,
        )
        entries = [entry.action for entry in await room.audit(5)]
        if isinstance(answers[1], Account):
            assert entries == [AuditAction.REPORT_HANDLED, AuditAction.SILENCED], "the act came first"
        else:
            assert entries == [AuditAction.REPORT_HANDLED]
            assert (await room.account(BEN)).silence is None


async def test_a_guest_is_acted_on_by_a_report(tmp_path: Path) -> None:
    async with talk_room(tmp_path, TalkSettings(guests=True)) as room:
        di = await room.account(DI)
        await room.say(GUEST, "boo", WATCHERS)
        report = await room.report("Guest 7", match_id=MATCH, room=ChatRoom.WATCHERS)
        await room.moderation.silence(di, "Guest 7", None, "rude", report_id=report.report_id)
        with refused(PeopleCode.TALK_SILENCED):
            await room.say(GUEST, "boo", WATCHERS)
        guest = await room.moderation.reset_name(di, "Guest 7", "rude", report_id=report.report_id)
        assert (guest.is_guest, guest.name_key) == (True, None)
        assert guest.name.startswith("Player ")
