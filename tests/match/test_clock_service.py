"""T35 to T38: whatever happens to clocks, lines and servers, nobody is charged for what nobody could help.

Properties over all time controls; single cases are in test_service_time and test_clocks_in_match.
"""

from __future__ import annotations

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tengen.core import BLACK, WHITE, ClockKind, Color, ErrorCode, Outcome, Reason, RulesInput, TimeControl
from tengen.match import Match, Moved, Request, Unpause
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.lag import LagLimits
from tengen.match.service.presence import AbsenceLimits
from tengen.match.service.room import MatchLimits
from tests.match.services import BOTH, RunningService
from tests.match.sittings import CONTROLS, FISCHER, GUEST, MINUTE, PAUSE

HOUR, DAY = 3_600_000, 24 * 3_600_000
BEAT_MS = HeartbeatLimits().interval_ms
PATIENCE_MS = AbsenceLimits().patience_ms
CALM = MatchLimits(heartbeat=HeartbeatLimits(interval_ms=10**9))
"""No beat falls between two steps, so that time may pass unseen for as long as a test wants."""

controls = st.sampled_from(CONTROLS)


def parts(match: Match, color: Color, now: int) -> tuple[int, int, int, int]:
    """What a side has left: main time, running period, periods, stones."""
    assert match.clock is not None
    side = match.clock.left(color, now)
    return side.main_ms, side.period_ms, side.periods, side.stones


def deadline(match: Match) -> int:
    assert match.clock is not None
    found = match.clock.deadline()
    assert found is not None
    return found


async def move(service: RunningService, match_id: str, rtt_ms: float = 0.0) -> Match:
    """Any move of the side to move."""
    match = await service.matches.snapshot(match_id)
    return (await service.act(match_id, match.ruleset.legal_actions(match.state)[0], rtt_ms=rtt_ms)).match


# --- T35: the wall clock, restarts, standing still

jumps = st.one_of(st.sampled_from((HOUR, -HOUR)), st.integers(-400 * DAY, 400 * DAY))
troubles = st.lists(
    st.one_of(
        st.tuples(st.just("wait"), st.integers(0, 3_000)),
        st.tuples(st.just("jump"), jumps),
        st.tuples(st.just("restart"), st.one_of(st.integers(0, 3 * DAY), jumps)),
    ),
    max_size=8,
)


@given(control=controls, troubles=troubles)
async def test_a_turn_is_charged_for_the_time_the_server_ran_whatever_the_wall_clock_says(
    control: TimeControl, troubles: list[tuple[str, int]]
) -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=control)
        begun = await service.matches.snapshot(match_id)
        for trouble, ms in troubles:
            if trouble == "wait":
                await service.time.pass_ms(ms)
            elif trouble == "jump":
                service.time.wall += ms
            else:
                await service.restart(down_ms=ms)
        waited_ms = sum(ms for trouble, ms in troubles if trouble == "wait")
        match = await service.check(match_id)
        now = service.matches.now()
        assert parts(match, BLACK, now) == parts(begun, BLACK, begun.at + waited_ms)
        assert parts(match, WHITE, now) == parts(begun, WHITE, begun.at)
        assert (await move(service, match_id)).think_ms == (waited_ms,)
        times = [event.at for event in await service.log(match_id)]
        assert times == sorted(times)


@given(
    control=controls,
    waits=st.lists(st.integers(0, 6_000), min_size=1, max_size=3),
    stop_ms=st.sampled_from((2 * BEAT_MS + 1, 60_000, 7 * HOUR)),
    how=st.sampled_from(("stands still", "crashes")),
)
async def test_a_server_that_stands_still_or_crashes_charges_nobody_for_it(
    control: TimeControl, waits: list[int], stop_ms: int, how: str
) -> None:
    """Only what went by since the last beat is forgiven too: nobody knows whether the server still ran then."""
    async with RunningService() as service:
        match_id = await service.begin(control=control)
        for wait_ms in waits:
            await service.time.pass_ms(wait_ms)
            if how == "crashes":
                await service.crash(down_ms=stop_ms)
            else:
                service.time.turn_ms(stop_ms)
        (charged_ms,) = (await move(service, match_id)).think_ms
        assert sum(waits) - BEAT_MS * len(waits) <= charged_ms <= sum(waits)
        assert not (await service.check(match_id)).is_over


# --- T36: what is claimed and what is measured

LAG = LagLimits()
claims = st.one_of(
    st.sampled_from((0.0, 500.0, -500.0, math.nan, math.inf, -math.inf, 1e15, 0.4, 1_000.4)), st.floats(0, 3_000)
)


@given(turns=st.lists(st.tuples(st.integers(0, 2_500), claims), min_size=1, max_size=30), restarts=st.booleans())
@example(turns=[(2_000, 1e15)] * 30, restarts=True)
async def test_no_more_is_credited_than_was_measured_nor_than_the_bank_has(
    turns: list[tuple[int, float]], restarts: bool
) -> None:
    async with RunningService(limits=CALM) as service:
        match_id = await service.begin("peace", GUEST, GUEST, control=FISCHER)
        credited: dict[Color, list[int]] = {BLACK: [], WHITE: []}
        for number, (wait_ms, rtt_ms) in enumerate(turns):
            if restarts and number % 5 == 4:
                await service.restart()
            before = await service.matches.snapshot(match_id)
            mover = before.actors()[0]
            left_ms = parts(before, mover, service.matches.now())[0]
            await service.time.pass_ms(wait_ms)
            after = await move(service, match_id, rtt_ms)
            moved = (await service.log(match_id))[-1]
            assert isinstance(moved, Moved)
            measured_ms = rtt_ms if 0 < rtt_ms < math.inf else 0
            bank_ms = LAG.bank_of(FISCHER)
            assert 0 <= moved.lag_ms <= min(measured_ms, bank_ms, wait_ms)
            spent_ms = wait_ms - moved.lag_ms
            assert parts(after, mover, service.matches.now())[0] == left_ms - spent_ms + FISCHER.increment_ms
            credited[mover].append(moved.lag_ms)
            assert sum(credited[mover]) <= bank_ms * (1 + (len(credited[mover]) - 1) / LAG.refills)


# --- T37: the last millisecond


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
@given(spares_ms=st.lists(st.integers(1, 2), max_size=9), late_ms=st.integers(0, 2), is_seen=st.booleans())
@settings(max_examples=25)
async def test_turns_that_use_all_but_the_last_millisecond_count_and_the_next_one_is_too_late(
    control: TimeControl, spares_ms: list[int], late_ms: int, is_seen: bool
) -> None:
    """Turn by turn with the least that can be left; at last a move on the deadline, before or after it is seen."""
    async with RunningService(limits=CALM) as service:
        match_id = await service.begin("peace", GUEST, GUEST, control=control)
        for spare_ms in spares_ms:
            match = await service.matches.snapshot(match_id)
            await service.time.pass_ms(max(deadline(match) - spare_ms - service.matches.now(), 0))
            match = await move(service, match_id)
            assert not match.is_over
            assert min(min(parts(match, color, service.matches.now())) for color in BOTH) >= 0
        match = await service.matches.snapshot(match_id)
        falls, loser = deadline(match), match.actors()[0]
        service.time.turn_ms(falls - service.matches.now() + late_ms)
        if is_seen:
            await service.time.pass_ms(0)
            assert await service.refusal(move(service, match_id)) is ErrorCode.GAME_OVER
        else:
            action = match.ruleset.legal_actions(match.state)[0]
            assert (await service.matches.act(match_id, action)).was_too_late
        match = await service.check(match_id)
        assert match.outcome == Outcome.won(loser.other, Reason.TIME)
        assert match.at == falls + late_ms
        assert parts(match, loser, service.matches.now())[:3] == (0, 0, 0)


# --- T38: who leaves


async def test_without_a_clock_nobody_abandons_a_match_by_leaving() -> None:
    async with RunningService(limits=CALM) as service:
        match_id = await service.begin()
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.time.pass_ms(400 * DAY)
        assert not (await service.check(match_id)).is_over
        await service.play(match_id, "a1 b1")


slow_controls = st.one_of(
    st.builds(lambda main: TimeControl(ClockKind.ABSOLUTE, main_ms=main), st.integers(DAY, 300 * DAY)),
    st.builds(lambda inc: TimeControl(ClockKind.FISCHER, DAY, increment_ms=inc), st.integers(DAY, 30 * DAY)),
    st.builds(lambda main: TimeControl(ClockKind.FISCHER, main, increment_ms=5_000), st.integers(DAY, 300 * DAY)),
    st.builds(lambda ms: TimeControl(ClockKind.PER_MOVE, period_ms=ms), st.integers(DAY, 30 * DAY)),
    st.builds(lambda ms: TimeControl(ClockKind.BYOYOMI, period_ms=ms, periods=3), st.integers(DAY, 30 * DAY)),
    st.builds(lambda ms: TimeControl(ClockKind.CANADIAN, period_ms=ms, stones=10), st.integers(DAY, 30 * DAY)),
)


@given(control=slow_controls, turns=st.integers(0, 2))
async def test_where_somebody_has_a_day_nobody_abandons_a_match_by_leaving(control: TimeControl, turns: int) -> None:
    async with RunningService(limits=CALM) as service:
        match_id = await service.begin(control=control)
        for _ in range(turns):
            await move(service, match_id)
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.time.pass_ms(DAY - 1)
        assert not (await service.check(match_id)).is_over


@given(
    main_ms=st.integers(10 * PATIENCE_MS, HOUR),
    own_ms=st.integers(0, 2 * PATIENCE_MS),
    others_ms=st.one_of(st.none(), st.integers(0, 2 * PATIENCE_MS)),
)
async def test_who_leaves_a_live_game_is_judged_when_the_patience_of_the_own_turn_is_over(
    main_ms: int, own_ms: int, others_ms: int | None
) -> None:
    """Black leaves in the own turn, or in White's, with nobody connected any more."""
    async with RunningService(limits=CALM) as service:
        match_id = await service.begin_played(control=TimeControl(ClockKind.ABSOLUTE, main_ms=main_ms))
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        await service.time.pass_ms(own_ms)
        if others_ms is None:
            listener.close()
        else:
            await move(service, match_id)
            listener.close()
            await service.time.pass_ms(others_ms)
            await move(service, match_id)
        await service.time.pass_ms(PATIENCE_MS - 1)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.ABANDONED)


LIVE = TimeControl(ClockKind.FISCHER, main_ms=HOUR, increment_ms=10_000)


@pytest.mark.parametrize(
    ("kind", "rules", "course"),
    [("peace", None, "a1 b1"), ("go", {"dead_stones": "agree"}, "pass pass")],
    ids=["playing", "settling"],
)
@pytest.mark.parametrize("thought_ms", [50_000, 110_000])
async def test_nobody_abandons_a_match_while_the_server_stands_still(
    kind: str, rules: RulesInput, course: str, thought_ms: int
) -> None:
    """Ann thinks, leaves, and the server stands still: nobody could have come back."""
    async with RunningService() as service:
        match_id = await service.begin(kind, rules=rules, control=LIVE)
        await service.play(match_id, course)
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        await service.time.pass_ms(thought_ms)
        listener.close()
        service.time.turn_ms(5 * 60_000)
        await service.time.pass_ms(PATIENCE_MS - 2 * BEAT_MS)
        assert not (await service.check(match_id)).is_over


async def test_who_left_during_a_pause_is_waited_for_when_the_match_goes_on() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        listener = await service.matches.subscribe(match_id, owners=("ann",))
        await service.time.pass_ms(PATIENCE_MS + 10_000)
        for color in BOTH:
            await service.act(match_id, Request(PAUSE, color))
        listener.close()
        await service.time.pass_ms(HOUR)
        await service.act(match_id, Unpause(WHITE))
        await service.time.pass_ms(PATIENCE_MS - 1)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.ABANDONED)


async def test_a_flag_falls_though_both_have_left_and_the_server_was_started_anew() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=MINUTE)
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.time.pass_ms(20_000)
        await service.crash(down_ms=DAY)
        await service.time.pass_ms(39_999)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(BEAT_MS + 1)
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.TIME)
