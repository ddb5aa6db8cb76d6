"""Old matches are deleted while the service runs; nobody who looks at one, or comes for one, is cheated."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tengen.core import BLACK, ErrorCode, Resign
from tengen.match.service.store import MemoryMatchStore
from tests.match.services import RunningService

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


async def pruned(service: RunningService, at_once: int = 10) -> list[int]:
    return [count async for count in service.matches.prune(LATER, at_once=at_once)]


async def finished(service: RunningService) -> str:
    match_id = await service.begin()
    await service.act(match_id, Resign(BLACK))
    return match_id


async def test_a_match_in_memory_is_not_pruned_and_one_that_is_not_is() -> None:
    async with RunningService() as service:
        done, running = await finished(service), await service.begin()
        assert await pruned(service) == [0]
        await service.restart()
        await service.matches.subscribe(done)
        assert await pruned(service) == [0]
        await service.restart()
        assert await pruned(service) == [1]
        assert await service.refusal(service.matches.snapshot(done)) is ErrorCode.NO_SUCH_GAME
        await service.check(running)


async def test_matches_are_pruned_a_few_at_a_time() -> None:
    async with RunningService() as service:
        for _ in range(7):
            await finished(service)
        await service.restart()
        assert await pruned(service, at_once=3) == [3, 3, 1]


async def test_whoever_comes_for_a_match_that_is_being_deleted_waits_and_finds_none() -> None:
    store = SlowPruning()
    async with RunningService(store) as service:
        done = await finished(service)
        await service.restart()
        pruning = asyncio.create_task(pruned(service))
        await store.has_begun.wait()
        coming = asyncio.create_task(service.refusal(service.matches.snapshot(done)))
        await asyncio.sleep(0.01)
        assert not coming.done()
        store.may_end.set()
        assert await pruning == [1]
        assert await coming is ErrorCode.NO_SUCH_GAME
