"""Looking at a server from outside while peers misbehave: its memory, its connections, how quickly it answers."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import Socket

PATIENCE_S: Final = 30.0


class Watched:
    """A server that is looked at."""

    def __init__(self, server: ServerProcess, web: Web) -> None:
        self.server, self.web = server, web
        self.peak_kib = 0

    @property
    def sockets(self) -> int:
        """How many connections the server has open, whatever it says itself."""
        assert self.server.process is not None
        count = 0
        for descriptor in Path(f"/proc/{self.server.process.pid}/fd").iterdir():
            with suppress(FileNotFoundError):
                count += str(descriptor.readlink()).startswith("socket:")
        return count

    def look(self) -> int:
        """Its memory now; the most that was ever seen is kept."""
        self.peak_kib = max(self.peak_kib, memory_kib := self.server.memory_kib())
        return memory_kib

    def cpu_s(self) -> float:
        """CPU seconds used so far."""
        assert self.server.process is not None
        times = Path(f"/proc/{self.server.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")

    def cut_off(self, code: int) -> int:
        """How many sockets it says to have closed with this code."""
        return self.figure(f'tengen_cut_off_total{{reason="{code}"}}')

    def figure(self, name: str) -> int:
        """One of the numbers that it tells, 0 where it does not."""
        lines = [line for line in self.web.get("/metrics").text.splitlines() if line.startswith(f"{name} ")]
        return int(float(lines[0].rpartition(" ")[2])) if lines else 0


@contextmanager
def deaf_peers(server: ServerProcess, count: int, greeting: bytes) -> Iterator[list[socket.socket]]:
    """Connections that say hello and read nothing."""
    peers = []
    for _ in range(count):
        peer = socket.socket()
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        peer.connect(("127.0.0.1", server.port))
        peer.setblocking(False)
        peer.send(greeting)
        peers.append(peer)
    try:
        yield peers
    finally:
        for peer in peers:
            peer.close()


def is_cut_off(peer: socket.socket) -> bool:
    """Whether the server has let go of this connection: what it still reads comes to an end."""
    try:
        while peer.recv(65536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True


def until(is_so: Callable[[], bool], patience_s: float = PATIENCE_S) -> bool:
    """Wait for something; whether it came."""
    deadline = time.monotonic() + patience_s
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def with_a_great_capture(web: Web) -> Game:
    """White had every point but one, and Black has just taken them all: to undo and redo that is a long event."""
    grid: list[list[Any]] = [["WHITE"] * 19 for _ in range(19)]
    grid[0][0] = None
    state = {"grid": grid, "currentPlayer": "BLACK", "prisoners": {"BLACK": 0, "WHITE": 0}}
    config = {"gameType": "GO", "boardSize": 19}
    answer = web.post("/api/game/load", {"config": config, "state": state, "timestamp": 0})
    assert answer.status_code == 200, answer.text
    game = Game(web, answer.json())
    game.move(0, 0)
    return game


def asked(player: Socket, type_: str, **more: Any) -> float:
    """Have something done; how many seconds that took."""
    begin = time.monotonic()
    assert "ok" in player.ask(type_, **more)
    player.events.clear()
    return time.monotonic() - begin


def placed_and_taken_back(player: Socket) -> float:
    """Place a stone and take it back; how many seconds the slower of the two took."""
    return max(asked(player, "place", x=0, y=0), asked(player, "takeback"))
