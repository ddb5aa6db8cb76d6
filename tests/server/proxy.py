"""A TCP proxy in front of a server that cuts connections where a test wants it, to the byte. Knows no WebSocket."""

from __future__ import annotations

import selectors
import socket
import struct
import threading
import time
from contextlib import suppress
from enum import Enum
from typing import Final

PATIENCE_S: Final = 5.0
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER: closing sends a reset at once, as when a machine is gone, not a polite end."""


class Way(Enum):
    """From the client to the server, or back."""

    UP = "up"
    DOWN = "down"


class Line:
    """One connection through the proxy. The test sets where it is to be cut; the proxy's thread does it."""

    def __init__(self, client: socket.socket, server: socket.socket, delay_s: float) -> None:
        self.client, self.server, self.delay_s = client, server, delay_s
        self.passed = dict.fromkeys(Way, 0)
        self._left: dict[Way, int] = {}
        self._is_abrupt = False
        self._cut = threading.Event()

    def cut_after(self, way: Way, octets: int, *, abruptly: bool = False) -> None:
        """Let so many more bytes pass this way; when another one comes, cut both ends instead.

        Both ends see the connection end, or `abruptly` be reset.
        """
        self._is_abrupt = abruptly
        self._left[way] = octets

    def forget_cuts(self) -> None:
        """Let everything pass again."""
        self._left.clear()

    @property
    def is_cut(self) -> bool:
        """Whether nothing passes any more, for whatever reason."""
        return self._cut.is_set()

    def wait_until_cut(self) -> bool:
        """Wait for the cut; whether it came."""
        return self._cut.wait(PATIENCE_S)

    def carry(self, way: Way) -> bool:
        """Pass on what has come this way; whether the line still holds. Called by the proxy."""
        source, sink = (self.client, self.server) if way is Way.UP else (self.server, self.client)
        try:
            data = source.recv(65_536)
            if way is Way.UP and self.delay_s:
                time.sleep(self.delay_s)
            left = self._left.get(way)
            allowed = data if left is None else data[:left]
            sink.sendall(allowed)
        except OSError:
            return False
        self.passed[way] += len(allowed)
        if left is not None:
            self._left[way] = left - len(allowed)
        return bool(data) and len(allowed) == len(data)

    def close(self) -> None:
        """Cut both ends. Called by the proxy."""
        for end in (self.client, self.server):
            with suppress(OSError):
                if self._is_abrupt:
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                else:
                    end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._cut.set()


class Proxy:
    """Listens while it is entered; one thread carries everything, each piece after `delay_s` on its way up."""

    def __init__(self, port: int, *, delay_s: float = 0.0) -> None:
        self._port, self._delay_s = port, delay_s
        self._selector = selectors.DefaultSelector()
        self._lines: dict[tuple[str, int], Line] = {}
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="proxy")

    def __enter__(self) -> Proxy:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._bell, self._rung = socket.socketpair()
        for ear in (self._listening, self._rung):
            self._selector.register(ear, selectors.EVENT_READ)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bell.close()
        self._thread.join()
        self._rung.close()
        self._listening.close()
        self._selector.close()

    def dial(self) -> tuple[socket.socket, Line]:
        """A connection to the server by way of this proxy. Raises OSError while the server cannot be reached."""
        with self._news:
            ours = socket.create_connection(self._listening.getsockname(), timeout=PATIENCE_S)
            address = ours.getsockname()
            self._news.wait_for(lambda: address in self._lines, PATIENCE_S)
            line = self._lines.pop(address)
        if line.is_cut:
            ours.close()
            raise ConnectionRefusedError("the server cannot be reached")
        return ours, line

    def _run(self) -> None:
        open_lines: set[Line] = set()
        while True:
            for key, _ in self._selector.select():
                if key.fileobj is self._rung:
                    for line in open_lines:
                        line.close()
                    return
                if key.fileobj is self._listening:
                    open_lines |= self._accept()
                    continue
                line, way = key.data
                if line in open_lines and not line.carry(way):
                    for end in (line.client, line.server):
                        self._selector.unregister(end)
                    line.close()
                    open_lines.remove(line)

    def _accept(self) -> set[Line]:
        client, address = self._listening.accept()
        server = socket.socket()
        line = Line(client, server, self._delay_s)
        try:
            server.connect(("127.0.0.1", self._port))
            for end, way in ((client, Way.UP), (server, Way.DOWN)):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._selector.register(end, selectors.EVENT_READ, (line, way))
        except OSError:
            line.close()
        with self._news:
            self._lines[address] = line
            self._news.notify_all()
        return set() if line.is_cut else {line}
