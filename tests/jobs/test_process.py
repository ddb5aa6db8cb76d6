"""Processes that do jobs: asked, stopped in the middle, killed, and gone with their parent."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tengen.core import BLACK, create_rules
from tengen.jobs import (
    THINKING,
    AnalysisReply,
    ChildCommand,
    ChildProcess,
    EncodedGame,
    Job,
    JobFailed,
    Pool,
    Priority,
    Question,
    Wanted,
    WorkerLost,
    action_of,
    child_command,
    decode_reply,
    most_processes,
    server_command,
)
from tengen.jobs.wire import STOP, encode_job
from tengen.players import threads_beside

HANDLERS = "tests.jobs.echo_handler"


def game_of(kind: str, size: int | None = None) -> EncodedGame:
    rules = create_rules(kind, size)
    return EncodedGame(kind, rules.size, rules.options())


def question(player: str, kind: str = "go", size: int | None = 5, **more: object) -> bytes:
    asked = Question(game_of(kind, size), 600_000, 5, player, BLACK, match_id=f"{kind}{size}")
    return msgspec.structs.replace(asked, **more).encode()


LONG = question("level:9", size=19)


def job(body: bytes, kind: str = THINKING) -> Job:
    return Job(kind, body, "ann", Priority.PERSON)


def one_process() -> Pool:
    return Pool(lambda: ChildProcess.start(server_command()))


def worker_of(pool: Pool) -> ChildProcess:
    idle, busy = pool.workers()
    (worker,) = [*idle, *busy]
    assert isinstance(worker, ChildProcess)
    return worker


async def ask(child: ChildProcess, body: bytes, kind: str = THINKING) -> bytes:
    return await child.ask(kind, body, lambda _: None)


def python(code: str, *arguments: object) -> ChildCommand:
    return ChildCommand((sys.executable, "-c", code, *map(str, arguments)))


async def test_a_process_of_a_server_yields_to_others() -> None:
    child = await ChildProcess.start(server_command())
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == min(own + 10, 19)
    await child.end()
    assert not child.is_alive


def test_the_processes_of_a_server_share_the_processors() -> None:
    for processes in (1, 2, 1000):
        argv = server_command(processes).argv
        assert argv[argv.index("--threads") + 1] == str(threads_beside(processes))
    assert "--threads" not in child_command().argv, "alone it has all"


async def test_a_process_uses_the_threads_that_it_is_given() -> None:
    for threads in (1, 3):
        child = await ChildProcess.start(child_command([HANDLERS], threads=threads))
        assert await ask(child, b'{"say":"threads"}', "echo") == str(threads).encode()
        await child.end()


async def test_a_search_takes_no_more_memory_than_its_process_is_given() -> None:
    child = await ChildProcess.start(child_command([HANDLERS], memory_mb=17))
    assert await ask(child, b'{"say":"memory"}', "echo") == b"17"
    await child.end()
    assert "--memory-mb" not in child_command().argv, "else as much as usual"


async def test_a_process_that_dies_between_two_jobs_or_in_the_middle_of_one_costs_that_job() -> None:
    pool = one_process()
    await pool.run(job(question("random")))
    first = worker_of(pool)
    os.kill(first.pid, signal.SIGKILL)
    while first.is_alive:
        await asyncio.sleep(0.01)
    await pool.run(job(question("random")))
    second = worker_of(pool)
    assert second is not first
    thinking = asyncio.create_task(pool.run(job(LONG)))
    await asyncio.sleep(0.2)
    os.kill(second.pid, signal.SIGKILL)
    with pytest.raises(WorkerLost, match="ended, exit -9"):
        await thinking
    assert action_of(await pool.run(job(question("random"))))
    await pool.close()


async def test_one_who_is_cancelled_stops_and_the_process_goes_on_with_something_else() -> None:
    pool = one_process()
    await pool.run(job(question("random")))
    process = worker_of(pool)
    thinking = asyncio.create_task(pool.run(job(LONG)))
    await asyncio.sleep(0.2)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert action_of(await pool.run(job(question("random"))))
    assert worker_of(pool) is process
    await pool.close()


async def test_a_process_that_does_not_hear_the_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.jobs.process._STOPPING_S", 0.2)
    pool = one_process()
    await pool.run(job(question("random")))
    process = worker_of(pool)
    os.kill(process.pid, signal.SIGSTOP)
    thinking = asyncio.create_task(pool.run(job(question("random"))))
    await asyncio.sleep(0.1)
    thinking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await thinking
    assert not process.is_alive
    assert pool.workers() == ([], [])
    await pool.close()


async def test_a_pool_is_closed_though_a_process_hears_nothing() -> None:
    pool = one_process()
    await pool.run(job(question("random")))
    os.kill(worker_of(pool).pid, signal.SIGSTOP)
    thinking = asyncio.create_task(pool.run(job(question("random"))))
    await asyncio.sleep(0.1)
    began = time.monotonic()
    await pool.close()
    with pytest.raises(JobFailed):
        await thinking
    assert time.monotonic() - began < 1


def test_a_stop_that_comes_together_with_its_job_is_heard_too() -> None:
    argv = server_command().argv
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b'{"type":"ready"}\n'
        process.stdin.write(encode_job(THINKING, LONG) + STOP + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b'{"type":"stopped"}\n', "and nobody thinks to the end"
        process.stdin.close()


@pytest.mark.parametrize("delay_ms", [0, 1, 2, 5, 10, 20, 40])
async def test_a_stop_that_crosses_the_answer_leaves_the_next_job_its_own_answer(delay_ms: int) -> None:
    pool = one_process()
    await pool.run(job(question("random")))
    other = create_rules("othello", 8)
    for _ in range(5):
        thinking = asyncio.create_task(pool.run(job(question("level:3"))))
        await asyncio.sleep(delay_ms / 1000)
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        action = action_of(await pool.run(job(question("random", "othello", 8))))
        assert other.refusal(other.initial(), action) is None
    await pool.close()


async def test_an_analysis_tells_its_progress_and_is_finished_when_asked_to() -> None:
    child = await ChildProcess.start(child_command())
    told: list[bytes] = []
    body = question("level:10", "gomoku", 9, wanted=Wanted.ANALYSIS, progress_ms=50)
    asking = asyncio.create_task(child.ask(THINKING, body, told.append))
    while len(told) < 3:
        await asyncio.sleep(0.01)
    began = time.monotonic()
    await child.finish()
    found = decode_reply(await asking)
    assert time.monotonic() - began < 2
    assert isinstance(found, AnalysisReply)
    progress = decode_reply(told[2])
    assert isinstance(progress, AnalysisReply)
    assert found.analysis.visits >= progress.analysis.visits > 0
    assert action_of(await ask(child, question("random"))), "a finish is for one job"
    await child.end()


async def test_analysis_and_dead_stones_are_bounded_in_time() -> None:
    child = await ChildProcess.start(child_command())
    began = time.monotonic()
    body = question("level:10", "gomoku", 9, wanted=Wanted.ANALYSIS, longest_ms=200)
    assert isinstance(decode_reply(await ask(child, body)), AnalysisReply)
    await ask(child, question("", "go", 19, wanted=Wanted.DEAD_STONES, longest_ms=200, color=None))
    assert time.monotonic() - began < 5
    await child.end()


@pytest.mark.parametrize(
    ("kind", "body", "error"),
    [
        (THINKING, b"{}", "the question is none"),
        (THINKING, question("level:99"), "level:99"),
        (THINKING, question("human"), "human is no AI"),
        (THINKING, question("gtp:true"), "not a player"),
        ("dancing", b"{}", "nobody here does 'dancing'"),
    ],
)
async def test_what_cannot_be_done_is_refused_and_the_process_stays(kind: str, body: bytes, error: str) -> None:
    child = await ChildProcess.start(child_command())
    with pytest.raises(JobFailed, match=error):
        await ask(child, body, kind)
    assert action_of(await ask(child, question("random")))
    await child.end()


async def test_the_owner_of_a_kind_brings_its_handler() -> None:
    child = await ChildProcess.start(child_command([HANDLERS]))
    told: list[bytes] = []
    assert await child.ask("echo", b'{"say":"hello"}', told.append) == b'{"say":"hello"}'
    assert told == [b'"on the way"']
    with pytest.raises(JobFailed, match="KeyError: 'say'"):
        await ask(child, b"{}", "echo")
    with pytest.raises(JobFailed) as failed:
        await ask(child, b'{"say":"no"}', "echo")
    assert failed.value.reason is not None
    assert (failed.value.reason.key, failed.value.reason.values) == ("error.TOO_LARGE", {"most": 3})
    await child.end()


async def test_what_a_handler_prints_is_no_message() -> None:
    child = await ChildProcess.start(child_command([HANDLERS]))
    assert await ask(child, b'{"say":"print"}', "echo") == b'{"say":"print"}'
    await child.end()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("import sys; sys.exit('no such luck')", "exit 1: no such luck"),
        ("import os; os.kill(os.getpid(), 9)", "exit -9"),
        ("print('hello', flush=True); input()", "no message"),
        ('print(\'{"type":"stopped"}\', flush=True); input()', "began with something else"),
        ("print('x' * 300_000, flush=True); input()", "no message"),
    ],
)
async def test_a_process_that_does_not_begin_says_what_it_can(code: str, said: str) -> None:
    with pytest.raises(WorkerLost, match=said):
        await ChildProcess.start(python(code))


READY = 'import sys; print(\'{"type":"ready"}\', flush=True); sys.stdin.readline(); '


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("sys.exit('no such luck')", "exit 1: no such luck"),
        ("print('hello', flush=True); input()", "no message"),
        ('print(\'{"type":"ready"}\', flush=True); input()', "nobody asked for ready"),
        ("print('x' * 300_000, flush=True); input()", "no message"),
        ('print(\'{"type":"refusal","error":"KeyError: x"}\', flush=True); input()', "KeyError: x"),
    ],
)
async def test_a_process_that_fails_says_what_it_can(code: str, said: str) -> None:
    child = await ChildProcess.start(python(READY + code))
    with pytest.raises(JobFailed, match=said):
        await ask(child, b"{}", "any")
    await child.end()


async def test_a_program_that_is_not_there() -> None:
    with pytest.raises(WorkerLost, match="No such file"):
        await ChildProcess.start(ChildCommand(("/no/such/python",)))


@pytest.mark.parametrize(("files", "most"), [(1024, 250), (40, 4), (12, 1), (-1, None)])
def test_there_may_be_so_many_processes_as_there_are_files(
    monkeypatch: pytest.MonkeyPatch, files: int, most: int | None
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (files, files))
    assert most_processes() == most


STARTS_ONE_AND_WAITS = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-m", "tengen.jobs.child"], stdin=subprocess.PIPE)
child.stdin.write(sys.stdin.buffer.readline())
child.stdin.flush()
print(child.pid, flush=True)
child.wait()
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for the process in /proc")
def test_when_the_parent_is_killed_its_processes_end_in_the_middle_of_a_thought() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", STARTS_ONE_AND_WAITS], stdin=pipe, stdout=pipe) as parent:
        assert parent.stdin is not None
        assert parent.stdout is not None
        parent.stdin.write(encode_job(THINKING, LONG))
        parent.stdin.flush()
        child = Path("/proc") / parent.stdout.readline().decode().strip()
        assert b"ready" in parent.stdout.readline()
        parent.kill()
    deadline = time.monotonic() + 5
    while child.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not child.exists()
