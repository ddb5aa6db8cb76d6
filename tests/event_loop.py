"""How an asynchronous test is run: on an event loop of its own, with a timeout, leaving no task behind."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

TIMEOUT_S = 60.0
LONG_TIMEOUT_S = 600.0


def run(work: Coroutine[Any, Any, T], timeout_s: float = TIMEOUT_S) -> T:
    """The result of `work`, on a new event loop. Fails after the timeout, and where a task still runs at the end."""

    async def whole() -> T:
        async with asyncio.timeout(timeout_s):
            result = await work
        others = asyncio.all_tasks() - {asyncio.current_task()}
        assert not others, f"still running: {others}"
        return result

    return asyncio.run(whole())
