"""A storm of reconnects: the server is stopped and started again under many open sockets, and all come back.

Prints one line of JSON. Half of the sockets are players at games of Peace, two at each, and half are guests in the
lobby. Everybody tries again as the page does: first within 0.3 s, after a failure later and later, never at the same
time. `p95_ms` is from when the server answers again until a socket has its first frame; `refused` counts attempts that
failed. The server runs on the first core and this client on the last.

    .venv/bin/python -m bench.reconnects [--sockets 2000]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.server_load import Peer, Server, connect_to, tell

MOST_SOCKETS = 4_000
FIRST_S, LONGEST_S = 0.3, 10.0
PATIENCE_S = 60.0


class Visitor:
    """Somebody with a socket, who comes back whenever it is lost."""

    def __init__(self, port: int, path: str, cookie: str, chance: random.Random) -> None:
        self._port, self._path, self._cookie, self._chance = port, path, cookie, chance
        self._heard = asyncio.Event()
        self._peer: Peer | None = None
        self.refused = 0
        self.back_at = 0.0

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come."""
        del peer, frame
        if not self._heard.is_set():
            self.back_at = time.perf_counter()
            self._heard.set()

    async def come(self) -> None:
        """Open the socket and wait for the first frame."""
        self._heard.clear()
        self._peer = await connect_to(self._port, self._path, "", self, self._cookie)
        await asyncio.wait_for(self._heard.wait(), PATIENCE_S)

    async def come_back(self) -> None:
        """The socket is lost: try until it is open again."""
        while True:
            whole_s = min(FIRST_S * 2 ** max(self.refused - 1, 0), LONGEST_S)
            await asyncio.sleep(whole_s * (0.5 + self._chance.random() / 2))
            try:
                await self.come()
                return
            except (OSError, TimeoutError):
                self.refused += 1

    def leave(self) -> None:
        """Close the socket."""
        if self._peer is not None:
            self._peer.transport.close()


def visitors(server: Server, count: int) -> list[Visitor]:
    """Who has a socket: players, two at each game, and as many guests in the lobby."""
    chance = random.Random(1)
    with ThreadPoolExecutor(8) as calls:
        games = list(calls.map(lambda _: server.start(), range(count // 4)))
        cookies = list(calls.map(lambda _: server.post("/api/lobby/enter", {})[1], range(count // 2)))
    players = [Visitor(server.port, f"/api/game/{game_id}/ws", "", chance) for game_id in games * 2]
    return players + [Visitor(server.port, "/api/lobby/ws", cookie, chance) for cookie in cookies]


async def storm(server: Server, count: int) -> dict[str, Any]:
    """Have everybody come, restart the server, and wait for all to be back."""
    everybody = await asyncio.to_thread(visitors, server, count)
    for first in range(0, len(everybody), 50):
        await asyncio.gather(*(visitor.come() for visitor in everybody[first : first + 50]))
    await asyncio.to_thread(server.stop)
    returning = [asyncio.create_task(visitor.come_back()) for visitor in everybody]
    await asyncio.to_thread(server.run)
    begin, cpu_s = time.perf_counter(), server.cpu_s()
    await asyncio.gather(*returning)
    taken = sorted(max(visitor.back_at - begin, 0.0) * 1000 for visitor in everybody)
    for visitor in everybody:
        visitor.leave()
    return {
        "sockets": len(everybody),
        "p50_ms": round(taken[len(taken) // 2]),
        "p95_ms": round(taken[len(taken) * 95 // 100]),
        "max_ms": round(taken[-1]),
        "refused": sum(visitor.refused for visitor in everybody),
        "cpu_ms_each": round((server.cpu_s() - cpu_s) * 1000 / len(everybody), 2),
        "memory_mb": server.memory_kib() // 1024,
    }


def main() -> None:
    """Read the options, start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sockets", type=int, default=2000)
    count = min(parser.parse_args().sockets, MOST_SOCKETS)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as folder:
        server = Server(Path(folder) / "data", cores[0])
        os.sched_setaffinity(0, {cores[-1]})
        try:
            tell("reconnects after a restart", asyncio.run(storm(server, count)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
