"""One event loop sleeps for the window, for sockets and for timers alike."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable

from tengen.clients.desktop.loop import WindowSelector, window_loop


class Sleeper:
    """What the selector sleeps in: ended by `wake`, or by an event that a test lets happen."""

    def __init__(self) -> None:
        self._happened = threading.Event()
        self.has_events = False
        self.waits: list[int | None] = []

    def happen(self) -> None:
        self.has_events = True
        self._happened.set()

    def wake(self) -> None:
        self._happened.set()

    def wait(self, timeout_ms: int | None) -> bool:
        self.waits.append(timeout_ms)
        self._happened.wait(None if timeout_ms is None else timeout_ms / 1000)
        self._happened.clear()
        return self.look()

    def look(self) -> bool:
        return self.has_events

    def taken(self) -> None:
        self.has_events = False


def run(work: Callable[[Sleeper, list[str]], object], heard: list[str] | None = None) -> list[str]:
    told: list[str] = [] if heard is None else heard
    sleeper = Sleeper()

    def on_events() -> None:
        sleeper.taken()
        told.append("event")

    async def main() -> None:
        result = work(sleeper, told)
        if asyncio.iscoroutine(result):
            await result

    with asyncio.Runner(loop_factory=lambda: window_loop(sleeper, on_events, sleeper.wake)) as runner:
        runner.run(main())
    return told


def test_an_event_of_the_window_is_heard_while_everything_sleeps() -> None:
    async def work(sleeper: Sleeper, told: list[str]) -> None:
        threading.Timer(0.05, sleeper.happen).start()
        async with asyncio.timeout(15):
            while not told:
                await asyncio.sleep(0.01)

    assert run(work) == ["event"]


def test_a_socket_wakes_the_loop_that_sleeps_for_the_window() -> None:
    async def work(sleeper: Sleeper, told: list[str]) -> None:
        ours, theirs = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=ours)
        with theirs:
            threading.Timer(0.05, lambda: theirs.sendall(b"news\n")).start()
            async with asyncio.timeout(15):
                assert await reader.readline() == b"news\n"
            theirs_sends = [b"one\n", b"two\n", b"three\n"]
            for line in theirs_sends:
                theirs.sendall(line)
                async with asyncio.timeout(15):
                    assert await reader.readline() == line
            writer.close()
            await writer.wait_closed()
        assert None in sleeper.waits or sleeper.waits, "it slept there"
        told.append("read")

    assert run(work) == ["read"]


def test_timers_go_off_and_threads_give_back_what_they_found() -> None:
    async def work(sleeper: Sleeper, told: list[str]) -> None:
        del sleeper
        await asyncio.sleep(0.02)
        told.append("slept")
        told.append(await asyncio.to_thread(lambda: "worked"))

    assert run(work) == ["slept", "worked"]


def test_a_loop_with_nothing_to_do_sleeps_and_does_not_ask_again_and_again() -> None:
    async def work(sleeper: Sleeper, told: list[str]) -> None:
        before = len(sleeper.waits)
        await asyncio.sleep(0.3)
        told.append(str(len(sleeper.waits) - before < 5))

    assert run(work) == ["True"]


def test_the_thread_that_watches_sockets_ends_with_the_selector() -> None:
    sleeper = Sleeper()
    selector = WindowSelector(sleeper, lambda: None, sleeper.wake)
    assert selector.select(0) == []
    began = time.monotonic()
    assert selector.select(0.01) == []
    assert time.monotonic() - began < 10
    selector.close()
    selector.close()
    assert not any(thread.name == "sockets" for thread in threading.enumerate())
