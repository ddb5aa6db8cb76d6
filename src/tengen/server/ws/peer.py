"""The far end of an open socket, as the application sees it: messages to read, texts to write in one go."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from websockets.protocol import State

if TYPE_CHECKING:
    from tengen.server.ws.transport import PeerProtocol

_MOST_WAITING: Final = 8
"""So many messages of one peer may wait; then it is not read from."""


class PeerGone(Exception):
    """The peer has closed the connection, or lost it."""


class Peer:
    """The far end of an open socket. Belongs to one application, which reads in one task and writes at any time."""

    def __init__(self, protocol: PeerProtocol) -> None:
        self.on_writable: Callable[[], None] = _nothing
        """Called when more can be written again."""
        self.on_round_trip: Callable[[float], None] = _nothing_with
        """Called with the milliseconds of each round trip that was measured."""
        self._protocol = protocol
        self._messages: deque[str | bytes] = deque()
        self._reader: asyncio.Future[None] | None = None
        self._unbroken = 0  # messages that were read without waiting

    @property
    def is_writable(self) -> bool:
        """Whether the peer takes what it is sent."""
        return self._protocol.writable.is_set()

    def write(self, frames: Iterable[bytes]) -> None:
        """Send texts, in one go. Nothing happens when the peer is gone."""
        protocol = self._protocol
        if protocol.conn.state is State.OPEN and not protocol.transport.is_closing():
            protocol.transport.write(b"".join([on_the_wire(frame) for frame in frames]))

    async def until_writable(self) -> None:
        """Wait until more can be written, or the peer is gone."""
        await self._protocol.writable.wait()

    async def read(self) -> str | bytes:
        """The next message. Raises PeerGone."""
        self._unbroken += 1
        if self._unbroken > _MOST_WAITING:  # many came at once: others get their turn
            self._unbroken = 0
            await asyncio.sleep(0)
        while not self._messages:
            if self._protocol.is_ending:
                raise PeerGone
            self._unbroken = 0
            self._reader = self._protocol.loop.create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        message = self._messages.popleft()
        if self._protocol.read_paused and len(self._messages) < _MOST_WAITING // 2:
            self._protocol.go_on_reading()
        return message

    def stop_reading(self) -> None:
        """Have `read` raise PeerGone from now on."""
        self._messages.clear()
        self._protocol.end()

    def hang_up(self) -> None:
        """Cut the connection though something still waits to be sent."""
        self._protocol.transport.abort()

    def let_go(self) -> None:
        """Call nobody any more. Without this the circle of references would keep all of it in memory."""
        self.on_writable, self.on_round_trip = _nothing, _nothing_with

    @property
    def is_full(self) -> bool:
        """Whether enough messages wait."""
        return len(self._messages) >= _MOST_WAITING

    def put(self, message: str | bytes) -> None:
        """A message has come."""
        self._messages.append(message)
        self.wake()

    def wake(self) -> None:
        """Have whoever reads look again: something has come, or nothing will any more."""
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)


def _nothing() -> None:
    pass


def _nothing_with(_: float) -> None:
    pass


def on_the_wire(frame: bytes) -> bytes:
    """A text as it is sent: in one piece, unmasked. For every move, and the library would take ten times as long."""
    length = len(frame)
    if length < 126:
        return b"\x81%c%b" % (length, frame)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), frame)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), frame)
