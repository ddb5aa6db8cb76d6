"""The use cases of games, as a client without any server has them: begin, load, join, look, move, ask."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

import pytest

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Action,
    Choose,
    ErrorCode,
    GameError,
    Participant,
    Pass,
    Place,
    Point,
    Record,
    create_rules,
)
from tengen.match import Match, RequestKind
from tengen.match.service.games import Games, IdempotencyKey, LoadedGame, NewGame
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.invitations import Invitations
from tengen.match.service.matches import Matches
from tengen.match.service.seating import Occupant, SeatPlan, colors_of
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
        self.taken: set[str] = set()

    async def sit_down(self, name: str | None) -> Occupant:
        self.owner = self._name
        return Occupant(self._name, name or "Guest", is_guest=True)

    async def check_names(self, names: Iterable[str]) -> None:
        if self.taken & set(names):
            raise GameError(ErrorCode.BAD_BODY)


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
        match = await games.move(begun.match.match_id, CORNER, owners=())
        match = await games.move(match.match_id, Point(1, 0), owners=())
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
            await games.move(match.match_id, CORNER, owners=())
        assert refused.value.code is ErrorCode.NOT_YOUR_SEAT
        await games.move(match.match_id, CORNER, owners=("ben",))
        undone = await games.ask(match.match_id, RequestKind.TAKEBACK, owners=("ann",))
        assert (undone.timeline.cursor, undone.offers) == (0, ())


async def test_one_screen_acts_for_both_of_its_people_and_a_call_sent_again_for_neither() -> None:
    async with games_of() as games:
        ann = Somebody("ann", beside=Occupant("ben", "Ben"))
        match = (await games.start(NewGame(RULES, SeatPlan(own=WHITE, beside=True)), ann)).match
        both, first, second = ("ann", "ben"), IdempotencyKey("1", "x"), IdempotencyKey("2", "x")
        for _ in range(2):
            match = await games.move(match.match_id, CORNER, owners=both, key=first)
        assert match.timeline.cursor == 1
        for _ in range(2):
            match = await games.move(match.match_id, Point(1, 0), owners=both, key=second)
        assert match.timeline.cursor == 2
        for command in (Pass(BLACK), Pass(WHITE)):
            match = await games.act(match.match_id, command, owners=both)
        assert match.is_over
        assert (await games.perspective(match.match_id, both)).invite is None


async def test_who_sits_beside_another_has_no_more_seats_than_their_own() -> None:
    async with games_of() as games:
        match = (await games.start(NewGame(RULES, SeatPlan(own=BLACK)), Somebody("ben"))).match
        assert colors_of(match, ("ann", "ben")) == (BLACK,)
        assert colors_of(match, ("ann", "cid")) == ()
        await games.move(match.match_id, CORNER, owners=("ann", "ben"))
        for owners in ((), ("ann",), ("ann", "cid")):
            with pytest.raises(GameError) as refused:
                await games.move(match.match_id, Point(1, 0), owners=owners)
            assert refused.value.code is ErrorCode.NOT_YOUR_SEAT


async def test_a_guest_is_marked_and_a_typed_name_is_looked_at_before_the_game_begins() -> None:
    begun: list[tuple[Match, bool]] = []
    async with games_of(begun) as games:
        ann = Somebody("ann")
        match = (await games.start(NewGame(RULES, SeatPlan(own=BLACK, name="Ann")), ann)).match
        assert (match.first.is_guest, match.second.is_guest) == (True, False)
        ann.taken = {"Ben"}
        with pytest.raises(GameError):
            await games.start(NewGame(RULES, SeatPlan(names={WHITE: "Ben"})), ann)
        await games.start(NewGame(RULES, SeatPlan(names={WHITE: "Bob"})), ann)
        assert len(begun) == 2


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
        assert (await games.perspective(match_id, ("ann",))).invite is None


async def test_whoever_has_the_watch_id_sees_the_game_and_cannot_touch_it() -> None:
    async with games_of() as games:
        begun = await games.start(NewGame(RULES, SeatPlan(own=BLACK)), Somebody("ann"))
        watch_id = watch_id_of(begun.match.match_id)
        seen = await games.perspective(watch_id, ("ann",))
        assert (seen.match, seen.is_watching, seen.invite) == (begun.match, True, None)
        assert (await games.perspective(begun.match.match_id, ("ann",))).invite == begun.invite
        for attempt in (
            games.move(watch_id, CORNER, owners=("ann",)),
            games.ask(watch_id, RequestKind.TAKEBACK, owners=("ann",)),
            games.act(watch_id, Pass(BLACK), owners=("ann",)),
            games.join(watch_id, WHITE, invite=begun.invite, name=None, visitor=Somebody("ben")),
        ):
            with pytest.raises(GameError) as refused:
                await attempt
            assert refused.value.code is ErrorCode.NOT_YOUR_SEAT


async def test_a_move_for_another_ply_is_stale() -> None:
    async with games_of() as games:
        match_id = (await games.start(NewGame(RULES), Somebody("ann"))).match.match_id
        await games.move(match_id, CORNER, owners=(), ply=0)
        with pytest.raises(GameError) as refused:
            await games.move(match_id, Point(1, 0), owners=(), ply=0)
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


def swapped_game() -> Record:
    """A game in which Ann, who put the first stones on the board, was left White."""
    swap = create_rules("gomoku", 15, {"opening": "swap"})
    opening = swap.initial()
    actions: list[Action] = []
    for x in (7, 8, 9):
        actions.append(Place(swap.actors(opening)[0], Point(x, 7)))
        opening = swap.apply(opening, actions[-1])
    record = Record(swap, None, Participant("Ben"), Participant("Ann"))
    return record.with_line([*actions, Choose(WHITE, "black")])


async def test_players_keep_their_colours_where_the_opening_has_exchanged_them() -> None:
    async with games_of() as games:
        loaded = LoadedGame.of_record(swapped_game())
        own = (await games.load(loaded, Somebody("ann"))).match
        assert own.state.swapped
        assert [own.seat(color).name for color in COLORS] == ["Ben", "Ann"]
        asked = loaded.with_seats(SeatPlan(names={BLACK: "Bo", WHITE: "Cy"}), None)
        other = (await games.load(asked, Somebody("ann"))).match
        assert [other.seat(color).name for color in COLORS] == ["Bo", "Cy"]


async def test_a_loaded_game_may_have_owners() -> None:
    async with games_of() as games:
        owners = {BLACK: Occupant("ben", "Ben"), WHITE: Occupant("ann", "Ann Lee")}
        match = (await games.load(LoadedGame.of_record(swapped_game()).with_owners(owners), Somebody("x"))).match
        assert [match.seat(color).owner for color in COLORS] == ["ben", "ann"]
        assert match.seat(WHITE).name == "Ann Lee"
        assert match.colors_of("ann") == (WHITE,)
        assert match.colors_of(None) == ()
        assert match.one_screen


async def test_whoever_has_the_only_owned_seat_plays_the_other_person_as_well() -> None:
    async with games_of() as games:
        record = Record(RULES, None, Participant("A guest"), Participant("Ann"))
        match = (
            await games.load(LoadedGame.of_record(record).with_owners({WHITE: Occupant("ann", "Ann")}), Somebody("x"))
        ).match
        assert [match.seat(color).name for color in COLORS] == ["A guest", "Ann"]
        assert match.colors_of("ann") == COLORS
        assert match.colors_of("ben") == ()


async def test_a_program_owns_nothing() -> None:
    async with games_of() as games:
        record = Record(RULES, None, Participant("Ann"), Participant("", player="level:3"))
        owners = {BLACK: Occupant("ann", "Ann"), WHITE: Occupant("ben", "Ben")}
        match = (await games.load(LoadedGame.of_record(record).with_owners(owners), Somebody("x"))).match
        assert [(match.seat(color).player, match.seat(color).owner) for color in COLORS] == [
            ("human", "ann"),
            ("level:3", None),
        ]


async def test_a_call_that_is_sent_again_begins_nothing_new() -> None:
    begun: list[tuple[Match, bool]] = []
    async with games_of(begun) as games:
        key = IdempotencyKey("start 1", "192.0.2.1")
        first = await games.start(NewGame(RULES), Somebody("ann"), key)
        again = await games.start(NewGame(RULES), Somebody("ann"), key)
        elsewhere = await games.start(NewGame(RULES), Somebody("ann"), IdempotencyKey("start 1", "192.0.2.2"))
    assert first.match == again.match != elsewhere.match
    assert len(begun) == 2
