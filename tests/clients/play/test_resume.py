"""Cut off anywhere, a client comes back, resumes, and sends again what was not answered: nothing lost or doubled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from tests.clients.play.conftest import run
from tests.clients.play.cutting import CuttingProxy
from tests.clients.play.scripts import begin, board, place, refused, seen
from tests.server.process import ServerProcess

from tengen.clients.play import ChangeStream, Connection, Game, View
from tengen.clients.play.local import LocalGames
from tengen.clients.play.remote import RemoteGames, ServerAddress
from tengen.core import BLACK, WHITE, ErrorCode, GameError, Pass, Place, Point, Resign
from tengen.match import Offer, RequestKind


@dataclass
class Match:
    """A game of two people on a server: Black comes through the proxy, White and a watcher do not."""

    proxy: CuttingProxy
    black: Game
    white: Game
    watcher: Game
    guest: RemoteGames


Script: TypeAlias = Callable[[Match], Awaitable[None]]


def on_server(server: ServerProcess, script: Script) -> None:
    async def played() -> None:
        async with CuttingProxy(server.port) as proxy:
            black_games = await RemoteGames.connect(ServerAddress.parse(proxy.address))
            white_games = await RemoteGames.connect(ServerAddress.parse(server.address))
            try:
                black = await begin(black_games, "go", 9, own=BLACK)
                invitation = black.view.invitation
                assert invitation is not None
                assert invitation.seat is WHITE
                white = await white_games.join(invitation, "Bo")
                watcher = await white_games.open(black.view.watch_id)
                await seen(black, lambda view: not view.is_waiting)
                await script(Match(proxy, black, white, watcher, white_games))
            finally:
                await black_games.close()
                await white_games.close()

    run(played())


def numbers_of(changes: ChangeStream) -> list[int]:
    """The numbers of the events that were heard so far."""
    return [event.number for change in changes.take_waiting() for event in change.events]


def stone(game: Game, name: str) -> Place:
    (color,) = game.view.yours
    return Place(color, game.view.spec.parse(name))


async def same_everywhere(match: Match, count: int) -> View:
    """Black's view as soon as everybody has seen so many moves; the others see the same board."""
    for game in (match.black, match.white, match.watcher):
        await seen(game, lambda view: len(view.moves) == count)
    assert board(match.black.view) == board(match.white.view) == board(match.watcher.view)
    return match.black.view


def test_two_people_and_a_watcher_see_the_same_game(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        assert (match.black.view.yours, match.white.view.yours, match.watcher.view.yours) == ((BLACK,), (WHITE,), ())
        assert match.watcher.view.is_watching
        await match.black.act(stone(match.black, "c3"))
        await seen(match.white, lambda view: view.asked is WHITE)
        await match.white.act(stone(match.white, "g7"))
        view = await same_everywhere(match, 2)
        assert (view.seats[BLACK].name, view.seats[WHITE].name) == ("Ann", "Bo")
        assert await refused(match.watcher.act(Place(BLACK, Point(0, 0)))) is ErrorCode.NOT_YOUR_SEAT
        assert await refused(match.white.act(Place(BLACK, Point(0, 0)))) is ErrorCode.NOT_YOUR_SEAT

    on_server(server, script)


def test_what_happened_during_a_cut_is_heard_once_and_in_order(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        await match.black.act(stone(match.black, "c3"))
        changes = match.black.changes()
        match.proxy.is_down = True
        match.proxy.cut()
        await seen(match.black, lambda view: view.connection is Connection.LOST)
        await seen(match.white, lambda view: view.asked is WHITE)
        await match.white.act(stone(match.white, "g7"))
        await match.white.ask(RequestKind.TAKEBACK)
        await match.white.ask(RequestKind.DRAW)
        assert len(match.black.view.moves) == 1
        match.proxy.is_down = False
        view = await seen(match.black, lambda view: len(view.offers) == 2)
        assert view.connection is Connection.OPEN
        assert len(view.moves) == 2
        assert numbers_of(changes) == [4, 5, 6]

    on_server(server, script)


def test_a_move_whose_answer_is_cut_off_is_played_once(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        for number, (mover, other) in enumerate([(match.black, match.white), (match.white, match.black)] * 3):
            changes = mover.changes()
            match.proxy.swallows_answers = mover is match.black
            view = await mover.act(Place(mover.view.yours[0], Point(number, number)))
            assert len(view.moves) == number + 1
            assert not match.proxy.swallows_answers or mover is match.white
            assert numbers_of(changes) == [number + 3]
            await seen(other, lambda view: len(view.moves) == number + 1)  # noqa: B023 - used at once
        await same_everywhere(match, 6)
        assert match.proxy.connections > 3, "each cut is followed by a new connection"

    on_server(server, script)


def test_a_move_that_waits_for_a_connection_is_played_when_there_is_one(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        match.proxy.is_down = True
        match.proxy.cut()
        await seen(match.black, lambda view: view.connection is Connection.LOST)
        moving = asyncio.create_task(match.black.act(stone(match.black, "e5")))
        await asyncio.sleep(0.5)
        assert not moving.done()
        match.proxy.is_down = False
        assert len((await moving).moves) == 1
        await same_everywhere(match, 1)

    on_server(server, script)


def test_a_stale_move_is_refused_after_the_game_has_moved_on(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        await match.black.act(stone(match.black, "c3"))
        await seen(match.white, lambda view: view.asked is WHITE)
        both = asyncio.gather(
            match.white.act(stone(match.white, "g7")), match.white.act(Pass(WHITE)), return_exceptions=True
        )
        played, stale = await both
        assert isinstance(played, View)
        assert isinstance(stale, GameError)
        assert stale.code is ErrorCode.STALE
        await same_everywhere(match, 2)

    on_server(server, script)


def test_requests_between_people_wait_for_an_answer(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        await match.black.act(stone(match.black, "c3"))
        view = await match.black.ask(RequestKind.TAKEBACK)
        assert view.offers == (Offer(RequestKind.TAKEBACK, BLACK),)
        await seen(match.white, lambda view: bool(view.offers))
        await match.white.decline(RequestKind.TAKEBACK)
        assert (await seen(match.black, lambda view: not view.offers)).moves
        await match.black.ask(RequestKind.TAKEBACK)
        await seen(match.white, lambda view: bool(view.offers))
        await match.white.ask(RequestKind.TAKEBACK)
        assert (await seen(match.black, lambda view: not view.moves)).offers == ()
        await match.white.act(Resign(WHITE))
        await seen(match.black, lambda view: view.is_over)
        await match.black.ask(RequestKind.REMATCH)
        await seen(match.white, lambda view: bool(view.offers))
        await match.white.ask(RequestKind.REMATCH)
        view = await seen(match.black, lambda view: view.next_id is not None)
        assert view.next_id == match.white.view.next_id
        watched = await seen(match.watcher, lambda view: view.next_id is not None)
        assert watched.next_id != view.next_id, "who watches gets an id to watch"

    on_server(server, script)


def test_everybody_is_told_where_the_players_are(server: ServerProcess) -> None:
    async def script(match: Match) -> None:
        await seen(match.watcher, lambda view: view.presence.keys() == {BLACK, WHITE})
        await match.black.close()
        view = await seen(match.white, lambda view: view.presence[BLACK].where != "here")
        assert view.presence[WHITE].where == "here"

    on_server(server, script)


def test_both_adapters_show_the_same_view_of_the_same_game(server: ServerProcess) -> None:
    async def views(games: LocalGames | RemoteGames) -> list[View]:
        found = []
        try:
            game = await begin(games, "go", 5, rules={"dead_stones": "agree", "komi": 0.5})
            for name in ("c3", "a1", "d4", "pass", "pass"):
                found.append(await place(game, name))
            found.append(await game.ask(RequestKind.TAKEBACK))
            found.append(await game.act(Resign(WHITE)))
            opening = await begin(games, "gomoku", rules={"opening": "swap2"})
            found.append(await place(opening, "h8", "h9", "j8"))
            renju = await begin(games, "gomoku", rules={"preset": "renju"})
            found.append(await place(renju, "h8", "a1", "h9", "a3", "j10", "a5", "k10", "c1"))
            othello = await begin(games, "othello")
            found.append(await place(othello, "d3", "c3"))
        finally:
            await games.close()
        return [replace(view, game_id="", watch_id="", proposal=None) for view in found]

    async def compared() -> None:
        here = await views(LocalGames(drives=False))
        there = await views(await RemoteGames.connect(ServerAddress.parse(server.address)))
        for one, other in zip(here, there, strict=True):
            assert replace(one, phase=other.phase if one.is_over else one.phase) == other

    run(compared())
