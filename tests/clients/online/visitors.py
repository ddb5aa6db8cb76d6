"""People on a server for tests, who leave when the test ends."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.server.process import ServerProcess

from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play.remote import ServerAddress


@asynccontextmanager
async def people_on(server: ServerProcess, address: str | None = None) -> AsyncIterator[ServerPeople]:
    """A screen at which nobody has logged in yet, perhaps by way of another address."""
    people = await ServerPeople.connect(ServerAddress.parse(address or server.address))
    try:
        yield people
    finally:
        await people.close()
