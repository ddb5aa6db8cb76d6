"""What people are told on return: the last hundred notices, seen or not; whoever is here hears of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tengen.people import MOST_NOTICES, Notice, NoticeKey
from tests.people.service.scene import MORNING
from tests.people.service.talk_room import ANN, BEN, GUEST, talk_room


async def test_a_notice_is_told_and_kept_for_guests_too(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        for who in (ANN, GUEST):
            assert await room.notices.tell(who, NoticeKey.CHALLENGE, {"name": "Bén 本", "n": 3}, "/notices")
        assert room.noticed == [ANN, GUEST]
    async with talk_room(tmp_path) as room:
        (notice,) = await room.notices.of(GUEST)
        assert notice == Notice(
            notice.notice_id, GUEST, MORNING, NoticeKey.CHALLENGE, {"name": "Bén 本", "n": 3}, "/notices"
        )
        assert await room.notices.unseen(BEN) == 0


async def test_notices_are_seen_up_to_a_number_and_by_their_owner_alone(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        for who in (ANN, BEN, ANN, ANN):
            await room.notices.tell(who, NoticeKey.UNMUTED)
        third, second, first = await room.notices.of(ANN)
        assert third.notice_id > second.notice_id > first.notice_id
        await room.notices.seen(ANN, second.notice_id)
        assert await room.notices.unseen(ANN) == 1
        assert await room.notices.unseen(BEN) == 1
        assert [notice.seen_at for notice in await room.notices.of(ANN)] == [None, MORNING, MORNING]
        room.clock.now += 5
        await room.notices.seen(ANN, 10**18)
        assert [notice.seen_at for notice in await room.notices.of(ANN)] == [MORNING + 5, MORNING, MORNING]
        assert await room.notices.of(ANN, after=second.notice_id) == (await room.notices.of(ANN))[:1]


async def test_only_the_last_hundred_are_kept(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.notices.tell(BEN, NoticeKey.UNMUTED)
        for number in range(MOST_NOTICES + 7):
            await room.notices.tell(ANN, NoticeKey.CHALLENGE, {"name": f"{number}"})
        kept = [notice.values["name"] for notice in await room.notices.of(ANN)]
        assert kept == [f"{number}" for number in reversed(range(7, MOST_NOTICES + 7))]
        assert await room.notices.unseen(ANN) == MOST_NOTICES
        assert await room.told(BEN) == ["unmuted"]


async def test_somebody_who_is_gone_is_told_nothing(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        assert not await room.notices.tell("pruned", NoticeKey.UNMUTED)
        assert room.noticed == []
        assert await room.notices.of("pruned") == []


async def test_a_notice_that_tells_too_much_is_not_written(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with pytest.raises(ValueError, match="too much"):
            await room.notices.tell(ANN, NoticeKey.WARNED, {"reason": "x" * 10_000})
        assert await room.notices.of(ANN) == []
