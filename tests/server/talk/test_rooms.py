"""Who speaks and hears where: a table of everybody who can be at a match."""

from __future__ import annotations

import pytest

from tengen.core import BLACK, Resign, create_rules
from tengen.match import Match, Seat, advance, create
from tengen.people import ChatRoom
from tengen.server.talk.rooms import hears, owners_of, room_of

PLAYERS, WATCHERS = ChatRoom.PLAYERS, ChatRoom.WATCHERS


def match_of(first: Seat, second: Seat, *, is_over: bool = False) -> Match:
    match, _ = create("m1", create_rules("gomoku", 15), first, second, 0)
    return advance(match, Resign(BLACK), 1)[0] if is_over else match


OWNED = Seat("Ann", owner="ann"), Seat("Bo", owner="bo")
FREE = Seat("Ann"), Seat("Bo")
WAITING = Seat("Ann", owner="ann"), Seat("", is_open=True)

TABLE = [
    # seats   who is there       by the id to watch   where they speak
    (OWNED, ("ann",), False, PLAYERS),
    (OWNED, ("bo",), False, PLAYERS),
    (OWNED, ("cy", "bo"), False, PLAYERS),
    (OWNED, ("ann",), True, PLAYERS),
    (OWNED, ("cy",), False, WATCHERS),
    (OWNED, ("cy",), True, WATCHERS),
    (OWNED, (), False, WATCHERS),
    (OWNED, (), True, WATCHERS),
    (WAITING, ("ann",), False, PLAYERS),
    (WAITING, ("bo",), False, WATCHERS),
    (FREE, ("cy",), False, PLAYERS),
    (FREE, (), False, PLAYERS),
    (FREE, ("cy",), True, WATCHERS),
    (FREE, (), True, WATCHERS),
]


@pytest.mark.parametrize(("seats", "owners", "is_watching", "room"), TABLE)
@pytest.mark.parametrize("is_over", [False, True])
def test_players_hear_watchers_at_the_end_and_watchers_never_hear_players(
    seats: tuple[Seat, Seat], owners: tuple[str, ...], is_watching: bool, room: ChatRoom, is_over: bool
) -> None:
    is_over = is_over and seats is not WAITING
    match = match_of(*seats, is_over=is_over)
    assert room_of(match, owners, is_watching=is_watching) is room
    heard = {found for found in ChatRoom if hears(match, found, owners, is_watching=is_watching)}
    assert heard == ({PLAYERS, WATCHERS} if room is PLAYERS and is_over else {room})


def test_who_has_both_seats_is_one_player() -> None:
    assert owners_of(match_of(*OWNED)) == ("ann", "bo")
    assert owners_of(match_of(Seat("Ann", owner="ann"), Seat("Ann", owner="ann"))) == ("ann",)
    assert owners_of(match_of(*FREE)) == ()
