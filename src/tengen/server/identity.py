"""Who calls: a guest by cookie or bearer token, or a stranger. Only a token's hash is ever stored.

Over TLS only the cookie counts that browsers keep for TLS alone: anybody on the way could plant another. Without TLS
sessions work on this machine and on private networks, under a cookie of its own; who calls in the clear from a public
address may look, but has no session.
"""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import Scope

from tengen.protocol import ServerCode
from tengen.server.hall import EXPOSED, STRANGER, Caller, hall_of
from tengen.server.http.origin import is_forwarded, is_near
from tengen.server.refusals import ServerRefusal

COOKIE: Final = "tengen_session"
SAFE_COOKIE: Final = "__Host-tengen_session"
"""The name browsers only take over TLS, for the whole site and from it alone."""

_KEPT_S: Final = 90 * 24 * 3600
_NEW_GUEST: Final = "tengen_new_guest"

__all__ = [
    "COOKIE",
    "SAFE_COOKIE",
    "STRANGER",
    "CallerHere",
    "bearer_of",
    "cookie_of",
    "find_caller",
    "new_guest_of",
    "note_new_guest",
    "set_cookie",
]


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token in the Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the session cookie that counts on this connection."""
    plain = connection.cookies.get(COOKIE) if _is_plain(connection) and is_near(connection) else None
    return connection.cookies.get(SAFE_COOKIE) or plain


async def find_caller(connection: HTTPConnection) -> Caller:
    """Who calls. Raises BAD_TOKEN for a bearer token that is none; a cookie of old makes a stranger.

    Raises NEEDS_TLS for a token that is shown to everybody on the way.
    """
    hall = hall_of(connection)
    bearer = bearer_of(connection)
    if _is_plain(connection) and not is_near(connection) and not is_forwarded(connection):
        if bearer is not None:
            raise ServerRefusal(ServerCode.NEEDS_TLS)
        return EXPOSED
    if bearer is not None:
        return await hall.caller_of(bearer)
    cookie = cookie_of(connection)
    return STRANGER if cookie is None else await hall.caller_of(cookie, is_needed=False)


async def _caller(request: Request) -> Caller:
    return await find_caller(request)


CallerHere = Annotated[Caller, Depends(_caller)]


def set_cookie(response: Response, caller: Caller, connection: HTTPConnection) -> None:
    """Give a new guest the token to come back with."""
    if caller.new_token is None:
        return
    note_new_guest(connection, caller)
    is_plain = _is_plain(connection) and is_near(connection)
    response.set_cookie(
        COOKIE if is_plain else SAFE_COOKIE,
        caller.new_token,
        max_age=_KEPT_S,
        secure=not is_plain,
        httponly=True,
        samesite="lax",
        path="/",
    )


def note_new_guest(connection: HTTPConnection, caller: Caller) -> None:
    """The answer to this call holds the token of a new guest: it is for nobody else."""
    connection.scope.setdefault("state", {})[_NEW_GUEST] = caller.owner


def new_guest_of(scope: Scope) -> str | None:
    """The guest whose token the answer to this call holds, if it made one."""
    found: str | None = scope.get("state", {}).get(_NEW_GUEST)
    return found


def _is_plain(connection: HTTPConnection) -> bool:
    """Whether the call came without TLS, as far as we know: a page says how it was reached though a proxy does not."""
    is_page_safe = connection.headers.get("origin", "").startswith("https://")
    return connection.url.scheme not in ("https", "wss") and not is_page_safe
