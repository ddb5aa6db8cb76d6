"""The proposal of dead stones: worked out when people are to settle it, shown to all, gone when somebody speaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from tengen.core import BLACK, WHITE, Action, Agree, Color, MarkDead, Point, Resume, UnmarkDead
from tengen.match import Match, Request, Seat
from tengen.match.service.ai_seats import ThinkerFailed
from tengen.players import Estimate
from tests.match.services import Listener, RunningService, settle
from tests.match.sittings import ANN, BEN, GUEST, TAKEBACK
from tests.match.thinkers import local_thinker, process_thinker

DEAD = frozenset({Point(4, 4)})
AI, OTHER_AI = Seat("AI", player="level:3"), Seat("Other", player="random")


class Judge:
    """Calls a stone dead when the test says so, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked: list[Match] = []
        self.cancelled = 0
        self.answer: asyncio.Future[frozenset[Point]] = asyncio.get_running_loop().create_future()

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        del match, color, player, on_queue, owner
        raise ThinkerFailed("it only judges")

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        del owner
        self.asked.append(match)
        try:
            return await asyncio.shield(self.answer)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        del match, owner
        raise ThinkerFailed("it only judges")

    async def close(self) -> None:
        pass


async def at_the_end(service: RunningService, first: Seat = ANN, second: Seat = BEN) -> str:
    """A game with a stone in the middle that two passes have brought to where dead stones are marked."""
    match_id = await service.begin("go", first, second, size=9, rules={"dead_stones": "agree"})
    await service.play(match_id, "e5 pass pass")
    await settle()
    return match_id


def proposals(listener: Listener) -> list[dict[str, Any]]:
    """What was heard of proposals."""
    told = [json.loads(frame) for frame in listener.whispers]
    return [frame for frame in told if frame["type"] == "proposal"]


async def test_a_proposal_is_shown_to_everybody_and_writes_nothing() -> None:
    judge = Judge()
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service)
        listener = Listener(service, match_id)
        await listener.connect()
        number = (await service.check(match_id)).number
        assert service.matches.proposed_dead(match_id) is None
        judge.answer.set_result(DEAD)
        await settle()
        await listener.listen()
        count = {"score": [0.0, 7.5], "territory": {"BLACK": [], "WHITE": []}}
        assert proposals(listener) == [{"type": "proposal", "revision": number, "dead": [[4, 4]], **count}]
        assert service.matches.proposed_dead(match_id) == DEAD
        assert (await service.check(match_id)).number == number
        assert len(judge.asked) == 1


async def test_a_proposal_is_gone_as_soon_as_somebody_marks_agrees_or_plays_on() -> None:
    takeback = (Request(TAKEBACK, BLACK), Request(TAKEBACK, WHITE))
    for said in ((MarkDead(WHITE, (Point(4, 4),)),), (Agree(WHITE),), (Resume(WHITE),), takeback):
        judge = Judge()
        judge.answer.set_result(DEAD)
        async with RunningService(thinker=judge) as service:
            match_id = await at_the_end(service)
            assert service.matches.proposed_dead(match_id) == DEAD
            for command in said:
                await service.act(match_id, command)
            assert service.matches.proposed_dead(match_id) is None


async def test_it_is_told_again_when_the_mark_that_ended_it_is_taken_back() -> None:
    judge = Judge()
    judge.answer.set_result(DEAD)
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service, GUEST, GUEST)
        listener = Listener(service, match_id)
        await listener.connect()
        await service.act(match_id, MarkDead(WHITE, (Point(4, 4),)))
        await service.act(match_id, Request(TAKEBACK, WHITE))
        await listener.listen()
        assert [told["revision"] for told in proposals(listener)] == [(await service.check(match_id)).revision]
        assert len(judge.asked) == 1


async def test_it_does_not_come_back_when_all_marks_are_taken_off_again() -> None:
    judge = Judge()
    judge.answer.set_result(DEAD)
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service)
        await service.act(match_id, MarkDead(WHITE, (Point(4, 4),)))
        await service.act(match_id, UnmarkDead(BLACK, (Point(4, 4),)))
        assert service.matches.proposed_dead(match_id) is None


async def test_nobody_judges_any_more_what_somebody_has_settled() -> None:
    judge = Judge()
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service)
        await service.act(match_id, Agree(WHITE))
        await settle()
        assert judge.cancelled == 1


async def test_it_is_worked_out_again_after_a_restart_for_whoever_comes() -> None:
    judge = Judge()
    judge.answer.set_result(DEAD)
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service)
        await service.restart()
        listener = Listener(service, match_id)
        await listener.connect()
        await settle()
        await listener.listen()
        assert len(proposals(listener)) == 1
        assert service.matches.proposed_dead(match_id) == DEAD


async def test_where_it_cannot_be_worked_out_nothing_is_proposed_and_nobody_asks_again() -> None:
    judge = Judge()
    judge.answer.set_exception(ThinkerFailed("no process could be started"))
    async with RunningService(thinker=judge) as service:
        match_id = await at_the_end(service)
        await service.matches.subscribe(match_id)
        await settle()
        assert service.matches.proposed_dead(match_id) is None
        assert len(judge.asked) == 1


async def test_programs_among_themselves_get_no_proposal() -> None:
    async with RunningService(thinker=local_thinker()) as service:
        match_id = await service.begin("go", AI, OTHER_AI, size=5, rules={"dead_stones": "agree"})
        while not (await service.matches.snapshot(match_id)).is_over:
            assert service.matches.proposed_dead(match_id) is None
            await asyncio.sleep(0.01)


async def test_processes_judge_dead_stones_as_they_choose_moves() -> None:
    thinker = process_thinker()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("go", ANN, BEN, size=5, rules={"dead_stones": "agree"})
        await service.play(match_id, "b5 a5 b4 pass b3 pass b2 pass b1 pass pass")
        async with asyncio.timeout(60):
            while service.matches.proposed_dead(match_id) is None:
                await asyncio.sleep(0.01)
        assert service.matches.proposed_dead(match_id) == frozenset({Point(0, 0)})
