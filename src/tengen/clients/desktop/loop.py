"""One event loop for games, network and window: it sleeps in SDL, and a thread wakes it when a socket has news.

SDL must be asked in the main thread, and only SDL can sleep until a key or the pointer moves. So the loop's selector
sleeps there; meanwhile a thread sleeps on the sockets and does nothing but post an event. Idle, both cost nothing.
"""

from __future__ import annotations

import asyncio
import math
import selectors
import socket
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from tengen.clients.desktop.input import wake


class Waits(Protocol):
    """What sleeps until something happens at the window."""

    def wait(self, timeout_ms: int | None) -> bool:
        """Sleep; whether there are events now."""

    def look(self) -> bool:
        """Whether there are events now."""


class WindowSelector(selectors.BaseSelector):
    """A selector that sleeps in SDL. `on_events` is called in the loop's thread when there are events.

    `wake` ends a sleep from any thread.
    """

    def __init__(self, waits: Waits, on_events: Callable[[], None], wake: Callable[[], None]) -> None:
        self._waits = waits
        self._on_events = on_events
        self._wake = wake
        self._sockets = selectors.DefaultSelector()
        self._stop_reader, self._stop_writer = socket.socketpair()
        self._sockets.register(self._stop_reader, selectors.EVENT_READ)
        self._may_watch = threading.Semaphore(0)
        self._is_watching = False
        self._is_closed = False
        self._watcher = threading.Thread(target=self._watch, name="sockets", daemon=True)
        self._watcher.start()

    def _watch(self) -> None:
        while self._may_watch.acquire() and not self._is_closed:
            self._sockets.select()
            self._is_watching = False
            self._wake()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """What is ready; until then it sleeps, at most so many seconds."""
        ready = self._ready()
        if ready or (timeout is not None and timeout <= 0):
            has_events = self._waits.look()
        else:
            if not self._is_watching:
                self._is_watching = True
                self._may_watch.release()
            has_events = self._waits.wait(None if timeout is None else math.ceil(timeout * 1000))
            ready = self._ready()
        if has_events:
            self._on_events()
        return ready

    def _ready(self) -> list[tuple[selectors.SelectorKey, int]]:
        return [(key, mask) for key, mask in self._sockets.select(0) if key.fileobj is not self._stop_reader]

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._sockets.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._sockets.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._sockets.modify(fileobj, events, data)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._sockets.get_map() or {}

    def close(self) -> None:
        """Let the thread go."""
        if self._is_closed:
            return
        self._is_closed = True
        self._may_watch.release()
        self._stop_writer.send(b"\0")
        self._watcher.join()
        self._sockets.close()
        self._stop_reader.close()
        self._stop_writer.close()


def window_loop(
    waits: Waits, on_events: Callable[[], None], wake: Callable[[], None] = wake
) -> asyncio.AbstractEventLoop:
    """An event loop that sleeps in SDL. `on_events` runs in it, soon after something has happened."""
    loop: asyncio.SelectorEventLoop
    is_told = False

    def heard() -> None:
        nonlocal is_told
        is_told = False
        on_events()

    def tell() -> None:
        nonlocal is_told
        if not is_told:
            is_told = True
            loop.call_soon(heard)

    loop = asyncio.SelectorEventLoop(WindowSelector(waits, tell, wake))
    return loop
