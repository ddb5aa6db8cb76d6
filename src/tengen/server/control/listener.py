"""The control socket of a server: its host keeps accounts through it while the server has the folder.

`control.sock` in the data folder, for the user alone that the server runs as. A line is one call (`calls`), answered
by lines (`answers`); a connection has one call at a time. Nothing that is said here is logged.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import msgspec
import structlog

from tengen.core import StoreError
from tengen.people import PeopleError
from tengen.server.control.answers import Answer, Done, Failed, Progress, failure_of, refusal_of
from tengen.server.control.calls import LONGEST_LINE, Call, HostServices, carry_out

SOCKET_NAME: Final = "control.sock"

_MOST_CONNECTIONS: Final = 8
_IDLE_S: Final = 30.0
_WRITE_S: Final = 10.0
_LONGEST_PATH: Final = 100
"""What the address of a Unix socket may have for sure."""

_log: Final = structlog.get_logger("tengen.server")
_decoder: Final = msgspec.json.Decoder(Call)
_encoder: Final = msgspec.json.Encoder()


class ControlServer:
    """Answers calls of the host. Made inside a running event loop's program, once it has the folder."""

    def __init__(self, services: HostServices, folder: Path) -> None:
        self._services = services
        self._path = folder / SOCKET_NAME
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closing = False

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Answer while this lasts. Where there are no Unix sockets, or none can be made here, the log says so."""
        server = None
        try:
            server = await asyncio.start_unix_server(self._on_connection, sock=_bind(self._path), limit=LONGEST_LINE)
        except (OSError, AttributeError, NotImplementedError) as error:
            _log.warning("no control socket", reason=str(error))
        try:
            yield
        finally:
            self._is_closing = True
            if server is not None:
                await asyncio.sleep(0.01)  # whoever is waiting to be let in is told, too
                server.close()
                self._path.unlink(missing_ok=True)
                for task in self._tasks:
                    task.cancel()
                if self._tasks:
                    await asyncio.wait(self._tasks)
                await server.wait_closed()

    def _on_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_closing or len(self._tasks) >= _MOST_CONNECTIONS or not _is_own(writer):
            writer.close()
            return
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: writer.close())  # also of one that ended before it began

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one call after another until the connection ends, is idle, or sends more than a call can be."""
        try:
            while True:
                try:
                    async with asyncio.timeout(_IDLE_S):
                        line = await reader.readline()
                except ValueError:  # longer than the limit
                    await _say(writer, Failed(f"a call has {LONGEST_LINE} bytes at most"))
                    return
                if not line.endswith(b"\n"):
                    return
                await _say(writer, await self._answer(line, writer))
        except (OSError, TimeoutError):
            return

    async def _answer(self, line: bytes, writer: asyncio.StreamWriter) -> Answer:
        def on_progress(done: int, total: int) -> None:
            if writer.is_closing():  # nobody would hear what was made up for them
                raise ConnectionResetError
            writer.write(_encoder.encode(Progress(done, total)) + b"\n")

        try:
            call = _decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return Failed("this is no call that the running server knows; it may be of another version")
        try:
            return Done(await carry_out(call, self._services, on_progress))
        except PeopleError as error:
            return refusal_of(error)
        except StoreError as error:
            return failure_of(error)
        except OSError:
            raise
        except Exception:
            _log.exception("a control call failed", call=type(call).__name__)
            return Failed("the server failed; its log says more")


async def _say(writer: asyncio.StreamWriter, answer: Answer) -> None:
    writer.write(_encoder.encode(answer) + b"\n")
    async with asyncio.timeout(_WRITE_S):
        await writer.drain()


def _is_own(writer: asyncio.StreamWriter) -> bool:
    """Whether whoever connected is this user, or root. The permissions of the file say so already."""
    connection = writer.get_extra_info("socket")
    if not hasattr(socket, "SO_PEERCRED"):
        return True
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, uid, _ = struct.unpack("3i", credentials)
    return uid in (os.geteuid(), 0)


def _bind(path: Path) -> socket.socket:
    """A socket at this path that only its owner can connect to, in place of one that a dead server left."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        os.fchmod(listening.fileno(), 0o600)  # Linux gives the file these permissions from the start
        with reachable(path) as address:
            listening.bind(address)
        path.chmod(0o600)
        listening.setblocking(False)
    except BaseException:
        listening.close()
        raise
    return listening


@contextmanager
def reachable(path: Path) -> Iterator[str]:
    """An address for a socket at this path; a long path is reached through an open folder, as Linux allows."""
    if len(os.fsencode(path)) <= _LONGEST_PATH:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
