"""A real server in a process of its own, on a free port of this machine."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from tests.server.forking import ForkedProcess, fork_program

START_S = 60.0
PATH = os.environ.get("PYTHONPATH")
PROGRAM = ("-m", "tengen")
"""What is run unless a test has a program of its own: forked, which is the same after its imports."""
RATES = (
    "REQUEST_RATE",
    "START_RATE",
    "MESSAGE_RATE",
    "HANDSHAKE_RATE",
    "LOCAL_REQUEST_RATE",
    "LOCAL_START_RATE",
    "LOCAL_HANDSHAKE_RATE",
    "LOGIN_RATE",
    "LOCAL_LOGIN_RATE",
    "BOT_RATE",
)
CHEAP = {"PASSWORD_MEMORY_KIB": "64", "PASSWORD_PASSES": "1"}
"""Passwords that cost nearly nothing to check: most tests are not about that."""
FREE = {
    "LOGIN_TRIES_PER_ACCOUNT": "1000000",
    "LOGIN_TRIES_PER_ADDRESS": "1000000",
    "PASSWORD_CHECKS_PER_SECOND": "1000",
}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class ServerProcess:
    """`tengen serve` with a data folder of its own. Settings come through the environment, as in earnest."""

    data_dir: Path
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    program: tuple[str, ...] = PROGRAM
    has_limits: bool = False
    """Whether callers are told to slow down as by default; tests are quicker than that."""
    process: subprocess.Popen[bytes] | ForkedProcess | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws_address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return self.address

    @property
    def database(self) -> Path:
        return self.data_dir / "tengen.db"

    @property
    def log(self) -> Path:
        return self.data_dir.parent / f"server-{self.port}.log"

    def start(self) -> ServerProcess:
        rates = () if self.has_limits else RATES
        free = dict.fromkeys(rates, "1000000/second") | ({} if self.has_limits else FREE)
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")}
        ours = {"DATA_DIR": str(self.data_dir), **CHEAP, **free, **self.settings}
        environment = {**kept, **{f"TENGEN_{name}": value for name, value in ours.items()}}
        command = ["serve", "--port", str(self.port)]
        if self.program == PROGRAM and environment.get("PYTHONPATH") == PATH:
            self.process = fork_program(command, environment, self.log)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, *self.program, *command],
                    env=environment,
                    stdout=log,
                    stderr=log,
                    stdin=subprocess.DEVNULL,
                )
        self._wait()
        return self

    def _wait(self) -> None:
        """Wait until the server answers. It is asked once it listens: to make a client costs more than a connection."""
        assert self.process is not None
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the server did not start:\n{self.log.read_text()[-4000:]}")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                if httpx2.get(f"{self.address}/healthz", timeout=1, verify=False).status_code == 200:
                    return
            except (OSError, httpx2.TransportError):
                time.sleep(0.02)
        self.stop()
        raise AssertionError(f"the server does not answer:\n{self.log.read_text()[-4000:]}")

    def memory_kib(self) -> int:
        """Resident memory."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0])

    def stop(self, *, by: int = signal.SIGTERM, patience_s: float = 10.0) -> float:
        """Stop the process; says how long it took."""
        assert self.process is not None
        begin = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(by)
            try:
                self.process.wait(patience_s)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
        return time.monotonic() - begin


class Web:
    """A client of the REST interface, with a cookie jar of its own."""

    def __init__(self, server: ServerProcess, *, origin: str | None = "own", token: str | None = None) -> None:
        headers = {} if origin is None else {"origin": server.origin if origin == "own" else origin}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        self.server = server
        self.http = httpx2.Client(base_url=server.address, headers=headers, timeout=20, verify=False)

    def post(self, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        if body is None:
            return self.http.post(path, headers=headers)
        return self.http.post(path, json=body, headers=headers)

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.http.get(path, headers=headers)

    def start(self, game_type: str, size: int | None = None, **more: Any) -> Game:
        body = {"gameType": game_type, **({} if size is None else {"boardSize": size}), **more}
        answer = self.post("/api/game/start", body)
        assert answer.status_code == 200, answer.text
        return Game(self, answer.json())

    def close(self) -> None:
        self.http.close()


class Game:
    """A game that was begun over REST."""

    def __init__(self, web: Web, started: dict[str, Any]) -> None:
        self.web = web
        self.id: str = started["gameId"]
        self.watch_id: str = started["watchId"]
        self.invite: str | None = started.get("invite")
        self.first: dict[str, Any] = started["state"]

    def path(self, call: str) -> str:
        return f"/api/game/{self.id}/{call}"

    def post(self, call: str, body: Any = None, **headers: str) -> httpx2.Response:
        return self.web.post(self.path(call), body, **headers)

    def move(self, x: int, y: int, **more: Any) -> dict[str, Any]:
        answer = self.post("move", {"x": x, "y": y, **more})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        assert found["success"] is True
        state: dict[str, Any] = found["state"]
        return state

    def moves(self, *cells: tuple[int, int]) -> dict[str, Any]:
        return [self.move(x, y) for x, y in cells][-1]

    @property
    def state(self) -> dict[str, Any]:
        answer = self.web.get(self.path("state"))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = json.loads(answer.content)
        return found
