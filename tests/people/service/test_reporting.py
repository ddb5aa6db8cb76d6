"""Reports: what goes along with them, whom they may be about, and how many somebody may make."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tengen.people import (
    LONGEST_REPORT,
    MOST_REPORTED_LINES,
    Account,
    AddAccount,
    ChatRoom,
    PeopleCode,
    PeopleError,
    Report,
    ReportReason,
    TalkPlace,
    name_key,
)
from tengen.people.service import TalkRates, TalkSettings
from tengen.storage import reports as reports_in_sql
from tests.people.service.scene import DAY, refused
from tests.people.service.talk_room import ANN, BEN, CY, GUEST, MATCH, WATCHERS, talk_room


async def test_the_last_twenty_lines_of_the_room_go_along_and_stay_as_they_were(tmp_path: Path) -> None:
    async with talk_room(tmp_path, rates=TalkRates(at_length=1_000)) as room:
        for number in range(MOST_REPORTED_LINES + 3):
            await room.say(BEN, f"line {number}")
            await room.say(CY, f"watched {number}", WATCHERS)
        made = await room.report(match_id=MATCH, room=ChatRoom.PLAYERS, text=" he  insults\nme ")
        assert (made.by, made.about, made.match_id, made.text) == (ANN, BEN, MATCH, "he insults me")
        assert [line.text for line in made.lines] == [f"line {number}" for number in range(3, 23)]
        await room.say(BEN, "afterwards")
        assert await room.store.report(made.report_id) == made
        assert made.is_open


async def test_lines_of_somebody_who_was_muted_meanwhile_go_along(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(BEN, "what I say")
        await room.relations.block(ANN, "Ben")
        made = await room.report(match_id=MATCH, room=ChatRoom.PLAYERS)
        assert [line.text for line in made.lines] == ["what I say"]


async def test_a_report_needs_no_match_and_no_words_but_for_other_reasons(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        made = await room.report(reason=ReportReason.NAME)
        assert (made.match_id, made.lines, made.text) == (None, (), "")
        assert (await room.report(match_id=MATCH)).lines == ()
        with refused(PeopleCode.BAD_TEXT):
            await room.report(reason=ReportReason.OTHER, text=" \u200b ")
        await room.report(reason=ReportReason.OTHER, text="look")


@pytest.mark.parametrize("text", ["x" * (LONGEST_REPORT + 1), "x" * 10_000_000])
async def test_too_long_a_text_is_refused(tmp_path: Path, text: str) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.BAD_TEXT):
            await room.report(text=text)
        assert (await room.store.reports(only_open=False)).reports == ()


async def test_whom_a_report_may_be_about(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.NO_SUCH_USER):
            await room.report("Nobody")
        with refused(PeopleCode.BAD_FIELD):
            await room.report("ann")
        with refused(PeopleCode.NO_SUCH_USER):
            await room.report("Guest 7")
        assert (await room.report("Guest 7", match_id=MATCH, among=[ANN, GUEST])).about == GUEST
        with refused(PeopleCode.NOT_LOGGED_IN):
            await room.report("Ann", by=GUEST)


async def test_a_guest_who_has_talked_is_found_by_the_lines(tmp_path: Path) -> None:
    async with talk_room(tmp_path, TalkSettings(guests=True)) as room:
        await room.say(GUEST, "boo", TalkPlace(MATCH, ChatRoom.WATCHERS))
        made = await room.report("guest 7", match_id=MATCH, room=ChatRoom.WATCHERS)
        assert made.about == GUEST
        assert made.lines[0].is_guest


async def test_three_reports_a_day_about_one_person_and_ten_in_all(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        others = [name_key(f"Other {letter}") for letter in "abcdefgh"]
        await room.scene.store.commit(*(AddAccount(Account(key, key, 5, key, "a hash")) for key in others))
        answers = await asyncio.gather(*(room.report() for _ in range(8)), return_exceptions=True)
        assert sum(isinstance(answer, Report) for answer in answers) == 3
        errors = [answer for answer in answers if isinstance(answer, PeopleError)]
        assert {(error.code, error.values["most"]) for error in errors} == {(PeopleCode.TOO_MANY, 3)}
        for name in others[:7]:
            await room.report(name)
        with refused(PeopleCode.TOO_MANY) as told:
            await room.report(others[7])
        assert told.error.values == {"most": 10}
        await room.report(by=CY)
        room.clock.now += DAY
        await room.report()


async def test_no_more_wait_for_moderators_than_may_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports_in_sql, "MOST_OPEN_REPORTS", 2)
    async with talk_room(tmp_path) as room:
        await room.report()
        await room.report(by=CY)
        with refused(PeopleCode.TOO_MANY):
            await room.report("Cy", by=BEN)
        assert len((await room.store.reports(only_open=True)).reports) == 2
