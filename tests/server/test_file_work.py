"""Work on files in processes of its own: what a file may cost, who waits for whom, what is kept."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from tengen.core import BLACK, WHITE, Board, ErrorCode, GameError, MarkDead, Point, Resign, Setup
from tengen.core.record import BadRecord
from tengen.protocol import ServerCode
from tengen.server.files import FileLimits, FileService, UploadLimits
from tengen.server.files.messages import EncodedRecord, Refused, decode_record, decode_reply, encode
from tengen.server.files.picture_cache import PictureCache
from tengen.server.files.process_limits import CpuSpent, counted_cpu_s, cpu_limit
from tengen.server.refusals import ServerRefusal
from tests.match.sittings import AI, ANN, BEN, BYOYOMI, FISCHER, GUEST, TAKEBACK, Sitting
from tests.server.files import MIB, sgf, variations

UPLOADS: Final = UploadLimits(20_000, 100_000, 1_999, 3)
SHORT: Final = sgf(3).encode()
COSTLY: Final = variations(19_000).encode()
"""Seconds of CPU."""


@asynccontextmanager
async def file_service(**limits: float) -> AsyncIterator[FileService]:
    service = FileService(UPLOADS, FileLimits(**limits))  # type: ignore[arg-type]  # whole numbers where they must be
    try:
        yield service
    finally:
        await service.close()


# --- what travels


def sittings() -> Iterator[Sitting]:
    """Matches with clocks, programs, openings, what was undone, dead stones, and ends of several kinds."""
    go = Sitting("go", ANN, BEN, size=9, rules={"dead_stones": "agree", "handicap": 2}, control=BYOYOMI)
    go.wait(700).play("e5 e3")
    go.play("pass pass")
    go.do(MarkDead(BLACK, (Point(4, 4),)))
    yield go
    gomoku = Sitting("gomoku", ANN, AI, rules={"opening": "swap2"}, control=FISCHER)
    gomoku.play("h8 h9 j10 white")
    gomoku.do(Resign(WHITE))
    yield gomoku
    othello = Sitting("othello", GUEST, GUEST)
    othello.play("d3 c5 f6")
    othello.ask(TAKEBACK)
    yield othello
    setup = Setup(Board.empty(4).with_stones({Point(0, 0): BLACK, Point(3, 3): WHITE}), WHITE)
    yield Sitting("peace", GUEST, AI, size=4, setup=setup)


@pytest.mark.parametrize("sitting", list(sittings()), ids=lambda sitting: sitting.match.ruleset.KIND)
def test_a_match_is_the_same_record_on_the_other_side(sitting: Sitting) -> None:
    encoded = encode(EncodedRecord.of_match(sitting.match))
    assert b"\n" not in encoded, "it goes in one line"
    assert decode_record(encoded).record() == sitting.match.record()


def test_a_refusal_says_the_same_on_the_other_side_in_every_language() -> None:
    move = GameError(ErrorCode.KO)
    for error in (move, GameError(ErrorCode.TOO_LARGE, "format.too_many_nodes", most=7), BadRecord(12, move)):
        reply = decode_reply(encode(Refused.of(error)))
        assert isinstance(reply, Refused)
        there = reply.error()
        assert (there.code, there.key) == (error.code, error.key)
        for language in ("en", "zh"):
            assert there.text(language) == error.text(language)


# --- what a file may cost


def test_code_that_takes_too_much_cpu_is_broken_off_whatever_it_catches() -> None:
    begin = time.process_time()
    with pytest.raises(CpuSpent):
        go_on_for_ever()
    assert 0.1 < time.process_time() - begin < 2.0
    with cpu_limit(5.0):
        pass


def test_the_limit_is_beyond_what_the_system_counts_however_long_the_process_has_worked() -> None:
    until = time.process_time() + 0.3
    while time.process_time() < until:  # short naps are where ticks and real CPU differ most
        sum(range(1_000))
        time.sleep(0.0001)
    before = counted_cpu_s()
    with cpu_limit(2.0):
        softest, _ = resource.getrlimit(resource.RLIMIT_CPU)
        assert softest >= before + 3.0


def go_on_for_ever() -> None:
    with cpu_limit(0.2):
        while True:
            with suppress(Exception):
                sum(range(1_000))


async def test_a_file_that_takes_too_much_cpu_is_refused_and_the_next_one_is_read() -> None:
    async with file_service(processes=1, cpu_s=0.3) as files:
        with pytest.raises(GameError) as refused:
            await files.opened(COSTLY, 0, "a", strict=False)
        assert (refused.value.code, refused.value.key) == (ErrorCode.TOO_LARGE, "format.too_costly")
        assert b'"nodes"' in (await files.opened(SHORT, 0, "a", strict=False)).replay


@pytest.mark.long
async def test_a_file_that_takes_too_much_memory_is_refused_and_the_next_one_is_read() -> None:
    async with file_service(processes=1, cpu_s=10.0, memory_mb=64) as files:
        with pytest.raises(GameError) as refused:
            await files.opened(COSTLY, 0, "a", strict=False)
        assert (refused.value.code, refused.value.key) == (ErrorCode.TOO_LARGE, "format.too_costly")
        assert b'"nodes"' in (await files.opened(SHORT, 0, "a", strict=False)).replay


@pytest.mark.long
async def test_whose_process_is_killed_is_refused_and_the_next_one_is_read() -> None:
    async with file_service(processes=1, cpu_s=60.0) as files:
        await files.opened(SHORT, 0, "a", strict=False)
        reading = asyncio.create_task(files.opened(COSTLY, 0, "a", strict=False))
        await asyncio.sleep(0.2)
        for child in children():
            os.kill(child, signal.SIGKILL)
        with pytest.raises(GameError) as refused:
            await reading
        assert refused.value.code is ErrorCode.TOO_LARGE
        assert b'"nodes"' in (await files.opened(SHORT, 0, "a", strict=False)).replay
    assert children() == []


def children() -> list[int]:
    """The processes that work on files for this one."""
    own = os.getpid()
    numbers = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    commands = {int(number): Path(f"/proc/{number}/cmdline").read_bytes() for number in numbers}
    return [number for number, command in commands.items() if b"tengen.server.files" in command]


@pytest.mark.long
async def test_the_largest_answer_is_taken_without_holding_up_the_loop() -> None:
    async with file_service(processes=1, cpu_s=60.0) as files:
        stretches: list[float] = []

        async def look() -> None:
            while True:
                begin = time.thread_time()
                await asyncio.sleep(0)
                await asyncio.sleep(0.001)
                stretches.append(time.thread_time() - begin)

        looking = asyncio.create_task(look())
        answer = await files.opened(sgf(19_999).encode(), 0, "a", strict=False)
        looking.cancel()
    assert len(answer.replay) > 4 * MIB
    assert max(stretches) < 0.020


# --- who waits for whom


@pytest.mark.long
async def test_a_few_of_one_address_wait_and_the_others_are_asked_to_come_again() -> None:
    async with file_service(processes=1, cpu_s=60.0, waiting=3, waiting_of_client=2) as files:

        def ask(client: str) -> asyncio.Task[bytes]:
            return asyncio.create_task(files.formats_of_file(SHORT, 0, client))

        first = ask("a")
        await asyncio.sleep(0)
        waiting = [ask("a"), ask("a")]
        await asyncio.sleep(0)
        await refused(ask("a"))
        other = ask("b")
        await asyncio.sleep(0)
        await refused(ask("c"))
        assert len(await asyncio.gather(first, *waiting, other)) == 4


async def refused(asked: asyncio.Task[bytes]) -> None:
    with pytest.raises(ServerRefusal) as error:
        await asked
    assert error.value.code is ServerCode.TRY_AGAIN


@pytest.mark.long
async def test_addresses_take_turns() -> None:
    async with file_service(processes=1, cpu_s=60.0) as files:
        done: list[str] = []

        async def ask(client: str) -> None:
            await files.formats_of_file(SHORT, 0, client)
            done.append(client)

        tasks = [asyncio.create_task(ask("greedy")) for _ in range(6)]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(ask("modest")))
        await asyncio.gather(*tasks)
    assert done.index("modest") <= 2


async def test_what_waits_at_the_end_is_refused() -> None:
    async with file_service(processes=1) as files:
        tasks = [asyncio.create_task(files.formats_of_file(SHORT, 0, "a")) for _ in range(3)]
        await asyncio.sleep(0)
        await files.close()
        found = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(error, ServerRefusal | GameError) for error in found)


# --- pictures that are kept


async def test_a_picture_is_drawn_once_for_all_who_ask_and_kept() -> None:
    cache, drawn = PictureCache(), 0

    async def draw() -> bytes:
        nonlocal drawn
        drawn += 1
        await asyncio.sleep(0)
        return b"picture"

    assert await asyncio.gather(*(cache.get("key", draw) for _ in range(20))) == [b"picture"] * 20
    assert (await cache.get("key", draw), drawn) == (b"picture", 1)
    await cache.get("another", draw)
    assert (drawn, cache.octets) == (2, 14)


async def test_the_longest_unused_pictures_make_space() -> None:
    cache = PictureCache(1_000)

    async def get(key: int, size: int = 200) -> None:
        async def draw() -> bytes:
            return bytes(size)

        await cache.get(key, draw)

    for key in range(5):
        await get(key)
    await get(0)
    await get(5)
    await get(6, 251)  # more than one picture may have
    assert cache.octets == 1_000

    async def unexpected() -> bytes:
        raise AssertionError("it was kept")

    for key in (0, 2, 3, 4, 5):
        await cache.get(key, unexpected)
    for key in (1, 6):
        with pytest.raises(AssertionError):
            await cache.get(key, unexpected)


async def test_who_gives_up_does_not_take_the_picture_from_others_and_a_failure_is_not_kept() -> None:
    cache, goes_on = PictureCache(), asyncio.Event()

    async def draw() -> bytes:
        await goes_on.wait()
        return b"picture"

    one, two = (asyncio.create_task(cache.get("key", draw)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    goes_on.set()
    assert await two == b"picture"

    async def fail() -> bytes:
        raise ServerRefusal(ServerCode.TRY_AGAIN)

    for _ in range(2):
        with pytest.raises(ServerRefusal):
            await cache.get("bad", fail)
