"""Questions about positions take turns: one of a person at a time, so many in all, and none for ever."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from tengen.core import ErrorCode, GameError, create_rules
from tengen.jobs import EncodedGame, PoolLimits
from tengen.protocol import AnalyzeIn, ServerCode
from tengen.server.analysis import Analyses, AnalysisLimits, RatedPositions
from tengen.server.analysis.one_at_a_time import OneAtATime, Superseded
from tengen.server.files import EncodedPosition, FileService
from tengen.server.refusals import ServerRefusal
from tests.jobs.workers import Office, settle

ASKED = AnalyzeIn.model_validate({"game": {"save": "(;GM[4])"}})


class OneGame:
    """Stands for the service of files: every record is an empty board of Gomoku."""

    async def located(self, form: object, client: str) -> EncodedPosition:
        del form, client
        ruleset = create_rules("gomoku")
        game = EncodedGame(ruleset.KIND, ruleset.size, ruleset.options())
        return EncodedPosition(game, bytes(ruleset.size**2))


def analyses(office: Office) -> Analyses:
    return Analyses(cast(FileService, OneGame()), RatedPositions(), AnalysisLimits(), office.pool)


class Visits:
    """People who come for a turn, and what became of them."""

    def __init__(self) -> None:
        self.turns = OneAtATime()
        self.inside: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self.done = asyncio.Event()

    async def come(self, name: str, person: str = "ann") -> asyncio.Task[None]:
        async def stay() -> None:
            async with self.turns.turn_of(person):
                self.inside.append(name)
                await self.done.wait()

        self.tasks[name] = asyncio.create_task(stay())
        await settle()
        return self.tasks[name]


async def test_people_do_not_wait_for_each_other() -> None:
    visits = Visits()
    await visits.come("one", "ann")
    await visits.come("another", "bo")
    assert visits.inside == ["one", "another"]
    visits.done.set()
    await settle()
    assert len(visits.turns) == 0, "nothing is kept of who has gone"


async def test_the_second_question_of_a_person_waits_and_the_latest_takes_its_place() -> None:
    visits = Visits()
    await visits.come("first")
    second = await visits.come("second")
    third = await visits.come("third")
    assert visits.inside == ["first"]
    with pytest.raises(Superseded):
        await second
    visits.done.set()
    await third
    assert visits.inside == ["first", "third"]
    assert len(visits.turns) == 0


async def test_who_gives_up_holds_nobody_up() -> None:
    visits = Visits()
    first, second = await visits.come("first"), await visits.come("second")
    second.cancel()
    await settle()
    first.cancel()
    await settle()
    await visits.come("third")
    assert visits.inside == ["first", "third"]
    visits.done.set()
    await settle()
    assert len(visits.turns) == 0


async def test_who_is_let_in_and_gives_up_at_the_same_moment_lets_the_next_one_in() -> None:
    visits = Visits()
    first, second = await visits.come("first"), await visits.come("second")
    visits.done.set()
    await asyncio.wait([first])
    second.cancel()
    await settle()
    assert len(visits.turns) == 0


async def test_where_too_many_wait_the_next_is_told_that_it_is_busy() -> None:
    office = Office(PoolLimits(waiting=1, waiting_of_owner=1))
    service = analyses(office)
    tasks = []
    for person in ("ann", "bo"):
        tasks.append(asyncio.create_task(service.position(ASKED, person, "here")))
        await settle()
    with pytest.raises(ServerRefusal) as refused:
        await service.position(ASKED, "cy", "here")
    assert refused.value.code is ServerCode.ANALYSIS_BUSY
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert office.workers[0].stops == 1, "what nobody waits for is broken off"
    await service.close()


async def test_a_question_that_a_later_one_replaces_is_told_to_slow_down() -> None:
    office = Office()
    service = analyses(office)
    tasks: list[asyncio.Task[Any]] = []
    for _ in range(3):
        tasks.append(asyncio.create_task(service.position(ASKED, "ann", "here")))
        await settle()
    with pytest.raises(GameError) as refused:
        await tasks[1]
    assert refused.value.code is ErrorCode.SLOW_DOWN
    assert len(office.asked) == 1
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await service.close()
