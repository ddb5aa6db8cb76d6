"""Engines between the moves of their games: kept where they think, a few at a time, and never longer than needed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import tempfile

import pytest

from tengen.core import BLACK, WHITE, Place, Point, create_rules, find_kind
from tengen.match import Match, Seat, advance, create
from tengen.match.service.ai_seats import ThinkerFailed
from tengen.players import MOST_CACHED, Budget, ExternalPlayer, PlayerCache, StopToken, Turn
from tests.match.thinkers import local_thinker, process_thinker
from tests.players.engine_room import HERE, PYTHON, EngineRoom

GO = find_kind("go")


async def taken(kept: PlayerCache, name: str, game_id: str) -> ExternalPlayer:
    player = await kept.take(name, GO, game_id, 1)
    assert isinstance(player, ExternalPlayer)
    return player


async def test_an_engine_stays_with_its_game_and_the_one_that_waited_longest_makes_room(own_list: EngineRoom) -> None:
    own_list.write_list(["a"], ["b"])
    now = 0.0
    kept = PlayerCache(most=2, idle_s=100, now=lambda: now)
    first, second = await taken(kept, "engine:a", "1"), await taken(kept, "engine:b", "1")
    assert first is not second
    assert await taken(kept, "engine:a", "1") is first
    third = await taken(kept, "engine:b", "2")
    assert third is second, "the same engine for another game, there being no room for more"
    assert await taken(kept, "engine:a", "1") is first
    third.faults = 1
    fourth = await taken(kept, "engine:b", "3")
    assert fourth is not third, "what failed in another game does not count in this"
    assert await taken(kept, "engine:a", "1") is first
    now = 101.0
    assert await taken(kept, "engine:a", "1") is not first
    await kept.close()


async def test_built_in_players_are_not_kept() -> None:
    kept = PlayerCache()
    assert await kept.take("human", GO, "1", 1) is None
    first, second = await kept.take("level:2", GO, "1", 1), await kept.take("level:2", GO, "1", 1)
    assert first is not second


async def test_the_strongest_level_keeps_its_memory_between_moves_and_the_others_none() -> None:
    kind, rules = find_kind("othello"), create_rules("othello")
    kept = PlayerCache()
    strongest = [await kept.take("level:10", kind, str(game), 1, rules) for game in range(MOST_CACHED)]
    assert [await kept.take("level:10", kind, str(game), 1, rules) for game in range(MOST_CACHED)] == strongest
    assert await kept.take("level:10", kind, "one more", 1, rules) in strongest, "there is no room for more"
    weaker = [await kept.take("level:9", kind, "1", 1, rules) for _ in range(2)]
    assert weaker[0] is not weaker[1]
    await kept.close()


GREETED = "> list_commands\n< = genmove undo\n<\n> boardsize 9\n< =\n<\n> clear_board\n< =\n<\n"


def some_match(match_id: str = "m1") -> Match:
    match, _ = create(match_id, create_rules("go", 9), Seat("AI", player="engine:a"), Seat("Ben", owner="b"), 0)
    return match


async def test_one_run_of_an_engine_plays_a_whole_match_in_a_process_of_its_own(own_list: EngineRoom) -> None:
    moves = "> genmove black\n< = E5\n<\n> play white A1\n< =\n<\n> genmove black\n< = D4\n<\n"
    own_list.write_list(own_list.script_command(GREETED + moves))
    thinker = process_thinker(2)
    match = some_match()
    action = await thinker.choose(match, BLACK, "engine:a", lambda _: None, owner="b")
    assert action == Place(BLACK, Point(4, 4))
    running = own_list.processes()
    match, _ = advance(match, action, 1)
    match, _ = advance(match, Place(WHITE, Point(0, 8)), 2)
    assert await thinker.choose(match, BLACK, "engine:a", lambda _: None, owner="b") == Place(BLACK, Point(3, 5))
    assert own_list.processes() == running
    with pytest.raises(ThinkerFailed, match="not in the list"):
        await thinker.choose(match, BLACK, "engine:z", lambda _: None, owner="b")
    with pytest.raises(ThinkerFailed, match="not a player"):
        await thinker.choose(match, BLACK, "gtp:true", lambda _: None, owner="b")
    await thinker.close()
    own_list.check_empty(5.0)
    last_words = [line for line in own_list.heard() if line != "quit"]  # said on closing, heard if there is time
    assert last_words[-1] == "genmove black"


async def test_faults_are_told_and_counted_where_it_thinks(own_list: EngineRoom) -> None:
    own_list.write_list([*PYTHON, str(HERE / "misbehaving_engine.py"), "silent"])
    thinker = process_thinker(longest_ms=100)
    for number in range(4):
        failed = "did not respond for 0.6 s" if number < 3 else "failed 3 times"
        with pytest.raises(ThinkerFailed, match=failed):
            await thinker.choose(some_match(), BLACK, "engine:a", lambda _: None, owner="b")
    await thinker.close()


async def test_a_thinker_in_this_process_leaves_nothing_running(own_list: EngineRoom) -> None:
    own_list.write_list(own_list.script_command(GREETED + "> genmove black\n< = E5\n<"))
    thinker = local_thinker()
    assert await thinker.choose(some_match(), BLACK, "engine:a", lambda _: None, owner="b") == Place(BLACK, Point(4, 4))
    assert own_list.processes() == []
    with pytest.raises(ThinkerFailed):
        await thinker.choose(some_match(), BLACK, "engine:z", lambda _: None, owner="b")


async def test_who_is_cancelled_leaves_no_engine_thinking(own_list: EngineRoom) -> None:
    own_list.write_list([*PYTHON, str(HERE / "misbehaving_engine.py"), "forks"])
    thinker = process_thinker()
    thinking = asyncio.create_task(thinker.choose(some_match(), BLACK, "engine:a", lambda _: None, owner="b"))
    while not own_list.processes():
        await asyncio.sleep(0.02)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    await thinker.close()
    own_list.check_empty(5.0)


async def test_the_engines_of_other_matches_stay_when_one_is_cancelled(own_list: EngineRoom) -> None:
    moves = "> genmove black\n< = E5\n<\n> play white A1\n< =\n<\n> genmove black\n< = D4\n<\n"
    own_list.write_list(own_list.script_command(GREETED + moves))
    thinker = process_thinker()
    match = some_match()
    match, _ = advance(match, await thinker.choose(match, BLACK, "engine:a", lambda _: None, owner="b"), 1)
    match, _ = advance(match, Place(WHITE, Point(0, 8)), 2)
    running = own_list.processes()
    long, _ = create("m2", create_rules("go", 19), Seat("AI", player="level:10"), Seat("Ben", owner="b"), 0)
    thinking = asyncio.create_task(thinker.choose(long, BLACK, "level:10", lambda _: None, owner="b"))
    await asyncio.sleep(0.3)
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    assert own_list.processes() == running
    assert await thinker.choose(match, BLACK, "engine:a", lambda _: None, owner="b") == Place(BLACK, Point(3, 5))
    await thinker.close()
    own_list.check_empty(5.0)


async def test_an_engine_that_takes_its_leave_slowly_is_ended_though_nobody_waits(own_list: EngineRoom) -> None:
    slow = own_list.script_command(GREETED + "> genmove black\n< = E5\n<\n> quit\n! sleep 30\n")
    own_list.write_list(slow, slow)
    kept = PlayerCache(most=1)
    turn = Turn.of(some_match().timeline)
    first = await kept.take("engine:a", find_kind("go"), "m1", 1)
    assert first is not None
    await first.choose(turn, Budget(), StopToken())
    assert own_list.processes()
    taking = asyncio.create_task(kept.take("engine:b", find_kind("go"), "m2", 1))
    await asyncio.sleep(0.2)
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking
    await kept.close()
    own_list.check_empty(5.0)


SERVER = """
import asyncio
from tengen.core import BLACK, create_rules
from tengen.match import Seat, create
from tests.match.thinkers import process_thinker

async def main():
    thinker = process_thinker()
    match, _ = create("m1", create_rules("go", 9), Seat("AI", player="engine:a"), Seat("Ben"), 0)
    await thinker.choose(match, BLACK, "engine:a", lambda _: None, owner="b")
    print("ready", flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_outlives_a_server_that_is_killed(own_list: EngineRoom, number: int) -> None:
    own_list.write_list([*PYTHON, str(HERE / "misbehaving_engine.py"), "forks"])
    assert tempfile.gettempdir() == str(own_list.temporary)
    with subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"ready\n"
        assert len(own_list.processes()) >= 2
        assert list(own_list.temporary.iterdir())
        os.kill(server.pid, number)
    own_list.check_empty(5.0)
