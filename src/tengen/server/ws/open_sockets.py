"""The sockets that are open: how many each may have, and whether their peers still take what is sent to them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Connection(Protocol):
    """An open socket, which is looked after."""

    def check(self, now: float) -> None:
        """Whether the peer takes what it is sent; `now` in seconds of the event loop."""


class OpenSockets:
    """Counts open sockets by address or account, and checks the connections to matches."""

    def __init__(self) -> None:
        self._connections: set[Connection] = set()
        self._count: Counter[str] = Counter()

    @contextmanager
    def counted(self, whose: str, most: int) -> Iterator[bool]:
        """Count a socket while it is open; says whether this address or account may have another."""
        self._count[whose] += 1
        try:
            yield self._count[whose] <= most
        finally:
            self._count[whose] -= 1
            if not self._count[whose]:
                del self._count[whose]

    @contextmanager
    def watched(self, connection: Connection) -> Iterator[None]:
        """Check a connection now and then while it is open."""
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)

    async def watch(self, write_timeout_s: float) -> None:
        """Look at every connection now and then, for ever."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(1.0, write_timeout_s))
            now = clock()
            for connection in tuple(self._connections):
                connection.check(now)
