"""A WebSocket client that may break the rules: every byte it sends is its own. Knows frames, not messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from tests.server.process import ServerProcess

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
NO_MASK: Final = bytes(4)
"""A mask that changes nothing: allowed, and quick."""

PATIENCE_S: Final = 20.0


def hello(server: ServerProcess, game_id: str, since: int | None = None) -> bytes:
    """What asks for a socket to a match."""
    query = "" if since is None else f"?since={since}"
    return hello_at(server, f"/api/game/{game_id}/ws{query}")


def hello_at(server: ServerProcess, path: str) -> bytes:
    """What asks for a socket at this address."""
    return (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()


def frame(
    opcode: int, payload: bytes = b"", *, fin: bool = True, reserved: int = 0, mask: bytes | None = NO_MASK
) -> bytes:
    """A frame as a client sends it; without a mask, as none may. `reserved` is the three bits after `fin`."""
    size, masked = len(payload), 0 if mask is None else 0x80
    head = bytes((0x80 * fin | reserved << 4 | opcode,))
    if size < 126:
        head += bytes((masked | size,))
    elif size < 0x10000:
        head += bytes((masked | 126,)) + size.to_bytes(2, "big")
    else:
        head += bytes((masked | 127,)) + size.to_bytes(8, "big")
    if mask is None:
        return head + payload
    if mask != NO_MASK:
        payload = bytes(octet ^ mask[place % 4] for place, octet in enumerate(payload))
    return head + mask + payload


class RawSocket(asyncio.Protocol):
    """One connection. `hear` is called with the text of every message; pings are answered.

    `closed` becomes the code with which the server closed, or None when it only hung up.
    """

    def __init__(self, greeting: bytes, hear: Callable[[bytes], None] | None = None) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.closed: asyncio.Future[int | None] = loop.create_future()
        self.pongs: list[bytes] = []
        self._greeting, self._hear = greeting, hear
        self._code: int | None = None
        self._buffer = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._greeting)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            self._buffer = rest
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionRefusedError(head[:100].decode()))
                return
            self.opened.set_result(None)
        self._take_frames()

    def _take_frames(self) -> None:
        at, buffer = 0, self._buffer
        while len(buffer) - at >= 2:
            opcode, size, begin = buffer[at] & 15, buffer[at + 1], at + 2
            if size >= 126:
                begin = at + (4 if size == 126 else 10)
                if len(buffer) < begin:
                    break
                size = int.from_bytes(buffer[at + 2 : begin], "big")
            if len(buffer) < begin + size:
                break
            at = begin + size
            self._take(opcode, buffer[begin:at])
        self._buffer = buffer[at:]

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            if self._hear is not None:
                self._hear(payload)
        elif opcode == PING:
            self.send(frame(PONG, payload))
        elif opcode == PONG:
            self.pongs.append(payload)
        elif opcode == CLOSE:
            self._code = int.from_bytes(payload[:2], "big") if payload else None

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.opened.done():
            self.opened.set_exception(ConnectionResetError())
        if not self.closed.done():
            self.closed.set_result(self._code)

    def send(self, data: bytes) -> None:
        """Send these bytes, whatever they are."""
        if not self._transport.is_closing():
            self._transport.write(data)

    def deafen(self) -> None:
        """Read nothing any more."""
        self._transport.pause_reading()

    def cut(self) -> None:
        """Hang up without a word."""
        self._transport.abort()


async def open_raw(
    server: ServerProcess, game_id: str, hear: Callable[[bytes], None] | None = None, *, since: int | None = None
) -> RawSocket:
    """An open socket to a match."""
    loop = asyncio.get_running_loop()
    greeting = hello(server, game_id, since)
    _, raw = await loop.create_connection(lambda: RawSocket(greeting, hear), "127.0.0.1", server.port)
    await asyncio.wait_for(raw.opened, PATIENCE_S)
    return raw
