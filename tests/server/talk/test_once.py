"""A line that is sent again is said once; what is remembered of lines is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tengen.people import ChatLine, ChatRoom, PeopleCode, PeopleError
from tengen.server.talk.once import MOST_KEPT, LineKey, SaidOnce


def line_of(number: int) -> ChatLine:
    return ChatLine("m1", number, ChatRoom.PLAYERS, "ann", "Ann", False, 0, "hi")


def saying(said: list[int]) -> Callable[[], Awaitable[ChatLine]]:
    async def say() -> ChatLine:
        said.append(len(said) + 1)
        number = said[-1]
        await asyncio.sleep(0)
        return line_of(number)

    return say


async def test_a_line_sent_again_while_it_is_being_said_is_the_same_line() -> None:
    once, said = SaidOnce(), list[int]()
    key = LineKey("ann", "m1", "x")
    lines = await asyncio.gather(*(once.say(key, saying(said)) for _ in range(3)))
    assert [line.number for line in lines] == [1, 1, 1]
    assert (await once.say(key, saying(said))).number == 1
    others = (LineKey("bo", "m1", "x"), LineKey("ann", "m2", "x"), LineKey("ann", "m1", "y"))
    assert [(await once.say(other, saying(said))).number for other in others] == [2, 3, 4]


async def test_who_goes_away_in_the_middle_finds_the_line_said() -> None:
    once, said = SaidOnce(), list[int]()
    key = LineKey("ann", "m1", "x")
    gone = asyncio.create_task(once.say(key, saying(said)))
    await asyncio.sleep(0)
    gone.cancel()
    assert (await once.say(key, saying(said))).number == 1
    assert said == [1]


async def test_what_was_refused_may_be_sent_again() -> None:
    async def refuse() -> ChatLine:
        raise PeopleError(PeopleCode.TALK_TOO_FAST, seconds=1)

    once, said = SaidOnce(), list[int]()
    key = LineKey("ann", "m1", "x")
    with pytest.raises(PeopleError):
        await once.say(key, refuse)
    assert (await once.say(key, saying(said))).number == 1


async def test_only_the_latest_lines_are_known_again() -> None:
    once, said = SaidOnce(), list[int]()
    for number in range(MOST_KEPT + 10):
        await once.say(LineKey("ann", "m1", str(number)), saying(said))
    assert len(once._said) == MOST_KEPT
    assert (await once.say(LineKey("ann", "m1", "0"), saying(said))).number == MOST_KEPT + 11
