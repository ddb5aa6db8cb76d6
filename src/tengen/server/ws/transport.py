"""The WebSockets under the application: uvicorn's own, with a shorter way to a socket's frames.

Matches send many small frames. Through ASGI each would be a dictionary, several calls and a write to the system of
its own; here all that waits for a peer goes out in one write. An application finds its `Peer` in the scope.
"""

from __future__ import annotations

from typing import Any, Final, cast

from starlette.types import Scope
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tengen.server.ws.peer import Peer

_EXTENSION: Final = "tengen.peer"
_PIECE: Final = 2 * 1024
"""So many bytes of one peer are looked at before others get their turn."""
_MOST_PIECES: Final = 10_000
"""So many pieces of one message are too many: the longest one has fewer bytes."""
_MOST_PINGS: Final = 50
"""So many pings a second are too many."""
_MOST_UNSENT: Final = 16 * 1024
"""So many bytes may wait for the system to take them; then no more are written."""


class PeerProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket. From `take_peer` on, messages go to the peer instead of the queue of ASGI."""

    peer: Peer | None = None
    is_ending = False
    _backlog = b""
    _is_pumping = False
    _pieces = 0
    _pings = 0
    _pings_since = 0.0

    def data_received(self, data: bytes) -> None:
        """Something has come. A piece at a time is looked at: thousands of short frames may be in it."""
        if not self.handshake_initiated or (len(data) <= _PIECE and not self._backlog):
            super().data_received(data)
            return
        self._backlog += data
        self._hold_reading()
        if not self._is_pumping:
            self._pump()

    def _pump(self) -> None:
        """Look at the next piece of what has come, if what came before it was taken."""
        self._is_pumping = False
        if self.transport.is_closing() or self.close_sent:
            self._backlog = b""
            return
        if self.is_full or not self._backlog:
            return
        piece, self._backlog = self._backlog[:_PIECE], self._backlog[_PIECE:]
        super().data_received(piece)
        if self._backlog:
            self._is_pumping = True
            self.loop.call_soon(self._pump)
        elif not self.is_full:
            self.go_on_reading()

    @property
    def is_full(self) -> bool:
        """Whether enough messages wait."""
        return not self.queue.empty() if self.peer is None else self.peer.is_full

    def _hold_reading(self) -> None:
        if not self.read_paused and not self.transport.is_closing():
            self.read_paused = True
            self.transport.pause_reading()

    def handle_connect(self, event: Request) -> None:
        """A handshake: the application may ask for the peer."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][_EXTENSION] = cast("dict[object, object]", self)

    async def send(self, message: ASGISendEvent) -> None:
        """What the application sends through ASGI. A handshake that it has answered with a refusal is complete.

        uvicorn does not say so, and would log every refusal as an error of ours.
        """
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def take_over(self) -> Peer:
        """The peer, from now on read and written without ASGI."""
        self.scope["extensions"].pop(_EXTENSION, None)
        self.transport.set_write_buffer_limits(high=_MOST_UNSENT)
        self.peer = peer = Peer(self)
        while not self.queue.empty():
            self._pass_on(self.queue.get_nowait())
        self.go_on_reading()
        return peer

    def go_on_reading(self) -> None:
        """Read from the peer again, first what has come already."""
        if self._backlog:
            if not self._is_pumping:
                self._is_pumping = True
                self.loop.call_soon(self._pump)
        elif self.read_paused and not self.transport.is_closing():
            self.read_paused = False
            self.transport.resume_reading()

    def _pass_on(self, message: Any) -> None:
        assert self.peer is not None, "somebody has taken over"
        if message["type"] == "websocket.receive":
            text = message.get("text")
            self.peer.put(message["bytes"] if text is None else text)
        elif message["type"] == "websocket.disconnect":
            self.end()

    def end(self) -> None:
        """Nothing more is read."""
        self.is_ending = True
        if self.peer is not None:
            self.peer.wake()

    def send_receive_event_to_app(self) -> None:
        """A whole message has come."""
        peer = self.peer
        if peer is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        message: str | bytes = data
        if self.curr_msg_data_type == "text":
            try:
                message = data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        peer.put(message)
        if peer.is_full:
            self._hold_reading()

    def handle_cont(self, event: Frame) -> None:
        """A further piece of a message. Empty ones say nothing and are not kept, and there may be only so many."""
        self._pieces = 0 if event.fin else self._pieces + 1
        if self._pieces > _MOST_PIECES:
            self.transport.abort()
        elif event.data or event.fin:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """A question whether we are there; not answered to a peer that does not read, and not at any rate."""
        answer = b"".join(self.conn.data_to_send())
        now = self.loop.time()
        if now - self._pings_since > 1.0:
            self._pings, self._pings_since = 0, now
        self._pings += 1
        if self._pings > _MOST_PINGS:
            self.transport.abort()
        elif self.writable.is_set():
            self.transport.write(answer)

    def handle_parser_exception(self) -> None:
        """What came is no WebSocket."""
        super().handle_parser_exception()
        self.end()

    def handle_close(self, event: Frame) -> None:
        """The peer says goodbye."""
        super().handle_close(event)
        self.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """The peer is gone. Circles of references are cut: thousands may go at once, and nobody looks for them."""
        super().connection_lost(exc)
        self.end()
        self.peer = None
        self.conn.parser.close()
        del self.conn.parser

    def shutdown(self) -> None:
        """The server stops. A peer that does not read cannot be told so."""
        super().shutdown()
        self.end()
        if not self.writable.is_set():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """The peer has not answered for long: it is gone, and takes nothing any more."""
        super().keepalive_timeout()
        self.end()
        self.transport.abort()

    def resume_writing(self) -> None:
        """More can be written."""
        super().resume_writing()
        if self.peer is not None:
            self.peer.on_writable()

    def start_keepalive(self) -> None:
        """Ask at once, not only after the first interval: the round trip is to be known."""
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping of ours, or something else."""
        was_awaited = self.pending_ping_payload is not None
        super().handle_pong(event)
        if was_awaited and self.pending_ping_payload is None and self.peer is not None:
            self.peer.on_round_trip(self.last_ping_rtt * 1000)


def take_peer(scope: Scope) -> Peer:
    """The peer of an accepted socket. Raises RuntimeError under a server that does not have `PeerProtocol`."""
    protocol = scope.get("extensions", {}).get(_EXTENSION)
    if not isinstance(protocol, PeerProtocol):
        raise RuntimeError("the sockets of matches need the server that `tengen serve` runs")
    return protocol.take_over()
