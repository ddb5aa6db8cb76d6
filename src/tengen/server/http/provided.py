"""How routes come by the services that they need: an application holds each by its type, and a route names the type."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi import FastAPI
from starlette.requests import HTTPConnection

_Service = TypeVar("_Service")


def provide(app: FastAPI, *services: object) -> None:
    """Have the routes of this application find these."""
    known: dict[type, object] = getattr(app.state, "services", {})
    app.state.services = {**known, **{type(service): service for service in services}}


def provided(type_: type[_Service]) -> Callable[[HTTPConnection], Awaitable[_Service]]:
    """The dependency that is the service of this type. It does not wait, so it is no thread's business."""

    async def find(connection: HTTPConnection) -> _Service:
        service: _Service = connection.app.state.services[type_]
        return service

    return find
