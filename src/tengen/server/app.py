"""The application: routes, gates and the hall put together. Opens the store when it starts, closes it when it stops."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI

from tengen import __version__
from tengen.protocol import frame_schemas
from tengen.server.hall import Hall
from tengen.server.http.errors import add_error_answers
from tengen.server.http.idempotency import IdempotentCalls
from tengen.server.http.middleware import AnswerHeaders, CallLimits
from tengen.server.http.subpath import SubPath
from tengen.server.routes import arenas, files, game, records, system
from tengen.server.routes.web import PageRoute
from tengen.server.settings import Settings
from tengen.server.ws import socket


def create_app(settings: Settings | None = None) -> FastAPI:
    """A server's application with these settings, or with those of the environment."""
    settings = settings or Settings()
    hall = Hall(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with hall.running():
            yield

    app = FastAPI(
        title="Tengen",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        separate_input_output_schemas=False,
    )
    app.state.hall = hall
    describe_rest = app.openapi

    def describe() -> dict[str, Any]:
        """The API with the frames of its socket, of which OpenAPI itself has no notion."""
        found = describe_rest()
        schemas = found["components"]["schemas"]
        schemas.update(frame_schemas("#/components/schemas/", schemas["State"]))
        return found

    app.openapi = describe  # type: ignore[method-assign]  # the way that the framework offers
    for routes in (system, game, files, records, arenas):
        app.include_router(routes.router)
    app.router.routes += [socket.route, PageRoute(settings.web_dir)]
    add_error_answers(app)
    app.add_middleware(IdempotentCalls)
    app.add_middleware(CallLimits, hall=hall)
    app.add_middleware(AnswerHeaders, hall=hall)
    if settings.root_path:
        app.add_middleware(SubPath, root_path=settings.root_path)
    return app
