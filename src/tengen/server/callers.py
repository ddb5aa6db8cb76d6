"""Who calls: a guest by cookie or bearer token, or a stranger. Only a token's hash is ever stored."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tengen.server.hall import STRANGER, Caller, hall_of
from tengen.server.origin import is_local

COOKIE: Final = "tengen_session"
SAFE_COOKIE: Final = "__Host-tengen_session"
"""The name browsers only take over TLS, for the whole site and from it alone."""

_KEPT_S: Final = 90 * 24 * 3600

__all__ = ["COOKIE", "SAFE_COOKIE", "STRANGER", "CallerHere", "bearer_of", "cookie_of", "find_caller", "set_cookie"]


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token in the Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the session cookie."""
    return connection.cookies.get(SAFE_COOKIE) or connection.cookies.get(COOKIE)


async def find_caller(connection: HTTPConnection) -> Caller:
    """Who calls. Raises BadToken for a bearer token that is none; a cookie of old makes a stranger."""
    hall = hall_of(connection)
    bearer = bearer_of(connection)
    if bearer is not None:
        return await hall.caller_of(bearer)
    cookie = cookie_of(connection)
    return STRANGER if cookie is None else await hall.caller_of(cookie, is_needed=False)


async def _caller(request: Request) -> Caller:
    return await find_caller(request)


CallerHere = Annotated[Caller, Depends(_caller)]


def set_cookie(response: Response, caller: Caller, connection: HTTPConnection) -> None:
    """Give a new guest the token to come back with. Over plain HTTP only to this machine itself."""
    if caller.new_token is None:
        return
    is_plain = connection.url.scheme != "https" and is_local(connection)
    response.set_cookie(
        COOKIE if is_plain else SAFE_COOKIE,
        caller.new_token,
        max_age=_KEPT_S,
        secure=not is_plain,
        httponly=True,
        samesite="lax",
        path="/",
    )
