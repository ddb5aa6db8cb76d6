"""AIs at the table: asked when they are due, not heard when the match has moved on, replaced when they fail."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Board,
    Color,
    ErrorCode,
    Outcome,
    Pass,
    Place,
    Point,
    Reason,
    Resign,
    Setup,
    TimeControl,
    create_game,
    create_rules,
)
from tengen.match import Match, Moved, Request, Seat, Unpause, create
from tengen.match.service.ai_seats import ThinkerBusy, ThinkerFailed, players_to_ask
from tengen.match.service.hub import Why
from tengen.match.service.room import MatchLimits
from tengen.players import Estimate
from tests.match.services import FailingStore, RunningService, settle
from tests.match.sittings import ANN, BEN, DRAW, MINUTE, NOBODY, PAUSE, REMATCH, TAKEBACK
from tests.match.thinkers import local_thinker, process_thinker
from tests.pictures import play

AI = Seat("AI", player="level:3")
OTHER_AI = Seat("Other", player="random")


class Scripted:
    """A thinker that answers when the test says so, with what the test says."""

    def __init__(self) -> None:
        self.asked: list[tuple[Match, Color, str]] = []
        self.owners: list[str] = []
        self.answers: list[asyncio.Future[Action]] = []
        self.cancelled = 0
        self.is_closed = False
        self.judged: list[Match] = []
        self.dead: asyncio.Future[frozenset[Point]] = asyncio.get_running_loop().create_future()

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        on_queue(0)
        self.owners.append(owner)
        self.asked.append((match, color, player))
        answer: asyncio.Future[Action] = asyncio.get_running_loop().create_future()
        self.answers.append(answer)
        try:
            return await answer
        except asyncio.CancelledError:
            self.cancelled += 1
            raise

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        del owner
        self.judged.append(match)
        return await self.dead

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        del match, owner
        raise ThinkerFailed("it only plays")

    async def close(self) -> None:
        self.is_closed = True

    async def answer(self, action: Action | Exception) -> None:
        """Answer the latest question."""
        if isinstance(action, Exception):
            self.answers[-1].set_exception(action)
        else:
            self.answers[-1].set_result(action)
        await settle()


class Eager:
    """A thinker that plays the first legal move at once."""

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        del player, owner
        on_queue(0)
        await asyncio.sleep(0)
        return next(action for action in match.ruleset.legal_actions(match.state) if action.player is color)

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        del match, owner
        return frozenset()

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        del match, owner
        raise ThinkerFailed("it only plays")

    async def close(self) -> None:
        pass


async def test_the_ai_is_asked_when_it_is_due_and_its_answer_is_a_move() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await settle()
        assert thinker.asked == []
        answer = await service.play(match_id, "a1")
        await settle()
        assert thinker.asked == [(answer.match, WHITE, "level:3")]
        await thinker.answer(Place(WHITE, Point(5, 5)))
        match = await service.check(match_id)
        assert match.timeline.last_action == Place(WHITE, Point(5, 5))
        assert len(thinker.asked) == 1
    assert thinker.is_closed


async def test_an_ai_that_has_black_begins_by_itself() -> None:
    async with RunningService(thinker=Eager()) as service:
        match_id = await service.begin("gomoku", AI, ANN)
        await settle()
        assert (await service.check(match_id)).timeline.cursor == 1


async def test_two_ais_play_to_the_end_and_so_after_a_restart() -> None:
    async with RunningService(thinker=Eager()) as service:
        match_id = await service.begin("peace", AI, OTHER_AI, size=4)
        while (await service.check(match_id)).timeline.cursor < 5:
            await asyncio.sleep(0)
        await service.restart()
        while not (await service.check(match_id)).is_over:
            await asyncio.sleep(0)
        assert (await service.check(match_id)).outcome == Outcome.draw(Reason.FULL_BOARD)


async def test_whoever_holds_a_match_of_two_ais_can_halt_it_and_let_it_go_on() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", AI, OTHER_AI)
        await settle()
        await service.matches.act(match_id, Request(PAUSE, BLACK))
        await settle()
        assert (await service.check(match_id)).is_paused
        assert (len(thinker.asked), thinker.cancelled) == (1, 1)
        await service.matches.act(match_id, Unpause(WHITE))
        await settle()
        assert len(thinker.asked) == 2
        await thinker.answer(Place(BLACK, Point(5, 5)))
        assert (await service.check(match_id)).timeline.cursor == 1


async def test_an_ai_that_was_thinking_when_the_server_fell_is_asked_again() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        await service.crash()
        await settle()
        assert [player for _, _, player in thinker.asked] == ["level:3", "level:3"]
        await thinker.answer(Place(WHITE, Point(5, 5)))
        assert (await service.check(match_id)).timeline.cursor == 2


async def test_everybody_hears_that_an_ai_thinks_and_it_is_no_event() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        listener = await service.matches.subscribe(match_id)
        await service.play(match_id, "a1")
        await settle()
        moved, thinking = [msgspec.json.decode(frame) for frame in await listener.take()]
        assert moved["n"] == 2
        assert thinking == {"type": "thinking", "player": "WHITE", "queue": 0}


# --- the match moves on


async def test_an_answer_to_what_was_taken_back_is_not_heard() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        await service.act(match_id, Request(TAKEBACK, BLACK))
        await settle()
        assert thinker.cancelled == 1
        await service.play(match_id, "b1")
        await settle()
        assert len(thinker.asked) == 2
        await thinker.answer(Place(WHITE, Point(5, 5)))
        assert [event for event in await service.log(match_id) if isinstance(event, Moved)][-1].n == 5


async def test_an_answer_that_comes_too_late_by_a_hair_is_dropped() -> None:
    store = FailingStore()
    thinker = Scripted()
    async with RunningService(store, thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        store.held = []
        undo = asyncio.create_task(service.act(match_id, Request(TAKEBACK, BLACK)))
        await settle()
        await thinker.answer(Place(WHITE, Point(5, 5)))  # waits behind the takeback
        store.let_go()
        await undo
        await settle()
        assert (await service.check(match_id)).timeline.cursor == 0


@pytest.mark.parametrize("command", [Resign(BLACK), Request(PAUSE, BLACK)], ids=str)
async def test_nobody_thinks_when_there_is_nothing_to_think_about(command: Resign | Request) -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        await service.act(match_id, command)
        await settle()
        assert thinker.cancelled == 1
        if isinstance(command, Request):
            await service.act(match_id, Unpause(BLACK))
            await settle()
            assert len(thinker.asked) == 2


async def test_talk_does_not_make_the_ai_begin_anew() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        await service.act(match_id, Request(DRAW, BLACK))
        await settle()
        assert (len(thinker.asked), thinker.cancelled) == (1, 0)


async def test_no_ai_begins_while_a_seat_is_open() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", AI, NOBODY)
        await settle()
        assert thinker.asked == []
        await service.matches.join(match_id, WHITE, "Ben", caller="ben")
        await settle()
        assert len(thinker.asked) == 1


async def test_where_both_may_act_people_go_first() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("go", ANN, AI, size=5, rules={"dead_stones": "agree"})
        await service.play(match_id, "pass")
        await settle()
        await thinker.answer(Pass(WHITE))
        assert (await service.check(match_id)).actors() == (BLACK, WHITE)
        assert len(thinker.asked) == 1
        await service.act(match_id, Agree(BLACK))
        await settle()
        assert len(thinker.asked) == 2
        await thinker.answer(Agree(WHITE))
        assert (await service.check(match_id)).is_over


async def test_a_rematch_has_the_ai_begin() -> None:
    async with RunningService(thinker=Eager()) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.act(match_id, Resign(BLACK))
        answer = await service.act(match_id, Request(REMATCH, BLACK))
        await settle()
        next_id = answer.match.next_id
        assert next_id is not None
        following = await service.check(next_id)
        assert following.seat(BLACK).player == "level:3"
        assert following.timeline.cursor == 1


# --- failures


async def test_who_fails_is_asked_again_then_a_simpler_one_and_then_the_seat_forfeits() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        await thinker.answer(ThinkerFailed("crashed"))
        await thinker.answer(Place(WHITE, Point(0, 14)))  # occupied: no better than a crash
        assert [player for _, _, player in thinker.asked] == ["level:3", "level:3", "level:2"]
        await thinker.answer(ThinkerFailed("crashed"))
        assert (await service.check(match_id)).outcome == Outcome.won(BLACK, Reason.FORFEIT)


@pytest.mark.parametrize(
    ("why", "heard"),
    [
        (None, {}),
        (
            Why("engine.fault.silent", {"seconds": 2.5}),
            {"why": {"key": "engine.fault.silent", "values": {"seconds": 2.5}}},
        ),
    ],
)
async def test_everybody_hears_that_another_one_moves_in_its_place(why: Why | None, heard: dict[str, object]) -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        listener = await service.matches.subscribe(match_id)
        await service.play(match_id, "a1")
        await settle()
        await thinker.answer(ThinkerFailed("crashed"))
        await thinker.answer(ThinkerFailed("crashed", why))
        told = [msgspec.json.decode(frame) for frame in await listener.take()]
        assert {"type": "substitute", "player": "WHITE", "by": "level:2", **heard} in told
        assert "crashed" not in str(told)


async def test_a_full_queue_is_nobodys_failure_and_the_question_is_asked_again() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        for _ in range(5):
            await thinker.answer(ThinkerBusy("1000 wait"))
            await service.time.pass_ms(1_000)
        assert [player for _, _, player in thinker.asked] == ["level:3"] * 6
        await thinker.answer(Place(WHITE, Point(5, 5)))
        assert (await service.check(match_id)).timeline.cursor == 2


# --- programs that play each other


@pytest.mark.parametrize(
    ("is_seen", "clock", "second", "waits"),
    [
        (True, None, OTHER_AI, True),
        (False, None, OTHER_AI, False),
        (True, MINUTE, OTHER_AI, False),
        (True, None, ANN, False),
    ],
    ids=["seen", "unseen", "with a clock", "against a person"],
)
async def test_two_programs_take_their_time_while_somebody_looks_on(
    is_seen: bool, clock: TimeControl | None, second: Seat, waits: bool
) -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker, limits=MatchLimits(ai_pace_ms=400)) as service:
        match_id = await service.begin("gomoku", AI, second, control=clock)
        if is_seen:
            await service.matches.subscribe(match_id)
        await settle()
        await service.time.pass_ms(5_000)
        await thinker.answer(Place(BLACK, Point(7, 7)))
        if second is ANN:
            await service.play(match_id, "a1")
            await settle()
        await service.time.pass_ms(100)
        cursor = (await service.check(match_id)).timeline.cursor
        await thinker.answer(Place(BLACK if second is ANN else WHITE, Point(6, 6)))
        assert (await service.check(match_id)).timeline.cursor == (cursor if waits else cursor + 1)
        await service.time.pass_ms(299)
        assert (await service.check(match_id)).timeline.cursor == (cursor if waits else cursor + 1)
        await service.time.pass_ms(1)
        assert (await service.check(match_id)).timeline.cursor == cursor + 1


async def test_two_programs_do_not_play_much_before_whoever_began_them_has_come() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker, limits=MatchLimits(ai_pace_ms=400)) as service:
        match_id = await service.begin("gomoku", AI, OTHER_AI)
        await settle()
        await thinker.answer(Place(BLACK, Point(7, 7)))
        assert (await service.check(match_id)).timeline.cursor == 0
        await service.time.pass_ms(400)
        assert (await service.check(match_id)).timeline.cursor == 1


async def test_a_simpler_one_plays_this_move_only() -> None:
    thinker = Scripted()
    async with RunningService(thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        for _ in range(2):
            await thinker.answer(ThinkerFailed("crashed"))
        await thinker.answer(Place(WHITE, Point(5, 5)))
        await service.play(match_id, "b1")
        await settle()
        assert [player for _, _, player in thinker.asked][-1] == "level:3"


@pytest.mark.parametrize(
    ("kind", "player", "simpler"),
    [
        ("gomoku", "level:9", "level:2"),
        ("gomoku", "engine:big", "level:2"),
        ("gomoku", "level:2", "random"),
        ("peace", "random", "random"),
        ("peace", "engine:big", "random"),
    ],
)
def test_who_plays_in_place_of_whom(kind: str, player: str, simpler: str) -> None:
    match, _ = create("m1", create_rules(kind), Seat("AI", player=player), BEN, 0)
    assert players_to_ask(match, BLACK) == (player, player, simpler)


async def test_an_ai_does_not_forfeit_because_nothing_can_be_written() -> None:
    store = FailingStore()
    thinker = Scripted()
    async with RunningService(store, thinker=thinker) as service:
        match_id = await service.begin("gomoku", ANN, AI)
        await service.play(match_id, "a1")
        await settle()
        store.is_down = True
        await thinker.answer(Place(WHITE, Point(5, 5)))
        await service.time.pass_ms(4_000)
        store.is_down = False
        await service.time.pass_ms(2_000)
        match = await service.check(match_id)
        assert match.timeline.cursor == 2
        assert len(thinker.asked) == 1


async def test_two_ais_do_not_play_for_ever() -> None:
    limits = MatchLimits(events=6, events_per_point=0)
    async with RunningService(thinker=Eager(), limits=limits) as service:
        match_id = await service.begin("gomoku", AI, OTHER_AI)
        while not (await service.check(match_id)).is_over:
            await asyncio.sleep(0)
        match = await service.check(match_id)
        assert match.number == 7
        assert match.outcome is not None
        assert match.outcome.reason is Reason.FORFEIT


async def test_nobody_may_act_for_an_ai() -> None:
    async with RunningService() as service:
        match_id = await service.begin("gomoku", AI, ANN)
        for caller in ("ann", None, "level:3"):
            asked = service.matches.act(match_id, Place(BLACK, Point(0, 0)), caller=caller)
            assert await service.refusal(asked) is ErrorCode.NOT_YOUR_SEAT


# --- real players


def some_match(kind: str = "gomoku", player: str = "level:2") -> Match:
    match, _ = create("m1", create_rules(kind), Seat("AI", player=player), BEN, 0, control=MINUTE)
    return match


@pytest.mark.parametrize("player", ["random", "level:2", "level:3"])
async def test_players_of_this_process_play_against_people(player: str) -> None:
    async with RunningService(thinker=local_thinker(seed=7)) as service:
        match_id = await service.begin("othello", ANN, Seat("AI", player=player), size=4)
        listener = await service.matches.subscribe(match_id)
        await service.play(match_id, "b1")
        while (await service.matches.snapshot(match_id)).timeline.cursor < 2:
            await listener.take()
        await service.check(match_id)


async def test_a_name_that_is_no_player_fails_by_name() -> None:
    thinker = local_thinker()
    for player in ("level:99", "nobody", "human", "engine:none"):
        with pytest.raises(ThinkerFailed):
            await thinker.choose(some_match(), BLACK, player, lambda _: None, owner="ann")
    await thinker.close()


async def test_a_lost_game_is_given_up_to_a_person_and_played_out_between_programs() -> None:
    """White cannot win with a komi of so many points for Black."""
    lost = play(create_game("go", 5, {"komi": -60}), "C3 B4 D4 C4 D3 B3 C2").timeline
    thinker = local_thinker()
    for black, gives_up in ((BEN, True), (OTHER_AI, False)):
        match, _ = create("m4", lost.ruleset, black, AI, 0)
        answer = await thinker.choose(replace(match, timeline=lost), WHITE, "level:3", lambda _: None, owner="ben")
        assert isinstance(answer, Resign) == gives_up
    await thinker.close()


async def test_players_in_processes_of_their_own() -> None:
    thinker = process_thinker(seed=5)

    async def choice(match: Match, color: Color, player: str) -> Action:
        return await thinker.choose(match, color, player, lambda _: None, owner="ann")

    match = some_match()
    first = await choice(match, BLACK, "level:2")
    assert match.ruleset.refusal(match.state, first) is None
    setup = Setup(Board.empty(9).with_stones({Point(2, 2): WHITE}), WHITE)
    other, _ = create("m2", create_rules("go", 9), AI, BEN, 0, setup=setup)
    action = await choice(other, WHITE, "random")
    assert other.ruleset.refusal(other.state, action) is None
    with pytest.raises(ThinkerFailed, match="level:99"):
        await choice(match, BLACK, "level:99")
    await thinker.close()
    with pytest.raises(ThinkerFailed):
        await choice(match, BLACK, "random")


async def test_one_who_thinks_for_too_long_is_stopped() -> None:
    thinker = process_thinker(longest_ms=1, grace_ms=500)
    await thinker.choose(some_match(), BLACK, "random", lambda _: None, owner="ann")
    long, _ = create("m3", create_rules("go", 19), AI, BEN, 0)
    with pytest.raises(ThinkerFailed, match="too long"):
        await thinker.choose(long, BLACK, "level:9", lambda _: None, owner="ann")
    idle, busy = thinker.pool.workers()
    assert (len(idle), len(busy)) == (1, 0)
    await thinker.close()
