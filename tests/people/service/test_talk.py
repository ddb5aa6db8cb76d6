"""Talk at the board: who may say what to whom, how much, and who reads it. Blocks and silences hold at once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from tengen.people import (
    MOST_LINES,
    Account,
    AddAccount,
    ChangeAccount,
    ChatLine,
    ChatRoom,
    NewLine,
    PeopleCode,
    PeopleError,
    TalkPlace,
)
from tengen.people.service import TalkRates, TalkSettings
from tests.people.service.scene import HOUR, MINUTE, MORNING, refused
from tests.people.service.talk_room import ANN, BEN, CY, DI, GUEST, MATCH, PLAYERS, WATCHERS, TalkRoom, talk_room

FAST = TalkRates(at_once=10_000, at_length=10_000)
"""Rates that are in nobody's way."""


async def read(room: TalkRoom, reader: str | None, which: ChatRoom = ChatRoom.PLAYERS, after: int = 0) -> list[str]:
    """What somebody reads in a room."""
    account = None if reader is None else await room.account(reader)
    return [line.text or f"({line.word})" for line in await room.talk.lines(account, MATCH, which, after)]


async def why_not(room: TalkRoom, who: str | None, place: TalkPlace | None = PLAYERS) -> PeopleCode | None:
    """Why somebody may not talk."""
    found = await room.talk.why_not(None if who is None else await room.account(who), place)
    return None if found is None else found.code


# --- lines


async def test_a_line_is_kept_told_and_read_with_its_number(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        ann = await room.account(ANN)
        first = await room.talk.say(ann, PLAYERS, text="  Hello\n there ")
        assert first == ChatLine(MATCH, 1, ChatRoom.PLAYERS, ANN, "Ann", False, MORNING, "Hello there")
        second = await room.talk.say(await room.account(BEN), PLAYERS, word="good_luck")
        assert (second.number, second.text, second.word) == (2, None, "good_luck")
        assert room.heard == [first, second]
    async with talk_room(tmp_path) as room:
        assert await room.talk.lines(ann, MATCH, ChatRoom.PLAYERS) == [first, second]
        assert await room.talk.lines(ann, MATCH, ChatRoom.PLAYERS, after=1) == [second]
        assert await room.talk.lines(None, "another", ChatRoom.PLAYERS) == []


async def test_rooms_are_apart_and_numbers_are_of_the_match(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        lines = [await room.say(ANN), await room.say(CY, "What a move", WATCHERS), await room.say(BEN, "Hi")]
        assert [line.number for line in lines] == [1, 2, 3]
        assert await read(room, ANN) == ["Hello", "Hi"]
        assert await read(room, CY, ChatRoom.WATCHERS) == ["What a move"]


async def test_lines_said_at_once_have_different_numbers(tmp_path: Path) -> None:
    async with talk_room(tmp_path, rates=FAST) as room:
        people = [await room.account(who) for who in (ANN, BEN)]
        lines = await asyncio.gather(*(room.talk.say(people[n % 2], PLAYERS, text=f"{n}") for n in range(40)))
        assert sorted(line.number for line in lines) == list(range(1, 41))
        assert sorted(line.number for line in room.heard) == list(range(1, 41))


async def test_a_line_is_told_though_the_speaker_does_not_wait(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        saying = asyncio.create_task(room.talk.say(await room.account(ANN), PLAYERS, text="and gone"))
        while not (room.heard or saying.done() or room.talk._unbroken._tasks):
            await asyncio.sleep(0)
        saying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saying
        while not room.heard:
            await asyncio.sleep(0.001)
        assert [line.text for line in room.heard] == await read(room, BEN) == ["and gone"]


async def test_a_line_bears_the_name_and_picture_of_now(tmp_path: Path) -> None:
    """Whoever holds an account for long, as a socket does, does not say what it was."""
    async with talk_room(tmp_path) as room:
        before = await room.account(ANN)
        await room.scene.store.commit(ChangeAccount(replace(before, name="Anna", name_key="anna", avatar=3)))
        line = await room.talk.say(before, PLAYERS, text="me")
        assert (line.name, line.avatar) == ("Anna", 3)


# --- who may


async def test_among_players_only_players_talk(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        assert await why_not(room, CY) is PeopleCode.NOT_ALLOWED
        with refused(PeopleCode.NOT_ALLOWED):
            await room.say(CY)
        assert await why_not(room, CY, WATCHERS) is None
        assert await why_not(room, ANN) is None
        assert await why_not(room, ANN, None) is None


async def test_guests_talk_only_where_the_server_lets_them(tmp_path: Path) -> None:
    place = TalkPlace(MATCH, ChatRoom.PLAYERS, (ANN, GUEST))
    async with talk_room(tmp_path) as room:
        assert await why_not(room, GUEST, place) is PeopleCode.GUESTS_CANNOT_TALK
        assert await why_not(room, None, WATCHERS) is PeopleCode.GUESTS_CANNOT_TALK
        for said in ({"text": "hi"}, {"word": "hello"}):
            with refused(PeopleCode.GUESTS_CANNOT_TALK):
                await room.talk.say(await room.account(GUEST), place, **said)
    async with talk_room(tmp_path, TalkSettings(guests=True)) as room:
        assert await why_not(room, None, WATCHERS) is PeopleCode.NOT_LOGGED_IN
        line = await room.say(GUEST, place=place)
        assert (line.name, line.is_guest) == ("Guest 7", True)


async def test_where_the_server_has_talk_off_nobody_talks_or_reads(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(ANN)
    async with talk_room(tmp_path, TalkSettings(is_on=False, guests=True)) as room:
        assert await why_not(room, ANN) is PeopleCode.TALK_OFF
        with refused(PeopleCode.TALK_OFF):
            await room.say(ANN)
        assert await read(room, BEN) == []


async def test_who_has_talk_off_neither_talks_nor_reads_until_it_is_on_again(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(BEN)
        held = await room.account(ANN)
        await room.talk.set_own(ANN, False)
        await room.talk.set_own(ANN, False)
        with refused(PeopleCode.TALK_OFF) as told:
            await room.talk.say(held, PLAYERS, text="as I was")
        assert told.error.key == "talk.own_off"
        assert await read(room, ANN) == []
        await room.talk.set_own(ANN, True)
        assert await read(room, ANN) == ["Hello"]
        await room.say(ANN)
        with refused(PeopleCode.NOT_LOGGED_IN):
            await room.talk.set_own("nobody", False)


async def test_who_is_silenced_reads_and_does_not_talk_until_the_end_of_it(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, held = await room.account(DI), await room.account(ANN)
        await room.say(BEN)
        await room.moderation.silence(di, "Ann", room.clock.now + HOUR, "be {kind}")
        with refused(PeopleCode.TALK_SILENCED) as told:
            await room.talk.say(held, PLAYERS, text="as I was")
        assert (told.error.key, told.error.values["reason"]) == ("talk.silenced_until", "be {kind}")
        assert "be {kind}" in told.error.text("zh")
        assert await read(room, ANN) == ["Hello"]
        room.clock.now += HOUR
        await room.say(ANN)
        await room.moderation.silence(di, "Ann", None, "again")
        room.clock.now += 10_000 * HOUR
        assert await why_not(room, ANN) is PeopleCode.TALK_SILENCED


async def test_who_is_banned_or_gone_does_not_talk(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        held = await room.account(ANN)
        await room.moderation.ban(await room.account(DI), "Ann", None, "enough")
        with refused(PeopleCode.NOT_LOGGED_IN):
            await room.talk.say(held, PLAYERS, text="still here")
        await room.administration.delete(None, "Ben")
        assert await why_not(room, BEN) is PeopleCode.NOT_LOGGED_IN


# --- mutes and blocks


async def test_who_mutes_somebody_does_not_see_their_lines_and_others_do(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.relations.mute(ANN, "Ben")
        await room.say(BEN, "do you hear me?")
        assert await read(room, ANN) == []
        assert await read(room, BEN) == ["do you hear me?"]
        assert await room.talk.hidden_from(await room.account(ANN)) == {BEN}
        assert await room.talk.hidden_from(await room.account(BEN)) == frozenset()
        assert await room.talk.hidden_from(None) == frozenset()
        await room.relations.unmute(ANN, "ben")
        assert await read(room, ANN) == ["do you hear me?"]


async def test_a_block_between_players_ends_their_talk_both_ways(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(BEN, "before")
        await room.relations.block(ANN, "Ben")
        for who in (ANN, BEN):
            assert await why_not(room, who) is PeopleCode.BLOCKED
            with refused(PeopleCode.BLOCKED):
                await room.say(who)
        assert await read(room, ANN) == []
        await room.relations.unblock(BEN, "Ann")
        assert await why_not(room, ANN) is PeopleCode.BLOCKED
        await room.relations.unblock(ANN, "Ben")
        await room.say(ANN)


async def test_watchers_who_have_blocked_each_other_talk_and_do_not_read_each_other(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.relations.block(CY, "Di")
        await room.say(CY, "from Cy", WATCHERS)
        await room.say(DI, "from Di", WATCHERS)
        assert await read(room, CY, ChatRoom.WATCHERS) == ["from Cy"]
        assert await read(room, DI, ChatRoom.WATCHERS) == ["from Di"]
        assert await read(room, None, ChatRoom.WATCHERS) == ["from Cy", "from Di"]


async def test_no_line_is_written_after_a_block_however_close_they_come(tmp_path: Path) -> None:
    async with talk_room(tmp_path, rates=FAST) as room:
        ben = await room.account(BEN)
        blocked_after: list[int] = []

        async def block() -> None:
            await asyncio.sleep(0.01)
            await room.relations.block(ANN, "Ben")
            blocked_after.append(len(await room.store.lines(MATCH, ChatRoom.PLAYERS)))

        async def talk_on() -> PeopleCode:
            while True:
                try:
                    await room.talk.say(ben, PLAYERS, text="hey")
                except PeopleError as error:
                    return error.code

        code, *_ = await asyncio.gather(talk_on(), talk_on(), block())
        assert code is PeopleCode.BLOCKED
        assert [len(room.heard)] == blocked_after


async def test_a_line_that_was_allowed_before_the_account_changed_is_decided_again(tmp_path: Path) -> None:
    """A silence may come between the look at the account and the writing of the line."""
    async with talk_room(tmp_path) as room:
        add_line, di = room.store.add_line, await room.account(DI)

        async def slow(new: NewLine) -> ChatLine:
            await room.moderation.silence(di, "Ann", None, "enough")
            return await add_line(new)

        room.store.add_line = slow  # type: ignore[method-assign]  # somebody is quicker
        with refused(PeopleCode.TALK_SILENCED):
            await room.say(ANN)
        assert room.heard == []
        assert await room.store.lines(MATCH, ChatRoom.PLAYERS) == []


# --- bounds


async def test_five_lines_in_ten_seconds_and_sixty_in_ten_minutes(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        ann = await room.account(ANN)
        for _ in range(12):
            for number in range(5):
                await room.talk.say(ann, PLAYERS, text=f"{number}")
            with refused(PeopleCode.TALK_TOO_FAST) as told:
                await room.talk.say(ann, PLAYERS, text="more")
            room.clock.now += 10_000
        assert told.error.values == {"seconds": 10 * 60 - 11 * 10}
        with refused(PeopleCode.TALK_TOO_FAST) as told:
            await room.talk.say(ann, PLAYERS, text="more")
        assert told.error.values == {"seconds": 8 * 60}
        assert len(room.heard) == 60
        await room.say(BEN)
        room.clock.now += 10 * MINUTE
        await room.say(ANN)


async def test_what_is_refused_counts_so_that_a_flood_costs_nothing(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        ann = await room.account(ANN)
        for _ in range(5):
            with refused(PeopleCode.BAD_TEXT):
                await room.talk.say(ann, PLAYERS, text="x" * 100_000)
        with refused(PeopleCode.TALK_TOO_FAST):
            await room.talk.say(ann, PLAYERS, text="x" * 100_000)


async def test_a_flood_of_many_at_once_writes_no_more_than_the_rate(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        ann = await room.account(ANN)
        answers = await asyncio.gather(
            *(room.talk.say(ann, PLAYERS, text="flood") for _ in range(500)), return_exceptions=True
        )
        assert sum(isinstance(answer, ChatLine) for answer in answers) == 5
        assert len(await room.store.lines(MATCH, ChatRoom.PLAYERS)) == 5


async def test_a_room_is_full_after_five_hundred_lines_and_the_other_one_is_not(tmp_path: Path) -> None:
    async with talk_room(tmp_path, rates=FAST) as room:
        ann = await room.account(ANN)
        talkers = [Account(f"t{number}", f"T{number}", 5, f"t{number}", "a hash") for number in range(20)]
        await room.scene.store.commit(*map(AddAccount, talkers))
        answers = await asyncio.gather(
            *(room.talk.say(talkers[n % 20], WATCHERS, text=f"{n}") for n in range(MOST_LINES + 20)),
            return_exceptions=True,
        )
        kept = [answer for answer in answers if isinstance(answer, ChatLine)]
        codes = {answer.code for answer in answers if isinstance(answer, PeopleError)}
        assert (len(kept), codes) == (MOST_LINES, {PeopleCode.TALK_FULL})
        assert len(await room.talk.lines(ann, MATCH, ChatRoom.WATCHERS)) == MOST_LINES
        assert (await room.say(ANN)).number == MOST_LINES + 1


async def test_at_a_match_that_is_gone_nothing_is_kept(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with refused(PeopleCode.BUSY):
            await room.say(ANN, place=replace(PLAYERS, match_id="pruned"))
        assert await room.store.lines("pruned", ChatRoom.PLAYERS) == []
