"""A server in the process of the test, called from any address and over any line. For what needs no sockets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import httpx2

from tengen.players.engines import catalog as engines
from tengen.players.sandbox import assurance
from tengen.server.app import create_app
from tengen.server.settings import Settings

SITE: Final = "https://play.example"
HOME: Final = "http://192.168.1.2:8000"
CHEAP: Final[dict[str, Any]] = {"password_memory_kib": 64, "password_passes": 1}


class Calls:
    """Calls to one server in this process, from any address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)

    async def post(
        self, path: str, body: dict[str, Any] | None, client: str, base: str, **headers: str
    ) -> httpx2.Response:
        """The answer to one call, made from this address to this one of ours."""
        return await self.call("POST", path, body, client, base, **headers)

    async def call(
        self, method: str, path: str, body: dict[str, Any] | None, client: str, base: str, **headers: str
    ) -> httpx2.Response:
        """The same for any method."""
        transport = httpx2.ASGITransport(app=self.app, client=(client, 40_000))
        sent = {"sec-fetch-site": "same-origin", **headers}
        async with httpx2.AsyncClient(transport=transport, base_url=base) as http:
            if body is None:
                return await http.request(method, path, headers=sent)
            return await http.request(method, path, headers=sent, json=body)


@asynccontextmanager
async def serving(data_dir: Path, **more: Any) -> AsyncIterator[Calls]:
    """A server in this process, to be called. What it tells its whole process of engines ends with it."""
    chosen, insistence = list(engines._chosen), list(assurance._insistence)
    calls = Calls(Settings(data_dir=data_dir, origins=(SITE, HOME), **{**CHEAP, **more}))
    try:
        async with calls.app.running():
            yield calls
    finally:
        engines._chosen[:], assurance._insistence[:] = chosen, insistence
