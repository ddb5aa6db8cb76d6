"""`tengen serve`: runs the application under uvicorn until it is told to stop, and stops cleanly within seconds."""

from __future__ import annotations

import asyncio
import signal
import socket
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final

import structlog
import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from tengen.match.service import StoreError, tune_process
from tengen.protocol import LARGEST_FRAME
from tengen.server.app import Application, create_app
from tengen.server.folders import hold_folders
from tengen.server.http import HttpProtocol
from tengen.server.logs import set_up_logs
from tengen.server.reading import CannotServe, read_settings
from tengen.server.settings import Settings
from tengen.server.ws import PeerProtocol
from tengen.storage import FolderInUse, FolderLock, NewerSchema

_log: Final = structlog.get_logger("tengen.server")

_STOP_S: Final = 4
_BACKLOG: Final = 2048
_SEND_BYTES: Final = 64 * 1024
"""What the system may hold for one peer that does not read; connections inherit it."""


def serve(*, host: str | None = None, port: int | None = None, open_browser: bool = False) -> None:
    """Run a server. What is given here weighs more than the settings. Raises CannotServe or OSError."""
    settings = read_settings(host, port)
    set_up_logs(as_json=settings.log_json)
    with ExitStack() as held:
        try:
            locks = held.enter_context(hold_folders(settings))
        except FolderInUse as error:
            raise CannotServe(str(error)) from error
        _serve(settings, locks, open_browser=open_browser)


def _serve(settings: Settings, locks: Sequence[FolderLock], *, open_browser: bool) -> None:
    listening = _listen(settings.host, settings.port)
    settings = settings.model_copy(update={"port": listening.getsockname()[1]})
    address = f"http://{_shown(settings.host)}:{settings.port}"
    for lock in locks:
        lock.tell(address)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        http=HttpProtocol,
        ws=PeerProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=settings.ping_s,
        ws_ping_timeout=settings.ping_s,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=_STOP_S,
        timeout_keep_alive=10,
    )
    server = _Server(config, f"{address}/", open_browser=open_browser)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner, listening:
        runner.run(_run(server, app, listening))


async def _run(server: _Server, app: Application, listening: socket.socket) -> None:
    """Open the store, serve, and close the store again when nobody is connected any more."""
    try:
        running = app.running()
        await running.__aenter__()
    except (ValueError, SQLAlchemyError, StoreError) as error:
        raise CannotServe(str(error).partition("\n")[0]) from error
    except NewerSchema as error:
        raise CannotServe("the database was written by a newer version of this program") from error
    tune_process()
    try:
        await server.serve([listening])
    finally:
        await running.__aexit__(None, None, None)


class _Server(uvicorn.Server):
    """Says where it is once it answers, and ends by returning: the store is closed after it."""

    def __init__(self, config: uvicorn.Config, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._address, self._open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, then tell the administrator."""
        await super().startup(sockets)
        if self.should_exit:
            return
        _log.info("serving", address=self._address)
        if self._open_browser:
            await asyncio.to_thread(webbrowser.open, self._address)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop when told to, and do not pass the signal on: what is being written is still to be finished."""
        before = {number: signal.signal(number, self.handle_exit) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that is bound, so that an address that is taken is known at once."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BYTES)
    try:
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    listening.listen(_BACKLOG)
    listening.setblocking(False)
    return listening


def _shown(host: str) -> str:
    """The host as a browser on this machine reaches it."""
    if host in ("0.0.0.0", "::"):  # noqa: S104  # compared, not bound
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host
