"""Time in the service: flags fall with nobody there, lag is measured and not claimed, downtime costs nobody."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    Changes,
    ClockKind,
    Color,
    Outcome,
    Place,
    Point,
    Reason,
    Resume,
    TimeControl,
    create_rules,
)
from tengen.match import Created, Ended, Excused, Match, Moved, Request, Seat, Unpause, fold
from tengen.match.service.deadlines import Deadlines
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.lag import LagBank, LagLimits, RoundTrips
from tengen.match.service.presence import AbsenceLimits
from tengen.match.service.room import MatchLimits
from tengen.match.service.timing import Timekeeper
from tests.match.services import BOTH, FailingStore, RunningService, TestTime
from tests.match.sittings import (
    ANN,
    BEN,
    CONTROLS,
    FISCHER,
    GUEST,
    MINUTE,
    NOBODY,
    PAUSE,
    PER_MOVE,
    kinds_of,
)

DAY = 24 * 3_600_000
BLACK_LOST = Outcome.won(WHITE, Reason.TIME)
WHITE_LOST = Outcome.won(BLACK, Reason.TIME)


def whole_ms(control: TimeControl) -> int:
    """How long a turn after a first move in no time may take."""
    return control.main_ms + control.increment_ms + control.period_ms * max(control.periods, 1)


def left_ms(match: Match, color: Color, now: int) -> int:
    assert match.clock is not None
    return match.clock.left(color, now).total_ms


# --- flags


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
@pytest.mark.parametrize("early_ms", [1, 2, 49])
async def test_a_flag_falls_at_its_time_with_nobody_there(control: TimeControl, early_ms: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=control)
        await service.time.pass_ms(whole_ms(control) - early_ms)
        assert not (await service.matches.snapshot(match_id)).is_over
        await service.time.pass_ms(early_ms)
        match = await service.check(match_id)
        assert match.outcome == BLACK_LOST
        assert left_ms(match, BLACK, service.matches.now()) == 0
        assert match.at == service.matches.now()  # to the millisecond


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
@pytest.mark.parametrize("spare_ms", [-1, 0, 1])
async def test_a_move_around_the_last_millisecond(control: TimeControl, spare_ms: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=control)
        service.time.turn_ms(whole_ms(control) - spare_ms)  # no timer has run yet
        service.matches._upkeep._heartbeat._last_at = service.matches.now()  # and the process was not asleep
        answer = await service.play(match_id, "a1")
        assert answer.was_too_late == (spare_ms <= 0)
        assert kinds_of(answer.events) == [Ended if spare_ms <= 0 else Moved]
        match = await service.check(match_id)
        for color in BOTH:
            assert left_ms(match, color, service.matches.now()) >= 0


@given(
    control=st.sampled_from(CONTROLS),
    waits=st.lists(st.integers(0, 40_000), min_size=1, max_size=12),
)
async def test_clocks_never_go_below_zero_and_flags_fall_when_they_must(control: TimeControl, waits: list[int]) -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", GUEST, GUEST, control=control)
        for wait in waits:
            match = await service.matches.snapshot(match_id)
            assert match.clock is not None
            deadline = match.clock.deadline()
            assert deadline is not None
            await service.time.pass_ms(wait)
            match = await service.check(match_id)
            now = service.matches.now()
            for color in BOTH:
                side = match.clock.left(color, now) if match.clock else None
                assert side is not None
                assert min(side.main_ms, side.period_ms, side.periods, side.stones) >= 0
            assert match.is_over == (now >= deadline)
            if match.is_over:
                assert match.at == deadline
                break
            await service.act(match_id, match.ruleset.legal_actions(match.state)[0])


async def test_every_move_puts_the_flag_off() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=PER_MOVE)
        for name in ("a1", "b1", "c1", "d1"):
            await service.time.pass_ms(29_999)
            await service.play(match_id, name)
        await service.time.pass_ms(29_999)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == BLACK_LOST


async def test_no_flag_falls_while_a_seat_is_open_or_the_match_rests() -> None:
    async with RunningService() as service:
        open_one = await service.begin("peace", ANN, NOBODY, control=MINUTE)
        resting = await service.begin_played(control=MINUTE)
        for color in BOTH:
            await service.act(resting, Request(PAUSE, color))
        await service.time.pass_ms(600_000)
        assert not (await service.check(open_one)).is_over
        assert not (await service.check(resting)).is_over
        await service.act(resting, Unpause(WHITE))
        await service.matches.join(open_one, WHITE, "Cid", caller="cid")
        await service.time.pass_ms(60_000)
        assert (await service.check(open_one)).outcome == Outcome.cancelled()
        assert (await service.check(resting)).outcome == BLACK_LOST


async def test_a_thousand_flags_need_one_timer() -> None:
    async with RunningService() as service:
        ids = []
        for minutes in range(1, 101):
            control = TimeControl(ClockKind.ABSOLUTE, main_ms=60_000 * minutes)
            ids.append(await service.begin_played(control=control))
        assert len(service.time._timers) <= 3
        await service.time.pass_ms(50 * 60_000)
        ended = [(await service.check(match_id)).is_over for match_id in ids]
        assert ended == [True] * 50 + [False] * 50


async def test_flags_fall_in_matches_that_are_not_in_memory() -> None:
    async with RunningService(limits=MatchLimits(open_matches=2)) as service:
        ids = [await service.begin_played(control=MINUTE) for _ in range(8)]
        await service.time.pass_ms(60_000)
        assert service.matches.open_count <= 2
        for match_id in ids:
            assert (await service.check(match_id)).outcome == BLACK_LOST


# --- lag


@pytest.mark.parametrize(
    ("measured", "credited"),
    [(0.0, 0), (40.7, 40), (120.0, 120), (5_000.0, 150), (-300.0, 0), (math.nan, 0), (math.inf, 0), (-math.inf, 0)],
)
async def test_lag_is_credited_as_measured_and_a_small_part_of_the_time_at_most(measured: float, credited: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(2_000)
        answer = await service.act(match_id, Place(BLACK, Point(0, 0)), rtt_ms=measured)
        (moved,) = answer.events
        assert isinstance(moved, Moved)
        assert moved.lag_ms == credited
        assert left_ms(answer.match, BLACK, service.matches.now()) == 58_000 + credited


async def test_the_bank_bounds_what_is_credited_over_a_game_also_after_a_restart() -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", GUEST, GUEST, control=FISCHER)
        credited: list[int] = []
        for number in range(24):
            if number == 10:
                await service.restart()
            await service.time.pass_ms(2_000)
            match = await service.matches.snapshot(match_id)
            move = match.ruleset.legal_actions(match.state)[0]
            (moved,) = (await service.matches.act(match_id, move, rtt_ms=1_000)).events
            assert isinstance(moved, Moved)
            if move.player is BLACK:
                credited.append(moved.lag_ms)
        most = LagLimits().bank_of(FISCHER)
        assert credited[0] == most
        assert all(credit <= most / 50 for credit in credited[1:])


def test_each_seat_has_a_bank_of_its_own_which_quick_moves_fill_again() -> None:
    bank = LagBank(LagLimits(refills=3))
    match = fold([Created(1, 0, "m1", create_rules("peace"), ANN, BEN, None, MINUTE)])
    bank.record(match, Moved(2, 5_000, Place(BLACK, Point(0, 0)), Changes(), lag_ms=150))
    assert (bank.allowance_ms(True, 9_999, MINUTE), bank.allowance_ms(False, 9_999, MINUTE)) == (50, 150)
    quick = Moved(2, 5_000, Place(BLACK, Point(0, 0)), Changes())
    for left in (100, 150, 150):
        bank.record(match, quick)
        assert bank.allowance_ms(True, 9_999, MINUTE) == left


@pytest.mark.parametrize("control", [MINUTE, FISCHER, TimeControl(ClockKind.ABSOLUTE, 3_600_000)])
async def test_delaying_pongs_wins_nothing_noticeable(control: TimeControl) -> None:
    """Thirty moves of half a second each, on a line that pretends to be that slow, cost 14 seconds at least."""
    async with RunningService() as service:
        match_id = await service.begin("peace", GUEST, GUEST, control=control)
        charged = 0
        for _ in range(60):
            match = await service.matches.snapshot(match_id)
            move = match.ruleset.legal_actions(match.state)[0]
            delay_ms = 500 if move.player is BLACK else 0
            await service.time.pass_ms(delay_ms)
            moved, *_ = (await service.matches.act(match_id, move, rtt_ms=float(delay_ms))).events
            assert isinstance(moved, Moved)
            charged += delay_ms - moved.lag_ms
        assert charged >= 14_000


def test_the_shortest_of_the_latest_round_trips_counts() -> None:
    trips = RoundTrips()
    assert [trips.note(ms) for ms in (90, 40, 500, 500, 500, 500, 500)] == [90, 40, 40, 40, 40, 40, 500]


async def test_a_flag_waits_for_a_move_that_may_be_under_way_and_no_longer() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=MINUTE)
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        watcher = await service.matches.subscribe(match_id, owners=("ben",))
        listener.rtt_ms, watcher.rtt_ms = 80.0, 120.0
        await service.time.pass_ms(60_079)
        assert not (await service.matches.snapshot(match_id)).is_over
        answer = await service.act(match_id, Place(BLACK, Point(0, 0)), rtt_ms=80.0)
        assert kinds_of(answer.events) == [Moved]
        assert left_ms(answer.match, BLACK, service.matches.now()) == 1
        await service.time.pass_ms(60_119)
        assert not (await service.matches.snapshot(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == WHITE_LOST


async def test_a_late_move_without_measured_lag_is_too_late() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=MINUTE)
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        listener.rtt_ms = 80.0
        await service.time.pass_ms(60_001)
        answer = await service.act(match_id, Place(BLACK, Point(0, 0)))
        assert answer.was_too_late
        assert (await service.check(match_id)).outcome == BLACK_LOST


# --- restarts and downtime


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
async def test_the_time_a_server_is_down_is_charged_to_nobody(control: TimeControl) -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=control)
        await service.time.pass_ms(4_000)
        await service.restart(down_ms=3 * DAY)
        await service.time.pass_ms(1_000)
        answer = await service.play(match_id, "a1")
        moved = answer.events[0]
        assert isinstance(moved, Moved)
        assert answer.match.think_ms == (5_000,)
        (excused,) = [event for event in await service.log(match_id) if isinstance(event, Excused)]
        assert excused.ms == 3 * DAY
        await service.check(match_id)


async def test_a_flag_falls_after_a_restart_as_if_nothing_had_been() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=MINUTE)
        await service.time.pass_ms(20_000)
        await service.restart(down_ms=DAY)
        await service.time.pass_ms(39_999)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == BLACK_LOST


async def test_after_a_crash_the_time_since_the_last_beat_counts_as_downtime() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(23_000)  # beats every five seconds
        await service.crash(down_ms=7_000)
        await service.play(match_id, "a1")
        match = await service.check(match_id)
        assert match.think_ms == (20_000,)


async def test_several_restarts_are_all_forgiven() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        untouched = await service.begin(control=MINUTE)
        for down_ms in (1_000, DAY, 50):
            await service.time.pass_ms(1_000)
            await service.restart(down_ms)
            if down_ms == DAY:
                await service.matches.snapshot(match_id)
        await service.time.pass_ms(1_000)
        for asked in (match_id, untouched):
            await service.play(asked, "a1")
            assert (await service.check(asked)).think_ms == (4_000,)


@pytest.mark.parametrize("jump_ms", [3_600_000, -3_600_000, 400 * DAY, -400 * DAY])
async def test_a_wall_clock_that_is_set_while_the_service_runs_changes_nothing(jump_ms: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=MINUTE)
        await service.time.pass_ms(10_000)
        service.time.wall += jump_ms
        await service.time.pass_ms(10_000)
        answer = await service.play(match_id, "a1")
        assert answer.match.think_ms == (0, 0, 20_000)
        await service.time.pass_ms(60_000)
        assert (await service.check(match_id)).outcome == WHITE_LOST


@pytest.mark.parametrize("jump_ms", [3_600_000, -3_600_000])
async def test_a_wall_clock_that_is_set_while_the_service_is_down_changes_nothing(jump_ms: int) -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(10_000)
        await service.restart(down_ms=jump_ms)
        await service.time.pass_ms(10_000)
        answer = await service.play(match_id, "a1")
        assert answer.match.think_ms == (20_000,)
        times = [event.at for event in await service.log(match_id)]
        assert times == sorted(times)


async def test_a_process_that_was_stopped_charges_nobody_for_it() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(10_000)
        service.time.turn_ms(300_000)  # stopped, and all timers overdue when it goes on
        await service.time.pass_ms(5_000)
        match = await service.check(match_id)
        assert not match.is_over
        answer = await service.play(match_id, "a1")
        assert 10_000 <= answer.match.think_ms[0] <= 20_000


async def test_a_move_that_arrives_first_after_a_stop_is_not_charged_either() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(10_000)
        service.time.turn_ms(300_000)
        answer = await service.play(match_id, "a1")
        assert kinds_of(answer.events) == [Moved]
        assert answer.match.think_ms == (10_000,)


async def test_time_in_which_nothing_could_be_written_is_charged_to_nobody() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin(control=MINUTE)
        await service.time.pass_ms(10_000)
        store.is_down = True
        await service.time.pass_ms(120_000)
        assert not (await service.matches.snapshot(match_id)).is_over
        store.is_down = False
        await service.time.pass_ms(5_000)
        answer = await service.play(match_id, "a1")
        assert kinds_of(answer.events) == [Moved]
        assert 10_000 <= answer.match.think_ms[0] <= 20_000
        await service.check(match_id)


async def test_correspondence_goes_on_over_restarts() -> None:
    control = TimeControl(ClockKind.PER_MOVE, period_ms=3 * DAY)
    async with RunningService(limits=MatchLimits(heartbeat=HeartbeatLimits(interval_ms=3_600_000))) as service:
        match_id = await service.begin(control=control)
        for name in ("a1", "b1", "c1"):
            await service.time.pass_ms(DAY)
            await service.restart(down_ms=60_000)
            await service.time.pass_ms(DAY)
            await service.play(match_id, name)
        await service.time.pass_ms(3 * DAY)
        assert (await service.check(match_id)).outcome == WHITE_LOST


# --- players who leave


def live(service: RunningService) -> int:
    """How long a player may be away in the own turn."""
    return (service.limits or MatchLimits()).absence.patience_ms


LIVE = TimeControl(ClockKind.FISCHER, main_ms=1_800_000, increment_ms=10_000)


async def test_who_leaves_in_the_own_turn_has_abandoned_the_match_after_a_while() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        ann = await service.matches.subscribe(match_id, owners=("ann",))
        await service.matches.subscribe(match_id, owners=("ben",))
        await service.time.pass_ms(50_000)
        ann.close()
        await service.time.pass_ms(live(service) - 1)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.ABANDONED)


async def test_both_may_leave_and_the_one_to_move_is_judged() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.time.pass_ms(live(service))
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.ABANDONED)


async def test_who_comes_back_or_acts_in_time_is_there() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(live(service) - 1)
        back = await service.matches.subscribe(match_id, owners=("ann",))
        await service.time.pass_ms(live(service))
        back.close()
        await service.time.pass_ms(live(service) - 1)
        await service.play(match_id, "a1")  # over another way than this connection
        await service.play(match_id, "b1")
        await service.time.pass_ms(10 * live(service))
        assert not (await service.check(match_id)).is_over


async def test_a_second_connection_keeps_the_seat() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        first = await service.matches.subscribe(match_id, owners=("ann",))
        await service.matches.subscribe(match_id, owners=("ann",))
        first.close()
        await service.time.pass_ms(5 * live(service))
        assert not (await service.check(match_id)).is_over


async def test_who_is_away_in_the_others_turn_is_waited_for_in_the_own() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        (await service.matches.subscribe(match_id, owners=("ben",))).close()
        await service.time.pass_ms(3 * live(service))
        await service.play(match_id, "a1")
        await service.time.pass_ms(live(service) - 1)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == Outcome.won(BLACK, Reason.ABANDONED)


async def test_who_leaves_while_both_settle_the_dead_stones_has_abandoned_too() -> None:
    async with RunningService() as service:
        match_id = await service.begin("go", size=5, rules={"dead_stones": "agree"}, control=LIVE)
        await service.play(match_id, "pass pass")
        (await service.matches.subscribe(match_id, owners=("ben",))).close()
        await service.time.pass_ms(live(service))
        assert (await service.check(match_id)).outcome == Outcome.won(BLACK, Reason.ABANDONED)


async def test_a_pause_gives_leave_to_leave() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        for color in BOTH:
            await service.act(match_id, Request(PAUSE, color))
        listener.close()
        await service.time.pass_ms(5 * live(service))
        assert not (await service.check(match_id)).is_over


@pytest.mark.parametrize("table", [(GUEST, GUEST), (ANN, ANN), (ANN, Seat("AI", player="random")), (ANN, NOBODY)])
async def test_nobody_abandons_a_match_that_is_not_between_two_people(table: tuple[Seat, Seat]) -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", *table, control=LIVE)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(10 * live(service))
        assert not (await service.check(match_id)).is_over


controls = st.builds(
    lambda kind, main, period, count: {
        ClockKind.ABSOLUTE: lambda: TimeControl(kind, main_ms=main),
        ClockKind.FISCHER: lambda: TimeControl(kind, main_ms=main, increment_ms=period),
        ClockKind.BYOYOMI: lambda: TimeControl(kind, main_ms=main, period_ms=period, periods=count),
        ClockKind.CANADIAN: lambda: TimeControl(kind, main_ms=main, period_ms=period, stones=count),
        ClockKind.PER_MOVE: lambda: TimeControl(kind, main_ms=main, period_ms=period),
    }[kind](),
    st.sampled_from(ClockKind),
    st.integers(1, 300 * DAY),
    st.integers(1, 30 * DAY),
    st.integers(1, 30),
)


@given(control=controls)
async def test_in_correspondence_nobody_abandons_a_match_by_leaving(control: TimeControl) -> None:
    longest = max(control.main_ms, control.period_ms, control.increment_ms)
    applies = AbsenceLimits().apply_to(control)
    assert not (applies and longest > 4 * 3_600_000)
    assert not AbsenceLimits().apply_to(None)
    async with RunningService(limits=MatchLimits(heartbeat=HeartbeatLimits(interval_ms=10**9))) as service:
        match_id = await service.begin_played(control=control)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(live(service))
        outcome = (await service.check(match_id)).outcome
        flagged = whole_ms(control) <= live(service)
        reason = Reason.TIME if flagged else Reason.ABANDONED if applies else None
        assert (outcome.reason if outcome else None) == reason


# --- the heap


@given(
    deeds=st.lists(
        st.tuples(st.sampled_from("abcd"), st.one_of(st.none(), st.integers(0, 60)), st.integers(0, 20)), max_size=60
    )
)
async def test_deadlines_ring_once_each_and_when_they_must(deeds: list[tuple[str, int | None, int]]) -> None:
    time = TestTime()
    keeper = Timekeeper(time)
    rung: list[tuple[str, int]] = []
    deadlines = Deadlines(keeper, lambda name: rung.append((name, keeper.now())))
    expected: dict[str, int] = {}
    told: list[tuple[str, int]] = []
    for name, wait, passing in deeds:
        deadlines.set(name, None if wait is None else keeper.now() + wait)
        if wait is None:
            expected.pop(name, None)
        else:
            expected[name] = keeper.now() + wait
        await time.pass_ms(passing)
        due = sorted((at, name) for name, at in expected.items() if at <= keeper.now())
        told += [(name, at) for at, name in due]
        for _, due_name in due:
            del expected[due_name]
        assert sorted(rung) == sorted(told)
        assert len(deadlines) == len(expected)
    deadlines.close()
    await time.pass_ms(1_000)
    assert sorted(rung) == sorted(told)


def test_the_heap_does_not_grow_with_every_move() -> None:
    time = TestTime()
    deadlines = Deadlines(Timekeeper(time), lambda _: None)
    for step in range(5_000):
        deadlines.set("later and later", 10**15 + step)
        deadlines.set("sooner and sooner", 10**15 - step)
    assert len(deadlines._heap) <= 70


async def test_resuming_play_starts_the_clock_again() -> None:
    async with RunningService() as service:
        match_id = await service.begin("go", size=5, rules={"dead_stones": "agree"}, control=MINUTE)
        await service.play(match_id, "pass pass")
        await service.time.pass_ms(600_000)
        await service.act(match_id, Resume(BLACK))
        await service.time.pass_ms(60_000)
        match = await service.check(match_id)
        assert match.outcome is not None
        assert match.outcome.reason is Reason.TIME
