"""What one call costs the server: one line of JSON a figure, with CPU milliseconds, bytes, and memory that stays.

    .venv/bin/python bench/call_costs.py [--calls 100] [--rounds 3]

A real server runs on a free port; its CPU time is that of all its threads, as the system counts it, and the best of
all rounds is told. The games are the costliest ones that a stranger can ask for in a moment: Go on 19 lines, with
some hundred moves where the call depends on them. `sent` and `got` are the bytes of body or message, both ways;
`kept_kib` is by how much the server's memory grew with each call, which says little where nothing is kept.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from hashlib import sha256
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tengen.people import Rating, RatingRow, Result, Winner, name_key

MOVES = 300
GAMES, KEPT = 2_000, 20
RATES = ("REQUEST_RATE", "START_RATE", "HANDSHAKE_RATE", "MESSAGE_RATE", "GAME_RATE")
JSON = {"content-type": "application/json"}

Call = Callable[[int], tuple[int, int]]
"""Makes a call for the time with this number; how many bytes went to the server and came from it."""


class Server:
    """`tengen serve` with limits out of the way."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.database = folder / "tengen.db"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        rates = [*RATES, *[f"LOCAL_{name}" for name in RATES[:3]]]
        settings = {**dict.fromkeys(rates, "1000000/second"), "DATA_DIR": str(folder), **more}
        environment = {**os.environ, **{f"TENGEN_{name}": value for name, value in settings.items()}}
        command = [sys.executable, "-m", "tengen", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        self._line = HTTPConnection("127.0.0.1", self.port, timeout=30)
        for _ in range(600):
            try:
                self.call("GET", "/healthz")
                return
            except OSError:
                self._line.close()
                time.sleep(0.05)
        raise SystemExit("the server does not answer")

    def call(
        self, method: str, path: str, body: Any = None, *, raw: bytes = b"", token: str | None = None
    ) -> tuple[int, bytes, int]:
        """Call it; the status, the answer, and how many bytes the body had."""
        sent = raw if body is None else json.dumps(body).encode()
        known = {} if token is None else {"authorization": f"Bearer {token}"}
        status, answer, _ = self.exchange(method, path, sent, (JSON if sent else {}) | known)
        return status, answer, len(sent)

    def exchange(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes, list[tuple[str, str]]]:
        """Call it with these headers; the status, the answer, and its headers."""
        self._line.request(method, path, body or None, headers)
        answer = self._line.getresponse()
        return answer.status, answer.read(), answer.getheaders()

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of a call that succeeds."""
        status, answer, _ = self.call(method, path, body)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    def start(self, **body: Any) -> str:
        """A new game's id."""
        started: str = self.ask("POST", "/api/game/start", {"gameType": "GO", "boardSize": 19, **body})["gameId"]
        return started

    def cpu_ms(self) -> float:
        """CPU time of all threads so far."""
        spent = 0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            spent += int((task / "schedstat").read_text().split()[0])
        return spent / 1e6

    def memory_kib(self) -> int:
        """Resident memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def stop(self) -> None:
        """End the process."""
        self._line.close()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(10)


def played(server: Server, moves: int) -> str:
    """A game with so many moves, by chance."""
    chance = random.Random(1)
    game = server.start()
    state = server.ask("GET", f"/api/game/{game}/state")
    for _ in range(moves):
        point = chance.choice(state["legalMoves"])
        state = server.ask("POST", f"/api/game/{game}/move", point)["state"]
    return game


def rest_calls(server: Server) -> dict[str, Call]:
    """The calls that are cheap, or bounded otherwise; files are measured elsewhere."""
    long, short = played(server, MOVES), server.start()
    many = {"gameType": "GO", "boardSize": 19}

    def get(path: str) -> Call:
        def call(_: int) -> tuple[int, int]:
            _, answer, sent = server.call("GET", path)
            return sent, len(answer)

        return call

    def post(path: str, body: Any = None, raw: bytes = b"") -> Call:
        def call(_: int) -> tuple[int, int]:
            _, answer, sent = server.call("POST", path, body, raw=raw)
            return sent, len(answer)

        return call

    def there_and_back(number: int) -> tuple[int, int]:
        _, answer, sent = server.call("POST", f"/api/game/{long}/{'redo' if number % 2 else 'undo'}")
        return sent, len(answer)

    def fresh(call_name: str, body: Any) -> Call:
        def call(_: int) -> tuple[int, int]:
            _, answer, sent = server.call("POST", f"/api/game/{server.start()}/{call_name}", body)
            return sent, len(answer)

        return call

    def join(_: int) -> tuple[int, int]:
        started = server.ask("POST", "/api/game/start", {**many, "seat": "BLACK"})
        body = {"seat": "WHITE", "invite": started["invite"]}
        _, answer, sent = server.call("POST", f"/api/game/{started['gameId']}/join", body)
        return sent, len(answer)

    pieces = {f"GET /api/game/{{game_id}}/{name}": get(f"/api/game/{long}/{name}") for name in ("state", "view")}
    return {
        "GET /healthz": get("/healthz"),
        "GET /api/kinds": get("/api/kinds"),
        "GET /api/kinds/{name}/rules": get("/api/kinds/go/rules"),
        "GET /api/arenas": get("/api/arenas"),
        "GET /api/arenas/{name}": get("/api/arenas/nobody"),
        "GET /api/arenas/{name}/games/{game}/replay": get("/api/arenas/nobody/games/1/replay"),
        "POST /api/auth/guest": post("/api/auth/guest"),
        "POST /api/game/start": post("/api/game/start", many),
        "POST /api/game/{game_id}/join (with its start)": join,
        "POST /api/game/{game_id}/undo, redo": there_and_back,
        "POST /api/game/{game_id}/move (refused)": post(f"/api/game/{long}/move", {"x": -1, "y": 0}),
        "POST /api/game/{game_id}/move (with its start)": fresh("move", {"x": 3, "y": 3}),
        "POST /api/game/{game_id}/pass (with its start)": fresh("pass", {"player": "BLACK"}),
        "POST /api/game/{game_id}/resign (with its start)": fresh("resign", {"player": "BLACK"}),
        "POST /api/game/{game_id}/restart (with its start)": fresh("restart", None),
        "POST /api/game/{game_id}/act (with its start)": fresh("act", {"player": "BLACK", "type": "pass"}),
        "POST /api/game/{game_id}/act (64 KiB, refused)": post(
            f"/api/game/{short}/act", raw=b'{"player":"BLACK","type":"' + b"x" * 65_000 + b'"}'
        ),
        **pieces,
        "GET /api/game/{game_id}/formats": get(f"/api/game/{long}/formats"),
        "GET /api/game/{game_id}/replay": get(f"/api/game/{long}/replay"),
        "GET /api/game/{game_id}/record.{ext} (sgf)": get(f"/api/game/{long}/record.sgf"),
        "GET /api/game/{game_id}/record.{ext} (json)": get(f"/api/game/{long}/record.json"),
        "GET /api/game/{game_id}/picture.{ext} (svg)": get(f"/api/game/{long}/picture.svg"),
        "GET /api/game/{game_id}/picture.{ext} (png)": get(f"/api/game/{long}/picture.png"),
        "GET /api/game/{game_id}/picture.{ext} (gif)": get(f"/api/game/{long}/picture.gif"),
        **{f"GET {path}": get(path) for path in ("/metrics", "/docs", "/openapi.json")},
        "GET / (the page)": get("/"),
        "GET nothing there": get("/nothing-there"),
    }


def people_calls(server: Server) -> dict[str, Call]:
    """Questions about somebody who has finished `GAMES` games, of which the archive has `KEPT`."""
    token: str = server.ask("POST", "/api/auth/guest")["token"]
    for _ in range(KEPT):
        body = {"gameType": "GO", "boardSize": 19, "seat": "BLACK", "players": {"WHITE": "random"}}
        _, answer, _ = server.call("POST", "/api/game/start", body, token=token)
        kept = json.loads(answer)["gameId"]
    with closing(sqlite3.connect(server.database, timeout=10)) as connection, connection:
        found = "SELECT account_id FROM sessions WHERE token_hash = ?"
        (account,) = connection.execute(found, (sha256(token.encode()).digest(),)).fetchone()
        key = name_key("Busy")
        connection.execute(
            "UPDATE accounts SET name = 'Busy', name_key = ?, password_hash = '-' WHERE id = ?", (key, account)
        )
        owned = "SELECT id, watch_id FROM matches WHERE first_owner = ?"
        ids = connection.execute(owned, (account,)).fetchall()
        ids += [(f"old{number}", f"watch{number}") for number in range(GAMES - KEPT)]
        for number, (match_id, watch_id) in enumerate(ids):
            result = Result(
                match_id, watch_id, "go", 19, "chinese", account, None, "human", "random", "", "random", False,
                Winner.FIRST, "resign", None, 200, number, 10**12 - number, "GO-19", None, 900.0, 60.0,
            )  # fmt: skip
            rating = RatingRow(account, "GO-19", number + 1, Rating(), number + 1, number, match_id=match_id)
            for row in (result, rating):
                columns, marks = ", ".join(row.values()), ", ".join("?" * len(row.values()))
                added = f"INSERT INTO {row.table} ({columns}) VALUES ({marks})"  # noqa: S608  # names and marks only
                connection.execute(added, (*row.values().values(),))

    def get(path: str) -> Call:
        def call(_: int) -> tuple[int, int]:
            status, answer, sent = server.call("GET", path, token=token)
            assert status == 200, answer
            return sent, len(answer)

        return call

    return {
        "GET /api/users/{name}": get("/api/users/Busy"),
        "GET /api/users/{name}/games": get("/api/users/Busy/games?limit=100"),
        "GET /api/users/{name}/ratings/{rating_class}": get("/api/users/Busy/ratings/GO-19"),
        f"GET /api/users/{{name}}/games.zip ({KEPT} games, archive)": get(
            f"/api/users/Busy/games.zip?from={10**12 - KEPT + 1}"
        ),
        "GET /api/game/{game_id}/result": get(f"/api/game/{kept}/result"),
    }


def socket_calls(server: Server, opened: ExitStack) -> dict[str, Call]:
    """Handshakes, and messages over one socket."""
    long, short = played(server, MOVES), server.start()
    token = server.ask("POST", "/api/auth/guest")["token"]
    address = f"ws://127.0.0.1:{server.port}/api/game"
    line = opened.enter_context(connect(f"{address}/{short}/ws", proxy=None, compression=None))
    line.recv()

    def message(*bodies: dict[str, Any]) -> Call:
        def call(number: int) -> tuple[int, int]:
            text = json.dumps({"id": f"{id(call)} {number}", **bodies[number % len(bodies)]})
            line.send(text)
            got = 0
            while True:
                frame = line.recv()
                got += len(frame)
                if "re" in json.loads(frame):
                    return len(text), got

        return call

    def shake(path: str) -> Call:
        def call(_: int) -> tuple[int, int]:
            try:
                with connect(f"{address}/{path}", proxy=None, compression=None) as listener:
                    return 0, len(listener.recv())
            except InvalidStatus as refused:
                return 0, len(refused.response.body or b"")

        return call

    return {
        "WS handshake, with the state of a long game": shake(f"{long}/ws"),
        "WS handshake, refused": shake("nobody/ws"),
        "WS place, takeback": message({"type": "place", "x": 3, "y": 3}, {"type": "takeback"}),
        "WS estimate, asked once more": message({"type": "estimate"}),
        "WS auth": message({"type": "auth", "token": token}),
        "WS refused by the rules": message({"type": "place", "x": 99, "y": 3}),
        "WS 8 KiB of points": message({"type": "mark_dead", "points": [[18, 18]] * 676}),
        "WS nonsense": message({"type": "nonsense"}),
    }


def measure(server: Server, name: str, call: Call, calls: int, rounds: int) -> None:
    """Print what this call costs at its best."""
    figures = []
    memory = server.memory_kib()
    for number in range(rounds):
        begin = server.cpu_ms()
        sizes = [call(2 * number * calls + count) for count in range(calls)]
        figures.append((server.cpu_ms() - begin) / calls)
    sent, got = max(size for size, _ in sizes), max(size for _, size in sizes)
    kept = (server.memory_kib() - memory) / calls / rounds
    line = {"call": name, "cpu_ms": round(min(figures), 3), "sent": sent, "got": got, "kept_kib": round(kept, 1)}
    print(json.dumps(line), flush=True)


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=100, choices=range(2, 2001), metavar="2..2000")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 21), metavar="1..20")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data")
        try:
            with ExitStack() as opened:
                for name, call in {
                    **rest_calls(server),
                    **people_calls(server),
                    **socket_calls(server, opened),
                }.items():
                    is_slow = any(word in name for word in ("picture", "replay", "record", "archive"))
                    measure(server, name, call, max(2, arguments.calls // (10 if is_slow else 1)), arguments.rounds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
