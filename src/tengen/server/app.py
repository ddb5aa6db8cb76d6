"""The application: routes, middlewares, sockets and services put together. Has the store open while it runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from starlette.requests import HTTPConnection

from tengen import __version__
from tengen.protocol import State, frame_schemas, state_of
from tengen.server.container import Container
from tengen.server.http import (
    AnswerHeaders,
    CallLimits,
    CallTable,
    HandshakeLimits,
    IdempotentCalls,
    SubPath,
    add_error_answers,
    provide,
)
from tengen.server.routes import PageRoute, refusal_schemas, routers
from tengen.server.settings import Settings
from tengen.server.ws import LobbySocket, MatchSocket


class Application(FastAPI):
    """A server's application. What its lifespan opens can also be opened by hand, before anybody is let in."""

    def __init__(self, settings: Settings, container: Container) -> None:
        super().__init__(
            title="Tengen",
            version=__version__,
            lifespan=lambda _: self.running(),
            docs_url=None,
            redoc_url=None,
            openapi_url=None,
            redirect_slashes=False,
            separate_input_output_schemas=False,
        )
        self._container = container
        provide(self, settings, container.metrics, container.arenas)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Have the store open, and the services that need it."""
        container = self._container
        async with container.running():
            provide(self, container.accounts, container.administration, container.endings)
            provide(self, container.games, container.identity, container.files, container.health)
            provide(self, container.results, container.archive, container.analyses)
            provide(self, container.save_slots, container.signer)
            provide(self, container.talk, container.board_talk, container.relations, container.reporting)
            provide(self, container.notices, container.moderation, container.own_facts, container.directory)
            provide(self, container.lobby.challenges, container.lobby.matchmaking, container.lobby.persons)
            yield

    def openapi(self) -> dict[str, Any]:
        """The API with what its calls refer to, and the frames of its socket, of which OpenAPI has no notion."""
        found = super().openapi()
        schemas = found["components"]["schemas"] = refusal_schemas() | found["components"]["schemas"]
        schemas.update(frame_schemas("#/components/schemas/", schemas["State"]))
        return found


def create_app(settings: Settings | None = None) -> Application:
    """A server's application with these settings, or with those of the environment."""
    settings = settings or Settings()
    container = Container(settings)
    rates, metrics = container.rates, container.metrics
    app = Application(settings, container)
    for router in routers():
        app.include_router(router)
    socket = MatchSocket(
        settings,
        container.sockets,
        rates,
        metrics,
        services=container.match_services,
    )
    lobby = LobbySocket(settings, container.sockets, rates, metrics, services=container.lobby_services)
    # Sockets first: thousands may come back at once, and each would be compared with every call.
    app.router.routes[:0] = [socket.route(), lobby.route()]
    app.router.routes.append(PageRoute(settings.web_dir))

    # What needs the store is looked up when it is called: it is there only while the server runs.
    async def find_state(game_id: str) -> State:
        return state_of(await container.games.snapshot(game_id), game_id, container.games.now())

    def is_pass_and_play(game_id: str) -> bool:
        return container.games.is_pass_and_play(game_id)

    async def find_owner(connection: HTTPConnection) -> str | None:
        return (await container.identity.caller_of(connection)).keyed_as

    add_error_answers(app, find_state)
    app.add_middleware(IdempotentCalls, find_owner=find_owner, answers=container.answers)
    app.add_middleware(
        CallLimits,
        settings=settings,
        rates=rates,
        table=CallTable(route for router in routers() for route in router.routes),
        is_pass_and_play=is_pass_and_play,
    )
    app.add_middleware(HandshakeLimits, settings=settings, rates=rates, metrics=metrics)
    app.add_middleware(AnswerHeaders, metrics=metrics)
    if settings.root_path:
        app.add_middleware(SubPath, root_path=settings.root_path)
    return app
