"""Listening to matches: every event once and in order, from wherever one was cut off; never without bound."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import msgspec
import pytest

from tengen.core import BLACK, WHITE, Place, Point, Resign
from tengen.match import Request
from tengen.match.log import LogRow
from tengen.match.service.hub import EndReason, HubLimits, Missed, Reset
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.room import MatchLimits
from tengen.match.service.store import MemoryMatchStore
from tests.match.services import Listener, RunningService, settle
from tests.match.sittings import GUEST, REMATCH, TAKEBACK

MOVES = "a1 b1 c1 d1 e1 f1 g1 h1"


def numbers(frames: list[bytes]) -> list[int]:
    return [msgspec.json.decode(frame)["n"] for frame in frames]


async def test_a_new_listener_begins_with_the_match_and_hears_what_comes() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        await service.play(match_id, "a1 b1")
        listener = await service.matches.subscribe(match_id)
        assert listener.beginning == Reset(await service.matches.snapshot(match_id))
        await service.play(match_id, "c1 d1")
        assert numbers(await listener.take()) == [4, 5]


@pytest.mark.parametrize("since", range(10))
@pytest.mark.parametrize("remembered", [0, 3, 64])
async def test_who_comes_back_hears_what_was_missed_and_nothing_twice(since: int, remembered: int) -> None:
    async with RunningService(limits=MatchLimits(recent_events=remembered)) as service:
        match_id = await service.begin()
        await service.play(match_id, MOVES)
        listener = await service.matches.subscribe(match_id, since)
        match = await service.matches.snapshot(match_id)
        events = tuple((await service.log(match_id))[since:])
        assert listener.beginning == Missed(events, match)
        await service.play(match_id, "a2")
        assert numbers(await listener.take()) == [10]


@pytest.mark.parametrize("since", [10, 11, 10**9, -1, -(10**9)])
async def test_who_is_ahead_of_the_log_is_told_the_match_anew(since: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        await service.play(match_id, MOVES)
        listener = await service.matches.subscribe(match_id, since)
        assert listener.beginning == Reset(await service.matches.snapshot(match_id))


async def test_who_missed_too_much_is_told_the_match_anew() -> None:
    async with RunningService(limits=MatchLimits(missed_events=4)) as service:
        match_id = await service.begin()
        await service.play(match_id, MOVES)
        assert isinstance((await service.matches.subscribe(match_id, 5)).beginning, Missed)
        assert isinstance((await service.matches.subscribe(match_id, 4)).beginning, Reset)


async def test_moves_made_while_somebody_subscribes_are_heard_once() -> None:
    class SlowStore(MemoryMatchStore):
        async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
            lines = await super().load(match_id, after, until)
            for _ in range(chance.randrange(8)):
                await asyncio.sleep(0)
            return lines

    chance = random.Random(1)
    async with RunningService(SlowStore(), limits=MatchLimits(recent_events=2)) as service:
        match_id = await service.begin("peace", GUEST, GUEST)
        await service.play(match_id, MOVES)
        listeners = [Listener(service, match_id) for _ in range(20)]
        for listener in listeners:
            listener.heard = [1]

        async def play_on() -> None:
            for name in ("a2", "b2", "c2", "d2"):
                await service.play(match_id, name)
                await asyncio.sleep(0)

        await asyncio.gather(play_on(), *[listener.connect() for listener in listeners])
        for listener in listeners:
            listener.take_now()
            assert listener.heard == list(range(1, 14))


async def test_listeners_after_a_restart_of_the_service_go_on_where_they_were() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        listener = Listener(service, match_id)
        await listener.connect()
        await service.play(match_id, "a1 b1")
        await listener.listen()
        await service.restart(1_000)
        await service.play(match_id, "c1")
        await listener.connect()
        await service.play(match_id, "d1")
        await listener.listen()
        assert listener.heard == [1, 2, 3, 4, 5]


async def test_who_does_not_read_is_cut_off_and_nobody_else_suffers() -> None:
    limits = MatchLimits(hub=HubLimits(frames=5))
    async with RunningService(limits=limits) as service:
        match_id = await service.begin()
        slow = [await service.matches.subscribe(match_id, watching=True) for _ in range(50)]
        quick = await service.matches.subscribe(match_id)
        heard = []
        for name in MOVES.split():
            await service.play(match_id, name)
            heard += numbers(await quick.take())
        assert heard == list(range(2, 10))
        for listener in slow:
            assert await listener.take() == []
            assert listener.ended is EndReason.TOO_SLOW
        again = await service.matches.subscribe(match_id, 1)
        assert isinstance(again.beginning, Missed)
        assert [event.n for event in again.beginning.events] == heard


async def test_what_waits_is_bounded_in_bytes_too() -> None:
    async with RunningService(limits=MatchLimits(hub=HubLimits(octets=200))) as service:
        match_id = await service.begin()
        slow = await service.matches.subscribe(match_id)
        await service.play(match_id, "a1 b1 c1 d1")
        assert slow.ended is EndReason.TOO_SLOW


async def test_waiting_ends_when_a_frame_comes_or_the_listener_leaves() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        waiting = asyncio.create_task(listener.take())
        await settle()
        assert not waiting.done()
        await service.play(match_id, "a1")
        assert numbers(await waiting) == [2]
        waiting = asyncio.create_task(listener.take())
        await settle()
        listener.close()
        assert await waiting == []
        assert listener.ended is EndReason.CLOSED
        await service.play(match_id, "b1")
        assert await listener.take() == []


async def test_a_listener_that_is_cancelled_loses_no_frame() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        waiting = asyncio.create_task(listener.take())
        await settle()
        waiting.cancel()
        await settle()
        await service.play(match_id, "a1")
        assert numbers(await listener.take()) == [2]


async def test_frames_can_be_read_one_by_one_until_the_end() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)

        async def read() -> list[bytes]:
            return [frame async for frame in listener]

        reading = asyncio.create_task(read())
        await service.play(match_id, "a1 b1")
        await settle()
        listener.close()
        assert numbers(await reading) == [2, 3]


async def test_watchers_hear_everything_but_the_id_of_the_rematch() -> None:
    async with RunningService() as service:
        match_id = await service.begin("gomoku")
        found = await service.matches.watched(watch_id_of(match_id))
        player = await service.matches.subscribe(match_id, owners=("ann",))
        watcher = await service.matches.subscribe(found, watching=True)
        await service.act(match_id, Resign(BLACK))
        for color in (BLACK, WHITE):
            await service.act(match_id, Request(REMATCH, color))
        next_id = (await service.matches.snapshot(match_id)).next_id
        assert next_id is not None
        heard, told = await watcher.take(), await player.take()
        assert numbers(heard) == numbers(told) == [2, 3, 4, 5]
        assert next_id.encode() not in b"".join(heard)
        assert next_id.encode() in told[-1]
        assert heard[:-1] == told[:-1]


async def test_undo_and_redo_are_heard_like_anything_else() -> None:
    async with RunningService() as service:
        match_id = await service.begin("othello", GUEST, GUEST)
        listener = await service.matches.subscribe(match_id)
        await service.play(match_id, "d3")
        await service.matches.act(match_id, Request(TAKEBACK, BLACK))
        moved, undone = [msgspec.json.decode(frame) for frame in await listener.take()]
        assert moved["flipped"] == undone["flipped"] == [[3, 3]]
        assert undone["removed"] == [[3, 2]]


async def test_nothing_of_a_refused_command_is_heard() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        await service.refusal(service.act(match_id, Place(BLACK, Point(3, 3))))
        await service.refusal(service.act(match_id, Place(BLACK, Point(0, 0)), revision=7))
        await service.play(match_id, "a1")
        assert numbers(await listener.take()) == [2]
