"""The processes that play: they crash, they are killed, and it costs one game."""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from tengen.arena.documents import Answer, Moment, Question
from tengen.arena.tournament import Tournament
from tengen.arena.worker import answer
from tengen.arena.workers import WorkerLost, Workers, most_at_once
from tests.arena.plans import essence, plan_of, run


def python(code: str, *arguments: object) -> tuple[str, ...]:
    return (sys.executable, "-c", code, *map(str, arguments))


def question(*players: str, size: int = 4) -> Question:
    plan = plan_of(*players, size=size)
    return plan.question(next(plan.bouts()), "2026-01-01")


def play(asked: Question, command: Sequence[str] | None = None) -> tuple[Answer, list[Moment]]:
    moments: list[Moment] = []

    async def once() -> Answer:
        workers = Workers(command) if command else Workers()
        try:
            return await workers.play(asked, moments.append)
        finally:
            await workers.close()

    return asyncio.run(once()), moments


def test_a_process_plays_the_game_that_this_one_would() -> None:
    asked = question(size=6)
    there, moments = play(asked)
    here = asyncio.run(answer(asked))
    assert there.points == here.points
    assert there.plies == here.plies
    assert moments[0].plies == 4, "the opening is the first moment"
    assert len(moments[0].board) == 6


async def test_one_process_plays_many_games() -> None:
    workers = Workers()
    try:
        asked = question()
        one, other = await workers.play(asked, lambda _: None), await workers.play(asked, lambda _: None)
    finally:
        await workers.close()
    assert (one.points, one.plies) == (other.points, other.plies)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.exit('no such luck')", "exit 1: no such luck"),
        ("import os; os.kill(os.getpid(), 9)", "exit -9"),
        ("input(); print('hello', flush=True); input()", "no message"),
        ('input(); print(\'{"error": "KeyError: x"}\', flush=True); input()', "KeyError: x"),
    ],
)
def test_a_process_that_fails_says_what_it_can(code: str, said: str) -> None:
    with pytest.raises(WorkerLost, match=said):
        play(question(), python(code))


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(WorkerLost, match="No such file"):
        play(question(), ("/no/such/python",))


HAS_FEW_FILES = """
import resource
from tengen.arena.worker import main
import tengen.players.engines.gtp
resource.setrlimit(resource.RLIMIT_NOFILE, (12, 12))
main()
"""


def test_an_engine_that_this_machine_cannot_start_has_not_lost() -> None:
    engine = f"gtp:{sys.executable} -c pass"
    with pytest.raises(WorkerLost, match="Too many open files"):
        play(question(engine, "random"), python(HAS_FEW_FILES))


@pytest.mark.parametrize(("files", "most"), [(1024, 250), (40, 4), (12, 1), (-1, None)])
def test_so_many_can_play_at_once_as_there_are_files(
    monkeypatch: pytest.MonkeyPatch, files: int, most: int | None
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert most_at_once() == most


CRASHES_ONCE = """
import sys, os, pathlib
flag = pathlib.Path(sys.argv[1])
if not flag.exists():
    sys.stdin.readline()
    flag.touch()
    os.abort()
from tengen.arena.worker import main
main()
"""


def test_a_crash_costs_no_result(tmp_path: Path) -> None:
    plan, flag = plan_of(games=2), tmp_path / "flag"

    async def crashing_once() -> Tournament:
        tournament = Tournament(plan)
        await tournament.run(Workers(python(CRASHES_ONCE, flag)))
        return tournament

    assert essence(asyncio.run(crashing_once()).results) == essence(run(plan).results)
    assert flag.exists()


STARTS_ONE_AND_WAITS = """
import subprocess, sys
worker = subprocess.Popen([sys.executable, "-m", "tengen.arena.worker"], stdin=subprocess.PIPE)
worker.stdin.write(sys.stdin.buffer.readline())
worker.stdin.flush()
print(worker.pid, flush=True)
worker.wait()
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
def test_when_the_arena_is_killed_its_processes_end_in_the_middle_of_a_game() -> None:
    """Level 10 thinks for seconds; nobody is left to hear the answer. What the worker says comes after its number."""
    asked = msgspec.json.encode(question("level:10", "level:10", size=8)) + b"\n"
    pipe = subprocess.PIPE
    with subprocess.Popen(python(STARTS_ONE_AND_WAITS), stdin=pipe, stdout=pipe) as arena:
        assert arena.stdin is not None
        assert arena.stdout is not None
        arena.stdin.write(asked)
        arena.stdin.flush()
        worker = Path("/proc") / arena.stdout.readline().decode().strip()
        assert b"moment" in arena.stdout.readline(), "the game has begun"
        arena.kill()
    deadline = time.monotonic() + 5
    while worker.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not worker.exists()
