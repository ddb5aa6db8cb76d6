"""Old matches are deleted while the service runs; nobody who looks at one, or comes for one, is cheated."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tengen.core import BLACK, ErrorCode, Resign
from tengen.match.service.store import MemoryMatchStore
from tests.match.halls import Hall

LATER = 2**50


class SlowPruning(MemoryMatchStore):
    """Takes its time to delete."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = asyncio.Event()
        self.may_end = asyncio.Event()

    async def prune(self, match_ids: Sequence[str], ended_before: int) -> int:
        self.has_begun.set()
        await self.may_end.wait()
        return await super().prune(match_ids, ended_before)


async def pruned(hall: Hall, at_once: int = 10) -> list[int]:
    return [count async for count in hall.matches.prune(LATER, at_once=at_once)]


async def finished(hall: Hall) -> str:
    match_id = await hall.begin()
    await hall.act(match_id, Resign(BLACK))
    return match_id


async def test_a_match_in_memory_is_not_pruned_and_one_that_is_not_is() -> None:
    async with Hall() as hall:
        done, running = await finished(hall), await hall.begin()
        assert await pruned(hall) == [0]
        await hall.restart()
        await hall.matches.subscribe(done)
        assert await pruned(hall) == [0]
        await hall.restart()
        assert await pruned(hall) == [1]
        assert await hall.refusal(hall.matches.snapshot(done)) is ErrorCode.NO_SUCH_GAME
        await hall.check(running)


async def test_matches_are_pruned_a_few_at_a_time() -> None:
    async with Hall() as hall:
        for _ in range(7):
            await finished(hall)
        await hall.restart()
        assert await pruned(hall, at_once=3) == [3, 3, 1]


async def test_whoever_comes_for_a_match_that_is_being_deleted_waits_and_finds_none() -> None:
    store = SlowPruning()
    async with Hall(store) as hall:
        done = await finished(hall)
        await hall.restart()
        pruning = asyncio.create_task(pruned(hall))
        await store.has_begun.wait()
        coming = asyncio.create_task(hall.refusal(hall.matches.snapshot(done)))
        await asyncio.sleep(0.01)
        assert not coming.done()
        store.may_end.set()
        assert await pruning == [1]
        assert await coming is ErrorCode.NO_SUCH_GAME
