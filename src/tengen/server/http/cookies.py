"""The cookies by which a browser is known again: that of its session, and that of the device. Which count where.

Over TLS only cookies count that browsers keep for TLS alone: anybody on the way could plant another. Without TLS they
work on this machine and on private networks, under names of their own.
"""

from __future__ import annotations

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from tengen.server.http.origin import is_near

COOKIE: Final = "tengen_session"
DEVICE_COOKIE: Final = "tengen_device"
_SAFE: Final = "__Host-"
"""A name with this browsers only take over TLS, for the whole site and from it alone."""
SAFE_COOKIE: Final = _SAFE + COOKIE
SAFE_DEVICE_COOKIE: Final = _SAFE + DEVICE_COOKIE

_DEVICE_S: Final = 365 * 24 * 3600


def session_cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the session cookie that counts on this connection."""
    return _cookie_of(connection, COOKIE)


def device_cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the device cookie that counts on this connection."""
    return _cookie_of(connection, DEVICE_COOKIE)


def set_session_cookie(response: Response, connection: HTTPConnection, token: str, lasts_s: int) -> None:
    """Give a browser the token to come back with; it forgets it when the session is over at the latest."""
    _set(response, connection, COOKIE, token, max(lasts_s, 1))


def set_device_cookie(response: Response, connection: HTTPConnection, token: str) -> None:
    """Have a browser known as one in which somebody has logged in."""
    _set(response, connection, DEVICE_COOKIE, token, _DEVICE_S)


def drop_session_cookie(response: Response, connection: HTTPConnection) -> None:
    """Have a browser forget its session."""
    _set(response, connection, COOKIE, "", 0)


def is_plain(connection: HTTPConnection) -> bool:
    """Whether the call came without TLS, as far as we know: a page says how it was reached though a proxy does not."""
    is_page_safe = connection.headers.get("origin", "").startswith("https://")
    return connection.url.scheme not in ("https", "wss") and not is_page_safe


def _cookie_of(connection: HTTPConnection, name: str) -> str | None:
    plain = connection.cookies.get(name) if is_plain(connection) and is_near(connection) else None
    return connection.cookies.get(_SAFE + name) or plain or None


def _set(response: Response, connection: HTTPConnection, name: str, value: str, max_age: int) -> None:
    is_open = is_plain(connection) and is_near(connection)
    response.set_cookie(
        name if is_open else _SAFE + name,
        value,
        max_age=max_age,
        secure=not is_open,
        httponly=True,
        samesite="lax",
        path="/",
    )
