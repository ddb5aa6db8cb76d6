"""Who calls: a guest by cookie or bearer token, or a stranger. Only a token's hash is ever stored.

Over TLS only the cookie counts that browsers keep for TLS alone: anybody on the way could plant another. Without TLS
sessions work on this machine and on private networks, under a cookie of its own; who calls in the clear from a public
address may look, but has no session.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection
from starlette.responses import Response

from tengen.match.service import Occupant, clean_name
from tengen.protocol import ServerCode
from tengen.server.http import answer_only_to, is_forwarded, is_near, provided
from tengen.server.refusals import ServerRefusal
from tengen.storage import Sessions

COOKIE: Final = "tengen_session"
SAFE_COOKIE: Final = "__Host-tengen_session"
"""The name browsers only take over TLS, for the whole site and from it alone."""

_KEPT_S: Final = 90 * 24 * 3600
_GUEST_NAME: Final = "Guest"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. A stranger owns nothing; a guest that was just made has a token to be given.

    Who calls in the clear from a public address is exposed: everybody on the way would have the token, too.
    """

    owner: str | None = None
    name: str = ""
    new_token: str | None = None
    is_exposed: bool = False


STRANGER: Final = Caller()
EXPOSED: Final = Caller(is_exposed=True)


class Identity:
    """Knows callers by their sessions, and makes strangers guests."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def caller_of(self, connection: HTTPConnection) -> Caller:
        """Who calls. Raises BAD_TOKEN for a bearer token that is none; a cookie of old makes a stranger.

        Raises NEEDS_TLS for a token that is shown to everybody on the way.
        """
        bearer = bearer_of(connection)
        if _is_plain(connection) and not is_near(connection) and not is_forwarded(connection):
            if bearer is not None:
                raise ServerRefusal(ServerCode.NEEDS_TLS)
            return EXPOSED
        if bearer is not None:
            return await self.holder_of(bearer)
        cookie = cookie_of(connection)
        return STRANGER if cookie is None else await self._holder_of_any(cookie)

    async def holder_of(self, token: str) -> Caller:
        """Whose token this is. Raises BAD_TOKEN for one that is nobody's."""
        caller = await self._holder_of_any(token)
        if caller.owner is None:
            raise ServerRefusal(ServerCode.BAD_TOKEN)
        return caller

    async def _holder_of_any(self, token: str) -> Caller:
        account = await self._sessions.find(token)
        return STRANGER if account is None else Caller(account.account_id, account.name)

    async def ensure_guest(self, caller: Caller, name: str | None) -> Caller:
        """The caller, made a guest if a stranger; with another name for this once if one is given.

        Raises NEEDS_TLS where a guest could not be known again.
        """
        if caller.is_exposed:
            raise ServerRefusal(ServerCode.NEEDS_TLS)
        shown = clean_name(name) if name else ""
        if caller.owner is not None:
            return replace(caller, name=shown) if shown else caller
        session = await self._sessions.begin_as_guest(shown or _GUEST_NAME)
        return Caller(session.account.account_id, session.account.name, session.token)


class SessionVisitor:
    """Whoever makes a call, for the use cases of games: a stranger who sits down becomes a guest."""

    def __init__(self, identity: Identity, caller: Caller) -> None:
        self._identity = identity
        self.caller = caller

    @property
    def owner(self) -> str | None:
        """Whose seats the caller may act for besides those that nobody owns."""
        return self.caller.owner

    async def sit_down(self, name: str | None) -> Occupant:
        """The caller as a guest. Raises NEEDS_TLS where a guest could not be known again."""
        self.caller = await self._identity.ensure_guest(self.caller, name)
        assert self.caller.owner is not None, "a guest is somebody, and a seat of nobody would be everybody's"
        return Occupant(self.caller.owner, self.caller.name)

    @property
    def beside(self) -> Occupant | None:
        """The second person at the caller's screen: nobody yet."""
        return None


IdentityHere = Annotated[Identity, Depends(provided(Identity))]


async def _caller(request: Request, identity: IdentityHere) -> Caller:
    return await identity.caller_of(request)


CallerHere = Annotated[Caller, Depends(_caller)]


async def _visitor(identity: IdentityHere, caller: CallerHere) -> SessionVisitor:
    return SessionVisitor(identity, caller)


VisitorHere = Annotated[SessionVisitor, Depends(_visitor)]


def bearer_of(connection: HTTPConnection) -> str | None:
    """The token in the Authorization header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def cookie_of(connection: HTTPConnection) -> str | None:
    """The token in the session cookie that counts on this connection."""
    plain = connection.cookies.get(COOKIE) if _is_plain(connection) and is_near(connection) else None
    return connection.cookies.get(SAFE_COOKIE) or plain


def set_cookie(response: Response, caller: Caller, connection: HTTPConnection) -> None:
    """Give a new guest the token to come back with."""
    if caller.new_token is None:
        return
    answer_only_to(connection, caller.owner)
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


def _is_plain(connection: HTTPConnection) -> bool:
    """Whether the call came without TLS, as far as we know: a page says how it was reached though a proxy does not."""
    is_page_safe = connection.headers.get("origin", "").startswith("https://")
    return connection.url.scheme not in ("https", "wss") and not is_page_safe
