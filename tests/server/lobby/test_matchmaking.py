"""Those who would play anyone: they are paired, told, and lose nothing where something fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tengen.core import ErrorCode, GameError, GameKind, Unavailable, create_rules, kinds
from tengen.match.service import MatchFilter
from tengen.server.lobby import Speed, Wish, quick_control
from tengen.server.lobby.pairing import ANYONE_AFTER_MS
from tests.server.lobby.scene import Lobby, open_lobby

GOMOKU = Wish("gomoku", 15, Speed.BLITZ, rated=True)
UNRATED = Wish("gomoku", 15, Speed.BLITZ, rated=False)


@asynccontextmanager
async def pairing(folder: Path, *names: str, **more: Any) -> AsyncIterator[Lobby]:
    """A lobby whose task pairs people."""
    async with open_lobby(folder, *names, **more) as lobby:
        running = asyncio.create_task(lobby.matchmaking.run())
        try:
            yield lobby
        finally:
            running.cancel()
            await asyncio.wait([running])


async def seek(lobby: Lobby, name: str, wish: Wish = GOMOKU) -> Any:
    return await lobby.matchmaking.seek(await lobby.account(name), wish)


async def until_paired(lobby: Lobby, *names: str) -> list[dict[str, Any]]:
    """What these were told when they were paired."""
    async with asyncio.timeout(5):
        while not all(lobby.ears.told(name.lower(), "paired") for name in names):
            await asyncio.sleep(0.002)
    return [lobby.ears.told(name.lower(), "paired")[-1] for name in names]


async def matches_in(lobby: Lobby) -> int:
    return (await lobby.rows())[2]


async def test_two_who_would_play_the_same_are_paired_and_both_told(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        waiting = await seek(lobby, "Ann")
        assert (waiting.game_type, waiting.board_size, waiting.range, waiting.wait_ms) == ("GOMOKU", 15, 100, 0)
        assert lobby.matchmaking.seek_of("ann") == waiting
        await seek(lobby, "Ben")
        ann, ben = await until_paired(lobby, "Ann", "Ben")
        assert ann["gameId"] == ben["gameId"]
        assert {ann["color"], ben["color"]} == {"BLACK", "WHITE"}
        match = await lobby.games.snapshot(ann["gameId"])
        assert (match.rated, match.listed, match.ruleset.KIND) == (True, True, "gomoku")
        assert match.clock is not None
        assert match.clock.control == quick_control(Speed.BLITZ)
        assert lobby.matchmaking.seek_of("ann") is lobby.matchmaking.seek_of("ben") is None
        page = await lobby.club.matches_store.find_matches(MatchFilter(listed=True))
        assert len(page.rows) == 1


async def test_a_crowd_at_once_is_paired_once_each(tmp_path: Path) -> None:
    names = [f"Player{number}" for number in range(9)]
    async with pairing(tmp_path, *names) as lobby:
        await asyncio.gather(*(seek(lobby, name) for name in names))
        async with asyncio.timeout(5):
            while sum(bool(lobby.ears.told(name.lower(), "paired")) for name in names) < 8:
                await asyncio.sleep(0.005)
        assert [len(lobby.ears.told(name.lower(), "paired")) for name in names].count(1) == 8
        assert await matches_in(lobby) == 4
        assert sum(lobby.matchmaking.seek_of(name.lower()) is not None for name in names) == 1


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.name)
async def test_any_game_is_played_by_the_rules_that_people_are_offered_first(tmp_path: Path, kind: GameKind) -> None:
    """Of Go with dead stones by agreement: people pass before they have taken them."""
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        wish = Wish(kind.name, None, Speed.RAPID, rated=kind.can_be_won)
        await seek(lobby, "Ann", wish)
        await seek(lobby, "Ben", wish)
        paired, _ = await until_paired(lobby, "Ann", "Ben")
        match = await lobby.games.snapshot(paired["gameId"])
        assert match.ruleset == create_rules(kind.name, None, kind.rules.offered_to_people({}))
        assert not kind.rules.FEATURES.dead_stones or match.ruleset.options()["dead_stones"] == "agree"


async def test_guests_are_paired_unrated_only(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", guests=("Visitor",)) as lobby:
        with pytest.raises(GameError) as refused:
            await seek(lobby, "Visitor", GOMOKU)
        assert refused.value.code is ErrorCode.CANNOT_BE_RATED
        await seek(lobby, "Visitor", UNRATED)
        await seek(lobby, "Ann", UNRATED)
        await until_paired(lobby, "Ann", "Visitor")


async def test_what_is_no_game_cannot_be_wished_for(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann") as lobby:
        for wish, code in (
            (Wish("chess", 8, Speed.BLITZ, rated=False), ErrorCode.NO_SUCH_KIND),
            (Wish("othello", 63, Speed.BLITZ, rated=False), ErrorCode.BAD_RULES),
            (Wish("peace", None, Speed.DAYS, rated=True), ErrorCode.CANNOT_BE_RATED),
        ):
            with pytest.raises(GameError) as refused:
                await seek(lobby, "Ann", wish)
            assert refused.value.code is code
        assert lobby.matchmaking.seek_of("ann") is None


async def test_who_has_left_often_waits_longer_and_is_told_so(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        await lobby.note_leavings("Ann", 3)
        told = await seek(lobby, "Ann")
        assert told.wait_ms > 0
        assert told.why == "pairing.waits"
        await seek(lobby, "Ben")
        await asyncio.sleep(0.02)
        assert await matches_in(lobby) == 0
        lobby.time.wall += told.wait_ms
        await seek(lobby, "Ben")
        await until_paired(lobby, "Ann", "Ben")


async def test_leaving_is_clean_at_any_moment(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        await seek(lobby, "Ann")
        lobby.matchmaking.on_left("ann")
        assert lobby.ears.told("ann", "seeking")[-1]["seek"] is None
        asking = asyncio.create_task(seek(lobby, "Ann"))
        while "ann" not in lobby.matchmaking._asking:
            await asyncio.sleep(0)
        lobby.matchmaking.on_left("ann")
        await asking
        assert lobby.matchmaking.seek_of("ann") is None
        await seek(lobby, "Ben")
        await asyncio.sleep(0.02)
        assert await matches_in(lobby) == 0
        lobby.matchmaking.unseek("nobody")


async def test_a_new_wish_replaces_the_one_before(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        await seek(lobby, "Ann")
        await seek(lobby, "Ann", Wish("othello", 8, Speed.RAPID, rated=False))
        await seek(lobby, "Ben")
        await asyncio.sleep(0.02)
        assert await matches_in(lobby) == 0
        waiting = lobby.matchmaking.seek_of("ann")
        assert waiting is not None
        assert waiting.game_type == "OTHELLO"


async def test_who_blocks_the_other_while_both_wait_does_not_meet_them(tmp_path: Path) -> None:
    async with pairing(tmp_path, "Ann", "Ben", "Cat") as lobby:
        await lobby.rate("Ann", 1400)
        await lobby.rate("Ben", 1600)
        await seek(lobby, "Ann")
        await seek(lobby, "Ben")
        await lobby.relations.block("ann", "Ben")
        lobby.time.wall += ANYONE_AFTER_MS
        await seek(lobby, "Cat")
        await until_paired(lobby, "Cat")
        assert await matches_in(lobby) == 1
        waiting = [name for name in ("ann", "ben") if lobby.matchmaking.seek_of(name) is not None]
        assert len(waiting) == 1, "both had been put back, and one of them met somebody else"


async def test_where_the_store_is_away_both_wait_on_and_are_paired_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        start, tries = lobby.games.start_between, 0

        async def fail_once(*given: Any, **more: Any) -> Any:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise Unavailable("the disk is full")
            return await start(*given, **more)

        monkeypatch.setattr(lobby.games, "start_between", fail_once)
        await seek(lobby, "Ann")
        await seek(lobby, "Ben")
        async with asyncio.timeout(5):
            while tries == 0 or lobby.matchmaking.seek_of("ben") is None:
                await asyncio.sleep(0.002)
        assert lobby.matchmaking.seek_of("ann") is not None
        lobby.time.wall += 2_000
        lobby.matchmaking._look.set()
        await until_paired(lobby, "Ann", "Ben")
        assert await matches_in(lobby) == 1


async def test_who_gives_up_while_the_game_begins_does_not_wait_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        begins, goes_on = asyncio.Event(), asyncio.Event()

        async def fail_slowly(*_: Any, **__: Any) -> Any:
            begins.set()
            await goes_on.wait()
            raise Unavailable("the disk is full")

        monkeypatch.setattr(lobby.games, "start_between", fail_slowly)
        await seek(lobby, "Ann")
        await seek(lobby, "Ben")
        await begins.wait()
        lobby.matchmaking.on_left("ann")
        goes_on.set()
        async with asyncio.timeout(5):
            while lobby.matchmaking.seek_of("ben") is None:
                await asyncio.sleep(0.002)
        assert lobby.matchmaking.seek_of("ann") is None


async def test_so_many_wait_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.server.lobby.matchmaking.MOST_SEEKS", 1)
    async with pairing(tmp_path, "Ann", "Ben") as lobby:
        await seek(lobby, "Ann")
        with pytest.raises(GameError) as refused:
            await seek(lobby, "Ben", UNRATED)
        assert refused.value.code is ErrorCode.SLOW_DOWN
        await seek(lobby, "Ann", UNRATED)


async def test_those_who_wait_hear_how_their_range_widens(tmp_path: Path) -> None:
    async with open_lobby(tmp_path, "Ann") as lobby:
        await seek(lobby, "Ann")
        lobby.ears.frames.clear()
        start = lobby.time.wall
        for after_ms in range(0, ANYONE_AFTER_MS + 30_000, 5_000):
            lobby.time.wall = start + after_ms
            next_at = lobby.matchmaking._tell_ranges(lobby.time.wall)
            assert next_at is None or next_at > lobby.time.wall
        told = [frame["seek"]["range"] for frame in lobby.ears.told("ann", "seeking")]
        assert told == [200, 300, 400, 500, 600, None]
