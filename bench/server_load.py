"""The server under load: Peace on 8x8, both sides over WebSocket, every answer after it is safe on disk.

Prints one line of JSON per figure. The server runs on the first core and this client on the last. Saturated: each
player answers at once. Paced: a few moves a second in every game, with both programs before all others on the
machine where that is allowed. Latency is from a player's send to the frame in which the opponent hears of it.

    .venv/bin/python bench/server_load.py [--games 100 500] [--seconds 8] [--pace 2] [--idle 2000]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

CELLS = [(x, y) for y in range(8) for x in range(8) if not (x in (3, 4) and y in (3, 4))]
MOST_GAMES, MOST_SECONDS, MOST_IDLE = 1000, 60, 10_000


class Server:
    """`tengen serve` on one core, with limits out of the way."""

    program = "tengen"

    def __init__(self, folder: Path, core: int, **more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        rates = ("LOCAL_REQUEST_RATE", "LOCAL_START_RATE", "LOCAL_HANDSHAKE_RATE", "MESSAGE_RATE")
        free = dict.fromkeys(rates, "1000000/second")
        settings = {**free, "SOCKETS_PER_CLIENT": "100000", "DATA_DIR": str(folder), **more}
        self._command = ["taskset", "-c", str(core), sys.executable, "-m", self.program]
        self._command += ["serve", "--port", str(self.port)]
        self._environment = {**os.environ, **{f"TENGEN_{name}": value for name, value in settings.items()}}
        self.run()

    def run(self) -> None:
        """Start the process, and wait until it answers."""
        self.process = subprocess.Popen(self._command, env=self._environment, stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                self.get("/healthz")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def get(self, path: str) -> bytes:
        """The answer of a GET."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=10) as answer:
            content: bytes = answer.read()
            return content

    def start(self) -> str:
        """A new game's id."""
        game_id: str = self.post("/api/game/start", {"gameType": "PEACE", "boardSize": 8})[0]["gameId"]
        return game_id

    def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """The answer of a POST, and the cookie that came with it."""
        headers = {"content-type": "application/json", "cookie": cookie}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310  # our own server
            return json.load(answer), answer.headers.get("set-cookie", "").partition(";")[0]

    def cpu_s(self) -> float:
        """CPU seconds used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self) -> int:
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def hurry(self) -> None:
        """Have server and client go before other programs on this machine, where that is allowed."""
        for thread in (0, *(int(name.name) for name in Path(f"/proc/{self.process.pid}/task").iterdir())):
            with suppress(PermissionError):
                os.sched_setscheduler(thread, os.SCHED_RR, os.sched_param(1))

    def stop(self) -> None:
        """End the process."""
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


class Run:
    """What is counted while games are played."""

    def __init__(self, pace: float = 0.0) -> None:
        self.pace = pace
        self.latencies: list[float] = []
        self.octets = 0
        self.errors = 0
        self.is_counting = False


class Listener(Protocol):
    """Whoever hears what comes to a peer."""

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come."""


class Peer(asyncio.Protocol):
    """A player on a socket, with just enough of the WebSocket protocol: short frames, an empty mask."""

    def __init__(self, port: int, path: str, color: str, table: Listener | None, cookie: str = "") -> None:
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nCookie: {cookie}\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
        self.color, self._table = color, table
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""
        self._is_open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        """Take whole frames out of what has come."""
        self._buffer += data
        if not self._is_open:
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionRefusedError(head[:100].decode()))
                self.transport.abort()
                return
            self._is_open, self._buffer = True, rest
            self.opened.set_result(None)
        at, buffer = 0, self._buffer
        while len(buffer) - at >= 2:
            opcode, length, begin = buffer[at] & 15, buffer[at + 1], at + 2
            if length == 126:
                if len(buffer) - at < 4:
                    break
                length, begin = int.from_bytes(buffer[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if len(buffer) - at < 10:
                    break
                length, begin = int.from_bytes(buffer[at + 2 : at + 10], "big"), at + 10
            if len(buffer) < begin + length:
                break
            if opcode == 9:
                self._frame(0x8A, buffer[begin : begin + length])
            elif opcode == 1 and self._table is not None:
                self._table.hear(self, buffer[begin : begin + length])
            at = begin + length
        self._buffer = buffer[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """The server is gone."""
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError("before it was open"))

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._frame(0x81, text)

    def _frame(self, head: int, payload: bytes) -> None:
        assert len(payload) < 126
        self.transport.write(bytes((head, 0x80 | len(payload))) + b"\0\0\0\0" + payload)


class Table:
    """One game: two peers that play the free cells in order, and begin again when the board is full."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.peers: list[Peer] = []
        self._moves = 0
        self._messages = 0
        self._sent_at = self._due = 0.0
        self._is_stopped = False

    def begin(self) -> None:
        """The first move."""
        self._due = asyncio.get_running_loop().time()
        self._move()

    def stop(self) -> None:
        """No more moves."""
        self._is_stopped = True

    def hear(self, peer: Peer, frame: bytes) -> None:
        """A frame has come to one of the two."""
        run = self.run
        if run.is_counting:
            run.octets += len(frame)
        if frame.startswith(b'{"re"'):
            if b'"error"' in frame:
                run.errors += 1
            return
        if b'"moved"' in frame:
            if peer.color.encode() in frame:
                return
            if run.is_counting:
                run.latencies.append(time.perf_counter() - self._sent_at)
            self._moves += 1
            if self._moves < len(CELLS):
                self._next()
        elif b'"ended"' in frame and peer is self.peers[0]:
            self._messages += 1
            peer.send(b'{"id":"r%d","type":"restart"}' % self._messages)
        elif b'"restarted"' in frame and peer is self.peers[0]:
            self._moves = 0
            self._next()

    def _next(self) -> None:
        if self._is_stopped:
            return
        if self.run.pace:  # at fixed times, so that games which share a commit do not fall into step
            loop = asyncio.get_running_loop()
            self._due = max(self._due + 1 / self.run.pace, loop.time())
            loop.call_at(self._due, self._move)
        else:
            self._move()

    def _move(self) -> None:
        if self._is_stopped:
            return
        x, y = CELLS[self._moves]
        self._messages += 1
        self._sent_at = time.perf_counter()
        self.peers[self._moves % 2].send(b'{"id":"%d","type":"place","x":%d,"y":%d}' % (self._messages, x, y))


async def connect(port: int, game_id: str, color: str, table: Listener | None) -> Peer:
    """An open socket to a match."""
    return await connect_to(port, f"/api/game/{game_id}/ws?since=1", color, table)


async def connect_to(port: int, path: str, color: str, table: Listener | None, cookie: str = "") -> Peer:
    """An open socket at this address."""
    loop = asyncio.get_running_loop()
    _, peer = await loop.create_connection(lambda: Peer(port, path, color, table, cookie), "127.0.0.1", port)
    await asyncio.wait_for(peer.opened, 20)
    return peer


async def play(
    server: Server, games: int, seconds: float, pace: float, meanwhile: Callable[[], Awaitable[None]] | None = None
) -> dict[str, Any]:
    """Play this many games at once for a while, and do something else `meanwhile`; what came of it."""
    run = Run(pace)
    tables = []
    for _ in range(games):
        game_id = await asyncio.to_thread(server.start)
        table = Table(run)
        table.peers = [await connect(server.port, game_id, color, table) for color in ("BLACK", "WHITE")]
        tables.append(table)
    for count, table in enumerate(tables):
        asyncio.get_running_loop().call_later(count / games / (pace or games), table.begin)
    await asyncio.sleep(2.0)
    run.is_counting, begin, cpu_s = True, time.perf_counter(), server.cpu_s()
    await asyncio.gather(asyncio.sleep(seconds), *([] if meanwhile is None else [meanwhile()]))
    run.is_counting = False
    wall_s, cpu_s = time.perf_counter() - begin, server.cpu_s() - cpu_s
    for table in tables:
        table.stop()
    await asyncio.sleep(0.3)
    for table in tables:
        for peer in table.peers:
            peer.transport.close()
    taken = sorted(run.latencies)
    moves = max(len(taken), 1)
    return {
        "games": games,
        "moves_per_s": round(len(taken) / wall_s),
        "p50_ms": round(1000 * taken[len(taken) // 2], 2) if taken else None,
        "p99_ms": round(1000 * taken[len(taken) * 99 // 100], 2) if taken else None,
        "p999_ms": round(1000 * taken[len(taken) * 999 // 1000], 2) if taken else None,
        "max_ms": round(1000 * taken[-1], 2) if taken else None,
        "moves_per_cpu_s": round(len(taken) / cpu_s) if cpu_s else None,
        "server_cpu_percent": round(100 * cpu_s / wall_s),
        "bytes_per_move_and_client": round(run.octets / moves / 2, 1),
        "errors": run.errors,
    }


async def idle(server: Server, count: int) -> dict[str, Any]:
    """Open sockets that do nothing; what each costs."""
    game_id = await asyncio.to_thread(server.start)
    before = server.memory_kib()
    begin = time.perf_counter()
    peers: list[Peer] = []
    for first in range(0, count, 50):
        some = range(first, min(first + 50, count))
        peers += await asyncio.gather(*(connect(server.port, game_id, "BLACK", None) for _ in some))
    took_s = time.perf_counter() - begin
    await asyncio.sleep(1)
    whole = server.memory_kib()
    each = (whole - before) / count
    for peer in peers:
        peer.transport.close()
    accepted = round(count / took_s)
    return {"sockets": count, "kib_each": round(each, 1), "mb_in_all": whole // 1024, "accepted_per_s": accepted}


def tell(figure: str, found: dict[str, Any]) -> None:
    """One line."""
    print(json.dumps({"figure": figure, **found}), flush=True)


def main() -> None:
    """Read the options, start the server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--pace", type=float, default=2.0, help="moves a second in every game of the paced run")
    parser.add_argument("--idle", type=int, default=2000)
    given = parser.parse_args()
    games = [min(count, MOST_GAMES) for count in given.games]
    seconds = min(given.seconds, MOST_SECONDS)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as folder:
        server = Server(Path(folder) / "data", cores[0])
        os.sched_setaffinity(0, {cores[-1]})
        try:
            tell("idle", asyncio.run(idle(server, min(given.idle, MOST_IDLE))))
            for count in games:
                tell("saturated", asyncio.run(play(server, count, seconds, 0.0)))
            server.hurry()
            for count in games:
                tell("paced", asyncio.run(play(server, count, seconds, given.pace)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
