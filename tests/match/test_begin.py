"""Games that nobody begins are cancelled, and what becomes of one whose player is gone is what its rule says."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    ClockKind,
    ErrorCode,
    GameError,
    Outcome,
    Reason,
    Resign,
    TimeControl,
    create_rules,
)
from tengen.match import AbsenceRule, Cancel, Claim, Join, Match, Rename, Request, Seat, Tick, Unpause
from tengen.match.service import Games, Invitations, MatchFilter, MatchLimits, NewGame, Occupant
from tengen.match.service.presence import AbsenceLimits, Presence
from tests.match.services import BOTH, RunningService
from tests.match.sittings import AI, ANN, BEN, FISCHER, GUEST, MINUTE, NOBODY, PAUSE, REMATCH, TAKEBACK, Sitting

LIVE = TimeControl(ClockKind.FISCHER, main_ms=1_800_000, increment_ms=10_000)
DAYS = TimeControl(ClockKind.PER_MOVE, period_ms=3 * 24 * 3_600_000)
LIMITS = AbsenceLimits()
BEGIN, CLAIM, END = LIMITS.begin_ms, LIMITS.claim_ms, LIMITS.patience_ms
CANCELLED = Outcome.cancelled()


def begin(first: Seat = ANN, second: Seat = BEN, kind: str = "peace") -> Sitting:
    return Sitting(kind, first, second, control=LIVE, begin_ms=BEGIN)


def has_begun(sitting: Sitting) -> bool:
    return sitting.match.begun


def begin_at(sitting: Sitting) -> int | None:
    return sitting.match.begin_at


# --- when a game has begun


def test_a_game_has_begun_when_both_have_moved_whatever_is_taken_back() -> None:
    sitting = begin()
    sitting.play("a1")
    assert not has_begun(sitting)
    sitting.play("a2")
    assert has_begun(sitting)
    sitting.agree_on(TAKEBACK, BLACK)
    assert has_begun(sitting)
    assert begin_at(sitting) is None


def test_whoever_places_all_stones_of_an_opening_has_begun_alone() -> None:
    sitting = Sitting("gomoku", ANN, BEN, size=9, rules={"opening": "swap2"}, control=LIVE, begin_ms=BEGIN)
    sitting.play("a1 b2 c3")
    assert not has_begun(sitting)
    sitting.play("white")
    assert has_begun(sitting), "the other has chosen"


def test_each_side_has_the_same_time_for_its_first_move() -> None:
    sitting = begin()
    assert begin_at(sitting) == sitting.now + BEGIN
    sitting.wait(BEGIN - 1).play("a1")
    assert begin_at(sitting) == sitting.now + BEGIN
    sitting.wait(BEGIN - 1).play("a2")
    assert begin_at(sitting) is None


def test_nobody_must_begin_while_the_game_waits_or_rests() -> None:
    sitting = begin(ANN, NOBODY)
    assert begin_at(sitting) is None
    sitting.wait(10 * BEGIN).do(Join(WHITE, "Cid", "cid"))
    assert begin_at(sitting) == sitting.now + BEGIN
    sitting.wait(20_000).agree_on(PAUSE)
    assert begin_at(sitting) is None
    sitting.wait(10 * BEGIN).do(Unpause(BLACK))
    assert begin_at(sitting) == sitting.now + BEGIN - 20_000


@pytest.mark.parametrize("table", [(GUEST, GUEST), (ANN, ANN), (ANN, AI), (AI, AI)])
def test_only_two_people_apart_must_begin(table: tuple[Seat, Seat]) -> None:
    sitting = begin(*table)
    assert begin_at(sitting) is None
    assert sitting.refusal(Cancel()) is ErrorCode.NO_EFFECT


# --- cancelled


def test_what_both_have_begun_cannot_be_cancelled() -> None:
    sitting = begin()
    sitting.play("a1 a2")
    assert sitting.refusal(Cancel()) is ErrorCode.NO_EFFECT


def test_a_cancelled_game_has_no_result_and_may_have_a_rematch() -> None:
    sitting = begin()
    sitting.play("a1")
    sitting.do(Cancel())
    assert sitting.match.outcome == CANCELLED
    assert sitting.match.record().result == CANCELLED
    assert sitting.refusal(Cancel()) is ErrorCode.GAME_OVER
    sitting.agree_on(REMATCH)
    assert sitting.match.next_id == "m2"


def test_a_flag_before_both_have_begun_cancels_between_people_and_loses_elsewhere() -> None:
    for table, moves, outcome in (
        ((ANN, BEN), "", CANCELLED),
        ((ANN, BEN), "a1", CANCELLED),
        ((ANN, BEN), "a1 a2", Outcome.won(WHITE, Reason.TIME)),
        ((ANN, AI), "", Outcome.won(WHITE, Reason.TIME)),
        ((GUEST, GUEST), "", Outcome.won(WHITE, Reason.TIME)),
    ):
        sitting = Sitting("peace", *table, control=MINUTE)
        sitting.play(moves)
        sitting.wait(60_000).do(Tick())
        assert sitting.match.outcome == outcome


def test_who_resigns_before_both_have_begun_has_lost() -> None:
    sitting = begin()
    sitting.do(Resign(BLACK))
    assert sitting.match.outcome == Outcome.won(WHITE, Reason.RESIGN)


# --- names


def test_a_guest_who_registers_has_another_name_from_then_on_also_in_the_rematch() -> None:
    guest = Seat("Visitor", owner="vic", is_guest=True)
    sitting = Sitting("peace", guest, BEN)
    sitting.play("a1")
    (renamed,) = sitting.do(Rename("vic", "Victoria"))
    assert sitting.match.seat(BLACK) == Seat("Victoria", owner="vic")
    assert sitting.match.revision == 2, "what somebody thought out meanwhile still holds"
    assert renamed.n == 3
    assert sitting.do(Rename("vic", "Victoria")) == (), "and again is no news"
    assert sitting.do(Rename("eve", "Eve")) == ()


def test_whoever_has_both_seats_is_renamed_at_both() -> None:
    sitting = Sitting("peace", ANN, ANN)
    assert [event.n for event in sitting.do(Rename("ann", "Anna"))] == [2, 3]
    assert {sitting.match.seat(color).name for color in BOTH} == {"Anna"}


# --- by the service


@pytest.mark.parametrize("moves", ["", "a1"])
async def test_a_game_that_nobody_begins_is_cancelled_at_its_time(moves: str) -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=LIVE)
        if moves:
            await service.time.pass_ms(50_000)
            await service.play(match_id, moves)
        await service.time.pass_ms(BEGIN - 1)
        assert not (await service.check(match_id)).is_over
        await service.time.pass_ms(1)
        match = await service.check(match_id)
        assert match.outcome == CANCELLED
        assert match.at == service.matches.now()


async def test_it_is_cancelled_after_a_restart_too_and_downtime_is_nobodys() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=LIVE)
        await service.time.pass_ms(20_000)
        await service.restart(down_ms=10**8)
        await service.time.pass_ms(BEGIN - 20_001)
        assert not (await service.check(match_id)).is_over
        await service.restart()
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).outcome == CANCELLED


async def test_a_rematch_must_be_begun_as_well() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        await service.act(match_id, Resign(BLACK))
        for color in BOTH:
            answer = await service.act(match_id, Request(REMATCH, color))
        assert answer.match.next_id is not None
        await service.time.pass_ms(BEGIN)
        assert (await service.check(answer.match.next_id)).outcome == CANCELLED


@pytest.mark.parametrize(("control", "rule"), [(None, AbsenceRule.LOSES), (LIVE, AbsenceRule.WAITS)])
async def test_without_a_clock_or_where_it_waits_nobody_is_hurried(
    control: TimeControl | None, rule: AbsenceRule
) -> None:
    async with RunningService() as service:
        answer = await service.matches.create(create_rules("peace"), ANN, BEN, control=control, absence=rule)
        await service.time.pass_ms(10 * BEGIN)
        assert not (await service.check(answer.match.match_id)).is_over


async def test_a_correspondence_game_always_waits_and_its_first_flag_cancels() -> None:
    async with RunningService() as service:
        answer = await service.matches.create(create_rules("peace"), ANN, BEN, control=DAYS)
        assert (answer.match.absence, answer.match.begin_ms) == (AbsenceRule.WAITS, 0)
        await service.time.pass_ms(DAYS.period_ms - 1)
        assert not (await service.check("m1")).is_over
        await service.time.pass_ms(10_000)
        assert (await service.check("m1")).outcome == CANCELLED


async def test_nothing_is_claimed_before_both_have_begun() -> None:
    limits = MatchLimits(absence=AbsenceLimits(begin_ms=10 * END))
    async with RunningService(limits=limits) as service:
        match_id = await service.begin(control=LIVE)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(2 * END)
        assert await service.refusal(service.act(match_id, Claim(WHITE))) is ErrorCode.NO_CLAIM
        assert not (await service.check(match_id)).is_over


# --- the rule of absence


async def left(service: RunningService, rule: AbsenceRule) -> str:
    """A match that both have begun and Ann has left in her turn."""
    answer = await service.matches.create(create_rules("peace"), ANN, BEN, control=LIVE, absence=rule)
    match_id = answer.match.match_id
    await service.play(match_id, "a1 b1")
    (await service.matches.subscribe(match_id, owners=("ann",))).close()
    return match_id


async def test_whoever_is_gone_loses_by_itself_only_where_the_rule_says_so() -> None:
    for rule, outcome in (
        (AbsenceRule.LOSES, Outcome.won(WHITE, Reason.ABANDONED)),
        (AbsenceRule.CLAIM, None),
        (AbsenceRule.WAITS, None),
    ):
        async with RunningService() as service:
            match_id = await left(service, rule)
            await service.time.pass_ms(2 * END)
            assert (await service.check(match_id)).outcome == outcome


async def test_where_the_opponent_must_claim_they_are_told_when_before_and_may_wait() -> None:
    async with RunningService() as service:
        match_id = await left(service, AbsenceRule.CLAIM)
        await service.matches.subscribe(match_id, owners=("ben",))
        await service.time.pass_ms(LIMITS.gone_ms)
        there = service.matches.attendance(match_id)[BLACK]
        now = service.matches.now()
        assert (there.presence, there.claim_ms(now), there.ends_ms(now)) == (
            Presence.GONE,
            CLAIM - LIMITS.gone_ms,
            None,
        )
        assert await service.refusal(service.act(match_id, Claim(WHITE))) is ErrorCode.NO_CLAIM
        await service.time.pass_ms(5 * END)
        await service.act(match_id, Claim(WHITE))
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.ABANDONED)


async def test_where_the_clock_decides_nobody_is_ever_gone() -> None:
    async with RunningService() as service:
        match_id = await left(service, AbsenceRule.WAITS)
        await service.matches.subscribe(match_id, owners=("ben",))
        await service.time.pass_ms(5 * END)
        assert service.matches.attendance(match_id)[BLACK].presence is Presence.AWAY
        assert await service.refusal(service.act(match_id, Claim(WHITE))) is ErrorCode.NO_CLAIM
        await service.time.pass_ms(LIVE.main_ms)
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.TIME)


@given(
    rule=st.sampled_from(AbsenceRule),
    control=st.sampled_from((None, FISCHER, LIVE, DAYS)),
    steps=st.lists(st.tuples(st.sampled_from(("come", "leave", "play", "claim")), st.integers(0, 70_000)), max_size=15),
)
async def test_no_match_ends_otherwise_than_by_its_rule(
    rule: AbsenceRule, control: TimeControl | None, steps: list[tuple[str, int]]
) -> None:
    async with RunningService() as service:
        answer = await service.matches.create(create_rules("peace"), ANN, BEN, control=control, absence=rule)
        match_id, here = answer.match.match_id, None
        claimed = False
        for step, ms in steps:
            match = await service.check(match_id)
            if step == "come" and here is None:
                here = await service.matches.subscribe(match_id, owners=("ann",))
            elif step == "leave" and here is not None:
                here.close()
                here = None
            elif step == "play" and not match.is_over:
                await service.act(match_id, match.ruleset.legal_actions(match.state)[0])
            elif step == "claim" and match.seat(WHITE).owner == "ben":
                with suppress(GameError):
                    await service.act(match_id, Claim(WHITE))
                    claimed = True
            await service.time.pass_ms(ms)
        match = await service.check(match_id)
        _judge(match, claimed=claimed)


def _judge(match: Match, *, claimed: bool) -> None:
    outcome = match.outcome
    if outcome is None:
        assert match.begin_at is None or match.begin_at > match.at
    elif outcome.reason is Reason.CANCELLED:
        assert not match.begun
        assert match.clock is not None
    elif outcome.reason is Reason.ABANDONED:
        assert match.begun
        assert match.absence is AbsenceRule.LOSES or (claimed and match.absence is AbsenceRule.CLAIM)
    elif outcome.reason is Reason.TIME:
        assert match.begun


# --- two who agreed


async def test_two_who_agreed_begin_a_game_that_everybody_finds() -> None:
    async with RunningService() as service:
        games = Games(service.matches, Invitations(b"x" * 32))
        game = NewGame(create_rules("go", 9), control=LIVE, absence=AbsenceRule.CLAIM)
        match = await games.start_between(game, Occupant("ben", "Ben"), Occupant("gus", "Gus", is_guest=True))
        assert match.first == Seat("Ben", owner="ben")
        assert match.second == Seat("Gus", owner="gus", is_guest=True)
        assert (match.absence, match.listed, match.begin_ms) == (AbsenceRule.CLAIM, True, BEGIN)
        await service.begin()
        rows = (await service.matches.find_matches(MatchFilter(listed=True, is_over=False))).rows
        assert [row.match_id for row in rows] == [match.match_id]


async def test_a_rated_game_of_two_is_checked_as_any_other() -> None:
    async with RunningService() as service:
        games = Games(service.matches, Invitations(b"x" * 32))
        game = NewGame(create_rules("go", 9), control=LIVE, rated=True)
        asked = games.start_between(game, Occupant("ann", "Ann"), Occupant("ben", "Ben"))
        assert await service.refusal(asked) is ErrorCode.CANNOT_BE_RATED
        assert (await service.matches.find_matches(MatchFilter())).rows == ()


# --- games that nobody joins


async def test_a_game_that_nobody_joins_is_cancelled_when_it_has_waited_long_enough() -> None:
    async with RunningService() as service:
        old, joined = [await service.begin("peace", ANN, NOBODY) for _ in range(2)]
        await service.matches.join(joined, WHITE, "Cid", caller="cid")
        await service.time.pass_ms(10_000)
        young = await service.begin("peace", ANN, NOBODY)
        cancelled = [match_id async for match_id in service.matches.cancel_waiting(service.matches.now() - 5_000)]
        assert cancelled == [old]
        assert (await service.check(old)).outcome == CANCELLED
        for match_id in (joined, young):
            assert not (await service.check(match_id)).is_over
