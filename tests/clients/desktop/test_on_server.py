"""Windows on a real server: two of them play each other while the line of one is cut; one watches."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.clients.desktop.beginnings import begun, remembered
from tests.clients.desktop.program import Program, running
from tests.clients.desktop.xvfb import Screen, xvfb
from tests.clients.play.cutting import CuttingProxy
from tests.server.process import ServerProcess

pytestmark = pytest.mark.long


class Cut:
    """A line to a server that is cut and mended while programs use it: the proxy lives in a thread of its own."""

    def __init__(self, loop: asyncio.AbstractEventLoop, proxy: CuttingProxy) -> None:
        self._loop, self._proxy = loop, proxy
        self.address = proxy.address

    def cut(self) -> None:
        """End all connections, and let none begin."""
        self._call(is_down=True)

    def mend(self) -> None:
        """Let connections begin again."""
        self._call(is_down=False)

    def _call(self, *, is_down: bool) -> None:
        done = threading.Event()

        def act() -> None:
            self._proxy.is_down = is_down
            if is_down:
                self._proxy.cut()
            done.set()

        self._loop.call_soon_threadsafe(act)
        assert done.wait(10)


@contextmanager
def line_to(server: ServerProcess) -> Iterator[Cut]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    proxy = CuttingProxy(server.port)
    asyncio.run_coroutine_threadsafe(proxy.__aenter__(), loop).result(10)
    try:
        yield Cut(loop, proxy)
    finally:
        asyncio.run_coroutine_threadsafe(proxy.__aexit__(None, None, None), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(10)
        loop.close()


def test_two_windows_play_each_other_through_a_server_while_a_line_is_cut(
    screen: Screen, server: ServerProcess, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        remembered(tmp_path / name, "go", 9)
    with (
        xvfb() as other_screen,
        line_to(server) as line,
        running(screen, tmp_path / "one", "--server", line.address) as one,
        running(other_screen, tmp_path / "two", "--server", server.address) as two,
    ):
        one.click(one.word("desktop.lobby"))
        one.click(one.word("desktop.lobby.post"))
        one.click(one.word("start.post"))
        two.click(two.word("desktop.lobby"))
        two.click(two.word("lobby.accept"))
        boards = {program: begun(program, "go", 9) for program in (one, two)}
        first, second = (one, two) if _is_to_move(one, two) else (two, one)
        boards[first].play("e5")
        boards[second].wait_for_stone("e5")
        boards[second].play("c3")
        boards[first].wait_for_stone("c3")
        line.cut()
        one.wait_to_see(one.word("desktop.reconnecting"))
        if first is two:
            boards[two].play("g7")
        line.mend()
        one.wait_until_gone(one.word("desktop.reconnecting"))
        if first is one:
            boards[one].play("g7")
        for board in boards.values():
            board.wait_for_stone("g7")


def _is_to_move(one: Program, two: Program) -> bool:
    """Whether the first window is to begin, once both know who is."""
    mine = one.word("game.status.play.mine").rstrip(".")
    one.wait_until(lambda: (mine in one.title) != (mine in two.title), "one of two to begin")
    return mine in one.title
