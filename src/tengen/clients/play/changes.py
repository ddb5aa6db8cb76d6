"""Changes of a game or a lobby on their way to whoever draws them: one bounded queue for each listener."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeAlias, TypeVar

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.view import Change

MOST_WAITING: Final = 256
"""A listener that is further behind loses the oldest changes; every change has the whole view, so it still draws."""


T = TypeVar("T")


class Stream(Generic[T]):
    """An asynchronous iterator over changes; ends when what changes, or the listener, is closed."""

    def __init__(self, on_close: Callable[[Stream[T]], None]) -> None:
        self._waiting: deque[T] = deque(maxlen=MOST_WAITING)
        self._news = asyncio.Event()
        self._is_closed = False
        self._on_close = on_close

    def put(self, change: T) -> None:
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

    def take_waiting(self) -> list[T]:
        """All that has come and was not taken yet, for those who draw at their own time."""
        waiting = list(self._waiting)
        self._waiting.clear()
        return waiting

    def __aiter__(self) -> Stream[T]:
        return self

    async def __anext__(self) -> T:
        while not self._waiting:
            if self._is_closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return self._waiting.popleft()


ChangeStream: TypeAlias = Stream[Change]
"""The changes of one game."""


class Listeners(Generic[T]):
    """All who listen to one game, or one lobby."""

    def __init__(self) -> None:
        self._all: set[Stream[T]] = set()
        self._is_closed = False

    def add(self) -> Stream[T]:
        """One more listener, from now on."""
        changes = Stream[T](self._all.discard)
        self._all.add(changes)
        if self._is_closed:
            changes.end()
        return changes

    def tell(self, change: T) -> None:
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
