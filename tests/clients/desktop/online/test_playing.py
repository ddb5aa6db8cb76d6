"""Two windows through a real server: a game with a cut, chat, watching, notices."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from tests.clients.desktop.online.seats import Seat, seat_at, two
from tests.clients.online.visitors import people_on
from tests.clients.play.cutting import CuttingProxy
from tests.server.people import PASSWORD, new_name
from tests.server.process import ServerProcess

from tengen.clients.online.lobby_view import ChallengeTerms
from tengen.clients.play import Connection, NewGame, Seats
from tengen.clients.sitting.people import Beginning
from tengen.core import BLACK, Point, find_kind

pytestmark = pytest.mark.long


async def begin(black: Seat, white: Seat, kind: str = "gomoku", size: int = 9) -> None:
    """A game between two who are in the lobby, shown at both windows."""
    made = await black.online.lobby.challenge(ChallengeTerms(find_kind(kind), size, color=BLACK, to=white.name))
    await white.click(f"bar/accept/{made.challenge_id}")
    for seat in (black, white):
        await seat.is_at_a_game()


def moves_of(seat: Seat) -> int:
    return len(seat.table.view.moves)


def connection_of(seat: Seat) -> Connection:
    return seat.table.view.connection


async def test_a_game_goes_on_after_a_cut_and_nothing_is_done_twice(server: ServerProcess, tmp_path: Path) -> None:
    async with CuttingProxy(server.port) as proxy, two(server, tmp_path, address=proxy.address) as (ann, ben):
        await begin(ann, ben)
        await ann.play(Point(0, 0))
        await ben.play(Point(8, 8))
        await ann.until(lambda: moves_of(ann) == 2)

        proxy.is_down = True
        proxy.cut()
        await ann.sees("Reconnecting…")
        assert connection_of(ann) is Connection.LOST
        playing = asyncio.create_task(ann.table.click(Point(1, 0)))
        await asyncio.sleep(0)
        assert ann.table.view.board[Point(0, 0)] is BLACK, "the board stays as it was"
        proxy.is_down = False
        assert await playing, ann.table.message
        await ann.sees_no_more("Reconnecting…")

        await ben.until(lambda: ben.table.view.board[Point(1, 0)] is BLACK, "the move that was made during the cut")
        assert moves_of(ben) == 3

        # An answer that is lost on its way: the move was made, and is sent again without being made twice.
        await ben.play(Point(7, 8))
        await ann.until(lambda: moves_of(ann) == 4)
        proxy.swallows_answers = True
        await ann.play(Point(2, 0))
        await ben.until(lambda: moves_of(ben) >= 5)
        await ann.until(lambda: connection_of(ann) is Connection.OPEN)
        assert moves_of(ben) == moves_of(ann) == 5

        for answer, own in ((Point(5, 7), Point(3, 0)), (Point(0, 5), Point(4, 0))):
            await ben.play(answer)
            await ann.play(own)
        for seat in (ann, ben):
            await seat.until(lambda seat=seat: seat.table.view.is_over, "five in a row")  # type: ignore[misc]
        await ann.sees("wins")


async def test_what_is_said_is_heard_and_counted_until_it_is_seen(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await begin(ann, ben)
        await ben.click("side/1")
        await ben.click("chat-words")
        await ben.press("enter")
        await ann.sees("Chat · 1 new")
        await ann.click("side/1")
        await ann.sees("Hello!")
        await ann.sees_no_more("1 new")
        await ann.enter("chat-field", "Good evening 晚上好")
        await ben.sees("Good evening 晚上好")
        assert ann.field("chat-field").text == ""


async def test_a_line_that_is_refused_stays_in_the_field(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await begin(ann, ben)
        await ann.click("side/1")
        await ann.enter("chat-field", "x" * 300)
        await ann.sees("200")
        assert ann.field("chat-field").text == "x" * 300


async def test_who_is_muted_is_heard_no_more_and_who_is_reported_is_not_told(
    server: ServerProcess, tmp_path: Path
) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await begin(ann, ben)
        for seat in (ann, ben):
            await seat.click("side/1")
        await ben.enter("chat-field", "you play badly")
        await ann.sees("you play badly")
        await ann.click("chat/1")
        await ann.press("down")
        await ann.press("down")
        await ann.press("down")
        await ann.press("enter")
        await ann.sees(f"Report {ben.name}")
        await ann.click("report/yes")
        await ann.sees("A moderator will look at it")
        await ann.click("chat/1")
        await ann.press("home")
        await ann.press("enter")
        await ann.sees(f"You do not hear {ben.name} any more")
        await ann.sees_no_more("you play badly")
        await ann.click("link/lobby")
        await ann.sees("Muted")
        await ann.click(f"talk.unmute/{ben.name}")
        await ann.sees(f"You hear {ben.name} again")
        await ann.sees_no_more("Muted")


async def test_guests_are_told_why_they_cannot_speak(server: ServerProcess, tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        ann = await stack.enter_async_context(seat_at(server.address, tmp_path / "a", new_name()))
        guest = await stack.enter_async_context(seat_at(server.address, tmp_path / "b"))
        made = await ann.online.lobby.challenge(ChallengeTerms(find_kind("gomoku"), 9))
        await guest.click("link/lobby")
        await guest.click(f"accept/{made.challenge_id}")
        await guest.click("side/1")
        await guest.sees("account")
        assert not guest.has("chat-field")


async def test_others_watch_by_a_click_or_a_link_and_talk_apart(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben), seat_at(server.address, tmp_path / "c", new_name()) as cat:
        await begin(ann, ben, "othello", 8)
        watch_id = ann.table.view.watch_id
        await cat.click("link/watch")
        await cat.click(f"game/{watch_id}")
        await cat.is_at_a_game()
        await ann.play(ann.table.view.legal[0])
        await cat.until(lambda: moves_of(cat) == 1, "the move")
        await cat.click("side/1")
        await cat.sees("The players do not see this before the end")
        await cat.enter("chat-field", "what a move")
        await cat.sees("what a move")
        await ann.click("side/1")
        assert not ann.reads("what a move")

        await cat.click("link/watch")
        await cat.enter("watch-field", f"{server.address}/#/game/{watch_id}")
        await cat.is_at_a_game()
        assert len(cat.app.tables.all) == 1, "it has its tab already"


async def test_a_game_that_is_asked_for_twice_at_once_has_one_tab(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben), seat_at(server.address, tmp_path / "c") as cat:
        await begin(ann, ben, "othello", 8)
        online, watch_id = cat.app.online, ann.table.view.watch_id
        assert online is not None
        await asyncio.gather(online.open_game(watch_id), online.open_game(watch_id))
        assert [table.view.watch_id for table in cat.app.tables.all] == [watch_id]


async def test_a_link_that_leads_nowhere_is_refused_in_words(server: ServerProcess, tmp_path: Path) -> None:
    async with seat_at(server.address, tmp_path) as guest:
        await guest.click("link/watch")
        for typed in ("no game here", "http://other.example/#/game/abc", "x" * 500):
            await guest.enter("watch-field", typed)
            await guest.until(lambda: guest.app.message is not None, "why not")
            assert guest.field("watch-field").text == typed[:500]
            guest.app.say(None)
            guest.field("watch-field").clear()


async def test_what_happened_meanwhile_is_told_on_return(server: ServerProcess, tmp_path: Path) -> None:
    name = new_name()
    async with people_on(server) as people:
        await people.register(name, PASSWORD)
    async with seat_at(server.address, tmp_path / "b", new_name()) as ben:
        await ben.online.lobby.challenge(ChallengeTerms(find_kind("gomoku"), 9, to=name))
        async with seat_at(server.address, tmp_path / "a", name, is_known=True) as ann:
            await ann.sees("Notices (1 new)")
            await ann.click("link/notices")
            await ann.sees_no_more("1 new")
            assert any(f"{ben.name} challenges you" in row for row in ann.rows("notices"))


async def test_at_a_running_game_the_next_one_waits_behind_a_line(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben), seat_at(server.address, tmp_path / "c", new_name()) as cat:
        made = await ann.online.lobby.challenge(ChallengeTerms(find_kind("go"), 9, to=cat.name))
        await begin(ann, ben)
        await ann.play(Point(4, 4))
        await ben.play(Point(0, 0))
        await cat.click(f"bar/accept/{made.challenge_id}")
        await ann.sees("Your challenge was accepted")
        assert ann.table.view.kind == "gomoku"
        (begun,) = [widget.key for widget in ann.screen.all() if widget.key.startswith("begun/")]
        await ann.click(begun)
        await ann.until(lambda: ann.table.view.kind == "go", "the other game")
        await ann.sees_no_more("Your challenge was accepted")
        assert len(ann.app.tables.all) == 2


async def test_a_friend_comes_by_the_link_beside_the_board(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        ann.app.show_game(
            await ann.app.people.begin(Beginning(NewGame(find_kind("gomoku"), 9, seats=Seats(own=BLACK))))
        )
        await ann.sees("Send this link to your friend")
        await ann.click("invite/copy")
        await ann.sees("Copied")
        link = ann.app.window.pasted()
        assert link.startswith(f"{server.address}/#/join/")
        await ben.click("link/watch")
        await ben.enter("watch-field", link)
        await ben.is_at_a_game()
        await ann.sees_no_more("Send this link")
        await ann.play(Point(4, 4))
        await ben.play(Point(0, 0))
