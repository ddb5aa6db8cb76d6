"""Turns for costly calls: a few are under way at once, a few more wait, and the others are asked to come again."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar, Final

from tengen.protocol import ServerCode
from tengen.server.refusals import ServerRefusal

_SWITCH_S: Final = 0.001
_USUAL_SWITCH_S: Final = sys.getswitchinterval()


class Turns:
    """So many at once, and so many who wait for one of them.

    What is done in turn is done in threads. While there is any, the interpreter changes threads often, so that the
    event loop goes on soon after it asks; always to do so would cost everybody something.
    """

    _under_way: ClassVar[int] = 0

    def __init__(self, at_once: int, waiting: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._count = 0

    async def take(self) -> Turn:
        """Wait for a turn. Raises TRY_AGAIN at once where too many wait already."""
        if self._count >= self._most:
            raise ServerRefusal(ServerCode.TRY_AGAIN, "busy")
        self._count += 1
        try:
            await self._free.acquire()
        except BaseException:
            self._count -= 1
            raise
        Turns._under_way += 1
        sys.setswitchinterval(_SWITCH_S)
        return Turn(self)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Do something in turn. Raises TRY_AGAIN where too many wait already."""
        turn = await self.take()
        try:
            yield
        finally:
            turn.give_back()

    def _leave(self) -> None:
        self._count -= 1
        self._free.release()
        Turns._under_way -= 1
        if not Turns._under_way:
            sys.setswitchinterval(_USUAL_SWITCH_S)


class Turn:
    """The right to be under way."""

    __slots__ = ("_turns",)

    def __init__(self, turns: Turns) -> None:
        self._turns: Turns | None = turns

    def give_back(self) -> None:
        """Let the next one begin; once is enough."""
        turns, self._turns = self._turns, None
        if turns is not None:
            turns._leave()
