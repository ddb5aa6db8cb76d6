"""What is new in the lobby is gathered, written once, and told to everybody a few at a time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from tengen.match import AbsenceRule
from tengen.match.service import EndReason
from tengen.protocol import ChallengeOut, Glance, OwnFrame, Person
from tengen.server.lobby import (
    Broadcast,
    ChallengeClosed,
    ChallengeOpened,
    GameHidden,
    GameShown,
    LobbySubscription,
    PeopleCounted,
    PersonCame,
    PersonWent,
)
from tengen.server.lobby import broadcast as module

ANN = Person(name="Ann", is_guest=False)
BO = Person(name="Bo", is_guest=False)


def challenge(name: str, by: Person = ANN) -> ChallengeOut:
    return ChallengeOut(
        challenge_id=name,
        by=by,
        game_type="GO",
        board_size=9,
        options={},
        rated=False,
        absence=AbsenceRule.LOSES,
        created=0,
        expires=1,
    )


def game(watch_id: str, grid: str, moves: int = 0) -> Glance:
    to_move: Any = "WHITE" if moves % 2 else "BLACK"
    return Glance(
        watch_id=watch_id,
        game_type="GO",
        board_size=2,
        black=ANN,
        white=BO,
        grid=grid,
        to_move=to_move,
        moves=moves,
        rated=False,
    )


def heard(listener: LobbySubscription) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in listener.take_waiting()]


class Hall:
    """A broadcast with listeners who have begun."""

    def __init__(self) -> None:
        self.broadcast = Broadcast()

    def enter(self, account_id: str | None = None, *hidden: str) -> LobbySubscription:
        listener = self.broadcast.subscribe(account_id)
        listener.hidden = frozenset(hidden)
        self.broadcast.begin(listener)
        return listener

    def first(self, listener: LobbySubscription) -> dict[str, Any]:
        """What somebody is given first who would enter now."""
        found: dict[str, Any] = json.loads(b"{%b}" % self.broadcast.fields_for(listener.hidden))
        return found


async def test_what_happens_in_a_moment_is_told_in_one_frame() -> None:
    hall = Hall()
    ear = hall.enter()
    hall.broadcast.hear(PersonCame(ANN))
    hall.broadcast.hear(PeopleCounted(1))
    hall.broadcast.hear(ChallengeOpened(challenge("1"), "ann"))
    hall.broadcast.hear(ChallengeOpened(challenge("2"), "ann"))
    hall.broadcast.hear(ChallengeClosed("2"))
    hall.broadcast.hear(GameShown(game("w", "....")))
    assert heard(ear) == []
    await hall.broadcast.tell()
    (frame,) = heard(ear)
    assert frame["type"] == "changed"
    assert frame["people"] == {"count": 1, "came": [{"name": "Ann", "isGuest": False, "avatar": 0}], "went": []}
    assert [found["challengeId"] for found in frame["challenges"]["new"]] == ["1"]
    assert frame["challenges"]["gone"] == []
    assert [found["watchId"] for found in frame["games"]["new"]] == ["w"]
    await hall.broadcast.tell()
    assert heard(ear) == []


async def test_a_moment_is_a_fifth_of_a_second() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        await asyncio.sleep(0)

    broadcast = Broadcast(sleep)
    ear = broadcast.subscribe(None)
    broadcast.begin(ear)
    running = asyncio.create_task(broadcast.run())
    await asyncio.sleep(0)
    assert slept == []
    broadcast.hear(PeopleCounted(3))
    while not (frames := heard(ear)):
        await asyncio.sleep(0)
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    assert (slept, frames[0]["people"]["count"]) == ([0.2], 3)


async def test_moves_are_told_as_the_points_that_they_changed() -> None:
    hall = Hall()
    ear = hall.enter()
    hall.broadcast.hear(GameShown(game("w", "....")))
    await hall.broadcast.tell()
    heard(ear)
    hall.broadcast.hear(GameShown(game("w", "b...", 1)))
    hall.broadcast.hear(GameShown(game("w", ".w..", 2)))
    await hall.broadcast.tell()
    moved = {"watchId": "w", "set": [[1, 2]], "toMove": "BLACK", "moves": 2}
    assert heard(ear) == [{"type": "changed", "games": {"new": [], "gone": [], "moved": [moved]}}]
    hall.broadcast.hear(GameHidden("w"))
    await hall.broadcast.tell()
    assert heard(ear)[0]["games"]["gone"] == ["w"]


async def test_who_enters_is_given_what_the_others_were_told_and_then_the_same() -> None:
    hall = Hall()
    hall.broadcast.hear(GameShown(game("w", "....")))
    await hall.broadcast.tell()
    hall.broadcast.hear(GameShown(game("w", "b...", 1)))
    late = hall.enter()
    assert hall.first(late)["games"][0]["grid"] == "....", "the others have not been told of the move yet"
    await hall.broadcast.tell()
    assert heard(late)[0]["games"]["moved"][0]["set"] == [[0, 1]]
    assert hall.first(late)["games"][0]["grid"] == "b..."


async def test_who_shows_no_boards_hears_of_none_until_they_do() -> None:
    hall = Hall()
    ear = hall.enter()
    hall.broadcast.show_boards(ear, is_on=False)
    hall.broadcast.hear(GameShown(game("w", "....")))
    await hall.broadcast.tell()
    assert heard(ear) == []
    hall.broadcast.show_boards(ear, is_on=True)
    (frame,) = heard(ear)
    assert [found["watchId"] for found in frame["games"]["new"]] == ["w"]
    hall.broadcast.show_boards(ear, is_on=True)
    assert heard(ear) == []


async def test_people_who_are_blocked_do_not_see_each_other_s_challenges() -> None:
    hall = Hall()
    free, blocked = hall.enter("cy"), hall.enter("bo", "ann")
    hall.broadcast.hear(ChallengeOpened(challenge("1"), "ann"))
    await hall.broadcast.tell()
    assert len(heard(free)) == 1
    assert heard(blocked) == []
    assert len(hall.first(free)["challenges"]) == 1
    assert hall.first(blocked)["challenges"] == []
    hall.broadcast.hide("bo", frozenset())
    assert [found["challengeId"] for found in heard(blocked)[0]["challenges"]["new"]] == ["1"]
    hall.broadcast.hide("cy", frozenset({"ann"}))
    assert heard(free)[0]["challenges"]["gone"] == ["1"]


async def test_what_is_for_one_person_is_told_at_each_of_their_sockets_and_to_nobody_else() -> None:
    hall = Hall()
    ears = [hall.enter("ann"), hall.enter("ann"), hall.enter("bo"), hall.enter()]
    hall.broadcast.hear_for("ann", OwnFrame(games=[]))
    assert [len(heard(ear)) for ear in ears] == [1, 1, 0, 0]
    ears[0].close()
    assert hall.broadcast.is_listening("ann")
    ears[1].close()
    assert not hall.broadcast.is_listening("ann")


async def test_only_the_first_two_hundred_people_are_told_by_name_and_all_are_counted() -> None:
    hall = Hall()
    ear = hall.enter()
    for number in range(300):
        hall.broadcast.hear(PersonCame(Person(name=f"p{number}", is_guest=False)))
    hall.broadcast.hear(PeopleCounted(300))
    await hall.broadcast.tell()
    (frame,) = heard(ear)
    assert (frame["people"]["count"], len(frame["people"]["came"])) == (300, 200)
    hall.broadcast.hear(PersonWent("p0", is_guest=False))
    hall.broadcast.hear(PersonWent("p299", is_guest=False))
    await hall.broadcast.tell()
    (frame,) = heard(ear)
    assert [found["name"] for found in frame["people"]["came"]] == ["p200"]
    assert [found["name"] for found in frame["people"]["went"]] == ["p0"]


async def test_everybody_is_told_in_slices_and_the_frame_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    ears = [hall.enter() for _ in range(100)]
    written = []

    def write(frame: Any) -> bytes:
        written.append(frame)
        return b"{}"

    monkeypatch.setattr(module, "write_lobby_frame", write)
    hall.broadcast.hear(PeopleCounted(1))
    telling = asyncio.create_task(hall.broadcast.tell())
    told = []
    while not telling.done():
        await asyncio.sleep(0)
        told.append(sum(len(ear._frames) for ear in ears))
    assert told == [40, 80, 100]
    assert len(written) == 1


async def test_who_does_not_read_is_cut_off_and_what_waits_for_them_is_bounded() -> None:
    hall = Hall()
    deaf, ear = hall.enter(), hall.enter()
    for number in range(70):
        hall.broadcast.hear(PeopleCounted(number + 1))
        await hall.broadcast.tell()
        heard(ear)
    assert deaf.ended is EndReason.TOO_SLOW
    assert deaf.take_waiting() == []
    assert ear.ended is None


async def test_who_leaves_in_the_middle_of_a_telling_or_before_it_began_hears_nothing() -> None:
    hall = Hall()
    gone = hall.broadcast.subscribe("ann")
    gone.close()
    hall.broadcast.begin(gone)
    hall.broadcast.hear(PeopleCounted(1))
    await hall.broadcast.tell()
    assert heard(gone) == []


async def test_a_listener_may_say_later_who_it_is() -> None:
    hall = Hall()
    ear = hall.enter()
    hall.broadcast.reseat(ear, "ann")
    hall.broadcast.hear_for("ann", OwnFrame(games=[]))
    assert len(heard(ear)) == 1
    hall.broadcast.reseat(ear, "bo")
    hall.broadcast.hear_for("ann", OwnFrame(games=[]))
    assert heard(ear) == []


async def test_when_the_server_stops_everybody_is_sent_away() -> None:
    hall = Hall()
    ears = [hall.enter("ann"), hall.enter()]
    hall.broadcast.close()
    assert [ear.ended for ear in ears] == [EndReason.GOING_AWAY] * 2
