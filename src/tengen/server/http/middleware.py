"""What every call passes before a route sees it: rate, origin, size, well-formed JSON. And what every answer gets.

Plain ASGI: nothing is buffered but the bodies of calls, which are short.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.core import ErrorCode
from tengen.protocol import ServerCode
from tengen.server.hall import Hall
from tengen.server.http import json_bodies
from tengen.server.http.errors import bad_body, broken, new_reference, refusal, refusal_of
from tengen.server.http.origin import is_own_program, is_trusted
from tengen.server.http.rates import client_key
from tengen.server.http.receiving import given_again
from tengen.server.refusals import ServerRefusal
from tengen.server.routes.records import FILES_PATH

_log: Final = structlog.get_logger("tengen.server")

_BODY_S: Final = 10.0
"""A body that takes longer to come is given up."""
_LARGE_BYTES: Final = 64 * 1024
"""A longer body is read beside the event loop."""
_GAMES: Final = "/api/game/"
_QUICK_CALLS: Final = ("move", "undo", "redo", "restart", "pass", "resign", "act", "state", "view")
"""What a script does again and again; none of it costs much, as a picture or a record does."""
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class AnswerHeaders:
    """Outermost: counts answers, adds the security headers, and keeps a fault inside its own call."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self._app, self._hall = app, hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = time.perf_counter()
        status = 0

        async def send_dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._dress(MutableHeaders(scope=message), scope)
            await send(message)

        try:
            await self._app(scope, receive, send_dressed)
        except Exception:
            reference = new_reference()
            _log.exception("call failed", reference=reference, method=scope["method"])
            if status:
                raise
            await broken(reference)(scope, receive, send_dressed)
        route = getattr(scope.get("route"), "path", "-")
        self._hall.metrics.requests.labels(_method(scope), route, status).inc()
        self._hall.metrics.seconds.labels(route).observe(time.perf_counter() - begin)

    def _dress(self, headers: MutableHeaders, scope: Scope) -> None:
        for name, value in _HEADERS.items():
            headers.setdefault(name, value)
        if scope["path"].startswith("/api"):
            headers.setdefault("cache-control", "no-store")
        if scope["scheme"] == "https":
            headers.setdefault("strict-transport-security", "max-age=31536000")


class CallLimits:
    """Refuses calls that come too often, from a foreign page, or with a body that is too large or no JSON."""

    def __init__(self, app: ASGIApp, hall: Hall) -> None:
        self._app, self._hall = app, hall

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or refuse it."""
        if scope["type"] == "websocket":
            await self._shake_hands(scope, receive, send)
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        answer = await self._refused(connection, scope)
        if answer is None and scope["method"] not in _SAFE:
            body = await _read(receive, self._limit(scope))
            if not isinstance(body, ErrorCode):
                receive = given_again({"type": "http.request", "body": body, "more_body": False}, receive)
                await self._pass_on(body, scope, receive, send)
                return
            answer = refusal(body) if body is ErrorCode.TOO_LARGE else bad_body("late")
            answer.headers["connection"] = "close"  # the rest of it is not waited for
        await (answer or self._app)(scope, receive, send)

    async def _shake_hands(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a handshake on, to whichever address, or refuse one that comes too often."""
        ws, hall = WebSocket(scope, receive, send), self._hall
        is_own = is_own_program(ws, hall.settings)
        if await hall.rates.allows_handshake(client_key(ws), is_local=is_own):
            await self._app(scope, receive, send)
        else:
            hall.metrics.handshakes_refused.labels(str(ErrorCode.SLOW_DOWN)).inc()
            await ws.send_denial_response(refusal(ErrorCode.SLOW_DOWN))

    async def _pass_on(self, body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a call with its body through; one that brings much in turn, until its answer begins."""
        if not _is_upload(scope):
            await (_checked(body, scope) or self._app)(scope, receive, send)
            return
        try:
            turn = await self._hall.uploads.take()
        except ServerRefusal as error:
            await refusal_of(error)(scope, receive, send)
            return

        async def send_without_turn(message: Message) -> None:
            turn.give_back()  # who reads the answer slowly holds up nobody
            await send(message)

        try:
            is_large = len(body) > _LARGE_BYTES
            answer = await asyncio.to_thread(_checked, body, scope) if is_large else _checked(body, scope)
            await (answer or self._app)(scope, receive, send_without_turn)
        finally:
            turn.give_back()

    async def _refused(self, connection: HTTPConnection, scope: Scope) -> Response | None:
        hall = self._hall
        client = client_key(connection)
        is_own = is_own_program(connection, hall.settings)
        if not await hall.rates.allows_request(client, is_local=is_own) and (
            is_own or not self._is_at_one_screen(scope["path"]) or not await hall.rates.allows_game_call(client)
        ):
            return refusal(ErrorCode.SLOW_DOWN)
        if scope["method"] in _SAFE:
            return None
        if not is_trusted(connection, hall.settings, hall.port):
            return refusal(ServerCode.BAD_ORIGIN)
        if scope["path"] in ("/api/game/start", "/api/game/load", "/api/auth/guest"):
            is_allowed = await hall.rates.allows_start(client, is_local=is_own)
            return None if is_allowed else refusal(ErrorCode.SLOW_DOWN)
        return None

    def _is_at_one_screen(self, path: str) -> bool:
        """Whether this plays on, or looks at, a game that belongs to whoever knows its id. Asks no store."""
        game_id, _, call = path.removeprefix(_GAMES).partition("/")
        return path.startswith(_GAMES) and call in _QUICK_CALLS and self._hall.is_pass_and_play(game_id)

    def _limit(self, scope: Scope) -> int:
        settings = self._hall.settings
        return settings.upload_bytes if _is_upload(scope) else settings.body_bytes


def _is_upload(scope: Scope) -> bool:
    """Whether the body is what somebody has written down, which may be long."""
    return scope["path"] == "/api/game/load" or _brings_file(scope)


def _brings_file(scope: Scope) -> bool:
    """Whether the body is a file as it is, of whatever format."""
    path: str = scope["path"]
    return path.startswith(FILES_PATH)


async def _read(receive: Receive, limit: int) -> bytes | ErrorCode:
    """The whole body; TOO_LARGE when it is longer than the limit, BAD_BODY when it does not come in time."""
    chunks: list[bytes] = []
    size = 0
    until = asyncio.get_running_loop().time() + _BODY_S
    while True:
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            return ErrorCode.BAD_BODY
        if message["type"] != "http.request":
            return ErrorCode.BAD_BODY
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > limit:
            return ErrorCode.TOO_LARGE
        chunks.append(chunk)
        if not message.get("more_body", False):
            return b"".join(chunks)


def _checked(body: bytes, scope: Scope) -> Response | None:
    """A refusal of what is no JSON, or only for some programs; else the route finds the value."""
    if not body or _brings_file(scope):
        return None
    content_type = HTTPConnection(scope).headers.get("content-type", "")
    if content_type.partition(";")[0].strip().lower() != "application/json":
        return bad_body("content_type")
    try:
        json_bodies.keep(scope, json_bodies.parse(body))
    except ValueError as error:
        return bad_body(str(error))
    return None


def _method(scope: Scope) -> str:
    """The method, if it is a common one: strangers may send any word."""
    method: str = scope["method"]
    return method if method in (*_SAFE, "POST", "PUT", "PATCH", "DELETE") else "other"
