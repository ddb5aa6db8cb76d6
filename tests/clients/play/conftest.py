"""Both adapters of the port, for tests that must hold for each."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from tests.server.process import ServerProcess

from tengen.clients.play import Games
from tengen.clients.play.local import LocalGames
from tengen.clients.play.remote import RemoteGames, ServerAddress

PATIENCE_S = 60.0

Script: TypeAlias = Callable[[Games], Awaitable[None]]
Play: TypeAlias = Callable[[Script], None]


@pytest.fixture(params=["local", "remote"])
def play(request: pytest.FixtureRequest) -> Play:
    """Runs a script with games here, and with games on a server."""
    if request.param == "local":
        return lambda script: run(_with(LocalGames(seed=1, pace_ms=30), script))
    process: ServerProcess = request.getfixturevalue("server")
    return lambda script: run(_on_server(process, script))


def run(work: Awaitable[None]) -> None:
    """Run to its end, which comes in time."""

    async def timed() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await work

    asyncio.run(timed())


async def _with(games: Games, script: Script) -> None:
    try:
        await script(games)
    finally:
        await games.close()


async def _on_server(process: ServerProcess, script: Script) -> None:
    await _with(await RemoteGames.connect(ServerAddress.parse(process.address)), script)
