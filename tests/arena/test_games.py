"""Whole games in processes of their own: they crash, they are killed, and it costs one game."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tengen.arena.documents import GamePlayed, GameToPlay, Moment
from tengen.arena.games import ARENA_GAME, GamePool, games_command, play_game
from tengen.arena.tournament import Tournament
from tengen.jobs import ChildCommand, JobFailed
from tengen.jobs.wire import encode_job
from tests.arena.plans import essence, plan_of, run


def python(code: str, *arguments: object) -> ChildCommand:
    return ChildCommand((sys.executable, "-c", code, *map(str, arguments)))


def game_of(*players: str, size: int = 4) -> GameToPlay:
    plan = plan_of(*players, size=size)
    return plan.game(next(plan.bouts()), "2026-01-01")


async def play(game: GameToPlay, command: ChildCommand | None = None) -> tuple[GamePlayed, list[Moment]]:
    moments: list[Moment] = []
    pool = GamePool(1, command)
    try:
        return await pool.play(game, moments.append), moments
    finally:
        await pool.close()


async def test_a_process_plays_the_game_that_this_one_would() -> None:
    game = game_of(size=6)
    there, moments = await play(game)
    here = await play_game(game)
    assert there.points == here.points
    assert there.plies == here.plies
    assert moments[0].plies == 4, "the opening is the first moment"
    assert len(moments[0].board) == 6


def test_games_at_once_have_one_thread_each() -> None:
    assert "--threads" not in games_command(1).argv
    argv = games_command(2).argv
    assert argv[argv.index("--threads") + 1] == "1"


async def test_one_process_plays_many_games() -> None:
    pool = GamePool()
    one, other = [await pool.play(game_of(), lambda _: None) for _ in range(2)]
    await pool.close()
    assert (one.points, one.plies) == (other.points, other.plies)


async def test_a_game_that_cannot_begin_is_refused_and_the_next_one_played() -> None:
    pool = GamePool()
    game = game_of()
    with pytest.raises(JobFailed, match="level:99"):
        await pool.play(msgspec.structs.replace(game, players=("level:99", "random")), lambda _: None)
    await pool.play(game, lambda _: None)
    await pool.close()


async def test_a_game_that_is_not_waited_for_is_broken_off() -> None:
    pool = GamePool()
    begun = asyncio.Event()
    playing = asyncio.create_task(pool.play(game_of("level:10", "level:10", size=8), lambda _: begun.set()))
    await begun.wait()
    began = time.monotonic()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    await pool.play(game_of(), lambda _: None)
    await pool.close()
    assert time.monotonic() - began < 5


HAS_FEW_FILES = """
import resource
from tengen.jobs.child import main
import tengen.arena.games
import tengen.players.engines.gtp
resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))
main([])
"""


async def test_an_engine_that_this_machine_cannot_start_has_not_lost() -> None:
    engine = f"gtp:{sys.executable} -c pass"
    with pytest.raises(JobFailed, match="Too many open files"):
        await play(game_of(engine, "random"), python(HAS_FEW_FILES))


CRASHES_ONCE = """
import sys, os, pathlib
flag = pathlib.Path(sys.argv[1])
if not flag.exists():
    print('{"type":"ready"}', flush=True)
    sys.stdin.readline()
    flag.touch()
    os.abort()
from tengen.jobs.child import main
import tengen.arena.games
main([])
"""


async def test_a_crash_costs_no_result(tmp_path: Path) -> None:
    plan, flag = plan_of(games=2), tmp_path / "flag"
    tournament = Tournament(plan)
    await tournament.run(GamePool(1, python(CRASHES_ONCE, flag)))
    assert essence(tournament.results) == essence((await asyncio.to_thread(run, plan)).results)
    assert flag.exists()


STARTS_ONE_AND_WAITS = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)
child.stdin.write(sys.stdin.buffer.readline())
child.stdin.flush()
print(child.pid, flush=True)
child.wait()
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
def test_when_the_arena_is_killed_its_processes_end_in_the_middle_of_a_game() -> None:
    """Level 10 thinks for seconds; nobody is left to hear the answer. What the child says comes after its number."""
    asked = encode_job(ARENA_GAME, msgspec.json.encode(game_of("level:10", "level:10", size=8)))
    pipe = subprocess.PIPE
    argv = [sys.executable, "-c", STARTS_ONE_AND_WAITS, *games_command().argv]
    with subprocess.Popen(argv, stdin=pipe, stdout=pipe) as arena:
        assert arena.stdin is not None
        assert arena.stdout is not None
        arena.stdin.write(asked)
        arena.stdin.flush()
        child = Path("/proc") / arena.stdout.readline().decode().strip()
        assert b"ready" in arena.stdout.readline()
        assert b"progress" in arena.stdout.readline(), "the game has begun"
        arena.kill()
    deadline = time.monotonic() + 5
    while child.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not child.exists()
