"""The pool: people before programs, owners in turn, bounds that hold, and lanes that do not touch each other."""

from __future__ import annotations

import asyncio
import time

import pytest

from tengen.jobs import (
    ENGINE_LANE,
    MAIN_LANE,
    Job,
    JobFailed,
    JobLate,
    PoolClosed,
    PoolLimits,
    Priority,
    QueueFull,
    WorkerLost,
)
from tests.jobs.workers import Office, settle

PERSON, LIVE, PROGRAMS, BACKGROUND = Priority
PATIENT = frozenset({MAIN_LANE})


async def test_a_job_is_done_by_a_worker_that_is_kept_for_the_next() -> None:
    office = Office()
    for name in ("a", "b"):
        task = await office.give(name)
        await office.answer(name, name.upper().encode())
        assert await task == name.upper().encode()
    assert [worker.asked for worker in office.workers] == [["a", "b"]]
    assert office.places == {"a": [0], "b": [0]}
    await office.close()
    assert not office.workers[0].is_alive


async def test_no_more_jobs_are_done_at_once_than_there_are_places() -> None:
    office = Office(PoolLimits({MAIN_LANE: 2}))
    for name in "abcd":
        await office.give(name)
    assert office.asked == ["a", "b"]
    assert office.pool.waiting() == 2
    await office.answer("b")
    assert office.asked == ["a", "b", "c"]
    assert len(office.workers) == 2
    await office.close()


async def test_owners_take_turns_however_many_jobs_one_has() -> None:
    office = Office()
    for number in range(4):
        await office.give(f"many{number}", "many")
    await office.give("few0", "few")
    for _ in range(4):
        await office.answer(office.asked[-1])
    assert office.asked == ["many0", "many1", "few0", "many2", "many3"]
    await office.close()


async def test_a_persons_answer_breaks_off_what_programs_think_which_begins_again() -> None:
    office = Office()
    await office.give("game")
    await office.give("other game")
    person = await office.give("person", priority=PERSON)
    assert office.asked == ["game", "person"]
    assert office.workers[0].stops == 1
    await office.answer("person", b"move")
    assert await person == b"move"
    assert office.asked == ["game", "person", "game"], "it goes on before those who waited behind it"
    await office.answer("game", b"late")
    assert await office.tasks["game"] == b"late"
    assert office.places["game"] == [0, 1, 0]
    assert len(office.workers) == 1
    await office.close()


@pytest.mark.parametrize(
    ("running", "arriving", "is_broken_off"),
    [
        (PROGRAMS, PERSON, True),
        (BACKGROUND, PERSON, True),
        (PROGRAMS, LIVE, True),
        (BACKGROUND, LIVE, True),
        (BACKGROUND, PROGRAMS, False),
        (LIVE, PERSON, False),
        (PERSON, PERSON, False),
    ],
)
async def test_only_what_nobody_waits_for_is_broken_off(
    running: Priority, arriving: Priority, is_broken_off: bool
) -> None:
    office = Office()
    await office.give("running", priority=running)
    await office.give("arriving", priority=arriving)
    assert office.asked == ["running", *(["arriving"] if is_broken_off else [])]
    await office.close()


async def test_the_least_urgent_that_began_last_is_broken_off_one_for_each_who_waits() -> None:
    office = Office(PoolLimits({MAIN_LANE: 4}))
    for name, priority in (("old", BACKGROUND), ("new", BACKGROUND), ("game", PROGRAMS), ("person0", PERSON)):
        await office.give(name, priority=priority)
    await office.give("person1", priority=PERSON)
    assert office.places["new"] == [0, 1]
    assert (office.places["old"], office.places["game"]) == ([0], [0])
    await office.give("person2", priority=PERSON)
    await office.give("person3", priority=PERSON)
    await office.give("person4", priority=PERSON)
    assert office.asked[4:] == ["person1", "person2", "person3"]
    assert office.pool.waiting() == 4
    await office.close()


async def test_in_a_patient_lane_nothing_is_broken_off() -> None:
    office = Office(PoolLimits(patient=PATIENT))
    await office.give("game")
    await office.give("waits")
    await office.give("person", priority=PERSON)
    await office.answer("game")
    assert office.asked == ["game", "person"]
    await office.close()


async def test_lanes_do_not_keep_each_other_waiting() -> None:
    office = Office(PoolLimits({MAIN_LANE: 1, ENGINE_LANE: 1}))
    await office.give("engine", lane=ENGINE_LANE)
    await office.give("other engine", lane=ENGINE_LANE)
    await office.give("level")
    assert office.asked == ["engine", "level"]
    assert (office.pool.waiting(ENGINE_LANE), office.pool.waiting()) == (1, 0)
    await office.close()


async def test_who_knows_the_game_is_asked_again() -> None:
    office = Office(PoolLimits({MAIN_LANE: 2}))
    await office.give("a1", game_id="a")
    await office.give("b1", game_id="b")
    await office.answer("b1")
    await office.answer("a1")
    for name, game_id in (("b2", "b"), ("a2", "a")):
        await office.give(name, game_id=game_id)
        await office.answer(name)
    assert [worker.asked for worker in office.workers] == [["a1", "a2"], ["b1", "b2"]]
    await office.close()


# --- places in the queue


async def test_those_who_wait_hear_their_place_at_once_and_then_now_and_then() -> None:
    office = Office(PoolLimits(tell_s=0.02))
    for name in "abcd":
        await office.give(name)
    assert office.places == {"a": [0], "b": [1], "c": [2], "d": [3]}
    office.tasks["b"].cancel()
    await settle()
    assert office.places["c"] == [2], "nobody is told anything at once"
    await asyncio.sleep(0.05)
    assert office.places == {"a": [0], "b": [1], "c": [2, 1], "d": [3, 2]}
    await office.answer("a")
    assert office.places["c"] == [2, 1, 0]
    await asyncio.sleep(0.05)
    assert office.places["d"] == [3, 2, 1]
    await office.close()


async def test_only_those_near_the_front_are_told_again_whoever_else_waits() -> None:
    office = Office(PoolLimits(tell_s=0.01, told=2))
    for number in range(6):
        await office.give(str(number))
    await office.answer("0")
    await asyncio.sleep(0.03)
    assert office.places == {"0": [0], "1": [1, 0], "2": [2, 1], "3": [3, 2], "4": [4], "5": [5]}
    await office.close()


# --- bounds


async def test_a_full_queue_refuses_and_a_place_that_gets_free_is_given_again() -> None:
    office = Office(PoolLimits(waiting=2))
    for name in "abc":
        await office.give(name)
    with pytest.raises(QueueFull, match="2 jobs wait already"):
        await (await office.give("d"))
    office.tasks["c"].cancel()
    await settle()
    await office.give("e")
    assert office.pool.waiting() == 2
    await office.close()


async def test_nobody_fills_the_queue_alone() -> None:
    office = Office(PoolLimits(waiting=100, waiting_of_owner=2))
    for number in range(3):
        await office.give(f"many{number}", "many")
    with pytest.raises(QueueFull, match="2 jobs of the same owner"):
        await (await office.give("many3", "many"))
    assert not (await office.give("few0", "few")).done()
    await office.close()


async def test_what_is_broken_off_finds_its_way_back_into_a_full_queue() -> None:
    office = Office(PoolLimits(waiting=1))
    await office.give("game")
    await office.give("person", priority=PERSON)
    await office.give("other person", priority=PERSON)
    assert office.asked == ["game", "person"]
    assert office.pool.waiting() == 1
    with pytest.raises(QueueFull):
        await office.tasks["other person"]
    await office.close()


# --- failures


async def test_a_refusal_leaves_the_worker_where_it_is() -> None:
    office = Office()
    await office.give("a")
    await office.answer("a", JobFailed("no such player"))
    with pytest.raises(JobFailed, match="no such player"):
        await office.tasks["a"]
    await office.give("b")
    assert len(office.workers) == 1
    await office.close()


async def test_a_worker_that_is_lost_costs_one_job() -> None:
    office = Office()
    await office.give("a")
    await office.give("b")
    await office.answer("a", WorkerLost("exit -9"))
    with pytest.raises(WorkerLost):
        await office.tasks["a"]
    assert [worker.is_alive for worker in office.workers] == [False, True]
    await office.answer("b")
    assert await office.tasks["b"] == b"done"
    office.workers[1].is_alive = False  # between two jobs
    await office.give("c")
    assert len(office.workers) == 3
    await office.close()


async def test_a_job_that_takes_too_long_is_stopped() -> None:
    office = Office()
    task = await office.give("a", patience_ms=10)
    with pytest.raises(JobLate, match="too long"):
        await task
    assert office.workers[0].stops == 1
    await office.give("b")
    assert len(office.workers) == 1
    await office.close()


async def test_who_is_cancelled_gives_the_place_to_the_next() -> None:
    office = Office()
    for name in "abc":
        await office.give(name)
    office.tasks["a"].cancel()
    office.tasks["b"].cancel()
    await settle()
    assert office.asked == ["a", "c"]
    assert office.workers[0].stops == 1
    assert office.pool.waiting() == 0
    await office.close()


async def test_a_place_is_not_lost_with_whoever_is_cancelled_when_let_in() -> None:
    office = Office()
    for name in "abc":
        await office.give(name)
    office.answers["a"].set_result(b"")
    while office.places["b"] == [1] and office.pool.waiting() == 2:
        await asyncio.sleep(0)
    office.tasks["b"].cancel()
    await settle()
    assert office.asked[-1] == "c"
    await office.close()


async def test_whoever_is_cancelled_though_broken_off_before_does_not_come_back() -> None:
    office = Office()
    await office.give("game")
    await office.give("person", priority=PERSON)
    office.tasks["game"].cancel()
    await settle()
    await office.answer("person")
    assert office.asked == ["game", "person"]
    assert office.pool.waiting() == 0
    await office.close()


async def test_a_closed_pool_refuses_at_once_also_thousands_who_wait() -> None:
    office = Office()
    for number in range(5_000):
        job = Job("any", str(number).encode(), str(number % 100), PROGRAMS)
        office.tasks[str(number)] = asyncio.create_task(office.pool.run(job))
    await settle()
    assert office.pool.waiting() == 4_999
    began = time.process_time()
    await office.pool.close()
    office.tasks["0"].cancel()
    results = await asyncio.gather(*office.tasks.values(), return_exceptions=True)
    assert time.process_time() - began < 1
    assert sum(isinstance(result, PoolClosed) for result in results) == 4_999
    with pytest.raises(PoolClosed):
        await (await office.give("late"))
    assert not any(worker.is_alive for worker in office.workers)
