"""The use cases of games, as a client without any server has them: begin, load, join, look, move, ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tengen.core import BLACK, WHITE, ErrorCode, GameError, Participant, Pass, Point, Record, create_rules
from tengen.match import Match, RequestKind
from tengen.match.service.games import Games, IdempotencyKey, LoadedGame, NewGame, Occupant
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.invitations import Invitations
from tengen.match.service.matches import Matches
from tengen.match.service.seating import SeatPlan
from tengen.match.service.store import MemoryMatchStore
from tengen.protocol import Frames

RULES = create_rules("go", 9)
CORNER = Point(0, 0)


class Somebody:
    """A visitor who is nobody before sitting down."""

    def __init__(self, owner: str, beside: Occupant | None = None) -> None:
        self._name = owner
        self.owner: str | None = None
        self.beside = beside

    async def sit_down(self, name: str | None) -> Occupant:
        self.owner = self._name
        return Occupant(self._name, name or "Guest")


@asynccontextmanager
async def games_of(begun: list[tuple[Match, bool]] | None = None) -> AsyncIterator[Games]:
    matches = Matches(MemoryMatchStore(), Frames())
    await matches.start()
    heard = begun if begun is not None else []
    try:
        yield Games(matches, Invitations(b"secret"), lambda match, is_loaded: heard.append((match, is_loaded)))
    finally:
        await matches.close()


async def test_who_begins_without_a_seat_stays_nobody_and_plays_both_sides() -> None:
    async with games_of() as games:
        visitor = Somebody("ann")
        begun = await games.start(NewGame(RULES), visitor)
        assert (visitor.owner, begun.invite) == (None, None)
        match = await games.move(begun.match.match_id, CORNER, owner=None)
        match = await games.move(match.match_id, Point(1, 0), owner=None)
        assert match.timeline.cursor == 2
        assert games.is_pass_and_play(match.match_id)


async def test_who_sits_down_becomes_somebody_only_if_the_game_is_possible() -> None:
    async with games_of() as games:
        visitor = Somebody("ann")
        impossible = SeatPlan({BLACK: "random"}, own=BLACK)
        with pytest.raises(GameError) as refused:
            await games.start(NewGame(RULES, impossible), visitor)
        assert (refused.value.code, visitor.owner) == (ErrorCode.BAD_BODY, None)
        await games.start(NewGame(RULES, SeatPlan(own=BLACK, name="Ann")), visitor)
        assert visitor.owner == "ann"


async def test_two_people_at_one_screen_have_a_seat_each_and_take_back_without_asking() -> None:
    async with games_of() as games:
        ann = Somebody("ann", beside=Occupant("ben", "Ben"))
        begun = await games.start(NewGame(RULES, SeatPlan(own=WHITE, name="Ann", beside=True)), ann)
        match = begun.match
        assert [(seat.name, seat.owner) for seat in (match.first, match.second)] == [("Ben", "ben"), ("Ann", "ann")]
        assert (match.one_screen, match.is_between_people, begun.invite) == (True, False, None)
        with pytest.raises(GameError) as refused:
            await games.move(match.match_id, CORNER, owner=None)
        assert refused.value.code is ErrorCode.NOT_YOUR_SEAT
        await games.move(match.match_id, CORNER, owner="ben")
        undone = await games.ask(match.match_id, RequestKind.TAKEBACK, owner="ann")
        assert (undone.timeline.cursor, undone.offers) == (0, ())


async def test_a_seat_beside_needs_somebody_there_and_a_person_to_play_it() -> None:
    async with games_of() as games:
        ben = Occupant("ben", "Ben")
        for plan, visitor in (
            (SeatPlan(own=BLACK, beside=True), Somebody("ann")),
            (SeatPlan(beside=True), Somebody("ann", ben)),
            (SeatPlan({WHITE: "random"}, own=BLACK, beside=True), Somebody("ann", ben)),
        ):
            with pytest.raises(GameError) as refused:
                await games.start(NewGame(RULES, plan), visitor)
            assert (refused.value.code, visitor.owner) == (ErrorCode.BAD_BODY, None)


async def test_an_open_seat_is_taken_with_its_invitation_alone() -> None:
    async with games_of() as games:
        begun = await games.start(NewGame(RULES, SeatPlan(own=BLACK, name="Ann")), Somebody("ann"))
        match_id, ben = begun.match.match_id, Somebody("ben")
        for color, invite in ((WHITE, None), (WHITE, "nonsense"), (BLACK, begun.invite)):
            with pytest.raises(GameError) as refused:
                await games.join(match_id, color, invite=invite, name="Ben", visitor=ben)
            assert (refused.value.code, ben.owner) == (ErrorCode.NOT_YOUR_SEAT, None)
        match = await games.join(match_id, WHITE, invite=begun.invite, name="Ben", visitor=ben)
        assert match.seat(WHITE).name == "Ben"
        assert (await games.perspective(match_id, "ann")).invite is None


async def test_whoever_has_the_watch_id_sees_the_game_and_cannot_touch_it() -> None:
    async with games_of() as games:
        begun = await games.start(NewGame(RULES, SeatPlan(own=BLACK)), Somebody("ann"))
        watch_id = watch_id_of(begun.match.match_id)
        seen = await games.perspective(watch_id, "ann")
        assert (seen.match, seen.is_watching, seen.invite) == (begun.match, True, None)
        assert (await games.perspective(begun.match.match_id, "ann")).invite == begun.invite
        for attempt in (
            games.move(watch_id, CORNER, owner="ann"),
            games.ask(watch_id, RequestKind.TAKEBACK, owner="ann"),
            games.act(watch_id, Pass(BLACK), owner="ann"),
            games.join(watch_id, WHITE, invite=begun.invite, name=None, visitor=Somebody("ben")),
        ):
            with pytest.raises(GameError) as refused:
                await attempt
            assert refused.value.code is ErrorCode.NOT_YOUR_SEAT


async def test_a_move_for_another_ply_is_stale() -> None:
    async with games_of() as games:
        match_id = (await games.start(NewGame(RULES), Somebody("ann"))).match.match_id
        await games.move(match_id, CORNER, owner=None, ply=0)
        with pytest.raises(GameError) as refused:
            await games.move(match_id, Point(1, 0), owner=None, ply=0)
        assert refused.value.code is ErrorCode.STALE


async def test_a_game_that_is_loaded_goes_on_with_the_players_of_its_record_or_others() -> None:
    begun: list[tuple[Match, bool]] = []
    async with games_of(begun) as games:
        black, white = Participant("Ann"), Participant("Tengen level 3", player="level:3")
        record = Record(RULES, None, black, white).with_line([Pass(BLACK), Pass(WHITE)][:1])
        own = await games.load(LoadedGame.of_record(record), Somebody("ann"))
        assert [seat.player for seat in (own.match.first, own.match.second)] == ["human", "level:3"]
        others = LoadedGame.of_record(record).with_seats(SeatPlan(names={BLACK: "Bo"}), None)
        other = await games.load(others, Somebody("ann"))
        assert [seat.name for seat in (other.match.first, other.match.second)] == ["Bo", ""]
        assert other.match.timeline.cursor == 1
    assert begun == [(own.match, True), (other.match, True)]


async def test_a_call_that_is_sent_again_begins_nothing_new() -> None:
    begun: list[tuple[Match, bool]] = []
    async with games_of(begun) as games:
        key = IdempotencyKey("start 1", "192.0.2.1")
        first = await games.start(NewGame(RULES), Somebody("ann"), key)
        again = await games.start(NewGame(RULES), Somebody("ann"), key)
        elsewhere = await games.start(NewGame(RULES), Somebody("ann"), IdempotencyKey("start 1", "192.0.2.2"))
    assert first.match == again.match != elsewhere.match
    assert len(begun) == 2
