"""One's own games against others: which they are, whose move it is, and who is told when."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tengen.core import BLACK, WHITE
from tengen.match import Match, Request, RequestKind, Seat
from tengen.server.lobby import LocalLobbyBus, OwnGames, Persons, own_games
from tests.people.club import Club, open_club
from tests.server.lobby.scene import DAYS, Ears

ANN, BEN = "ann", "ben"


class Hall:
    """A club with its games; `here` are those who would hear of theirs now."""

    def __init__(self, club: Club) -> None:
        self.club, self.ears, self.here, bus = club, Ears(), {ANN}, LocalLobbyBus()
        bus.listen(self.ears)
        self.bus = bus
        self.own = self.another()

    def another(self) -> OwnGames:
        """What another process would make of the same games."""
        persons = Persons(self.club.people, self.club.results)
        return OwnGames(self.bus, self.club.service.matches, persons, self.here.__contains__, _no_sleep)

    async def begin(self, first: Seat | str = "Ann", second: Seat | str = "Ben", **more: Any) -> Match:
        match_id = await self.club.begin(first, second, "go", size=9, **{"rated": False, "control": DAYS, **more})
        return await self.club.service.matches.snapshot(match_id)

    async def told(self, account_id: str = ANN) -> list[list[dict[str, Any]]]:
        """The games that somebody was told of since the last time, frame by frame."""
        for _ in range(50):
            await asyncio.sleep(0.002)
        found = [frame["games"] for frame in self.ears.told(account_id, "own")]
        self.ears.frames.clear()
        return found


async def _no_sleep(seconds: float) -> None:
    assert seconds == 0.2
    await asyncio.sleep(0)


@asynccontextmanager
async def open_hall(folder: Path) -> AsyncIterator[Hall]:
    async with open_club(folder, "Ann", "Ben") as club:
        hall = Hall(club)
        running = asyncio.create_task(hall.own.run())
        try:
            yield hall
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running


async def test_one_s_games_say_whose_move_it_is_and_until_when(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        await hall.club.go_on(match.match_id, "c7 d7 e7")
        await hall.club.time.pass_ms(1_000)
        (mine,), (theirs,) = await hall.own.of(ANN), await hall.own.of(BEN)
        assert (mine.game_id, mine.yours, mine.your_move, mine.moves) == (match.match_id, "BLACK", False, 3)
        assert (theirs.yours, theirs.your_move, theirs.last) == ("WHITE", True, 22)
        assert (theirs.black.name, theirs.white.name) == ("Ann", "Ben")
        assert theirs.deadline_ms == 3 * 24 * 3_600_000 - 1_000
        assert not theirs.is_over


async def test_games_against_programs_with_oneself_or_without_an_opponent_yet_are_not_among_them(
    tmp_path: Path,
) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.begin(second=Seat("level:1", "level:1"))
        await hall.begin(second="Ann")
        await hall.begin(second=Seat("", is_open=True))
        assert await hall.own.of(ANN) == []


async def test_who_is_in_the_lobby_is_told_of_a_move_and_who_is_not_is_not(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        hall.own.on_event(match)
        assert [game["moves"] for game in (await hall.told())[0]] == [0]
        for moment in [await hall.club.go_on(match.match_id, name) for name in ("c7", "d7")]:
            hall.own.on_event(moment)
        ((game,),) = await hall.told()
        assert (game["moves"], game["yourMove"]) == (2, True), "two events, told once"
        assert await hall.told(BEN) == []


async def test_the_end_is_told_once_and_then_the_game_is_gone(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        hall.own.on_event(await hall.club.end(match.match_id, WHITE))
        ((game,),) = await hall.told()
        assert (game["isOver"], game["winner"], game["yourMove"], game["deadlineMs"]) == (True, "WHITE", False, None)
        assert await hall.own.of(ANN) == []


async def test_a_rematch_is_told_before_anybody_has_moved_in_it(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        await hall.club.end(match.match_id)
        await hall.club.act(match.match_id, Request(RequestKind.REMATCH, BLACK))
        after = await hall.club.act(match.match_id, Request(RequestKind.REMATCH, WHITE))
        assert after.next_id is not None
        hall.own.on_rematch(after, after.next_id)
        ((game,),) = await hall.told()
        assert (game["gameId"], game["yours"]) == (after.next_id, "WHITE")


async def test_after_a_restart_games_of_days_are_there_again_as_they_stood(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        match = await hall.begin()
        await hall.club.go_on(match.match_id, "c7")
        before = await hall.own.of(BEN)
        assert await hall.another().of(BEN) == before
        assert before[0].your_move


async def test_no_more_than_fifty_games_of_one_person_are_told(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        for _ in range(52):
            await hall.begin()
        assert len(await hall.own.of(ANN)) == 50


async def test_what_is_kept_in_memory_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_games, "MOST_KEPT", 2)
    async with open_hall(tmp_path) as hall:
        for _ in range(4):
            await hall.begin()
        assert len(await hall.own.of(ANN)) == 4
        assert len(hall.own._kept) == 2
        assert set(hall.own._players) <= set(hall.own._kept)
