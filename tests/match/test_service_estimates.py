"""An estimate of the score: worked out when it is asked for, shown to those who may see it, gone with the next move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tengen.core import BLACK, WHITE, Action, Color, ErrorCode, Point
from tengen.match import Match, Request, Seat
from tengen.match.service.ai_seats import ThinkerFailed
from tengen.match.service.estimates import MOST_OF_OWNER
from tengen.players import Estimate
from tests.match.services import Listener, RunningService, settle
from tests.match.sittings import ANN, BEN, ESTIMATE, GUEST, TAKEBACK
from tests.match.thinkers import local_thinker, process_thinker

AI, OTHER_AI = Seat("AI", player="level:3"), Seat("Other", player="random")
FOUND = Estimate(6.5, (1.0, *[0.256] * 39, *[-0.9] * 41))
PERCENT = [100, *[26] * 39, *[-90] * 41]


class Surveyor:
    """Estimates what and when the test says, and counts how often it was asked."""

    def __init__(self, found: Estimate | None = None) -> None:
        self.asked: list[Match] = []
        self.owners: list[str] = []
        self.cancelled = 0
        self.answer: asyncio.Future[Estimate] = asyncio.get_running_loop().create_future()
        if found is not None:
            self.answer.set_result(found)

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        del match, color, player, on_queue, owner
        await asyncio.Event().wait()
        raise AssertionError("it never moves")

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        del match, owner
        return frozenset()

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        self.asked.append(match)
        self.owners.append(owner)
        try:
            return await asyncio.shield(self.answer)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def close(self) -> None:
        pass


async def begun(service: RunningService, first: Seat = GUEST, second: Seat = GUEST) -> str:
    match_id = await service.begin("go", first, second, size=9)
    await service.play(match_id, "e5")
    return match_id


async def listening(service: RunningService, match_id: str, **who: Any) -> Listener:
    listener = Listener(service, match_id, **who)
    await listener.connect()
    return listener


async def estimates(listener: Listener) -> list[dict[str, Any]]:
    """What was heard of estimates."""
    await settle()
    await listener.listen()
    told = [json.loads(frame) for frame in listener.whispers]
    return [frame for frame in told if frame["type"] == "estimate"]


async def test_who_asks_is_told_after_the_event_that_says_so() -> None:
    async with RunningService(thinker=Surveyor(FOUND)) as service:
        match_id = await begun(service)
        listener = await listening(service, match_id)
        answer = await service.act(match_id, Request(ESTIMATE, BLACK))
        revision = answer.match.revision
        told = {"type": "estimate", "revision": revision, "margin": 6.5, "ownership": PERCENT}
        assert await estimates(listener) == [told]
        assert json.loads(listener.frames[-1]) == {"n": revision + 1, "type": "estimated", "player": "BLACK"}
        assert service.matches.estimate(match_id) == FOUND
        assert (await service.check(match_id)).number == revision + 1, "nothing else was written"


async def test_it_is_gone_with_the_next_move_and_with_a_takeback() -> None:
    surveyor = Surveyor(FOUND)
    async with RunningService(thinker=surveyor) as service:
        match_id = await begun(service)
        for deed in (None, Request(TAKEBACK, BLACK)):
            await service.act(match_id, Request(ESTIMATE, BLACK))
            await settle()
            assert service.matches.estimate(match_id) == FOUND
            await (service.play(match_id, "d4") if deed is None else service.act(match_id, deed))
            assert service.matches.estimate(match_id) is None
        assert len(surveyor.asked) == 2


async def test_one_is_worked_out_at_a_time_and_nobody_works_on_what_is_no_more() -> None:
    surveyor = Surveyor()
    async with RunningService(thinker=surveyor) as service:
        match_id = await begun(service)
        listener = await listening(service, match_id)
        await service.act(match_id, Request(ESTIMATE, BLACK))
        await service.act(match_id, Request(ESTIMATE, WHITE))
        await settle()
        assert len(surveyor.asked) == 1
        await service.play(match_id, "d4")
        await settle()
        assert surveyor.cancelled == 1
        surveyor.answer.set_result(FOUND)
        assert await estimates(listener) == []
        assert service.matches.estimate(match_id) is None


async def test_who_asks_once_more_hears_the_same_again_without_another_look() -> None:
    surveyor = Surveyor(FOUND)
    async with RunningService(thinker=surveyor) as service:
        match_id = await begun(service)
        listener = await listening(service, match_id)
        for _ in range(2):
            await service.act(match_id, Request(ESTIMATE, BLACK))
            await settle()
        assert len(await estimates(listener)) == 2
        assert len(surveyor.asked) == 1


async def test_between_people_both_players_are_told_and_never_who_looks_on() -> None:
    async with RunningService(thinker=Surveyor(FOUND)) as service:
        match_id = await begun(service, ANN, BEN)
        ann, ben = await listening(service, match_id, caller="ann"), await listening(service, match_id, caller="ben")
        others = [await listening(service, match_id, caller="eve"), await listening(service, match_id, watching=True)]
        await service.act(match_id, Request(ESTIMATE, BLACK))
        assert await estimates(ann) == []
        await service.act(match_id, Request(ESTIMATE, WHITE))
        assert len(await estimates(ann)) == len(await estimates(ben)) == 1
        for other in others:
            assert await estimates(other) == []


async def test_of_two_programs_everybody_who_looks_on_is_told() -> None:
    async with RunningService(thinker=Surveyor(FOUND)) as service:
        match_id = await service.begin("go", AI, OTHER_AI, size=9)
        watcher = await listening(service, match_id, watching=True)
        await service.act(match_id, Request(ESTIMATE, BLACK))
        assert len(await estimates(watcher)) == 1


async def test_where_it_cannot_be_worked_out_that_is_told_and_it_may_be_asked_for_again() -> None:
    surveyor = Surveyor()
    surveyor.answer.set_exception(ThinkerFailed("no process could be started"))
    async with RunningService(thinker=surveyor) as service:
        match_id = await begun(service)
        listener = await listening(service, match_id)
        for _ in range(2):
            await service.act(match_id, Request(ESTIMATE, BLACK))
            await settle()
        assert [(told["margin"], told["ownership"]) for told in await estimates(listener)] == [(None, None)] * 2
        assert len(surveyor.asked) == 2
        assert service.matches.estimate(match_id) is None
        await service.matches.subscribe(match_id)
        await settle()
        assert len(surveyor.asked) == 2, "who only comes asks for nothing"


async def test_after_a_restart_it_is_worked_out_again_for_whoever_comes() -> None:
    surveyor = Surveyor(FOUND)
    async with RunningService(thinker=surveyor) as service:
        match_id = await begun(service)
        await service.act(match_id, Request(ESTIMATE, BLACK))
        await settle()
        await service.restart()
        listener = await listening(service, match_id)
        assert len(await estimates(listener)) == 1
        assert service.matches.estimate(match_id) == FOUND


async def test_for_one_owner_only_so_many_are_worked_out_at_once() -> None:
    surveyor = Surveyor()
    async with RunningService(thinker=surveyor) as service:
        games = [await begun(service) for _ in range(MOST_OF_OWNER + 1)]
        for match_id in games:
            room = service.matches._rooms.find(match_id)
            assert room is not None
            room.creator = "ann"
        for match_id in games[:-1]:
            await service.act(match_id, Request(ESTIMATE, BLACK))
        await settle()
        assert await service.refusal(service.act(games[-1], Request(ESTIMATE, BLACK))) is ErrorCode.SLOW_DOWN
        assert (await service.check(games[-1])).number == 2, "nothing was written"
        surveyor.answer.set_result(FOUND)
        await settle()
        await service.act(games[-1], Request(ESTIMATE, BLACK))
        await settle()
        assert service.matches.estimate(games[-1]) == FOUND
        assert surveyor.owners == ["ann"] * (MOST_OF_OWNER + 1)


async def test_what_is_kept_of_it_counts_as_memory_of_the_match() -> None:
    async with RunningService(thinker=Surveyor(FOUND)) as service:
        match_id = await begun(service)
        room = service.matches._rooms.find(match_id)
        assert room is not None
        before = room.octets
        for _ in range(3):
            await service.act(match_id, Request(ESTIMATE, BLACK))
        grown = room.octets
        assert grown >= before + 81 * 24
        room.weigh()
        assert room.octets == grown


async def test_a_stone_that_nobody_answers_leads_and_every_point_has_a_share() -> None:
    async with RunningService(thinker=local_thinker()) as service:
        match_id = await service.begin("go", GUEST, GUEST, size=5, rules={"komi": 0.5})
        await service.play(match_id, "b3 pass c3 pass d3 pass")
        await service.act(match_id, Request(ESTIMATE, BLACK))
        async with asyncio.timeout(60):
            while (found := service.matches.estimate(match_id)) is None:
                await asyncio.sleep(0.01)
        assert found.margin > 0
        assert len(found.ownership) == 25
        assert all(-1 <= share <= 1 for share in found.ownership)


async def test_processes_estimate_as_they_choose_moves() -> None:
    async with RunningService(thinker=process_thinker()) as service:
        match_id = await service.begin("go", GUEST, GUEST, size=5, rules={"komi": 0.5})
        await service.play(match_id, "b3 pass c3 pass d3")
        await service.act(match_id, Request(ESTIMATE, WHITE))
        async with asyncio.timeout(60):
            while service.matches.estimate(match_id) is None:
                await asyncio.sleep(0.01)
