"""Which games being played are shown in the lobby, and how."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from tengen.core import Unavailable
from tengen.match import Match
from tengen.match.service import watch_id_of
from tengen.protocol import Glance, Person
from tengen.server.lobby import GameHidden, GameShown, Glances, LocalLobbyBus, Persons
from tengen.server.lobby.glances import MOST_KNOWN, MOST_SHOWN, STALE_MS
from tengen.server.lobby.sketch import Sketch
from tests.match.sittings import MINUTE
from tests.people.club import Club, open_club
from tests.server.lobby.scene import Ears


class Hall:
    """A club with its games, and somebody who hears which of them are shown."""

    def __init__(self, club: Club) -> None:
        self.club, self.ears, bus = club, Ears(), LocalLobbyBus()
        bus.listen(self.ears)
        self.bus = bus
        self.glances = Glances(bus, Persons(club.people, club.results))

    async def begin(self, **more: Any) -> Match:
        """A listed game of Ann and Ben."""
        match_id = await self.club.begin("Ann", "Ben", "go", size=9, rated=False, **{"listed": True, **more})
        match = await self.club.service.matches.snapshot(match_id)
        self.glances.on_event(match)
        return match

    async def told(self) -> list[Glance | str]:
        """What was told since the last time: games as they look, and watch ids of those that are not shown."""
        for _ in range(50):
            await asyncio.sleep(0.002)
        found: list[Glance | str] = []
        for change in self.ears.changes:
            if isinstance(change, GameShown):
                found.append(change.glance)
            elif isinstance(change, GameHidden):
                found.append(change.watch_id)
        self.ears.changes.clear()
        return found


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    async with open_club(folder, "Ann", "Ben") as club:
        hall = Hall(club)
        running = asyncio.create_task(hall.glances.run())
        try:
            yield hall
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


async def test_a_listed_game_is_shown_with_its_board_and_players(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin(control=MINUTE)
        (shown,) = await hall.told()
        assert isinstance(shown, Glance)
        assert (shown.watch_id, shown.game_type, shown.board_size) == (watch_id_of(match.match_id), "GO", 9)
        assert (shown.black.name, shown.white.name) == ("Ann", "Ben")
        assert (shown.grid, shown.last, shown.to_move, shown.moves) == ("." * 81, None, "BLACK", 0)
        assert shown.speed == "blitz"
        hall.glances.on_event(await hall.club.go_on(match.match_id, "c7"))
        (moved,) = await hall.told()
        assert isinstance(moved, Glance)
        assert (moved.grid.index("b"), moved.last, moved.to_move, moved.moves) == (20, 20, "WHITE", 1)
        hall.glances.on_event(await hall.club.end(match.match_id))
        assert await hall.told() == [shown.watch_id]


async def test_games_that_are_not_listed_or_wait_for_somebody_are_not_shown(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin(listed=False)
        assert await hall.told() == []
        waiting = replace(match, listed=True, second=replace(match.second, is_open=True, owner=None))
        hall.glances.on_event(waiting)
        assert await hall.told() == []


async def test_a_game_that_is_played_keeps_its_place_and_one_that_stands_makes_room(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        await hall.told()
        games = [replace(match, match_id=f"game {number}", at=match.at + number) for number in range(1, MOST_SHOWN + 1)]
        for game in games:
            hall.glances.on_event(game)
        told = await hall.told()
        shown = [found.watch_id for found in told if isinstance(found, Glance)]
        assert len(shown) == MOST_SHOWN - 1, "one was there before"
        assert watch_id_of(games[-1].match_id) not in shown
        late = replace(games[-1], at=match.at + STALE_MS)
        hall.glances.on_event(late)
        gone, came = await hall.told()
        assert gone == watch_id_of(match.match_id), "nobody has moved there for longest"
        assert isinstance(came, Glance)
        assert came.watch_id == watch_id_of(late.match_id)


async def test_when_a_game_ends_the_one_that_moved_last_takes_its_place(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        for number in range(MOST_SHOWN + 3):
            hall.glances.on_event(replace(match, match_id=f"game {number}"))
        await hall.told()
        hall.glances.on_event(await hall.club.end(match.match_id))
        gone, came = await hall.told()
        assert gone == watch_id_of(match.match_id)
        assert isinstance(came, Glance)
        assert came.watch_id == watch_id_of(f"game {MOST_SHOWN + 2}")


async def test_of_very_many_games_only_some_are_looked_after(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        for number in range(MOST_KNOWN + 50):
            hall.glances.on_event(replace(match, match_id=f"game {number}"))
        assert len(hall.glances._known) == MOST_KNOWN
        assert len(hall.glances._shown) <= MOST_SHOWN


async def test_after_a_restart_the_games_that_go_on_are_shown_again(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        running, over = await hall.begin(), await hall.begin()
        await hall.club.go_on(running.match_id, "c7")
        await hall.club.end(over.match_id)
        await hall.told()
        again = Glances(hall.bus, Persons(hall.club.people, hall.club.results))
        await again.start(hall.club.service.matches)
        await again._look_up()
        (shown,) = await hall.told()
        assert isinstance(shown, Glance)
        assert (shown.watch_id, shown.moves) == (watch_id_of(running.match_id), 1)


async def test_a_store_that_cannot_be_read_is_asked_again(tmp_path: Path) -> None:
    class Unreadable(Persons):
        fails = 2

        async def at(self, sketch: Sketch) -> tuple[Person, Person]:
            self.fails -= 1
            if self.fails >= 0:
                raise Unavailable("down")
            return await super().at(sketch)

    async with open_hall(tmp_path) as hall:
        slept: list[float] = []

        async def sleep(seconds: float) -> None:
            slept.append(seconds)

        glances = Glances(hall.bus, Unreadable(hall.club.people, hall.club.results), sleep)
        glances.on_event(await hall.begin())
        await hall.told()
        running = asyncio.create_task(glances.run())
        assert len(await hall.told()) == 1
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        assert slept == [5.0, 5.0]
