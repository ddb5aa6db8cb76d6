"""Changes of a game on their way to whoever draws it: one bounded queue for each listener."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.view import Change

MOST_WAITING: Final = 256
"""A listener that is further behind loses the oldest changes; every change has the whole view, so it still draws."""


class ChangeStream:
    """An asynchronous iterator over the changes of one game; ends when the game or the listener is closed."""

    def __init__(self, on_close: Callable[[ChangeStream], None]) -> None:
        self._waiting: deque[Change] = deque(maxlen=MOST_WAITING)
        self._news = asyncio.Event()
        self._is_closed = False
        self._on_close = on_close

    def put(self, change: Change) -> None:
        """Hand a change to the listener."""
        self._waiting.append(change)
        self._news.set()

    def end(self) -> None:
        """No more changes come; those that wait can still be taken."""
        self._is_closed = True
        self._news.set()

    def close(self) -> None:
        """Listen no more."""
        self._on_close(self)
        self.end()

    def take_waiting(self) -> list[Change]:
        """All that has come and was not taken yet, for those who draw at their own time."""
        waiting = list(self._waiting)
        self._waiting.clear()
        return waiting

    def __aiter__(self) -> ChangeStream:
        return self

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


class Listeners:
    """All who listen to one game."""

    def __init__(self) -> None:
        self._all: set[ChangeStream] = set()
        self._is_closed = False

    def add(self) -> ChangeStream:
        """One more listener, from now on."""
        changes = ChangeStream(self._all.discard)
        self._all.add(changes)
        if self._is_closed:
            changes.end()
        return changes

    def tell(self, change: Change) -> None:
        """Hand a change to everybody."""
        for changes in self._all:
            changes.put(change)

    def close(self) -> None:
        """End all of them."""
        self._is_closed = True
        for changes in self._all:
            changes.end()


async def next_of(changes: ChangeStream) -> Change:
    """The next change; the listener is closed. Raises ServerTrouble where none will come."""
    try:
        async for change in changes:
            return change
        raise ServerTrouble(Trouble.CLOSED)
    finally:
        changes.close()
