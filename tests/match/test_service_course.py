"""Matches through the service: what is asked is written, answered once, and the same when it is asked again."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
import weakref

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Board,
    ErrorCode,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Resume,
    Setup,
    Unavailable,
    create_rules,
)
from tengen.match import (
    Created,
    Decline,
    Ended,
    Event,
    Match,
    Moved,
    Offered,
    Rematched,
    Request,
    RequestKind,
    Seat,
    Unpause,
)
from tengen.match.service.hub import EndReason
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.matches import Matches
from tengen.match.service.room import MatchLimits
from tengen.match.service.store import MemoryMatchStore
from tengen.match.service.timing import SystemTime
from tengen.protocol import Frames
from tests.match.services import FailingStore, RunningService, action_of, settle
from tests.match.sittings import (
    ANN,
    BEN,
    DRAW,
    FIVE_IN_A_ROW,
    GUEST,
    MINUTE,
    NOBODY,
    PAUSE,
    REMATCH,
    RESTART,
    TAKEBACK,
    kinds_of,
)

# --- beginning


async def test_a_match_is_in_the_log_before_anybody_hears_of_it() -> None:
    async with RunningService() as service:
        answer = await service.matches.create(create_rules("peace"), ANN, BEN)
        assert kinds_of(answer.events) == [Created]
        assert await service.check(answer.match.match_id) == answer.match
        assert not answer.is_repeat


async def test_ids_are_long_and_never_the_same() -> None:
    matches = Matches(MemoryMatchStore(), Frames())
    await matches.start()
    made = [await matches.create(create_rules("peace"), GUEST, GUEST) for _ in range(50)]
    ids = {answer.match.match_id for answer in made}
    assert len(ids) == 50
    assert all(len(match_id) == 22 for match_id in ids)
    assert not ids & {watch_id_of(match_id) for match_id in ids}
    await matches.close()


async def test_the_same_message_creates_one_match() -> None:
    async with RunningService() as service:
        rules = create_rules("peace")
        first = await service.matches.create(rules, ANN, BEN, caller="ann", message_id="k")
        await service.play(first.match.match_id, "a1")
        again = await service.matches.create(rules, BEN, ANN, caller="ann", message_id="k")
        assert again.is_repeat
        assert (again.match, again.events) == (first.match, first.events)
        await service.restart()
        again = await service.matches.create(rules, BEN, ANN, caller="ann", message_id="k")
        assert (again.match, again.events) == (first.match, first.events)
        other = await service.matches.create(rules, ANN, BEN, caller="ben", message_id="k")
        assert other.match.match_id != first.match.match_id


async def test_a_game_that_is_loaded_goes_on_from_its_moves() -> None:
    async with RunningService() as service:
        rules = create_rules("gomoku")
        moves = [Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 1))]
        answer = await service.matches.create(rules, GUEST, GUEST, actions=moves, message_id="k")
        assert kinds_of(answer.events) == [Created, Moved, Moved]
        assert answer.match.timeline.actions == tuple(moves)
        again = await service.matches.create(rules, GUEST, GUEST, actions=moves, message_id="k")
        assert (again.match, again.events, again.is_repeat) == (answer.match, answer.events, True)
        await service.play(answer.match.match_id, "c3")
        await service.check(answer.match.match_id)


async def test_a_loaded_game_may_have_an_end_that_its_moves_do_not_show() -> None:
    async with RunningService() as service:
        outcome = Outcome.won(WHITE, Reason.TIME)
        answer = await service.matches.create(create_rules("gomoku"), GUEST, GUEST, outcome=outcome)
        assert answer.match.outcome == outcome
        await service.check(answer.match.match_id)


async def test_an_impossible_setup_or_line_leaves_no_match_behind() -> None:
    async with RunningService() as service:
        setup = Setup(Board.empty(9), BLACK)
        rules = create_rules("gomoku", 15)
        assert await service.refusal(service.matches.create(rules, GUEST, GUEST, setup=setup)) is ErrorCode.BAD_RECORD
        twice = [Place(BLACK, Point(0, 0)), Place(WHITE, Point(0, 0))]
        assert await service.refusal(service.matches.create(rules, GUEST, GUEST, actions=twice)) is ErrorCode.OCCUPIED
        for number in range(1, 3):
            assert await service.refusal(service.matches.snapshot(f"m{number}")) is ErrorCode.NO_SUCH_GAME


async def test_nobody_finds_a_match_that_is_not_there() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        for asking in (
            service.matches.snapshot("nope"),
            service.matches.act("nope", Pass(BLACK)),
            service.matches.act(watch_id_of(match_id), Pass(BLACK)),
            service.matches.subscribe("nope"),
            service.matches.watched("nope"),
            service.matches.watched(match_id),
            service.matches.join("nope", BLACK, "Cid", caller="cid"),
        ):
            assert await service.refusal(asking) is ErrorCode.NO_SUCH_GAME
        assert await service.matches.watched(watch_id_of(match_id)) == match_id


# --- acting


async def test_a_move_is_answered_with_its_events_and_the_match_after_them() -> None:
    async with RunningService() as service:
        match_id = await service.begin("gomoku")
        answer = await service.play(match_id, FIVE_IN_A_ROW)
        assert kinds_of(answer.events) == [Moved, Ended]
        assert answer.match.is_over
        assert await service.check(match_id) == answer.match


async def test_a_refused_command_leaves_no_trace() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        before = await service.check(match_id)
        for command, code in (
            (Place(BLACK, Point(3, 3)), ErrorCode.OCCUPIED),
            (Place(BLACK, Point(99, 0)), ErrorCode.OUT_OF_BOUNDS),
            (Place(WHITE, Point(0, 0)), ErrorCode.NOT_YOUR_TURN),
            (Pass(BLACK), ErrorCode.NO_PASS),
            (Request(TAKEBACK, BLACK), ErrorCode.NOTHING_TO_UNDO),
            (Request(REMATCH, BLACK), ErrorCode.GAME_RUNNING),
            (Decline(DRAW, BLACK), ErrorCode.NO_OFFER),
            (Unpause(BLACK), ErrorCode.NO_EFFECT),
        ):
            assert await service.refusal(service.act(match_id, command)) is code
        assert await service.check(match_id) == before


async def test_two_equal_passes_are_two_moves() -> None:
    async with RunningService() as service:
        match_id = await service.begin("go", GUEST, GUEST, size=5)
        await service.matches.act(match_id, Pass(BLACK), message_id="1")
        await service.matches.act(match_id, Pass(WHITE), message_id="2")
        match = await service.check(match_id)
        assert match.timeline.actions == (Pass(BLACK), Pass(WHITE))
        assert match.is_over


async def test_a_command_for_another_moment_is_stale() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        first = await service.play(match_id, "a1")
        move = action_of(first.match, "b1")
        for revision in (0, 1, 3, 99, -1):
            assert await service.refusal(service.act(match_id, move, revision=revision)) is ErrorCode.STALE
        await service.act(match_id, Request(DRAW, BLACK))  # talk is no other moment
        answer = await service.act(match_id, move, revision=first.match.revision)
        assert answer.match.revision == 4


async def test_restart_keeps_the_match_and_undo_takes_back_what_was_asked() -> None:
    async with RunningService() as service:
        match_id = await service.begin(first=GUEST, second=GUEST)
        await service.play(match_id, "a1 b1 c1")
        answer = await service.matches.act(match_id, Request(TAKEBACK, BLACK))
        assert len(answer.match.timeline.actions) == 2
        answer = await service.matches.act(match_id, Request(RESTART, BLACK))
        assert (answer.match.match_id, answer.match.timeline.actions) == (match_id, ())
        await service.check(match_id)


# --- messages


async def test_a_message_that_was_carried_out_gets_its_first_answer_again() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        move = Place(BLACK, Point(0, 0))
        first = await service.act(match_id, move, message_id="x", revision=1)
        await service.play(match_id, "b1 c1")
        for _ in range(2):
            again = await service.act(match_id, move, message_id="x", revision=1)
            assert again.is_repeat
            assert (again.match, again.events) == (first.match, first.events)
        await service.restart()
        again = await service.act(match_id, move, message_id="x", revision=1)
        assert (again.match, again.events, again.is_repeat) == (first.match, first.events, True)
        assert (await service.check(match_id)).number == 4


async def test_a_message_that_ended_the_match_is_answered_again_with_all_its_events() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        first = await service.act(match_id, Resign(BLACK), message_id="x")
        assert kinds_of(first.events) == [Moved, Ended]
        again = await service.act(match_id, Resign(BLACK), message_id="x")
        assert (again.match, again.events) == (first.match, first.events)


async def test_a_refused_message_is_refused_again_whatever_happened_since() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        move = Place(WHITE, Point(0, 1))
        early = service.matches.act(match_id, move, caller="ben", message_id="x")
        assert await service.refusal(early) is ErrorCode.NOT_YOUR_TURN
        await service.play(match_id, "a1")
        again = service.matches.act(match_id, move, caller="ben", message_id="x")
        assert await service.refusal(again) is ErrorCode.NOT_YOUR_TURN
        await service.matches.act(match_id, move, caller="ben", message_id="y")
        await service.check(match_id)


async def test_nobody_can_use_up_the_message_ids_of_another() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        await service.act(match_id, Request(DRAW, WHITE), message_id="1")
        answer = await service.act(match_id, Place(BLACK, Point(0, 0)), message_id="1")
        assert not answer.is_repeat
        assert answer.match.timeline.actions == (Place(BLACK, Point(0, 0)),)


async def test_the_same_message_twice_at_once_is_carried_out_once() -> None:
    async with RunningService() as service:
        match_id = await service.begin()
        move = Place(BLACK, Point(0, 0))
        asked = [service.matches.act(match_id, move, caller="ann", message_id="x") for _ in range(5)]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.is_repeat for answer in answers) == [False, True, True, True, True]
        assert {answer.match.number for answer in answers} == {2}


# --- joining


async def test_an_open_seat_is_taken_once() -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", ANN, NOBODY)
        joining = [service.matches.join(match_id, WHITE, name, caller=name.lower()) for name in ("Cid", "Dot", "Eve")]
        answers = await asyncio.gather(*joining, return_exceptions=True)
        assert sum(not isinstance(answer, Exception) for answer in answers) == 1
        match = await service.check(match_id)
        assert match.seat(WHITE) == Seat("Cid", owner="cid")
        asking = service.matches.join(match_id, BLACK, "Cid", caller="cid")
        assert await service.refusal(asking) is ErrorCode.NOT_YOUR_SEAT


async def test_joining_again_with_the_same_message_is_no_refusal() -> None:
    async with RunningService() as service:
        match_id = await service.begin("peace", ANN, NOBODY)
        first = await service.matches.join(match_id, WHITE, "Cid", caller="cid", message_id="j")
        again = await service.matches.join(match_id, WHITE, "Cid", caller="cid", message_id="j")
        assert (again.match, again.is_repeat) == (first.match, True)


# --- a rematch


async def test_a_rematch_begins_in_the_unit_that_agrees_on_it() -> None:
    async with RunningService() as service:
        match_id = await service.begin("gomoku", control=MINUTE)
        await service.act(match_id, Resign(BLACK))
        asked = await service.act(match_id, Request(REMATCH, BLACK, "forged"))
        assert kinds_of(asked.events) == [Offered]
        agreed = await service.act(match_id, Request(REMATCH, WHITE, "forged"))
        assert kinds_of(agreed.events) == [Rematched]
        next_id = agreed.match.next_id
        assert next_id is not None
        assert next_id != "forged"
        following = await service.check(next_id)
        assert (following.seat(BLACK), following.seat(WHITE)) == (BEN, ANN)
        await service.time.pass_ms(60_001)  # its clock runs though nobody has touched it
        assert (await service.check(next_id)).outcome == Outcome.cancelled()


# --- limits


SMALL = MatchLimits(events=20, events_per_point=1)


async def test_a_log_has_an_end_and_talk_ends_before_moves_do() -> None:
    async with RunningService(limits=SMALL) as service:
        match_id = await service.begin("peace", size=4)
        for _ in range(9):
            await service.act(match_id, Request(PAUSE, BLACK))
            await service.act(match_id, Decline(PAUSE, BLACK))
        await service.act(match_id, Request(PAUSE, BLACK))
        assert (await service.check(match_id)).number == 20
        assert await service.refusal(service.act(match_id, Decline(PAUSE, BLACK))) is ErrorCode.TOO_LARGE
        match = await service.matches.snapshot(match_id)
        for _ in range(2):
            match = (await service.act(match_id, match.ruleset.legal_actions(match.state)[0])).match
        assert match.timeline.cursor == 2
        await service.act(match_id, Resign(BLACK))
        await service.check(match_id)


async def test_undo_and_redo_cannot_go_on_for_ever() -> None:
    async with RunningService(limits=SMALL) as service:
        match_id = await service.begin("peace", GUEST, GUEST, size=4)
        move = Place(BLACK, Point(0, 0))
        refused = None
        for _ in range(100):
            try:
                await service.matches.act(match_id, move)
                await service.matches.act(match_id, Request(TAKEBACK, BLACK))
            except Exception as error:
                refused = error
                break
        assert getattr(refused, "code", None) is ErrorCode.TOO_LARGE
        assert (await service.check(match_id)).number < 36


async def test_matches_that_nobody_uses_leave_memory_and_come_back() -> None:
    async with RunningService(limits=MatchLimits(open_matches=3)) as service:
        ids = [await service.begin() for _ in range(10)]
        for _ in range(2):
            for match_id in ids:
                match = await service.matches.snapshot(match_id)
                await service.act(match_id, match.ruleset.legal_actions(match.state)[0])
                assert service.matches.open_count <= 3
        for match_id in ids:
            assert (await service.check(match_id)).number == 3


async def test_matches_that_somebody_listens_to_stay_in_memory() -> None:
    async with RunningService(limits=MatchLimits(open_matches=2)) as service:
        first, second = await service.begin(), await service.begin()
        kept = [await service.matches.subscribe(match_id) for match_id in (first, second)]
        third = await service.begin()
        assert await service.refusal(service.matches.snapshot(third)) is ErrorCode.SLOW_DOWN
        kept[0].close()
        assert (await service.matches.snapshot(third)).number == 1
        await service.play(second, "a1")
        assert len(await kept[1].take()) == 1


async def test_long_matches_that_nobody_uses_leave_memory_sooner() -> None:
    """Short ones stay: what counts is how much they take in all."""
    async with RunningService(limits=MatchLimits(open_octets=3_000_000)) as service:
        short = [await service.begin() for _ in range(20)]
        assert service.matches.open_count == 20
        rules, passes = create_rules("go", 19, {"dead_stones": "agree"}), go_on_passing(600)
        long = [(await service.matches.create(rules, NOBODY, NOBODY, actions=passes)).match.match_id for _ in range(5)]
        assert service.matches.open_count == 1, "the last one, with which the limit is nearly reached"
        for match_id in (*long, *short):
            assert (await service.matches.snapshot(match_id)).number in (1, 601)


def go_on_passing(count: int) -> list[Action]:
    """Both sides pass, and after two passes the players go on."""
    turn: list[Action] = [Pass(BLACK), Pass(WHITE), Resume(BLACK)]
    return turn * (count // 3)


async def test_matches_that_are_used_take_no_more_memory_than_they_may() -> None:
    async with RunningService(limits=MatchLimits(open_octets=20_000)) as service:
        first = await service.begin()
        kept = await service.matches.subscribe(first)
        rules = create_rules("go", 19, {"dead_stones": "agree"})
        long = await service.matches.create(rules, NOBODY, NOBODY, actions=go_on_passing(60))
        assert await service.refusal(service.matches.snapshot(long.match.match_id)) is ErrorCode.SLOW_DOWN
        kept.close()
        assert (await service.matches.snapshot(first)).number == 1


@pytest.mark.parametrize("preset", ["chinese-kgs", "japanese"])
async def test_what_a_match_is_said_to_take_in_memory_is_about_what_it_takes(preset: str) -> None:
    async with RunningService() as service:
        rules = create_rules("go", 19, {"preset": preset, "dead_stones": "none"})
        state, points = rules.initial(), list[Action]()
        for point in state.position.board.empties()[:300]:
            points.append(Place(state.position.to_move, point))
            state = rules.apply(state, points[-1])
        tracemalloc.start()
        try:
            ids = [
                (await service.matches.create(rules, NOBODY, NOBODY, actions=points)).match.match_id for _ in range(10)
            ]
            taken = tracemalloc.get_traced_memory()[0] / len(ids)
        finally:
            tracemalloc.stop()
        for match_id in ids:
            room = service.matches._rooms.find(match_id)
            assert room is not None
            assert taken / 2 < room.octets < taken * 3


async def test_a_match_cannot_begin_with_more_actions_than_its_log_takes() -> None:
    async with RunningService(limits=MatchLimits(events=10, events_per_point=1)) as service:
        rules = create_rules("go", 5, {"dead_stones": "agree"})
        begun = await service.matches.create(rules, NOBODY, NOBODY, actions=go_on_passing(33))
        assert begun.match.number == 34
        create = service.matches.create(rules, NOBODY, NOBODY, actions=[*go_on_passing(33), Pass(BLACK), Pass(WHITE)])
        assert await service.refusal(create) is ErrorCode.TOO_LARGE


async def test_a_match_that_leaves_memory_is_gone_at_once() -> None:
    async with RunningService(limits=MatchLimits(open_matches=1)) as service:
        match_id = await service.begin(control=MINUTE)
        for caller in ("ann", "ben"):
            (await service.matches.subscribe(match_id, owners=(caller,))).close()
        await service.act(match_id, Resign(BLACK), message_id="x")
        room = weakref.ref(service.matches._rooms.find(match_id) or service)
        gc.disable()  # nothing may have to be searched for
        try:
            await service.begin()
            assert room() is None
        finally:
            gc.enable()
        await service.check(match_id)


# --- faults


async def test_what_could_not_be_written_did_not_happen() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        store.is_down = True
        with pytest.raises(Unavailable):
            await service.play(match_id, "a1")
        with pytest.raises(Unavailable):
            await service.begin()
        assert (await service.check(match_id)).number == 1
        store.is_down = False
        await service.play(match_id, "a1")
        assert len(await listener.take()) == 1
        await service.check(match_id)


async def test_what_was_written_though_nobody_knew_is_found_and_answered_again() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        move = Place(BLACK, Point(0, 0))
        store.is_down = store.writes_though_down = True
        with pytest.raises(Unavailable):
            await service.act(match_id, move, message_id="x")
        store.is_down = False
        answer = await service.act(match_id, move, message_id="x")
        assert answer.is_repeat
        assert answer.match.timeline.actions == (move,)
        assert len(await listener.take()) == 1
        assert (await service.check(match_id)).number == 2


async def test_after_an_unknown_outcome_the_match_goes_on_from_what_is_in_the_log() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin()
        store.is_down = store.writes_though_down = True
        with pytest.raises(Unavailable):
            await service.act(match_id, Place(BLACK, Point(0, 0)))
        store.is_down = False
        answer = await service.matches.act(match_id, Place(WHITE, Point(0, 1)), caller="ben")
        assert answer.match.timeline.cursor == 2
        await service.check(match_id)


async def test_what_was_written_is_told_though_whoever_asked_is_gone() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        store.held = []
        asked = asyncio.create_task(service.play(match_id, "a1"))
        await settle()
        asked.cancel()
        store.let_go()
        await settle()
        assert asked.cancelled()
        assert len(await listener.take()) == 1
        assert (await service.check(match_id)).number == 2


async def test_who_is_cancelled_while_it_is_written_changes_nothing_for_the_others() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        match_id = await service.begin()
        listener = await service.matches.subscribe(match_id)
        store.held = []
        asked = asyncio.create_task(service.play(match_id, "a1"))
        next_one = asyncio.create_task(service.matches.act(match_id, Place(WHITE, Point(0, 1)), caller="ben"))
        await settle()
        asked.cancel()
        await settle()
        assert not asked.done()  # the commit is under way, and decides
        assert (await service.matches.snapshot(match_id)).number == 1
        store.let_go()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await next_one
        assert (await service.check(match_id)).number == 3
        assert len(await listener.take()) == 2


async def test_a_match_whose_creator_is_gone_has_begun_all_the_same() -> None:
    store = FailingStore()
    async with RunningService(store) as service:
        store.held = []
        rules = create_rules("peace")
        creating = asyncio.create_task(service.matches.create(rules, ANN, BEN, control=MINUTE))
        await settle()
        creating.cancel()
        store.let_go()
        with pytest.raises(asyncio.CancelledError):
            await creating
        await service.time.pass_ms(60_000)
        assert (await service.check("m1")).outcome == Outcome.cancelled()


async def test_a_fault_in_one_match_is_the_fault_of_that_match() -> None:
    async with RunningService() as service:
        broken, sound = await service.begin_played(control=MINUTE), await service.begin_played(control=MINUTE)
        rows = service.store._logs[broken]  # type: ignore[attr-defined]  # damage as a disk would do it
        rows[0] = rows[0]._replace(body=b"{")
        await service.restart()
        with pytest.raises(Exception, match="event 1"):
            await service.matches.snapshot(broken)
        await service.time.pass_ms(61_000)
        assert (await service.check(sound)).outcome == Outcome.won(WHITE, Reason.TIME)


async def test_a_frame_that_cannot_be_written_costs_its_listeners_and_nothing_else() -> None:
    class Broken(Frames):
        def event(self, event: Event, before: Match, after: Match, *, watching: bool) -> bytes:
            raise ValueError((event, before, after, watching))

    store = MemoryMatchStore()
    matches = Matches(store, Broken(), time=SystemTime())
    await matches.start()
    answer = await matches.create(create_rules("peace"), GUEST, GUEST)
    listener = await matches.subscribe(answer.match.match_id)
    moved = await matches.act(answer.match.match_id, Place(BLACK, Point(0, 0)))
    assert moved.match.number == 2
    assert await listener.take() == []
    assert listener.ended is EndReason.GOING_AWAY
    await matches.close()


# --- the end


async def test_after_the_end_nothing_is_taken_and_listeners_are_sent_away() -> None:
    service = RunningService()
    await service.start()
    match_id = await service.begin()
    listener = await service.matches.subscribe(match_id)
    await service.play(match_id, "a1")
    await service.stop()
    assert len(await listener.take()) == 1
    assert await listener.take() == []
    assert listener.ended is EndReason.GOING_AWAY
    for asking in (
        service.matches.act(match_id, Pass(BLACK)),
        service.matches.snapshot(match_id),
        service.matches.subscribe(match_id),
        service.matches.create(create_rules("peace"), ANN, BEN),
    ):
        with pytest.raises(Unavailable):
            await asking


async def test_a_command_under_way_is_finished_before_the_end() -> None:
    store = FailingStore()
    service = RunningService(store)
    await service.start()
    match_id = await service.begin()
    store.held = []
    asked = asyncio.create_task(service.play(match_id, "a1"))
    await settle()
    ending = asyncio.create_task(service.stop())
    await settle()
    assert not ending.done()
    store.let_go()
    await ending
    assert (await asked).match.number == 2


@pytest.mark.parametrize("kind", list(RequestKind))
async def test_every_request_can_be_made_through_the_service(kind: RequestKind) -> None:
    async with RunningService() as service:
        is_estimate = kind is RequestKind.ESTIMATE
        match_id = await service.begin("go" if is_estimate else "othello", GUEST, GUEST)
        await service.play(match_id, "d3 c3")
        if kind is RequestKind.REDO:
            await service.matches.act(match_id, Request(TAKEBACK, BLACK))
        if kind is RequestKind.REMATCH:
            await service.matches.act(match_id, Resign(BLACK))
        answer = await service.matches.act(match_id, Request(kind, BLACK))
        assert len(answer.events) == 1
        await service.check(match_id)
