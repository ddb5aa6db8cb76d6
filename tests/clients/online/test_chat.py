"""Chat at a game on a server: rooms, quick words, who may speak, whom one does not hear; and after a cut."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import pytest
from tests.clients.online.visitors import Visitor, hears, match_of, visits_to
from tests.clients.play.cutting import CuttingProxy
from tests.clients.play.scripts import begin
from tests.server.process import ServerProcess

from tengen.clients.online.chat import LONGEST, MOST_LINES, WORDS, Chat, ChatView
from tengen.clients.play import Game, ServerTrouble, Trouble
from tengen.clients.play.remote import Frame, RemoteGame
from tengen.core import BLACK, Resign
from tengen.people import ChatRoom, PeopleCode, PeopleError


@dataclass
class Board:
    """A game of Ann's and Ben's that Cat watches, and their chats; Ann's connection can be cut."""

    game: Game
    ann: Visitor
    ben: Visitor
    cat: Visitor
    proxy: CuttingProxy
    players: tuple[Chat, Chat]
    watcher: Chat

    async def ends(self) -> None:
        """Ann resigns."""
        await self.game.act(Resign(BLACK))


@asynccontextmanager
async def board_on(server: ServerProcess) -> AsyncIterator[Board]:
    async with visits_to(server) as come, CuttingProxy(server.port) as proxy, AsyncExitStack() as stack:
        ann, ben, cat = await come(proxy.address), await come(), await come()
        own, other = await match_of(ann, ben)
        watched = await cat.people.games.open(own.view.watch_id)
        chats = [Chat(one.people, game) for one, game in ((ann, own), (ben, other), (cat, watched))]
        for chat in chats:
            stack.push_async_callback(chat.close)
            await hears(chat, lambda view: view.is_known)
        yield Board(own, ann, ben, cat, proxy, (chats[0], chats[1]), chats[2])


def said(view: ChatView) -> list[str]:
    return [line.words.text("en") for line in view.lines]


async def code_of(work: object) -> PeopleCode:
    with pytest.raises(PeopleError) as refused:
        await work  # type: ignore[misc]
    assert refused.value.text("zh")
    return refused.value.code


async def test_players_talk_with_each_other_and_watchers_among_themselves(server: ServerProcess) -> None:
    async with board_on(server) as board:
        ann, ben = board.players
        assert (ann.view.room, board.watcher.view.room) == (ChatRoom.PLAYERS, ChatRoom.WATCHERS)
        assert ann.view.can_speak
        await ann.say("a good game to you")
        view = await hears(ben, lambda view: bool(view.lines))
        (line,) = view.lines
        assert (line.name, line.is_own, line.is_guest) == (board.ann.name, False, False)
        assert view.unread == 1
        ben.mark_read()
        assert ben.view.unread == 0
        await ben.say_word("good_luck")
        view = await hears(ann, lambda view: len(view.lines) == 2)
        assert said(view) == ["a good game to you", "Good luck!"]
        assert [line.is_own for line in view.lines] == [True, False]
        assert view.lines[1].words.text("zh") != "Good luck!"
        await board.watcher.say("black looks strong")
        assert said(await hears(board.watcher, lambda view: bool(view.lines))) == ["black looks strong"]
        await board.ends()
        view = await hears(ann, lambda view: len(view.lines) == 3)
        assert said(view)[2] == "black looks strong"
        assert view.lines[2].room is ChatRoom.WATCHERS
        assert len(board.watcher.view.lines) == 1


@pytest.mark.long
async def test_a_line_that_is_none_is_refused_in_words(server: ServerProcess) -> None:
    async with board_on(server) as board:
        chat = board.players[0]
        for text in (" ", "x" * (LONGEST + 1)):
            assert await code_of(chat.say(text)) is PeopleCode.BAD_TEXT
        assert await code_of(chat.say_word("no such word")) is PeopleCode.BAD_TEXT
        assert not chat.view.lines
        assert all(len(word) < 20 for word in WORDS)


@pytest.mark.long
async def test_somebody_muted_is_heard_no_more(server: ServerProcess) -> None:
    async with board_on(server) as board:
        ann, ben = board.players
        await ben.say("hear me")
        await hears(ann, lambda view: bool(view.lines))
        await ann.mute(board.ben.name)
        await hears(ann, lambda view: not view.lines)
        relations = await ann.relations.read()
        assert [person.name for person in relations.muted] == [board.ben.name]
        await ben.say("still me")
        await ann.relations.unmute(board.ben.name)
        ann.read_again()
        assert said(await hears(ann, lambda view: len(view.lines) == 2)) == ["hear me", "still me"]


@pytest.mark.long
async def test_who_is_blocked_cannot_be_talked_to_and_may_be_reported(server: ServerProcess) -> None:
    async with board_on(server) as board:
        ann, ben = board.players
        await ben.say("what a fool you are")
        await hears(ann, lambda view: bool(view.lines))
        await ann.report(board.ben.name, "insult", "see there")
        await ann.block(board.ben.name)
        view = await hears(ann, lambda view: view.why_not is not None)
        assert not view.can_speak
        assert view.why_not is not None
        assert view.why_not.text("zh")
        assert await code_of(ben.say("and now?")) is PeopleCode.BLOCKED
        assert await code_of(ann.report(board.ben.name, "insult", "x" * 2000)) is PeopleCode.BAD_TEXT


async def test_what_was_said_during_a_cut_is_read_afterwards(server: ServerProcess) -> None:
    async with board_on(server) as board:
        ann, ben = board.players
        await ben.say("one")
        await hears(ann, lambda view: bool(view.lines))
        board.proxy.is_down = True
        board.proxy.cut()
        await ben.say("two")
        board.proxy.is_down = False
        assert said(await hears(ann, lambda view: len(view.lines) == 2)) == ["one", "two"]
        await ann.say("three")
        assert said(await hears(ben, lambda view: len(view.lines) == 3)) == ["one", "two", "three"]


@pytest.mark.long
async def test_a_guest_who_may_not_talk_is_told_why(server: ServerProcess) -> None:
    async with visits_to(server) as come, AsyncExitStack() as stack:
        ann, ben, guest = await come(), await come(), await come(is_guest=True)
        own, _ = await match_of(ann, ben)
        chat = Chat(guest.people, await guest.people.games.open(own.view.watch_id))
        stack.push_async_callback(chat.close)
        view = await hears(chat, lambda view: view.is_known)
        assert view.is_there
        assert not view.can_speak
        assert view.why_not is not None
        assert view.why_not.text("en") == "Only people with an account can talk here."
        assert await code_of(chat.say_word("hello")) is PeopleCode.GUESTS_CANNOT_TALK


async def test_side_by_side_there_is_nobody_to_talk_to(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come()
        game = await begin(ann.people.games, "gomoku")
        chat = Chat(ann.people, game)
        view = await hears(chat, lambda view: view.is_known)
        assert not view.is_there
        await chat.close()


async def test_a_server_that_tells_too_much_is_heard_within_bounds(server: ServerProcess) -> None:
    async with visits_to(server) as come:
        ann = await come(is_guest=True)
        game = await begin(ann.people.games, "gomoku")
        assert isinstance(game, RemoteGame)
        chat = Chat(ann.people, game)
        await hears(chat, lambda view: view.is_known)
        for number in range(1, MOST_LINES + 200):
            await game.on_frame(Frame(type="chat"), spoken(number, "\x1b[2J\u202e" + "x" * 5000))
            await asyncio.sleep(0)
        view = await hears(chat, lambda view: view.lines[-1].number == MOST_LINES + 199)
        assert len(view.lines) == MOST_LINES
        for said in (view.lines[-1].words.text("en"), view.lines[-1].name):
            assert said.isprintable()
            assert len(said) <= 400
        for broken in (b"{}", b'{"type": "chat", "line": 1}', spoken(1, "x", room="kitchen")):
            with pytest.raises(ServerTrouble) as caught:
                await game.on_frame(Frame(type="chat"), broken)
            assert caught.value.trouble is Trouble.NOT_TENGEN
        await chat.close()


def spoken(number: int, text: str, room: str = "players") -> bytes:
    """The frame of a line."""
    line = {"number": number, "room": room, "at": 1, "name": text, "isGuest": True, "avatar": 0, "word": None}
    return json.dumps({"type": "chat", "line": {**line, "text": text}}).encode()
