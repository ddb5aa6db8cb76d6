"""The lobby in the window, against a real server: clicks in, and what both sides see."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.online.seats import seat_at, two
from tests.server.people import new_name
from tests.server.process import ServerProcess

from tengen.core import BLACK, WHITE, Point

pytestmark = pytest.mark.long


async def test_a_challenge_is_posted_seen_accepted_and_played(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await ann.click("post")
        await ann.click("tile/gomoku")
        await ann.click("challenge-go")
        await ann.sees("Your challenge is posted")
        await ann.sees("Yours:")
        (made,) = ann.online.lobby.view.made
        await ben.click(f"accept/{made.challenge_id}")
        await ann.is_at_a_game()
        await ben.is_at_a_game()
        black, white = (ann, ben) if ann.table.view.yours == (BLACK,) else (ben, ann)
        await black.play(Point(4, 4))
        await white.play(Point(0, 0))
        await black.until(lambda: black.table.view.board[Point(0, 0)] is WHITE, "the answer")


async def test_an_own_challenge_is_withdrawn(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await ann.click("post")
        await ann.click("challenge-go")
        await ann.sees("Yours:")
        (made,) = ann.online.lobby.view.made
        await ben.until(lambda: ben.has(f"accept/{made.challenge_id}"))
        await ann.click(f"withdraw/{made.challenge_id}")
        await ben.until(lambda: not ben.has(f"accept/{made.challenge_id}"))


async def test_who_is_challenged_sees_it_on_every_screen_and_may_decline(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await ben.click("head/settings")
        name = ben.name
        await ann.click(f"challenge/{name}")
        await ann.click("challenge-go")
        await ann.sees(f"{name} is told of your challenge")
        await ben.sees(f"{ann.name} challenges you")
        (challenge,) = ben.online.lobby.view.challenged
        await ben.click(f"bar/decline/{challenge.challenge_id}")
        await ben.click(f"decline/{challenge.challenge_id}/clock")
        await ann.sees("they would rather have another clock")
        await ben.sees_no_more("challenges you")


async def test_two_who_look_for_anyone_are_paired(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await ann.click("seek/othello/8")
        await ann.sees("Looking for an opponent: Othello 8×8")
        await ann.click("head/brand")
        await ann.sees("Looking for an opponent")
        await ben.click("seek/othello/8")
        for seat in (ann, ben):
            await seat.is_at_a_game()
            assert seat.table.view.kind == "othello"


async def test_a_search_is_ended(server: ServerProcess, tmp_path: Path) -> None:
    async with seat_at(server.address, tmp_path, new_name()) as ann:
        await ann.click("link/lobby")
        await ann.click("seek/go/9")
        await ann.click("unseek")
        await ann.sees_no_more("Looking for an opponent")


async def test_whose_challenges_one_takes_is_chosen(server: ServerProcess, tmp_path: Path) -> None:
    async with two(server, tmp_path) as (ann, ben):
        await ben.click("accepting")
        await ben.press("end")
        await ben.press("enter")
        name = ben.name
        await ben.sees("nobody")
        await ann.click(f"challenge/{name}")
        await ann.click("challenge-go")
        await ann.sees("takes no challenges")


async def test_a_guest_may_look_and_is_told_what_takes_an_account(server: ServerProcess, tmp_path: Path) -> None:
    async with seat_at(server.address, tmp_path) as guest:
        await guest.click("link/lobby")
        await guest.sees("Anyone now")
        assert not guest.reads("Rated")
        await guest.click("seek/gomoku/9")
        await guest.sees("Looking for an opponent")
        await guest.click("unseek")
