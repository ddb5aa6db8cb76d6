"""Processes that need not import the program first: they are forked from one that has. Importing takes longest."""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

IMPORTED = ("tengen.cli", "tengen.server", "tengen.server.app", "tengen.server.run", "uvicorn.lifespan.on")
_WAIT_S = 60.0


@dataclass
class ForkedProcess:
    """A process of `tengen`, as `subprocess.Popen` would give it."""

    pid: int
    returncode: int | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if not self.ended.wait(timeout):
            raise subprocess.TimeoutExpired("tengen", timeout or 0)
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class Forking:
    """The process from which others are forked: one for all tests that run in this process."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.server.forking", str(theirs.fileno())]
            self._parent = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        self._lock = threading.Lock()
        self._begun: list[int] = []
        self._has_begun = threading.Condition()
        self._running: dict[int, ForkedProcess] = {}
        threading.Thread(target=self._listen, daemon=True).start()
        atexit.register(self.close)

    def start(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> ForkedProcess:
        """Run the program with these arguments; what it prints is added to the log."""
        wish = {
            "arguments": list(arguments),
            "environment": dict(environment),
            "log": str(log),
            "folder": str(Path.cwd()),
        }
        with self._lock, self._has_begun:
            self._line.sendall(json.dumps(wish).encode() + b"\n")
            assert self._has_begun.wait_for(lambda: self._begun, _WAIT_S), "it has imported everything by now"
            return self._running[self._begun.pop()]

    def close(self) -> None:
        """End it, with all that it has forked: a test that was broken off may not have."""
        self._line.shutdown(socket.SHUT_RDWR)
        self._parent.wait()

    def _listen(self) -> None:
        with self._line.makefile("rb") as lines:
            for line in lines:
                told = json.loads(line)
                with self._has_begun:
                    if "begun" in told:
                        self._running[told["begun"]] = ForkedProcess(told["begun"])
                        self._begun.append(told["begun"])
                        self._has_begun.notify_all()
                    elif (process := self._running.pop(told["ended"], None)) is not None:
                        process.returncode = told["code"]
                        process.ended.set()


_forking: dict[int, Forking] = {}


def fork_program(arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> ForkedProcess:
    """`tengen` with these arguments and this environment alone, without the wait for its imports."""
    if os.getpid() not in _forking:
        _forking[os.getpid()] = Forking()
    return _forking[os.getpid()].start(arguments, environment, log)


# --- the other side


def _fork_for(line: socket.socket) -> dict[str, Any] | None:
    """Fork for everybody who asks; in each new process what it was asked for, in this one None at the end."""
    wake_up, woken = os.pipe()
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(woken)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    waiting, running = b"", set[int]()
    while True:
        ready, _, _ = select.select([line.fileno(), wake_up], [], [])
        if wake_up in ready:
            os.read(wake_up, 4096)
            _tell_ends(line, running)
        if line.fileno() not in ready:
            continue
        read = line.recv(1 << 20)
        if not read:
            for pid in running:
                os.kill(pid, signal.SIGKILL)
            return None
        waiting += read
        while b"\n" in waiting:
            wish, _, waiting = waiting.partition(b"\n")
            pid = os.fork()
            if pid == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                line.close()
                os.close(wake_up)
                os.close(woken)
                found: dict[str, Any] = json.loads(wish)
                return found
            running.add(pid)
            _tell(line, begun=pid)


def _tell_ends(line: socket.socket, running: set[int]) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        running.discard(pid)
        _tell(line, ended=pid, code=os.waitstatus_to_exitcode(status))


def _tell(line: socket.socket, **told: int) -> None:
    with suppress(BrokenPipeError):  # then nobody wants to know any more
        line.sendall(json.dumps(told).encode() + b"\n")


def _become(wish: dict[str, Any]) -> None:
    log = os.open(wish["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.close(log)
    os.chdir(wish["folder"])
    os.environ.clear()
    os.environ.update(wish["environment"])
    time.tzset()
    sys.argv = ["tengen", *wish["arguments"]]


def main() -> None:
    """Import the program, then fork."""
    for name in IMPORTED:
        importlib.import_module(name)
    importlib.import_module("tengen.server.routes").routers()
    gc.collect()
    gc.freeze()
    wish = _fork_for(socket.socket(fileno=int(sys.argv[1])))
    if wish is not None:
        _become(wish)
        importlib.import_module("tengen.__main__").main()


if __name__ == "__main__":
    main()
