"""One thing at a time for each person. Knows neither people nor what is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Superseded(Exception):
    """Somebody who waited has asked for something else."""


class OneAtATime:
    """Of each person one thing is under way and the latest other one waits. Only as large as what is under way."""

    def __init__(self) -> None:
        self._running: set[str] = set()
        self._waiting: dict[str, asyncio.Future[None]] = {}

    def __len__(self) -> int:
        return len(self._running)

    @asynccontextmanager
    async def turn_of(self, person: str) -> AsyncIterator[None]:
        """The turn of this person. Raises Superseded for one that waits when a later one comes."""
        if person in self._running:
            await self._wait(person)
        else:
            self._running.add(person)
        try:
            yield
        finally:
            self._pass_on(person)

    async def _wait(self, person: str) -> None:
        earlier = self._waiting.get(person)
        if earlier is not None and not earlier.done():
            earlier.set_exception(Superseded())
        admitted = self._waiting[person] = asyncio.get_running_loop().create_future()
        try:
            await admitted
        except asyncio.CancelledError:
            if self._waiting.get(person) is admitted:
                del self._waiting[person]
            if admitted.done() and not admitted.cancelled() and admitted.exception() is None:
                self._pass_on(person)  # it was let in at the moment in which it gave up
            raise

    def _pass_on(self, person: str) -> None:
        following = self._waiting.pop(person, None)
        if following is None or following.done():
            self._running.discard(person)
        else:
            following.set_result(None)
