"""Who is at the board: here, away, gone; what listeners are told of it, and when the win may be claimed."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import BLACK, WHITE, ClockKind, Color, ErrorCode, GameError, Outcome, Place, Point, Reason, TimeControl
from tengen.match import Claim, Ended, Moved, Request, Seat, Unpause
from tengen.match.service.hub import Subscription
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.ledger import Answer
from tengen.match.service.presence import AbsenceLimits, Attendance, Presence
from tengen.match.service.room import MatchLimits
from tests.match.services import BOTH, FailingStore, RunningService, settle
from tests.match.sittings import AI, ANN, BEN, GUEST, MINUTE, NOBODY, PAUSE, kinds_of

LIMITS = AbsenceLimits()
GRACE, GONE = LIMITS.grace_ms, LIMITS.gone_ms
CLAIM, END = LIMITS.claim_ms, LIMITS.patience_ms
LIVE = TimeControl(ClockKind.FISCHER, main_ms=1_800_000, increment_ms=10_000)
DAYS = TimeControl(ClockKind.PER_MOVE, period_ms=3 * 24 * 3_600_000)
WHITE_WON = Outcome.won(WHITE, Reason.ABANDONED)

News = tuple[str, str, int | None, int | None]


def heard(listener: Subscription) -> list[News]:
    """What the listener is told of players since it was asked last."""
    frames = [msgspec.json.decode(frame) for frame in listener.take_waiting()]
    return [
        (frame["player"], frame["presence"], frame["claimMs"], frame["endsMs"])
        for frame in frames
        if frame["type"] == "presence"
    ]


def where(service: RunningService, match_id: str, color: Color) -> Presence | None:
    """Where a player is, as somebody who comes now is told."""
    found = service.matches.attendance(match_id).get(color)
    return None if found is None else found.presence


async def ann_and_ben(
    service: RunningService, control: TimeControl | None = LIVE
) -> tuple[str, Subscription, Subscription]:
    """A match in which it is Ann's turn, and both are here."""
    match_id = await service.begin_played(control=control)
    ann = await service.matches.subscribe(match_id, owners=("ann",))
    ben = await service.matches.subscribe(match_id, owners=("ben",))
    heard(ann)
    heard(ben)
    return match_id, ann, ben


def claim(service: RunningService, match_id: str, color: Color = WHITE, **options: Any) -> Any:
    """The owner of this colour claims the win."""
    return service.act(match_id, Claim(color), **options)


# --- here, away, gone


async def test_who_comes_is_told_to_those_who_are_there() -> None:
    async with RunningService() as service:
        match_id = await service.begin(control=LIVE)
        ann = await service.matches.subscribe(match_id, owners=("ann",))
        watcher = await service.matches.subscribe(await service.matches.watched(watch_id_of(match_id)), watching=True)
        assert where(service, match_id, BLACK) is Presence.HERE
        ben = await service.matches.subscribe(match_id, owners=("ben",))
        assert heard(ann) == heard(watcher) == [("WHITE", "here", None, None)]
        assert heard(ben) == [], "who comes is told everything at once, and not twice"
        assert service.matches.attendance(match_id) == dict.fromkeys(BOTH, Attendance(Presence.HERE))


async def test_who_leaves_is_away_after_the_grace_and_gone_a_while_later() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(GRACE - 1)
        assert heard(ben) == []
        assert where(service, match_id, BLACK) is Presence.HERE
        await service.time.pass_ms(1)
        assert heard(ben) == [("BLACK", "away", CLAIM - GRACE, END - GRACE)]
        await service.time.pass_ms(GONE - GRACE - 1)
        assert heard(ben) == []
        await service.time.pass_ms(1)
        assert heard(ben) == [("BLACK", "gone", CLAIM - GONE, END - GONE)]
        assert where(service, match_id, BLACK) is Presence.GONE
        back = await service.matches.subscribe(match_id, owners=("ann",))
        assert heard(ben) == [("BLACK", "here", None, None)]
        await service.time.pass_ms(10 * END)
        assert (heard(ben), heard(back)) == ([], [])


async def test_a_reconnect_within_the_grace_is_no_news_however_often() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        for _ in range(200):
            ann.close()
            await service.time.pass_ms(GRACE - 1)
            ann = await service.matches.subscribe(match_id, owners=("ann",))
        assert heard(ben) == []
        for _ in range(50):
            ann.close()
            await service.time.pass_ms(GRACE)
            ann = await service.matches.subscribe(match_id, owners=("ann",))
        assert len(heard(ben)) == 100, "at most two in a grace"


async def test_a_second_tab_keeps_a_player_here() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        await service.matches.subscribe(match_id, owners=("ann",))
        ann.close()
        await service.time.pass_ms(5 * END)
        assert heard(ben) == []


async def test_who_watches_the_own_game_by_its_watch_id_is_not_at_the_board() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        await service.matches.subscribe(match_id, owners=("ann",), watching=True)
        ann.close()
        await service.time.pass_ms(GRACE)
        assert [(player, presence) for player, presence, *_ in heard(ben)] == [("BLACK", "away")]


async def test_who_never_came_is_unknown_at_first_then_away_and_never_gone() -> None:
    async with RunningService() as service:
        match_id = await service.begin_played(control=LIVE)
        assert service.matches.attendance(match_id) == {}
        ben = await service.matches.subscribe(match_id, owners=("ben",))
        assert where(service, match_id, BLACK) is None
        await service.time.pass_ms(GRACE)
        assert heard(ben) == [("BLACK", "away", None, None)]
        await service.time.pass_ms(5 * END)
        assert heard(ben) == []
        assert await service.refusal(claim(service, match_id)) is ErrorCode.NO_CLAIM
        assert not (await service.check(match_id)).is_over


async def test_after_a_restart_nobody_is_called_away_before_they_could_come_back() -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(CLAIM)
        await service.restart(down_ms=600_000)
        ben = await service.matches.subscribe(match_id, owners=("ben",))
        assert where(service, match_id, BLACK) is None
        await service.time.pass_ms(GRACE - 1)
        assert heard(ben) == []
        ann = await service.matches.subscribe(match_id, owners=("ann",))
        assert heard(ben) == [("BLACK", "here", None, None)]


async def test_who_sits_down_has_a_moment_to_connect() -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", ANN, NOBODY)
        ann = await service.matches.subscribe(match_id, owners=("ann",))
        await service.time.pass_ms(10 * END)
        assert where(service, match_id, WHITE) is None, "an open seat is nobody's"
        await service.matches.join(match_id, WHITE, "Cid", caller="cid")
        assert heard(ann) == []
        await service.time.pass_ms(GRACE - 1)
        await service.matches.subscribe(match_id, owners=("cid",))
        assert heard(ann) == [("WHITE", "here", None, None)]


@pytest.mark.parametrize("table", [(GUEST, GUEST), (ANN, ANN), (ANN, AI)], ids=["one screen", "alone", "program"])
async def test_nothing_is_told_where_two_people_do_not_play(table: tuple[Seat, Seat]) -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", *table, control=LIVE)
        listener = await service.matches.subscribe(match_id)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(5 * END)
        assert heard(listener) == []
        assert service.matches.attendance(match_id) == {}


async def test_who_left_and_acts_over_calls_is_not_gone() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(GONE)
        assert heard(ben)[-1][1] == "gone"
        await service.play(match_id, "a1")
        assert heard(ben)[-1] == ("BLACK", "here", None, None)
        await service.time.pass_ms(10 * END)
        assert heard(ben) == [("BLACK", "away", None, None)]


async def test_a_pause_does_not_bring_anybody_back() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        for color in BOTH:
            await service.act(match_id, Request(PAUSE, color))
        ann.close()
        await service.time.pass_ms(5 * END)
        assert [news[1:] for news in heard(ben)] == [("away", None, None), ("gone", None, None)]
        assert await service.refusal(claim(service, match_id)) is ErrorCode.PAUSED
        await service.act(match_id, Unpause(WHITE))
        assert heard(ben) == [("BLACK", "gone", CLAIM, END)], "and is waited for anew"
        assert await service.refusal(claim(service, match_id)) is ErrorCode.NO_CLAIM


async def test_what_decides_is_told_anew_with_every_turn() -> None:
    async with RunningService() as service:
        match_id, _, ben = await ann_and_ben(service)
        watcher = await service.matches.subscribe(match_id)
        ben.close()
        await service.time.pass_ms(2 * END)
        assert [news[1:] for news in heard(watcher)] == [("away", None, None), ("gone", None, None)]
        await service.play(match_id, "a1")
        assert heard(watcher) == [("WHITE", "gone", CLAIM, END)]


async def test_nobody_is_called_gone_in_correspondence_but_without_a_clock() -> None:
    async with RunningService() as service:
        for control, last in ((DAYS, "away"), (None, "gone")):
            match_id, ann, ben = await ann_and_ben(service, control)
            ann.close()
            await service.time.pass_ms(10 * END)
            assert heard(ben)[-1] == ("BLACK", last, None, None)
            assert await service.refusal(claim(service, match_id)) is ErrorCode.NO_CLAIM
            assert not (await service.check(match_id)).is_over


async def test_after_the_end_one_still_sees_whether_the_other_is_there() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service, MINUTE)
        await service.time.pass_ms(60_000)
        ann.close()
        await service.time.pass_ms(GONE)
        assert [news[1:] for news in heard(ben)] == [("away", None, None), ("gone", None, None)]
        assert await service.refusal(claim(service, match_id)) is ErrorCode.GAME_OVER


async def test_colours_that_are_exchanged_take_their_players_along() -> None:
    async with RunningService() as service:
        match_id = await service.begin("gomoku", size=9, rules={"opening": "swap"})
        ann = await service.matches.subscribe(match_id, owners=("ann",))
        (await service.matches.subscribe(match_id, owners=("ben",))).close()
        await service.time.pass_ms(GRACE)
        assert heard(ann)[-1] == ("WHITE", "away", None, None)
        match = await service.matches.snapshot(match_id)
        while match.state.phase == "opening":
            await service.act(match_id, match.ruleset.legal_actions(match.state)[0])
            match = await service.matches.snapshot(match_id)
        heard(ann)
        chosen = next(act for act in match.ruleset.legal_actions(match.state) if getattr(act, "choice", "") == "black")
        await service.act(match_id, chosen)
        await service.time.pass_ms(GRACE)
        assert where(service, match_id, BLACK) is Presence.AWAY
        assert where(service, match_id, WHITE) is Presence.HERE
        assert dict(news[:2] for news in heard(ann)) == {"BLACK": "away", "WHITE": "here"}


@given(steps=st.lists(st.tuples(st.sampled_from(["come", "leave", "play"]), st.integers(0, 40_000)), max_size=25))
async def test_who_listens_believes_what_is_so(steps: list[tuple[str, int]]) -> None:
    limits = MatchLimits(absence=AbsenceLimits(patience_ms=10**9))
    async with RunningService(limits=limits) as service:
        match_id, ann, ben = await ann_and_ben(service)
        believed, frames = "here", 0
        for step, ms in steps:
            if step == "leave":
                ann.close()
            elif step == "come" and ann.ended is not None:
                ann = await service.matches.subscribe(match_id, owners=("ann",))
            elif step == "play":
                match = await service.matches.snapshot(match_id)
                await service.act(match_id, match.ruleset.legal_actions(match.state)[0])
            await service.time.pass_ms(ms)
            news = [presence for player, presence, *_ in heard(ben) if player == "BLACK"]
            believed, frames = [believed, *news][-1], frames + len(news)
            assert where(service, match_id, BLACK) == Presence(believed)
        assert frames <= 4 * len(steps)


# --- claiming


async def test_the_win_may_be_claimed_from_who_is_gone_in_the_own_turn() -> None:
    async with RunningService() as service:
        match_id, ann, ben = await ann_and_ben(service)
        await service.time.pass_ms(50_000)
        ann.close()
        await service.time.pass_ms(CLAIM - 1)
        with pytest.raises(GameError) as early:
            await claim(service, match_id)
        assert early.value.code is ErrorCode.NO_CLAIM
        assert early.value.values == {"seconds": 1}
        await service.time.pass_ms(1)
        assert service.matches.attendance(match_id)[BLACK].claim_ms(service.matches.now()) == 0
        answer = await claim(service, match_id)
        assert kinds_of(answer.events) == [Ended]
        assert (await service.check(match_id)).outcome == WHITE_WON
        assert heard(ben)[-1] == ("BLACK", "gone", None, None)


async def test_only_the_opponent_may_claim() -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(CLAIM)
        for caller in ("eve", "ann", None):
            asked = service.matches.act(match_id, Claim(WHITE), caller=caller)
            assert await service.refusal(asked) is ErrorCode.NOT_YOUR_SEAT
        assert await service.refusal(claim(service, match_id, BLACK)) is ErrorCode.NO_CLAIM
        assert not (await service.check(match_id)).is_over


async def test_absence_in_the_others_turn_gives_no_claim() -> None:
    async with RunningService() as service:
        match_id, _, ben = await ann_and_ben(service)
        ben.close()
        await service.time.pass_ms(5 * END)
        assert await service.refusal(claim(service, match_id, BLACK)) is ErrorCode.NO_CLAIM
        await service.play(match_id, "a1")
        await service.time.pass_ms(CLAIM - 1)
        assert await service.refusal(claim(service, match_id, BLACK)) is ErrorCode.NO_CLAIM
        await service.time.pass_ms(1)
        await claim(service, match_id, BLACK)
        assert (await service.check(match_id)).outcome == Outcome.won(BLACK, Reason.ABANDONED)


@pytest.mark.parametrize("table", [(GUEST, GUEST), (ANN, ANN), (ANN, AI), (ANN, NOBODY)])
async def test_there_is_no_claim_where_two_people_do_not_play(table: tuple[Seat, Seat]) -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", *table, control=LIVE)
        (await service.matches.subscribe(match_id, owners=("ann",))).close()
        await service.time.pass_ms(5 * END)
        assert await service.refusal(claim(service, match_id, BLACK)) is ErrorCode.NO_CLAIM


async def test_while_both_settle_the_dead_stones_either_may_claim_from_the_other() -> None:
    async with RunningService() as service:
        match_id = await service.begin("go", size=5, rules={"dead_stones": "agree"}, control=LIVE)
        await service.play(match_id, "pass pass")
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.time.pass_ms(CLAIM)
        found = await asyncio.gather(
            claim(service, match_id, WHITE), claim(service, match_id, BLACK), return_exceptions=True
        )
        assert [type(one).__name__ for one in found] == ["Answer", "GameError"]
        assert (await service.check(match_id)).outcome == WHITE_WON


async def test_the_same_claim_again_gets_the_same_answer() -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(GONE)
        assert await service.refusal(claim(service, match_id, message_id="early")) is ErrorCode.NO_CLAIM
        await service.time.pass_ms(CLAIM)
        assert await service.refusal(claim(service, match_id, message_id="early")) is ErrorCode.NO_CLAIM
        first = await claim(service, match_id, message_id="now")
        again = await claim(service, match_id, message_id="now")
        assert again.is_repeat
        assert (again.events, again.match) == (first.events, first.match)
        assert len([event for event in await service.log(match_id) if isinstance(event, Ended)]) == 1


async def test_of_a_claim_and_a_coming_back_the_first_counts() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(CLAIM)
        await service.matches.subscribe(match_id, owners=("ann",))
        assert await service.refusal(claim(service, match_id)) is ErrorCode.NO_CLAIM

        other_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(CLAIM)
        store.held = []
        claiming = asyncio.create_task(claim(service, other_id))
        await settle()
        await service.matches.subscribe(other_id, owners=("ann",))  # while the verdict is being written
        store.let_go()
        await claiming
        assert (await service.check(other_id)).outcome == WHITE_WON


@pytest.mark.parametrize("moves_first", [True, False])
async def test_of_a_claim_and_a_move_at_the_same_moment_exactly_one_counts(moves_first: bool) -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(CLAIM)
        asked = [service.act(match_id, Place(BLACK, Point(0, 0))), claim(service, match_id)]
        found = await asyncio.gather(*(asked if moves_first else reversed(asked)), return_exceptions=True)
        done, refused = found
        assert isinstance(done, Answer)
        assert kinds_of(done.events) == [Moved if moves_first else Ended]
        assert isinstance(refused, GameError)
        assert refused.code is (ErrorCode.NO_CLAIM if moves_first else ErrorCode.GAME_OVER)
        assert (await service.check(match_id)).is_over != moves_first


async def test_the_claim_of_who_waits_too_long_meets_the_verdict() -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(END)
        assert await service.refusal(claim(service, match_id)) is ErrorCode.GAME_OVER
        assert (await service.check(match_id)).outcome == WHITE_WON


async def test_a_flag_that_has_fallen_goes_before_a_claim() -> None:
    control = TimeControl(ClockKind.ABSOLUTE, main_ms=CLAIM + 10_000)
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service, control)
        await service.time.pass_ms(9_000)
        ann.close()
        service.time.turn_ms(CLAIM + 1_000)  # no timer has run yet
        service.matches._upkeep._heartbeat._last_at = service.matches.now()  # and the process was not asleep
        answer = await claim(service, match_id)
        assert answer.was_too_late
        assert (await service.check(match_id)).outcome == Outcome.won(WHITE, Reason.TIME)


async def test_time_in_which_the_service_stood_still_counts_for_no_claim() -> None:
    async with RunningService() as service:
        match_id, ann, _ = await ann_and_ben(service)
        ann.close()
        await service.time.pass_ms(1_000)
        service.time.turn_ms(CLAIM)  # nobody could have come back
        assert await service.refusal(claim(service, match_id)) is ErrorCode.NO_CLAIM


async def test_players_who_are_away_do_not_keep_a_match_in_memory_that_nothing_will_end() -> None:
    async with RunningService(limits=MatchLimits(open_matches=1)) as service:
        match_id, ann, ben = await ann_and_ben(service, None)
        ann.close()
        ben.close()
        await service.begin(first=BEN, second=ANN)
        assert service.matches.attendance(match_id) == {}
