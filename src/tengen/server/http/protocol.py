"""Connections before they are anything: uvicorn's HTTP, with patience that ends."""

from __future__ import annotations

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

_HANDSHAKE_S: Final = 10.0
_LARGEST_HEAD: Final = 32 * 1024


class HttpProtocol(HttpToolsProtocol):
    """uvicorn's HTTP, which does not wait for ever for the head of a call, nor for one without end."""

    _patience: asyncio.TimerHandle | None = None
    _head_octets = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """Somebody has connected."""
        super().connection_made(transport)
        self._patience = self.loop.call_later(_HANDSHAKE_S, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Some of a call has come."""
        if self._patience is not None:
            if self._head_octets > _LARGEST_HEAD:
                self._give_up()
                return
            self._head_octets += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A call begins; those after the first have their own patience."""
        super().on_message_begin()
        if self._patience is None:
            self._patience = self.loop.call_later(_HANDSHAKE_S, self._give_up)

    def on_headers_complete(self) -> None:
        """The head of a call is here."""
        self._lose_patience()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """The caller is gone, or has become a socket."""
        self._lose_patience()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """The call is a handshake."""
        self._lose_patience()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # the circle would keep this in memory long after the socket

    def _lose_patience(self) -> None:
        self._head_octets = 0
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _give_up(self) -> None:
        self._patience = None
        self.transport.abort()
