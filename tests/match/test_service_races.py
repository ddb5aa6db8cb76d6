"""Several at once: two services on one store, and many callers of one. One wins, the others hear about it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import BLACK, COLORS, WHITE, Action, ErrorCode, GameError, Outcome, Place, Point, Reason, Resign
from tengen.match import Ended, Request, Undone, fold
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.ledger import Answer
from tengen.match.service.room import MatchLimits
from tengen.match.service.store import MatchStore, MemoryMatchStore
from tengen.storage import Database, SqlMatchStore
from tests.match.commands import Picker, any_action, legal_action, request
from tests.match.services import FailingStore, Listener, RunningService, TestTime, action_of, settle
from tests.match.sittings import ANN, BEN, DRAW, GUEST, MINUTE, TAKEBACK

SHARED = MatchLimits(heartbeat=HeartbeatLimits(is_shared=True))


@asynccontextmanager
async def two_services(*stores: MatchStore) -> AsyncIterator[tuple[RunningService, RunningService]]:
    """Two services that share what they write, and the time."""
    first, second = stores if len(stores) == 2 else stores * 2
    time = TestTime()
    async with (
        RunningService(first, time=time, limits=SHARED) as one,
        RunningService(second, time=time, limits=SHARED, first_id=1_000) as other,
    ):
        yield one, other


@asynccontextmanager
async def two_databases(folder: Path) -> AsyncIterator[tuple[RunningService, RunningService]]:
    """Two services, each with connections of its own to one file, as two processes would have."""
    url = f"sqlite:///{folder / 'tengen.sqlite3'}"
    first = await Database.open(url)
    second = await Database.open(url)
    async with two_services(SqlMatchStore(first), SqlMatchStore(second)) as services:
        yield services
    await first.close()
    await second.close()


async def test_what_one_service_wrote_another_goes_on_from() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin()
        for service, name in ((other, "a1"), (one, "b1"), (one, "c1"), (other, "d1")):
            await service.play(match_id, name)
        assert await one.check(match_id) == await other.check(match_id)
        assert len((await one.check(match_id)).timeline.actions) == 4


async def test_who_lost_the_race_decides_once_more_and_is_refused_only_if_it_no_longer_fits() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin()
        match = await other.matches.snapshot(match_id)
        await one.play(match_id, "a1")
        stale = other.matches.act(match_id, action_of(match, "b1"), caller="ann", revision=match.revision)
        assert await other.refusal(stale) is ErrorCode.STALE
        await one.play(match_id, "b1")
        await other.matches.act(match_id, action_of(match, "c1"), caller="ann")  # still the third move
        revision = (await other.matches.snapshot(match_id)).revision
        await one.matches.act(match_id, Request(DRAW, BLACK), caller="ann")
        move = Place(WHITE, Point(5, 0))
        answer = await other.matches.act(match_id, move, caller="ben", revision=revision)  # talk does not matter
        assert answer.match.timeline.last_action == move
        await one.check(match_id)


async def test_a_service_that_knows_nothing_of_a_move_finds_out_when_it_writes() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin()
        listener = await other.matches.subscribe(match_id)
        await one.play(match_id, "a1")  # and nobody rings at the other's door
        answer = await other.matches.act(match_id, Place(WHITE, Point(1, 0)), caller="ben")
        assert [event.n for event in answer.events] == [3]
        assert len(await listener.take()) == 2


async def test_the_same_message_to_both_is_carried_out_once() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin()
        await other.matches.snapshot(match_id)
        move = Place(BLACK, Point(0, 0))
        first = await one.matches.act(match_id, move, caller="ann", message_id="x")
        again = await other.matches.act(match_id, move, caller="ann", message_id="x")
        assert again.is_repeat
        assert (again.match, again.events) == (first.match, first.events)


async def test_a_flag_falls_once_though_both_judge_it() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin(control=MINUTE)
        await other.matches.snapshot(match_id)
        await one.time.pass_ms(60_001)
        log = await one.log(match_id)
        assert [type(event) for event in log].count(Ended) == 1
        assert await one.check(match_id) == await other.check(match_id)


async def test_a_ring_at_the_door_lets_listeners_hear_what_others_wrote() -> None:
    async with two_services(MemoryMatchStore()) as (one, other):
        match_id = await one.begin()
        listener = await other.matches.subscribe(match_id)
        await one.play(match_id, "a1 b1")
        await other.matches.refresh(match_id)
        assert len(await listener.take()) == 2
        await other.matches.refresh("not in memory")


async def test_a_match_whose_service_is_gone_is_looked_after_by_another() -> None:
    store = MemoryMatchStore()
    time = TestTime()
    one = RunningService(store, time=time, limits=SHARED)
    await one.start()
    async with RunningService(store, time=time, limits=SHARED, first_id=1_000) as other:
        match_id = await one.begin_played(control=MINUTE)
        one.matches._upkeep._deadlines.close()  # it hangs, and judges no more
        await time.pass_ms(70_000)
        assert (await other.check(match_id)).outcome == Outcome.won(WHITE, Reason.TIME)
    await one.stop()


async def test_a_service_that_starts_beside_another_finds_no_downtime() -> None:
    store = MemoryMatchStore()
    async with RunningService(store, limits=SHARED) as one:
        match_id = await one.begin(control=MINUTE)
        await one.time.pass_ms(8_000)
        async with RunningService(store, time=one.time, limits=SHARED, first_id=1_000) as other:
            answer = await other.play(match_id, "a1")
            assert answer.match.think_ms == (8_000,)


# --- T32: two things at once, of which one can be


async def at_once(
    service: RunningService, match_id: str, *asked: tuple[object, str | None]
) -> list[Answer | GameError]:
    """Ask all of it before any of it is written."""
    assert isinstance(service.store, FailingStore)
    service.store.held = []
    tasks = [
        asyncio.create_task(service.matches.act(match_id, command, caller=caller))  # type: ignore[arg-type]  # of any kind
        for command, caller in asked
    ]
    await settle()
    service.store.let_go()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(answer, Answer | GameError) for answer in answers)
    return answers  # type: ignore[return-value]  # as was just seen


async def test_a_takeback_that_is_granted_and_the_next_move_do_not_both_happen_unseen() -> None:
    async with RunningService(FailingStore()) as service:
        match_id = await service.begin()
        await service.play(match_id, "a1")
        await service.act(match_id, Request(TAKEBACK, BLACK))
        move = Place(WHITE, Point(1, 0))
        granted, moved = await at_once(service, match_id, (Request(TAKEBACK, WHITE), "ben"), (move, "ben"))
        assert isinstance(granted, Answer)
        assert isinstance(moved, GameError)
        assert moved.code is ErrorCode.NOT_YOUR_TURN
        await service.check(match_id)

        await service.play(match_id, "a1")
        await service.act(match_id, Request(TAKEBACK, BLACK))
        moved, late = await at_once(service, match_id, (move, "ben"), (Request(TAKEBACK, WHITE), "ben"))
        assert isinstance(moved, Answer)
        assert isinstance(late, Answer)  # the move let the offer lapse, so this is a new request
        assert type(late.events[0]) is not Undone
        await service.check(match_id)


async def test_of_two_agreements_one_ends_the_match() -> None:
    async with RunningService(FailingStore()) as service:
        match_id = await service.begin()
        await service.act(match_id, Request(DRAW, BLACK))
        answers = await at_once(service, match_id, *[(Request(DRAW, WHITE), "ben")] * 3)
        assert [type(answer) for answer in answers] == [Answer, GameError, GameError]
        assert (await service.check(match_id)).outcome == Outcome.draw(Reason.AGREEMENT)


async def test_who_resigns_as_the_other_wins_has_lost_either_way() -> None:
    async with RunningService(FailingStore()) as service:
        match_id = await service.begin("gomoku")
        await service.play(match_id, "a1 a2 b1 b2 c1 c2 d1 d2")
        win = action_of(await service.matches.snapshot(match_id), "e1")
        won, resigned = await at_once(service, match_id, (win, "ann"), (Resign(WHITE), "ben"))
        assert isinstance(won, Answer)
        assert isinstance(resigned, GameError)
        assert resigned.code is ErrorCode.GAME_OVER
        assert (await service.check(match_id)).outcome == Outcome.won(BLACK, Reason.LINE)


# --- T31: everything at once


@settings(max_examples=25)
@given(chance=st.randoms(use_true_random=False))
async def test_whatever_many_ask_at_once_happens_in_one_order(chance: random.Random) -> None:
    async with two_services(MemoryMatchStore()) as services:
        await all_at_once(services, chance)


@pytest.mark.parametrize("seed", range(4))
async def test_the_same_on_a_database_with_real_threads(tmp_path: Path, seed: int) -> None:
    async with two_databases(tmp_path) as services:
        await all_at_once(services, random.Random(seed))


async def all_at_once(services: tuple[RunningService, RunningService], chance: random.Random) -> None:
    """Players hammer both services; every answer must be in the one log, once, and nothing else."""
    match_id = await services[0].begin("go", ANN, BEN, size=5, rules={"dead_stones": "agree"})
    listener = Listener(services[1], match_id, watching=True)
    await listener.connect()
    pick = Picker(chance.randrange)
    answers: list[Answer] = []
    refusals: list[ErrorCode] = []

    async def player(number: int) -> None:
        for step in range(8):
            service = pick(services)
            match = await service.matches.snapshot(match_id)
            command = pick((legal_action, legal_action, any_action, request))(match, pick)
            if not isinstance(command, Action | Request):
                continue
            for _ in range(pick((0, 1, 3))):
                await asyncio.sleep(0)
            revision = match.revision if chance.random() < 0.5 else None
            owner = match.seat(command.player).owner
            try:
                message_id = f"{number}.{step}"
                answer = await service.matches.act(
                    match_id, command, caller=owner, revision=revision, message_id=message_id
                )
                assert not answer.is_repeat
                answers.append(answer)
            except GameError as error:
                refusals.append(error.code)

    await asyncio.gather(*[player(number) for number in range(4)])
    log = await services[0].log(match_id)
    written = [event for answer in answers for event in answer.events]
    assert sorted(event.n for event in written) == list(range(2, len(log) + 1))
    assert all(log[event.n - 1] == event for event in written)
    for answer in answers:
        assert answer.match == fold(log[: answer.events[-1].n])
    final = fold(log)
    for service in services:
        assert await service.check(match_id) == final
    listener.take_now()
    assert listener.heard == list(range(1, final.number + 1))


async def test_several_connections_of_one_person_see_one_order() -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", GUEST, GUEST)
        listeners = [Listener(service, match_id, caller="ann") for _ in range(3)]
        for listener in listeners:
            await listener.connect()
        for color in COLORS:
            await service.matches.act(match_id, Place(color, Point(0, color)))
        for listener in listeners:
            await listener.listen()
        assert listeners[0].frames == listeners[1].frames == listeners[2].frames
