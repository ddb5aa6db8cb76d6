"""The same table over a game on a server: what the other side asks for, whose turn it is, hints and pace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

import pytest
from tests.clients.play.scripts import begin, place, seen
from tests.server.process import ServerProcess

from tengen.clients.play import View
from tengen.clients.play.remote import RemoteGames, ServerAddress
from tengen.clients.sitting.possible import Can, TableCommand
from tengen.clients.sitting.table import Table
from tengen.core import AGREE, BLACK, WHITE, Point

CLIENTS_OWN = {command for command in TableCommand if command in ["save", "load", "replay", "settings", "new"]}


@asynccontextmanager
async def visitors(server: ServerProcess, count: int) -> AsyncIterator[list[RemoteGames]]:
    """So many guests of the server."""
    address = ServerAddress.parse(server.address)
    games = [await RemoteGames.connect(address) for _ in range(count)]
    try:
        yield games
    finally:
        for one in games:
            await one.close()


@asynccontextmanager
async def opponents(server: ServerProcess, kind: str = "go", size: int = 5) -> AsyncIterator[tuple[Table, Table]]:
    """Two people who play each other, Black's table first."""
    async with visitors(server, 2) as (first, second):
        rules = {"dead_stones": "agree"} if kind == "go" else {}
        game = await begin(first, kind, size, own=BLACK, rules=rules)
        assert game.view.invitation is not None
        joined = await second.join(game.view.invitation, "Bo")
        await seen(game, lambda view: not view.is_waiting)
        yield Table(game, first.now), Table(joined, second.now)


async def heard(table: Table, number: int) -> View:
    """The view once it has come as far as another."""
    return await seen(table.game, lambda view: view.number >= number)


def yes(table: Table) -> set[TableCommand]:
    return {command for command, can in table.can().items() if can is Can.YES}


async def test_each_side_is_spoken_to_as_itself(server: ServerProcess) -> None:
    async with opponents(server) as (black, white):
        assert black.status("en") == "Your move."
        await heard(white, black.view.number)
        assert white.status("en") == "Black to move."
        point = Point(2, 2)
        assert black.hover(point) is not None
        assert white.hover(point) is None
        assert TableCommand.PASS not in yes(white)
        assert not await white.do(TableCommand.PASS)
        assert white.message is not None
        assert white.message.text("en") == "It is not your turn."
        assert not await white.click(point)
        assert await black.click(point)
        await heard(white, black.view.number)
        assert white.hover(point) is None
        assert white.status("en") == "Your move."


async def test_a_takeback_is_asked_for_and_answered(server: ServerProcess) -> None:
    async with opponents(server, "gomoku", 9) as (black, white):
        await place(black.game, "e5")
        assert await black.do(TableCommand.UNDO)
        await heard(white, black.view.number)
        assert len(white.view.moves) == 1
        assert black.offers("en") == ("You asked for a takeback.",)
        assert white.offers("en") == ("Ann asks to take back a move.",)
        assert TableCommand.ACCEPT in yes(white)
        assert TableCommand.ACCEPT not in yes(black)
        assert await white.do(TableCommand.DECLINE)
        await heard(black, white.view.number)
        assert black.offers("en") == ()
        assert await black.do(TableCommand.UNDO)
        await heard(white, black.view.number)
        assert await white.do(TableCommand.ACCEPT)
        await heard(black, white.view.number)
        assert not black.view.moves


async def test_an_estimate_needs_both_once_and_then_nobody(server: ServerProcess) -> None:
    async with opponents(server) as (black, white):
        await place(black.game, "c3")
        assert await black.do(TableCommand.ESTIMATE)
        await heard(white, black.view.number)
        assert black.offers("en") == ("You asked for estimates of the score.",)
        assert white.offers("en") == ("Ann would like the score estimated in this game, for both of you.",)
        assert black.estimate("en") == ()
        assert await white.do(TableCommand.ACCEPT)
        await seen(black.game, lambda view: view.estimate is not None)
        assert len(black.estimate("en")) == 2
        assert black.estimate("en") == white.estimate("en")
        await place(white.game, "d4")
        assert white.estimate("en") == ()
        assert await white.do(TableCommand.ESTIMATE)
        assert len(white.estimate("en")) == 2
        await seen(black.game, lambda view: view.estimate is not None)


async def test_dead_stones_need_both(server: ServerProcess) -> None:
    async with opponents(server) as (black, white):
        for table, name in ((black, "c3"), (white, "a1"), (black, "pass"), (white, "pass")):
            await heard(table, max(black.view.number, white.view.number))
            await place(table.game, name)
        await seen(black.game, lambda view: view.phase == AGREE and view.proposal is not None)
        assert await black.do(TableCommand.AGREE)
        assert TableCommand.AGREE not in yes(black)
        assert "You agree. Waiting for the other side." in black.agreement("en")
        await heard(white, black.view.number)
        assert "Black agrees." in white.agreement("en")
        assert await white.do(TableCommand.AGREE)
        assert white.view.is_over
        assert white.result("en")[-1].startswith("Black: ")


async def test_a_rematch_is_offered_at_the_end(server: ServerProcess) -> None:
    async with opponents(server, "gomoku", 9) as (black, white):
        assert await black.do(TableCommand.RESIGN)
        await heard(white, black.view.number)
        assert await white.do(TableCommand.REMATCH)
        await heard(black, white.view.number)
        assert TableCommand.REMATCH in yes(black)
        assert await black.do(TableCommand.ACCEPT)
        assert black.view.next_id is not None


async def test_a_hint_is_thought_of_here_for_a_game_there(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.players.builtin.mcts.DEFAULT_MS", 50)
    async with visitors(server, 1) as (games,):
        table = Table(await begin(games, "gomoku", 9, white="level:1", own=BLACK), games.now)
        assert await table.do(TableCommand.HINT)
        assert table.hint in table.view.legal


async def test_the_pace_of_a_server_is_its_own_and_its_programs_can_be_halted(server: ServerProcess) -> None:
    async with visitors(server, 1) as (games,):
        table = Table(await begin(games, "gomoku", black="random", white="random"), games.now)
        assert table.pace_ms is None
        table.set_pace(5)
        assert await table.do(TableCommand.PAUSE)
        count = len(table.view.moves)
        await asyncio.sleep(0.1)
        assert len(table.view.moves) == count
        assert await table.do(TableCommand.UNPAUSE)
        await seen(table.game, lambda view: len(view.moves) > count)


async def test_who_only_watches_can_do_nothing(server: ServerProcess) -> None:
    async with visitors(server, 2) as (games, others):
        game = await begin(games, "gomoku", 9)
        await place(game, "e5")
        table = Table(await others.open(game.view.watch_id), others.now)
        assert yes(table) == CLIENTS_OWN
        assert not await table.do(TableCommand.UNDO)
        assert table.message is not None
        assert table.message.text("en") == "This is not your seat."
        assert not await table.click(Point(0, 0))


@pytest.mark.parametrize("kind", ["go", "othello"])
async def test_commands_that_are_offered_work_and_the_others_are_refused(server: ServerProcess, kind: str) -> None:
    rng = Random(kind)
    here = CLIENTS_OWN | {TableCommand.REMATCH}
    async with visitors(server, 1) as (games,):
        table = Table(await begin(games, kind, 6 if kind == "othello" else 5), games.now)
        for _ in range(25):
            command = rng.choice([one for one in TableCommand if one not in here])
            can, number = table.can()[command], table.view.number
            done = await table.do(command)
            assert done == (can is Can.YES), (command, can, table.message and table.message.text())
            assert done or table.view.number == number
            if table.view.legal and table.view.asked is not None and table.view.phase != AGREE:
                assert await table.click(rng.choice(table.view.legal))
        assert WHITE in table.view.yours
