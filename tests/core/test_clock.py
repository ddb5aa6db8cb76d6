"""Time controls one millisecond on either side of every boundary. The clock is told the time; nothing sleeps."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Clock,
    ClockKind,
    Color,
    ErrorCode,
    GameError,
    SideTime,
    TimeControl,
)

ABSOLUTE = TimeControl(ClockKind.ABSOLUTE, main_ms=1000)
FISCHER = TimeControl(ClockKind.FISCHER, main_ms=1000, increment_ms=200)
BYOYOMI = TimeControl(ClockKind.BYOYOMI, main_ms=1000, period_ms=300, periods=3)
CANADIAN = TimeControl(ClockKind.CANADIAN, main_ms=1000, period_ms=600, stones=2)
PER_MOVE = TimeControl(ClockKind.PER_MOVE, period_ms=500)
CONTROLS = (ABSOLUTE, FISCHER, BYOYOMI, CANADIAN, PER_MOVE)


def started(control: TimeControl) -> Clock:
    """A clock on which Black thinks since 0."""
    return Clock.of(control).start(BLACK, 0)


# --- each kind around its boundaries

BOUNDARIES = [
    (ABSOLUTE, 0, SideTime(1000), False),
    (ABSOLUTE, 1, SideTime(999), False),
    (ABSOLUTE, 999, SideTime(1), False),
    (ABSOLUTE, 1000, SideTime(0), True),
    (ABSOLUTE, 1001, SideTime(0), True),
    (FISCHER, 999, SideTime(1), False),
    (FISCHER, 1000, SideTime(0), True),
    (FISCHER, 1200, SideTime(0), True),
    (BYOYOMI, 999, SideTime(1, 300, 3), False),
    (BYOYOMI, 1000, SideTime(0, 300, 3), False),
    (BYOYOMI, 1001, SideTime(0, 299, 3), False),
    (BYOYOMI, 1299, SideTime(0, 1, 3), False),
    (BYOYOMI, 1300, SideTime(0, 300, 2), False),
    (BYOYOMI, 1301, SideTime(0, 299, 2), False),
    (BYOYOMI, 1599, SideTime(0, 1, 2), False),
    (BYOYOMI, 1600, SideTime(0, 300, 1), False),
    (BYOYOMI, 1899, SideTime(0, 1, 1), False),
    (BYOYOMI, 1900, SideTime(0, 0, 0), True),
    (BYOYOMI, 1901, SideTime(0, 0, 0), True),
    (CANADIAN, 999, SideTime(1, 600, 0, 2), False),
    (CANADIAN, 1000, SideTime(0, 600, 0, 2), False),
    (CANADIAN, 1001, SideTime(0, 599, 0, 2), False),
    (CANADIAN, 1599, SideTime(0, 1, 0, 2), False),
    (CANADIAN, 1600, SideTime(0, 0, 0, 2), True),
    (CANADIAN, 9999, SideTime(0, 0, 0, 2), True),
    (PER_MOVE, 0, SideTime(0, 500), False),
    (PER_MOVE, 499, SideTime(0, 1), False),
    (PER_MOVE, 500, SideTime(0, 0), True),
    (PER_MOVE, 501, SideTime(0, 0), True),
]


@pytest.mark.parametrize(("control", "now", "left", "is_out"), BOUNDARIES)
def test_what_is_left_at_a_moment(control: TimeControl, now: int, left: SideTime, is_out: bool) -> None:
    clock = started(control)
    assert clock.left(BLACK, now) == left
    assert left.is_out is is_out
    assert clock.flagged(now) == (BLACK if is_out else None)


@pytest.mark.parametrize(
    ("control", "falls"),
    [(ABSOLUTE, 1000), (FISCHER, 1000), (BYOYOMI, 1900), (CANADIAN, 1600), (PER_MOVE, 500)],
)
def test_the_flag_falls_at_the_deadline_and_not_before(control: TimeControl, falls: int) -> None:
    clock = started(control)
    assert clock.deadline() == falls
    assert clock.flagged(falls - 1) is None
    assert clock.flagged(falls) is BLACK


PRESSES = [
    (ABSOLUTE, 999, SideTime(1)),
    (FISCHER, 0, SideTime(1200)),
    (FISCHER, 999, SideTime(201)),
    (BYOYOMI, 999, SideTime(1, 300, 3)),
    (BYOYOMI, 1000, SideTime(0, 300, 3)),
    (BYOYOMI, 1299, SideTime(0, 300, 3)),
    (BYOYOMI, 1300, SideTime(0, 300, 2)),
    (BYOYOMI, 1599, SideTime(0, 300, 2)),
    (BYOYOMI, 1600, SideTime(0, 300, 1)),
    (BYOYOMI, 1899, SideTime(0, 300, 1)),
    (CANADIAN, 999, SideTime(1, 600, 0, 2)),
    (CANADIAN, 1000, SideTime(0, 600, 0, 1)),
    (CANADIAN, 1599, SideTime(0, 1, 0, 1)),
    (PER_MOVE, 0, SideTime(0, 500)),
    (PER_MOVE, 499, SideTime(0, 500)),
]


@pytest.mark.parametrize(("control", "now", "left"), PRESSES)
def test_what_a_move_leaves_and_adds(control: TimeControl, now: int, left: SideTime) -> None:
    clock = started(control).press(now)
    assert clock.black == left
    assert (clock.running, clock.since) == (WHITE, now)
    assert clock.left(WHITE, now) == Clock.of(control).white


# --- the kinds over several moves


def move_after(clock: Clock, *thoughts: int) -> Clock:
    """Both sides think this long in turn and move."""
    for thought in thoughts:
        clock = clock.press(clock.since + thought)
    return clock


def test_fischer_time_may_grow_beyond_the_beginning() -> None:
    clock = move_after(started(FISCHER), 50, 0, 50, 0)
    assert clock.black == SideTime(1000 - 100 + 400)


def test_a_byoyomi_period_used_in_time_comes_back_whole() -> None:
    clock = move_after(started(BYOYOMI), 1299, 0, 299, 0, 299, 0)
    assert clock.black == SideTime(0, 300, 3)


def test_several_byoyomi_periods_are_lost_in_one_thought() -> None:
    clock = move_after(started(BYOYOMI), 1000 + 300 + 300 + 10, 0)
    assert clock.black == SideTime(0, 300, 1)
    assert clock.flagged(clock.since + 299) is None
    assert clock.flagged(clock.since + 300) is BLACK


def test_a_lost_byoyomi_period_does_not_come_back() -> None:
    clock = move_after(started(BYOYOMI), 1300, 0, 300, 0)
    assert clock.black == SideTime(0, 300, 1)


def test_canadian_periods_are_renewed_when_all_their_stones_are_played() -> None:
    clock = move_after(started(CANADIAN), 1100, 0)
    assert clock.black == SideTime(0, 500, 0, 1)
    clock = move_after(clock, 499, 0)
    assert clock.black == SideTime(0, 600, 0, 2)


def test_a_canadian_flag_falls_when_stones_are_still_due() -> None:
    clock = move_after(started(CANADIAN), 1100, 0)
    assert clock.flagged(clock.since + 499) is None
    assert clock.flagged(clock.since + 500) is BLACK


def test_canadian_stones_are_not_counted_while_main_time_lasts() -> None:
    clock = move_after(started(CANADIAN), 300, 0, 300, 0, 300, 0)
    assert clock.black == SideTime(100, 600, 0, 2)


def test_one_canadian_stone_a_period_renews_it_with_every_move() -> None:
    control = TimeControl(ClockKind.CANADIAN, period_ms=600, stones=1)
    assert move_after(started(control), 599, 0, 599, 0).black == SideTime(0, 600, 0, 1)


def test_without_main_time_the_periods_run_at_once() -> None:
    clock = started(TimeControl(ClockKind.BYOYOMI, period_ms=300, periods=2))
    assert clock.left(BLACK, 299) == SideTime(0, 1, 2)
    assert clock.left(BLACK, 300) == SideTime(0, 300, 1)
    assert clock.deadline() == 600


# --- starting, stopping, lag


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
def test_a_clock_stands_before_the_game(control: TimeControl) -> None:
    clock = Clock.of(control)
    assert clock.running is None
    assert clock.deadline() is None
    assert clock.flagged(10**12) is None
    assert clock.left(BLACK, 10**12) == clock.left(WHITE, 0) == clock.black


@pytest.mark.parametrize("control", CONTROLS, ids=lambda control: control.kind)
def test_a_stopped_clock_keeps_what_was_left_and_adds_nothing(control: TimeControl) -> None:
    stopped = started(control).stop(123)
    assert stopped.black == started(control).left(BLACK, 123)
    assert stopped.white == Clock.of(control).white
    assert stopped.flagged(10**12) is None
    assert stopped.left(BLACK, 10**12) == stopped.black
    assert stopped.stop(10**6) == stopped
    resumed = stopped.start(BLACK, 5000)
    assert resumed.left(BLACK, 5000) == stopped.black
    before = started(control).deadline()
    assert before is not None
    assert resumed.deadline() == before + 5000 - 123


def test_a_byoyomi_period_broken_by_a_pause_goes_on_where_it_was() -> None:
    clock = started(BYOYOMI).stop(1450).start(BLACK, 9000)
    assert clock.left(BLACK, 9000) == SideTime(0, 150, 2)
    assert clock.left(BLACK, 9149) == SideTime(0, 1, 2)
    assert clock.left(BLACK, 9150) == SideTime(0, 300, 1)
    assert clock.deadline() == 9450


def test_to_start_one_side_stops_the_other() -> None:
    clock = started(FISCHER).start(WHITE, 400)
    assert clock.black == SideTime(600)
    assert clock.left(WHITE, 500) == SideTime(900)
    assert clock.left(BLACK, 10**6) == SideTime(600)


def test_lag_is_not_charged() -> None:
    clock = started(ABSOLUTE).press(300, lag_ms=80)
    assert clock.black == SideTime(780)
    assert (clock.running, clock.since) == (WHITE, 300)


def test_lag_beyond_the_thought_charges_nothing_and_gives_nothing() -> None:
    assert started(ABSOLUTE).press(50, lag_ms=80).black == SideTime(1000)
    assert started(ABSOLUTE).press(50, lag_ms=10**9).black == SideTime(1000)


def test_negative_lag_is_no_lag() -> None:
    assert started(ABSOLUTE).press(300, lag_ms=-80).black == SideTime(700)


def test_a_move_sent_in_time_counts_though_it_came_late() -> None:
    assert started(ABSOLUTE).press(1040, lag_ms=41).black == SideTime(1)
    with pytest.raises(AssertionError):
        started(ABSOLUTE).press(1040, lag_ms=40)


def test_a_fallen_flag_and_a_stopped_clock_are_not_pressed() -> None:
    with pytest.raises(AssertionError):
        started(ABSOLUTE).press(1000)
    with pytest.raises(AssertionError):
        Clock.of(ABSOLUTE).press(0)


def test_a_moment_before_the_start_charges_nothing() -> None:
    clock = Clock.of(ABSOLUTE).start(BLACK, 100)
    assert clock.left(BLACK, 50) == SideTime(1000)
    assert clock.press(50).black == SideTime(1000)


# --- what may be asked for


@pytest.mark.parametrize(
    ("kind", "missing"),
    [
        (ClockKind.ABSOLUTE, "main_ms"),
        (ClockKind.FISCHER, "main_ms"),
        (ClockKind.BYOYOMI, "period_ms"),
        (ClockKind.CANADIAN, "period_ms"),
        (ClockKind.PER_MOVE, "period_ms"),
    ],
)
def test_what_a_kind_needs_is_at_least_one_and_is_named(kind: ClockKind, missing: str) -> None:
    with pytest.raises(GameError) as refused:
        TimeControl(kind)
    assert refused.value.code is ErrorCode.BAD_RULES
    assert (refused.value.values["option"], refused.value.values["minimum"]) == (missing, 1)
    assert missing in refused.value.text("zh")


def test_what_a_kind_does_not_use_is_refused() -> None:
    with pytest.raises(GameError) as refused:
        TimeControl(ClockKind.ABSOLUTE, main_ms=1000, periods=2)
    assert (refused.value.values["option"], refused.value.values["maximum"]) == ("periods", 0)
    with pytest.raises(GameError):
        TimeControl(ClockKind.CANADIAN, period_ms=1000, stones=2, periods=2)


@pytest.mark.parametrize("main_ms", [-1, 366 * 24 * 3600 * 1000])
def test_times_are_from_nothing_to_a_year(main_ms: int) -> None:
    with pytest.raises(GameError) as refused:
        TimeControl(ClockKind.BYOYOMI, main_ms=main_ms, period_ms=1, periods=1)
    assert refused.value.values["option"] == "main_ms"


# --- whatever is set and however it is pressed


@st.composite
def controls(draw: st.DrawFn) -> TimeControl:
    kind = draw(st.sampled_from(ClockKind))
    some = st.integers(1, 50)
    main_ms = draw(some if kind in (ClockKind.ABSOLUTE, ClockKind.FISCHER) else st.integers(0, 50))
    return TimeControl(
        kind,
        main_ms,
        increment_ms=draw(some) if kind is ClockKind.FISCHER else 0,
        period_ms=draw(some) if kind not in (ClockKind.ABSOLUTE, ClockKind.FISCHER) else 0,
        periods=draw(st.integers(1, 5)) if kind is ClockKind.BYOYOMI else 0,
        stones=draw(st.integers(1, 5)) if kind is ClockKind.CANADIAN else 0,
    )


def whole_ms(clock: Clock, color: Color, now: int) -> int:
    """All that a side has left, further periods included."""
    side = clock.left(color, now)
    return side.main_ms + side.period_ms + max(side.periods - 1, 0) * clock.control.period_ms


def check(clock: Clock) -> None:
    """What must hold of any running clock, at every moment up to its deadline and a little beyond."""
    assert clock.running is not None
    deadline = clock.deadline()
    assert deadline is not None
    assert deadline > clock.since
    waiting = clock.running.other
    for now in range(clock.since, deadline + 3):
        assert clock.flagged(now) == (clock.running if now >= deadline else None)
        assert clock.left(clock.running, now).is_out == (now >= deadline)
        assert whole_ms(clock, clock.running, now) == max(deadline - now, 0)
        assert clock.left(waiting, now) == clock.left(waiting, clock.since)
        assert all(part >= 0 for color in COLORS for part in astuple(clock.left(color, now)))


@settings(max_examples=60)
@given(controls(), st.lists(st.tuples(st.floats(0, 1), st.sampled_from(["press", "lag", "pause"])), max_size=12))
def test_the_deadline_is_the_first_flagged_moment_and_nothing_is_ever_negative(
    control: TimeControl, thoughts: list[tuple[float, str]]
) -> None:
    clock = Clock.of(control).start(BLACK, 1000)
    check(clock)
    for share, what in thoughts:
        deadline, mover = clock.deadline(), clock.running
        assert deadline is not None
        assert mover is not None
        now = clock.since + int(share * (deadline - 1 - clock.since))
        match what:
            case "press":
                clock = clock.press(now)
            case "lag":
                clock = clock.press(now + 7, lag_ms=7)
            case _:
                paused = clock.stop(now).start(mover, now + 100)
                assert paused.deadline() == deadline + 100
                assert paused.left(mover, now + 105) == clock.left(mover, now + 5)
                clock = paused
        check(clock)


@given(controls(), st.integers(0, 400), st.integers(0, 400))
def test_to_look_in_between_changes_nothing(control: TimeControl, first: int, second: int) -> None:
    clock = started(control)
    assert clock.stop(first).start(BLACK, first).left(BLACK, first + second) == clock.left(BLACK, first + second)
