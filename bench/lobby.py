"""Many people in the lobby: how soon everybody hears of a change, and for how long telling it holds the server's loop.

Prints one line of JSON for each figure. All have a guest's session and a socket of the lobby. `all_ms` is from the call
that changes something to the last frame that tells of it, the 200 ms included for which changes are gathered; of so
many `rounds` the middle one and the worst. `held_ms` is the longest time for which the event loop of the server did
not come round meanwhile, `computed_ms` the most that it computed in such a time: on a busy machine the first one waits
for the processor, too. The server runs on the first core and this client on the last.

    .venv/bin/python -m bench.lobby [--people 1000] [--rounds 10]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.server_load import Peer, Server, connect_to, tell

MOST_PEOPLE, MOST_ROUNDS = 2_000, 15
DAYS = {"kind": "per_move", "periodMs": 3 * 24 * 3_600_000}
GAME = {"gameType": "GO", "boardSize": 19, "clock": DAYS}


class WatchedServer(Server):
    """A server that says for how long its loop was held."""

    program = "bench.held_loop"

    def __init__(self, folder: Path, core: int) -> None:
        self._held = folder / "held.json"
        super().__init__(folder / "data", core, BENCH_HELD=str(self._held))

    def held(self) -> dict[str, float]:
        """For how long the loop was held at worst since this was last asked."""
        self._held.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        while not self._held.exists():
            time.sleep(0.01)
        found: dict[str, float] = json.loads(self._held.read_text())
        return {"held_ms": found["wall_ms"], "computed_ms": found["cpu_ms"]}


class Ear:
    """Somebody in the lobby who waits for a frame with something in it."""

    def __init__(self) -> None:
        self.wanted = b"\0"
        self.heard_at = 0.0
        self.octets = 0
        self.heard = asyncio.Event()

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come."""
        del peer
        self.octets += len(frame)
        if self.wanted in frame:
            self.wanted, self.heard_at = b"\0", time.perf_counter()
            self.heard.set()

    def want(self, text: bytes) -> None:
        """Wait for this from now on."""
        self.heard.clear()
        self.wanted = text


class Hall:
    """A lobby full of guests."""

    def __init__(self, server: WatchedServer, people: int) -> None:
        self.server = server
        with ThreadPoolExecutor(8) as calls:
            self.cookies = list(calls.map(lambda _: server.post("/api/lobby/enter", {})[1], range(people)))
        self.ears: list[Ear] = []
        self.peers: list[Peer] = []

    async def fill(self) -> dict[str, Any]:
        """Have everybody come; what that took."""
        self.server.held()
        begin = time.perf_counter()
        for first in range(0, len(self.cookies), 50):
            some = self.cookies[first : first + 50]
            ears = [Ear() for _ in some]
            for ear in ears:
                ear.want(b'"type":"lobby"')
            self.ears += ears
            self.peers += await asyncio.gather(
                *(
                    connect_to(self.server.port, "/api/lobby/ws", "", ear, cookie)
                    for ear, cookie in zip(ears, some, strict=True)
                )
            )
            await asyncio.gather(*(ear.heard.wait() for ear in ears))
        took_s = time.perf_counter() - begin
        held = await asyncio.to_thread(self.server.held)
        return {"people": len(self.ears), "per_s": round(len(self.ears) / took_s), **held}

    async def change(self, what: Callable[[int], Awaitable[bytes]], rounds: int) -> dict[str, Any]:
        """Change something again and again. `what` says what everybody hears after it is done."""
        octets, taken = 0, []
        for number in range(rounds + 1):
            if number == 1:  # the first time the server makes things that it keeps
                await asyncio.to_thread(self.server.held)
                octets, taken = sum(ear.octets for ear in self.ears), []
            begin = time.perf_counter()
            text = await what(number)
            await asyncio.gather(*(ear.heard.wait() for ear in self.ears))
            assert text, "it was heard"
            taken.append((max(ear.heard_at for ear in self.ears) - begin) * 1000)
            await asyncio.sleep(0.5)
        held = await asyncio.to_thread(self.server.held)
        octets = sum(ear.octets for ear in self.ears) - octets
        each = round(octets / rounds / len(self.ears))
        middle = round(sorted(taken)[len(taken) // 2])
        return {"rounds": rounds, "all_ms": middle, "worst_all_ms": round(max(taken)), "bytes": each, **held}

    def want(self, text: bytes) -> bytes:
        """Have everybody wait for this."""
        for ear in self.ears:
            ear.want(text)
        return text

    async def challenge(self, number: int) -> bytes:
        """Somebody makes a challenge."""
        self.want(b'"challenges":{"new":[{')
        await asyncio.to_thread(self.server.post, "/api/lobby/challenges", GAME, self.cookies[number])
        return b"new"

    async def begin_game(self) -> str:
        """Two play where everybody sees it; the id of the game."""
        post = self.server.post
        made, _ = post("/api/lobby/challenges", {**GAME, "color": "BLACK"}, self.cookies[-1])
        return str(post(f"/api/lobby/challenges/{made['challengeId']}/accept", {}, self.cookies[-2])[0]["gameId"])

    def mover(self, game_id: str) -> Callable[[int], Awaitable[bytes]]:
        """Plays a move each time."""

        async def move(number: int) -> bytes:
            self.want(b'"moves":%d' % (number + 1))
            body, cookie = {"x": number, "y": number}, self.cookies[-1 - number % 2]
            await asyncio.to_thread(self.server.post, f"/api/game/{game_id}/move", body, cookie)
            return b"moved"

        return move


async def measure(server: WatchedServer, people: int, rounds: int) -> None:
    """All figures."""
    hall = await asyncio.to_thread(Hall, server, people)
    tell("everybody comes", await hall.fill())
    tell("a challenge", await hall.change(hall.challenge, rounds))
    game_id = await hall.begin_game()
    await asyncio.sleep(1.0)
    tell("a move on a small board", await hall.change(hall.mover(game_id), rounds))
    for peer in hall.peers:
        peer.transport.close()


def main() -> None:
    """Read the options, start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    given = parser.parse_args()
    people, rounds = min(given.people, MOST_PEOPLE), min(given.rounds, MOST_ROUNDS)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as folder:
        server = WatchedServer(Path(folder), cores[0])
        os.sched_setaffinity(0, {cores[-1]})
        try:
            asyncio.run(measure(server, people, rounds))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
