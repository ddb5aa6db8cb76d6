"""Whether the server can do its work: whether its store can be written. Asks seldom, however often it is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Final

import structlog

from tengen.match.service import StoreError

_log: Final = structlog.get_logger("tengen.server")

_PROBE_S: Final = 2.0
_KEPT_S: Final = 3.0
"""So long an answer counts: a flood of questions costs one small write in that time."""


class Trouble(StrEnum):
    """What is wrong. Words: `rest.health.<name>`."""

    DISK_FULL = "disk_full"
    NOT_WRITABLE = "not_writable"
    NO_ANSWER = "no_answer"


class StoreHealth:
    """Knows whether the store can be written, by trying. `check` raises StoreError where it cannot."""

    def __init__(self, check: Callable[[], Awaitable[None]], *, kept_s: float = _KEPT_S) -> None:
        self._check = check
        self._kept_s = kept_s
        self._asking: asyncio.Task[Trouble | None] | None = None
        self._until = 0.0
        self._trouble: Trouble | None = None

    async def trouble(self) -> Trouble | None:
        """What is wrong, as of a few seconds ago; None where nothing is."""
        if self._asking is None:
            if asyncio.get_running_loop().time() < self._until:
                return self._trouble
            self._asking = asyncio.get_running_loop().create_task(self._ask())
        return await asyncio.shield(self._asking)

    async def _ask(self) -> Trouble | None:
        try:
            found = await self._probe()
            if found is not self._trouble:
                _tell(found)
            self._trouble = found
            self._until = asyncio.get_running_loop().time() + self._kept_s
            return found
        finally:
            self._asking = None

    async def _probe(self) -> Trouble | None:
        try:
            async with asyncio.timeout(_PROBE_S):
                await self._check()
        except TimeoutError:
            return Trouble.NO_ANSWER
        except StoreError as error:
            return Trouble.DISK_FULL if "disk is full" in str(error) else Trouble.NOT_WRITABLE
        return None


def _tell(found: Trouble | None) -> None:
    if found is None:
        _log.info("the store can be written again")
    else:
        _log.error("the store cannot be written", reason=str(found))
