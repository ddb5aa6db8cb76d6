"""What a move costs the server while many watch: CPU time a move, over real sockets on this machine.

Prints one line of JSON for each figure, in milliseconds of CPU for one move of Go on 19 lines, all threads of the
server together: with nobody who watches, with `--watchers` sockets that are told each move, and, as it was when pages
asked back, with the same number of looks at `/api/game/{id}/view` after each move. `bytes` is what one watcher got.

    .venv/bin/python -m bench.watchers [--watchers 100] [--moves 200] [--asked 5]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import urllib.request
from pathlib import Path

from bench.server_load import Peer, Server

from tengen.core import Place, create_rules

MOST_WATCHERS, MOST_MOVES = 1_000, 400
SIZE = 19


class Watcher:
    """Counts what it is told; `table` of its peer."""

    def __init__(self) -> None:
        self.moves = self.octets = 0
        self.heard = asyncio.Event()

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come."""
        del peer
        if b'"moved"' in frame:
            self.moves += 1
            self.octets += len(frame)
            self.heard.set()

    async def until(self, moves: int) -> None:
        """Wait until so many moves were heard."""
        while self.moves < moves:
            self.heard.clear()
            await self.heard.wait()


def points(count: int) -> list[tuple[int, int]]:
    """So many moves of a game by chance in which no own eye is filled."""
    rng, ruleset = random.Random(1), create_rules("go", SIZE)
    state, found = ruleset.initial(), []
    while len(found) < count:
        legal = [point for point in ruleset.legal_points(state) if ruleset.is_sensible(state, point)]
        point = rng.choice(legal)
        state = ruleset.apply(state, Place(state.position.to_move, point))
        found.append((point.x, point.y))
    return found


async def connect(server: Server, game_id: str, watcher: Watcher) -> Peer:
    """Somebody on a socket of the match."""
    loop = asyncio.get_running_loop()
    _, peer = await loop.create_connection(
        lambda: Peer(server.port, game_id, "", watcher),  # type: ignore[arg-type]  # all that a peer needs of a table
        "127.0.0.1",
        server.port,
    )
    await peer.opened
    return peer


async def play(server: Server, watchers: int, moves: list[tuple[int, int]], asked: int) -> tuple[float, float]:
    """CPU milliseconds a move of the whole game with so many watchers, and the bytes that each got for a move.

    After each move the view is read `asked` times.
    """
    game_id = server.start_go()
    ears = [Watcher() for _ in range(watchers + 1)]
    peers = [await connect(server, game_id, ear) for ear in ears]
    begin = server.cpu_s()
    for number, (x, y) in enumerate(moves, start=1):
        peers[0].send(b'{"id":"m%d","type":"place","x":%d,"y":%d}' % (number, x, y))
        await asyncio.gather(*(ear.until(number) for ear in ears))
        for _ in range(asked):
            await asyncio.to_thread(server.get, f"/api/game/{game_id}/view")
    cost = (server.cpu_s() - begin) * 1000 / len(moves)
    for peer in peers:
        peer.transport.close()
    return cost, ears[-1].octets / len(moves)


class GoServer(Server):
    """The same server with games of Go."""

    def start_go(self) -> str:
        """A new game's id."""
        body = json.dumps({"gameType": "GO", "boardSize": SIZE}).encode()
        address = f"http://127.0.0.1:{self.port}/api/game/start"
        request = urllib.request.Request(address, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310  # our own server
            game_id: str = json.load(answer)["gameId"]
            return game_id


def main() -> None:
    """Measure, in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=100)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--asked", type=int, default=5, help="moves of the game in which everybody asks back")
    arguments = parser.parse_args()
    watchers, count = min(arguments.watchers, MOST_WATCHERS), min(arguments.moves, MOST_MOVES)
    moves = points(count)
    with tempfile.TemporaryDirectory() as folder:
        server = GoServer(Path(folder), core=0)
        try:
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
            figures = {
                "nobody watches": (0, moves, 0),
                f"{watchers} watch": (watchers, moves, 0),
                f"{watchers} watch and ask back": (watchers, moves[: arguments.asked], watchers),
            }
            for name, (watching, played, asked) in figures.items():
                cost, octets = asyncio.run(play(server, watching, played, asked))
                figure = {"figure": name, "moves": len(played), "cpu_ms": round(cost, 3), "bytes": round(octets, 1)}
                print(json.dumps(figure), flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
