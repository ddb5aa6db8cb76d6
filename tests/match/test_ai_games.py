"""Matches of two programs: played while somebody looks, asleep otherwise, and only so many of one owner at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import pytest

from tengen.core import BLACK, WHITE, Action, Color, ErrorCode, GameError, Place, Point, create_rules
from tengen.match import Ended, Excused, Match, Request, Seat, Unpause
from tengen.match.service.ai_games import AiGames
from tengen.match.service.hub import Subscription
from tengen.match.service.room import MatchLimits
from tests.match.services import RunningService, settle
from tests.match.sittings import ANN, MINUTE, PAUSE
from tests.match.test_service_ai import AI, OTHER_AI, Eager, Scripted

LOOK_MS = 60_000


class Slow(Eager):
    """Plays the first legal move after one turn of the test's clock, and counts who thinks."""

    def __init__(self) -> None:
        self.thinking: list[str] = []
        self.owners: set[str] = set()
        self.go_on = asyncio.Event()

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        self.thinking.append(match.match_id)
        self.owners.add(owner)
        try:
            await self.go_on.wait()
            return await super().choose(match, color, player, on_queue, owner=owner)
        finally:
            self.thinking.remove(match.match_id)


def seen(service: RunningService, match_id: str) -> Match:
    """The match as it is in memory, without looking at it."""
    match = service.matches.find(match_id)
    assert match is not None
    return match


async def begin(service: RunningService, creator: str = "ann", first: Seat = AI, second: Seat = OTHER_AI) -> str:
    answer = await service.matches.create(create_rules("gomoku"), first, second, creator=creator)
    await settle()
    return answer.match.match_id


# --- sleeping and waking


async def test_programs_play_on_for_a_minute_after_somebody_has_looked_and_then_sleep() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await begin(service)
        await service.time.pass_ms(LOOK_MS - 1)
        await thinker.answer(Place(BLACK, Point(5, 5)))
        assert len(thinker.asked) == 2, "whoever began it has looked"
        await service.matches.snapshot(match_id)
        await service.time.pass_ms(LOOK_MS - 1)
        await thinker.answer(Place(WHITE, Point(6, 5)))
        assert len(thinker.asked) == 3, "a look at its state counts as well"
        await service.time.pass_ms(1)
        await thinker.answer(Place(BLACK, Point(7, 5)))
        await service.time.pass_ms(10 * LOOK_MS)
        assert (len(thinker.asked), seen(service, match_id).timeline.cursor) == (3, 3), (
            "the thought was brought to its end"
        )


async def test_what_sleeps_wakes_when_somebody_looks() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await asleep(service, thinker)
        await service.matches.snapshot(match_id)
        await settle()
        assert len(thinker.asked) == 2
        await thinker.answer(Place(WHITE, Point(6, 5)))
        assert seen(service, match_id).timeline.cursor == 2


async def asleep(service: RunningService, thinker: Scripted) -> str:
    """A match that sleeps after its first move."""
    match_id = await begin(service)
    await service.time.pass_ms(LOOK_MS)
    await thinker.answer(Place(BLACK, Point(5, 5)))
    assert len(thinker.asked) == 1
    return match_id


async def test_programs_play_as_long_as_somebody_watches() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await asleep(service, thinker)
        watcher = await service.matches.subscribe(match_id, watching=True)
        for number in range(3):
            await service.time.pass_ms(LOOK_MS)
            await thinker.answer(Place((WHITE, BLACK)[number % 2], Point(number, 0)))
        assert len(thinker.asked) == 5
        watcher.close()
        await thinker.answer(Place(BLACK, Point(9, 9)))
        assert len(thinker.asked) == 6, "the watcher looked a moment ago"
        await service.time.pass_ms(LOOK_MS)
        await thinker.answer(Place(WHITE, Point(9, 8)))
        assert len(thinker.asked) == 6


async def test_after_a_restart_programs_sleep_until_somebody_looks() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await begin(service)
        assert len(thinker.asked) == 1
        await service.restart()
        await settle()
        assert (len(thinker.asked), service.matches.open_count) == (1, 0), "it is not even read"
        await service.matches.snapshot(match_id)
        await settle()
        assert len(thinker.asked) == 2


async def test_a_match_with_a_person_does_not_sleep() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await begin(service, first=ANN, second=AI)
        await service.play(match_id, "a1")
        await settle()
        await service.time.pass_ms(10 * LOOK_MS)
        await service.restart()
        await settle()
        assert len(thinker.asked) == 2


async def test_a_match_that_sleeps_leaves_no_task_and_may_leave_memory() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker, limits=MatchLimits(open_matches=1)) as service:
        match_id = await asleep(service, thinker)
        other = await begin(service, first=ANN, second=AI)
        assert service.matches.find(match_id) is None
        assert service.matches.find(other) is not None


async def test_a_match_that_is_paused_is_not_played_whoever_looks() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await begin(service)
        await service.matches.act(match_id, Request(PAUSE, BLACK))
        await service.matches.subscribe(match_id)
        await settle()
        assert (len(thinker.asked), thinker.cancelled) == (1, 1)


# --- clocks


async def test_nobody_loses_on_time_while_asleep_and_the_clock_goes_on_where_it_stood() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        answer = await service.matches.create(create_rules("gomoku"), AI, OTHER_AI, control=MINUTE, creator="ann")
        match_id = answer.match.match_id
        await settle()
        await service.time.pass_ms(20_000)
        await thinker.answer(Place(BLACK, Point(5, 5)))
        await service.time.pass_ms(39_999)
        await service.matches.snapshot(match_id)
        watcher = await service.matches.subscribe(match_id)
        watcher.close()
        await thinker.answer(Place(WHITE, Point(6, 5)))
        service.matches._upkeep.rooms.find(match_id).looked_until = 0  # type: ignore[union-attr]  # it is in memory
        await thinker.answer(Place(BLACK, Point(7, 5)))
        assert len(thinker.asked) == 3
        await service.time.pass_ms(3_600_000)
        assert not seen(service, match_id).is_over
        await service.matches.snapshot(match_id)
        await settle()
        assert len(thinker.asked) == 4
        await service.time.pass_ms(20_000)
        await thinker.answer(Place(WHITE, Point(8, 5)))
        log = await service.log(match_id)
        (excused,) = [event for event in log if isinstance(event, Excused)]
        assert excused.ms == 3_600_000
        clock = (await service.check(match_id)).clock
        assert clock is not None
        assert clock.white.total_ms == MINUTE.main_ms - 39_999 - 20_000
        await service.time.pass_ms(MINUTE.main_ms)
        assert any(isinstance(event, Ended) for event in await service.log(match_id)), "awake, a flag falls as ever"


async def test_a_command_to_a_match_that_sleeps_finds_its_clock_where_it_stood() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        answer = await service.matches.create(create_rules("gomoku"), AI, OTHER_AI, control=MINUTE, creator="ann")
        await settle()
        await service.restart(down_ms=1_000)
        await service.time.pass_ms(3_600_000)
        await service.matches.act(answer.match.match_id, Request(PAUSE, BLACK))
        match = await service.check(answer.match.match_id)
        assert (match.is_paused, match.is_over) == (True, False)


# --- how many at once


def limits(most: int) -> MatchLimits:
    return MatchLimits(ai_games_of_owner=most)


async def test_one_who_has_too_many_games_of_programs_is_refused_the_next_and_others_are_not() -> None:
    thinker = Slow()
    async with RunningService(thinker=thinker, limits=limits(3)) as service:
        for _ in range(3):
            await begin(service, "ann")
        with pytest.raises(GameError) as refused:
            await begin(service, "ann")
        assert refused.value.code is ErrorCode.SLOW_DOWN
        assert "3" in refused.value.text("en")
        assert "3" in refused.value.text("zh")
        await begin(service, "ben")
        await begin(service, "ann", first=ANN, second=AI)
        assert len(thinker.thinking) == 4
        assert thinker.owners == {"ann", "ben"}


async def test_the_same_message_is_answered_again_though_too_many_are_played() -> None:
    async with RunningService(thinker=Slow(), limits=limits(1)) as service:

        async def create(message_id: str) -> str:
            answer = await service.matches.create(
                create_rules("gomoku"), AI, OTHER_AI, creator="ann", message_id=message_id
            )
            return answer.match.match_id

        first = await create("one")
        assert await create("one") == first
        with pytest.raises(GameError):
            await create("two")


async def test_what_sleeps_or_is_over_or_halted_makes_room_for_another() -> None:
    thinker = Slow()
    async with RunningService(thinker=thinker, limits=limits(1)) as service:
        first = await begin(service)
        await service.matches.act(first, Request(PAUSE, BLACK))
        second = await begin(service)
        await service.time.pass_ms(LOOK_MS)
        thinker.go_on.set()
        await settle()
        third = await begin(service)
        assert seen(service, second).timeline.cursor == 1
        while not seen(service, third).is_over:
            await settle()
        thinker.go_on.clear()
        await begin(service)
        assert len(thinker.thinking) == 1


async def test_those_that_are_watched_beyond_the_number_wait_for_their_turn() -> None:
    thinker = Slow()
    async with RunningService(thinker=thinker, limits=limits(1)) as service:
        ids = []
        watchers: list[Subscription] = []
        for _ in range(3):
            ids.append(await begin(service))
            await service.matches.act(ids[-1], Request(PAUSE, BLACK))
        for match_id in ids:
            watchers.append(await service.matches.subscribe(match_id))
        for match_id in ids:
            await service.matches.act(match_id, Unpause(BLACK))
        await settle()
        assert thinker.thinking == ids[:1]
        await service.matches.act(ids[0], Request(PAUSE, BLACK))
        await settle()
        assert thinker.thinking == ids[1:2]


def test_an_owner_is_forgotten_with_the_last_match() -> None:
    games = AiGames(1)
    assert games.wake("ann", "m1")
    assert games.wake("ann", "m1"), "it is awake already"
    for number in range(500):
        assert not games.wake("ann", f"other{number}")
    waiting = games.sleep("ann", "m1")
    assert len(waiting) == 100
    assert waiting[-1] == "other499"
    assert len(games) == 0
    for match_id in waiting:
        games.sleep("ann", match_id)
    assert (games._awake, games._waiting) == ({}, {})


async def test_a_service_with_thousands_of_such_games_is_closed_at_once() -> None:
    """3,000 of them: a third thinks, the others sleep."""
    thinker = Slow()
    service = RunningService(thinker=thinker)
    await service.start()
    sleeping = [await service.begin("gomoku", AI, OTHER_AI, size=8) for _ in range(2_000)]
    await service.time.pass_ms(LOOK_MS)
    thinker.go_on.set()
    while thinker.thinking:
        await settle()
    thinker.go_on.clear()
    assert {seen(service, match_id).timeline.cursor for match_id in sleeping} == {1}
    for _ in range(1_000):
        await service.begin("gomoku", AI, OTHER_AI, size=8)
    await settle()
    assert len(thinker.thinking) == 1_000
    began = time.monotonic()
    await service.stop()
    assert time.monotonic() - began < 5
