"""What a move costs the server while many watch: CPU time a move, over real sockets on this machine.

Prints one line of JSON for each figure, in milliseconds of CPU for one move of Go on 19 lines, all threads of the
server together: with nobody who watches, with `--watchers` sockets that are told each move, and, as it was when pages
asked back, with the same number of looks at `/api/game/{id}/view` after each move. `bytes` is what one watcher got.

With `--paced` also how late a move reaches the opponent and the last who watches, at one move a second; milliseconds
from the player's send to the frame.

    .venv/bin/python -m bench.watchers [--watchers 100] [--moves 200] [--asked 5] [--paced 60]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from pathlib import Path

from bench.server_load import Peer, Server, connect

from tengen.core import Place, create_rules

MOST_WATCHERS, MOST_MOVES, MOST_PACED = 1_000, 400, 300
SIZE = 19


class Watcher:
    """Counts what it is told; `table` of its peer."""

    def __init__(self) -> None:
        self.moves = self.octets = 0
        self.heard_at = 0.0
        self.heard = asyncio.Event()

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come."""
        del peer
        if b'"moved"' in frame:
            self.moves += 1
            self.octets += len(frame)
            self.heard_at = time.perf_counter()
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


async def play(server: GoServer, watchers: int, moves: list[tuple[int, int]], asked: int) -> tuple[float, float]:
    """CPU milliseconds a move of the whole game with so many watchers, and the bytes that each got for a move.

    After each move the view is read `asked` times.
    """
    game_id = server.start_go()
    ears = [Watcher() for _ in range(watchers + 1)]
    peers = [await connect(server.port, game_id, "", ear) for ear in ears]
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


async def pace(server: GoServer, watchers: int, moves: list[tuple[int, int]]) -> dict[str, float]:
    """How late a move a second reaches the opponent, and the last of those who watch."""
    game_id = server.start_go()
    watch_id = json.loads(server.get(f"/api/game/{game_id}/view"))["watchId"]
    players = [Watcher() for _ in range(2)]
    mover, _ = [await connect(server.port, game_id, "", ear) for ear in players]
    ears = [Watcher() for _ in range(watchers)]
    peers = [await connect(server.port, watch_id, "", ear) for ear in ears]
    player_ms, last_ms = [], []
    for number, (x, y) in enumerate(moves, start=1):
        due = time.perf_counter() + 1.0
        begin = time.perf_counter()
        mover.send(b'{"id":"m%d","type":"place","x":%d,"y":%d}' % (number, x, y))
        await players[1].until(number)
        player_ms.append((time.perf_counter() - begin) * 1000)
        await asyncio.gather(*(ear.until(number) for ear in ears))
        last_ms.append((max(ear.heard_at for ear in ears) - begin) * 1000)
        await asyncio.sleep(max(due - time.perf_counter(), 0))
    for peer in peers:
        peer.transport.close()
    return {
        "player_p50_ms": _share(player_ms, 50),
        "player_p99_ms": _share(player_ms, 99),
        "last_p50_ms": _share(last_ms, 50),
        "last_p99_ms": _share(last_ms, 99),
    }


def _share(taken: list[float], percent: int) -> float:
    """What so many of a hundred do not exceed."""
    return round(sorted(taken)[min(len(taken) * percent // 100, len(taken) - 1)], 1)


class GoServer(Server):
    """The same server with games of Go."""

    def start_go(self) -> str:
        """A new game's id."""
        game_id: str = self.post("/api/game/start", {"gameType": "GO", "boardSize": SIZE})[0]["gameId"]
        return game_id


def main() -> None:
    """Measure, in one run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watchers", type=int, default=100)
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--asked", type=int, default=5, help="moves of the game in which everybody asks back")
    parser.add_argument("--paced", type=int, default=0, help="moves of the game at one move a second")
    arguments = parser.parse_args()
    paced = min(arguments.paced, MOST_PACED)
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
            if paced:
                server.hurry()
                late = asyncio.run(pace(server, watchers, moves[:paced]))
                print(json.dumps({"figure": f"a move a second, {watchers} watch", "moves": paced, **late}), flush=True)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
