"""One way to have a player take its turn: within its time, asked again where that is wanted, faults as values."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from random import Random

import pytest

from tengen.core import BLACK, WHITE, Action, Clock, ClockKind, Place, Point, TimeControl, create_game, find_kind
from tengen.players import (
    Budget,
    EngineCannot,
    EngineFault,
    Failure,
    HostFault,
    How,
    Interest,
    MctsPlayer,
    Player,
    RandomPlayer,
    StopToken,
    TimePolicy,
    Turn,
    drive_turn,
    make_player,
    prepare_player,
    time_policy_of,
)
from tengen.players.engines.gtp import GtpPlayer
from tengen.players.time_policy import LONGEST_S
from tests.players.engine_room import EngineRoom

GAME = create_game("gomoku", 9)
TURN = Turn.of(GAME.timeline)
GO = find_kind("go")
MOVE = Place(BLACK, Point(4, 4))


class Told(Player):
    """Does what it is told: raises, or plays, one after the other; and notes how it was asked."""

    name = "told"

    def __init__(self, *answers: Action | Exception | None) -> None:
        self._answers = list(answers)
        self.budgets: list[Budget] = []
        self.stops: list[StopToken] = []

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del turn
        self.budgets.append(budget)
        self.stops.append(stop)
        answer = self._answers.pop(0)
        if answer is None:
            await asyncio.sleep(60)
        if isinstance(answer, Exception):
            raise answer
        assert answer is not None
        return answer

    async def prepare(self, turn: Turn) -> None:
        del turn
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer


async def test_what_a_player_chooses_is_passed_on_unjudged() -> None:
    foreign = Place(WHITE, Point(99, 99))
    assert await drive_turn(Told(foreign), TURN, Budget()) == foreign


@pytest.mark.parametrize(
    ("error", "how"),
    [
        (EngineCannot("no_game"), How.CANNOT),
        (EngineFault("deaf"), How.FAULT),
        (HostFault("not_started", reason="no room"), How.HOST),
        (MemoryError(), How.HOST),
        (KeyError("x"), How.CRASHED),
        (TimeoutError("its own"), How.CRASHED),
    ],
)
async def test_whatever_a_player_raises_is_a_value(error: Exception, how: How) -> None:
    failure = await drive_turn(Told(error), TURN, Budget(), limit_ms=60_000)
    assert failure == Failure(how, error)
    assert await prepare_player(Told(error), TURN) == Failure(how, error)
    assert await prepare_player(Told(MOVE), TURN) is None


def test_a_failure_has_words() -> None:
    assert Failure(How.CRASHED, KeyError("x")).text() == "KeyError: 'x'"
    fault = Failure(How.FAULT, EngineFault("deaf"))
    assert fault.text("en") != fault.text("zh")


async def test_one_who_does_not_answer_in_time_has_failed_and_is_stopped() -> None:
    player = Told(None)
    began = time.monotonic()
    failure = await drive_turn(player, TURN, Budget(), limit_ms=20)
    assert isinstance(failure, Failure)
    assert failure.how is How.LATE
    assert player.stops[0].stopped
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("first", "is_asked_again"),
    [
        (EngineFault("deaf"), True),
        (HostFault("not_started", reason="no room"), True),
        (EngineCannot("no_game"), False),
        (KeyError("x"), False),
    ],
)
async def test_an_engine_that_failed_is_asked_again_where_that_is_wanted(
    first: Exception, is_asked_again: bool
) -> None:
    heard: list[Failure] = []
    answer = await drive_turn(Told(first, MOVE), TURN, Budget(), tries=2, on_retry=heard.append)
    assert (answer == MOVE, [failure.error for failure in heard]) == (is_asked_again, [first] * is_asked_again)
    once = await drive_turn(Told(first, MOVE), TURN, Budget())
    assert isinstance(once, Failure)


async def test_no_choice_is_planned_longer_than_allowed() -> None:
    clock = Clock.of(TimeControl(ClockKind.ABSOLUTE, 3_600_000))
    player = Told(MOVE, MOVE, MOVE)
    for budget in (Budget(clock=clock), Budget(ms=5_000), Budget(nodes=10)):
        await drive_turn(player, TURN, budget, longest_ms=1_000)
    assert [budget.ms for budget in player.budgets] == [1_000, 1_000, None]
    assert player.longest_s == 1.0
    assert RandomPlayer(Random(1)).longest_s == LONGEST_S


async def test_a_built_in_player_is_heard_thinking() -> None:
    told: list[object] = []
    player = MctsPlayer(Random(1), 50)
    assert isinstance(await drive_turn(player, TURN, Budget(), interest=Interest(told.append)), Place)
    assert told


async def test_a_stop_ends_an_engine_that_cannot_be_hurried_at_once(room: EngineRoom) -> None:
    player = room.misbehaving(GtpPlayer, "silent", margin_s=30.0)
    stop = StopToken()
    game = create_game("go", 9)
    driving = asyncio.create_task(
        drive_turn(player, Turn.of(game.timeline), Budget(ms=30_000), stop, ends_when_stopped=True)
    )
    while not room.processes():
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.3)
    began = time.monotonic()
    threading.Thread(target=stop.stop).start()
    failure = await driving
    assert isinstance(failure, Failure)
    assert failure.fault is not None
    assert failure.fault.key == "engine.fault.stopped"
    assert time.monotonic() - began < 5
    assert room.processes() == []
    await player.close()


# --- stops


def test_who_wants_to_know_of_a_stop_is_called_once_whenever_it_asked() -> None:
    stop = StopToken()
    heard: list[str] = []

    def hear(name: str) -> Callable[[], None]:
        return lambda: heard.append(name)

    stop.call_when_stopped(hear("before"))
    assert heard == []
    stop.stop()
    stop.stop()
    stop.call_when_stopped(hear("after"))
    assert heard == ["before", "after"]


async def test_a_stop_from_another_thread_is_an_event_of_the_loop() -> None:
    stop = StopToken()
    event = stop.as_event()
    threading.Timer(0.02, stop.stop).start()
    await asyncio.wait_for(event.wait(), 5)
    assert stop.as_event().is_set()


def test_a_stop_after_the_end_of_the_loop_disturbs_nobody() -> None:
    stop = StopToken()

    async def take() -> None:
        stop.as_event()

    asyncio.run(take())
    stop.stop()
    assert stop.stopped


# --- time


@pytest.mark.parametrize(
    ("policy", "budget", "answer_s", "whole_ms"),
    [
        (TimePolicy(), Budget(), 60.0, 60_000),
        (TimePolicy(), Budget(ms=500), 0.5, 500),
        (TimePolicy(), Budget(ms=90_000), 60.0, 60_000),
        (TimePolicy(30.0, 2.0, plans_itself=True), Budget(ms=500), 2.5, 92_000),
        (TimePolicy(30.0, 2.0, plans_itself=True), Budget(), 62.0, 92_000),
    ],
)
def test_how_long_an_answer_may_take(policy: TimePolicy, budget: Budget, answer_s: float, whole_ms: int) -> None:
    assert policy.answer_s(budget, BLACK, 60.0) == answer_s
    assert policy.whole_ms(budget, BLACK, 60_000) == whole_ms


def test_one_who_plans_the_clock_itself_has_until_its_flag_falls() -> None:
    clock = Clock.of(TimeControl(ClockKind.BYOYOMI, 10_000, period_ms=5_000, periods=3))
    assert TimePolicy(margin_s=1.0, plans_itself=True).answer_s(Budget(clock=clock), WHITE, 600.0) == 26.0
    assert TimePolicy(margin_s=1.0).answer_s(Budget(clock=clock), WHITE, 600.0) < 10.0


def test_one_who_stretches_has_more_than_is_planned_and_never_all_of_the_clock() -> None:
    absolute = Budget(clock=Clock.of(TimeControl(ClockKind.ABSOLUTE, 300_000)))
    planned_ms = absolute.thinking_ms(BLACK)
    assert planned_ms is not None
    assert TimePolicy(stretch=3).whole_ms(absolute, BLACK, 600_000) == 3 * planned_ms
    assert TimePolicy(stretch=3).whole_ms(absolute, BLACK, 1000) == 1000
    per_move = Budget(clock=Clock.of(TimeControl(ClockKind.PER_MOVE, 0, period_ms=10_000)))
    assert TimePolicy(stretch=3).whole_ms(per_move, BLACK, 600_000) == 8500
    assert TimePolicy(stretch=3).whole_ms(Budget(ms=500), BLACK, 600_000) == 500
    assert TimePolicy(stretch=3).whole_ms(Budget(), BLACK, 60_000) == 60_000


def test_the_policy_of_an_engine_is_known_by_its_name(own_list: EngineRoom) -> None:
    own_list.write_list(["a"])
    player = make_player("engine:a", GO, 1)
    assert player is not None
    assert time_policy_of("engine:a") == player.time_policy
    assert time_policy_of("engine:a").plans_itself
    assert time_policy_of("level:9") == TimePolicy()
    assert time_policy_of("level:10").stretch > 1
    assert (player.is_external, player.is_kept_between_moves, player.missing_program) == (True, True, "a")
    level = make_player("level:3", GO, 1)
    assert level is not None
    assert (level.is_external, level.is_kept_between_moves, level.missing_program) == (False, False, None)
