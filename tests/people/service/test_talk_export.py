"""Talk in the export of an account, and what is left of it when the account is deleted."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tengen.people import (
    ChatRoom,
)
from tests.people.service.talk_room import ANN, BEN, CY, DI, MATCH, WATCHERS, talk_room


async def test_an_export_has_what_somebody_said_and_did_and_was_told(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di = await room.account(DI)
        await room.say(ANN, "hello")
        await room.say(BEN, "not this")
        await room.relations.block(ANN, "Cy")
        await room.report(text="look", match_id=MATCH, room=ChatRoom.PLAYERS)
        await room.moderation.silence(di, "Ann", None, "rude")
        told = await room.administration.export(None, "Ann")
        assert [(line["text"], line["room"]) for line in told["lines"]] == [("hello", "players")]  # type: ignore[attr-defined]  # plain values
        assert [(row["kind"], row["name"]) for row in told["relations"]] == [("block", "Cy")]  # type: ignore[attr-defined]  # plain values
        assert [(row["about"], row["text"], row["isHandled"]) for row in told["reports"]] == [("Ben", "look", False)]  # type: ignore[attr-defined]  # plain values
        assert [row["key"] for row in told["notices"]] == ["notice.muted"]  # type: ignore[attr-defined]  # plain values
        assert told["leftGames"] == []
        assert told["account"]["silence"]["reason"] == "rude"  # type: ignore[index]  # plain values
        assert "not this" not in str(told)
        assert MATCH not in str(told["lines"])


async def test_of_a_deleted_account_nothing_is_left_but_what_was_said(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di = await room.account(DI)
        await room.say(ANN, "my line")
        await room.relations.block(ANN, "Cy")
        await room.relations.mute(BEN, "Ann")
        report = await room.report("Ann", BEN, match_id=MATCH, room=ChatRoom.PLAYERS)
        await room.moderation.silence(di, "Ann", None, "rude")
        await room.administration.delete(None, "Ann")
        assert (await room.account(ANN)).silence is None
        assert await room.notices.of(ANN) == []
        assert await room.store.relations_of(BEN) == []
        assert await room.relations.blocked_with(CY) == frozenset()
        kept = await room.moderation.report(di, report.report_id)
        lines = await room.store.lines(MATCH, ChatRoom.PLAYERS)
        assert [(line.name, line.text) for line in (*lines, *kept.lines)] == [("", "my line")] * 2


async def test_a_line_that_comes_with_the_deletion_bears_no_name(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        ann = await room.account(ANN)
        await asyncio.gather(
            room.administration.delete(None, "Ann"),
            *(room.talk.say(ann, WATCHERS, text=f"{n}") for n in range(5)),
            return_exceptions=True,
        )
        assert {line.name for line in await room.store.lines(MATCH, ChatRoom.WATCHERS)} <= {""}
