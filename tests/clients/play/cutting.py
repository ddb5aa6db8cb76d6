"""A TCP proxy in front of a server that cuts connections where a test wants it. Knows no HTTP and no WebSocket."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Final

_PIECE: Final = 65_536


class CuttingProxy:
    """Listens while it is entered, on the event loop of the test.

    `cut` ends all connections at once. With `swallows_answers` nothing more comes back from the server, and what comes
    next cuts the connection: so a message is carried out, and whoever sent it does not learn of it.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.swallows_answers = False
        self.is_down = False
        self.connections = 0

    async def __aenter__(self) -> CuttingProxy:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def address(self) -> str:
        port: int = self._server.sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def cut(self) -> None:
        """End every connection now, without a word."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._writers.add(writer)
        if self.is_down:
            writer.transport.abort()
            return
        with suppress(OSError):
            up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._port)
            self._writers.add(up_writer)
            ways = (self._pass_on(reader, up_writer, is_answer=False), self._pass_on(up_reader, writer, is_answer=True))
            tasks = [asyncio.create_task(way) for way in ways]
            self._tasks.update(tasks)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for end in (writer, up_writer):
                end.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, is_answer: bool) -> None:
        with suppress(OSError):
            while data := await source.read(_PIECE):
                if is_answer and self.swallows_answers:
                    self.swallows_answers = False
                    self.cut()
                    return
                sink.write(data)
                await sink.drain()
