"""What every call passes before a route sees it: rate, origin, size, well-formed JSON.

Plain ASGI: nothing is buffered but the bodies of calls, which are short. What is special about a call its route
declares (`call_rules`); there is no list of paths here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tengen.core import ErrorCode
from tengen.protocol import ServerCode
from tengen.server.http import json_bodies
from tengen.server.http.call_rules import BodyKind, CallRules, CallTable, keep_rules, rules_of
from tengen.server.http.errors import bad_body, refusal
from tengen.server.http.origin import is_own_program, is_trusted
from tengen.server.http.rates import Rates, client_key
from tengen.server.http.receiving import given_again
from tengen.server.metrics import Metrics
from tengen.server.settings import Settings

_BODY_S: Final = 10.0
"""A body that takes longer to come is given up."""
_LARGE_BYTES: Final = 64 * 1024
"""A longer body is read beside the event loop."""
_SAFE: Final = ("GET", "HEAD", "OPTIONS")


class HandshakeLimits:
    """Refuses handshakes of WebSockets that come too often, to whichever address."""

    def __init__(self, app: ASGIApp, settings: Settings, rates: Rates, metrics: Metrics) -> None:
        self._app, self._settings, self._rates, self._metrics = app, settings, rates, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a handshake on, or refuse it; everything else is passed on."""
        if scope["type"] == "websocket":
            ws = WebSocket(scope, receive, send)
            is_own = is_own_program(ws, self._settings)
            if not await self._rates.allows_handshake(client_key(ws), is_local=is_own):
                self._metrics.handshakes_refused.labels(str(ErrorCode.SLOW_DOWN)).inc()
                await ws.send_denial_response(refusal(ErrorCode.SLOW_DOWN))
                return
        await self._app(scope, receive, send)


class CallLimits:
    """Refuses calls that come too often, from a foreign page, or with a body that is too large or no JSON.

    `is_pass_and_play` says of the id of a game whether it belongs to whoever knows it; it asks no store.
    """

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        rates: Rates,
        table: CallTable,
        is_pass_and_play: Callable[[str], bool],
    ) -> None:
        self._app, self._settings, self._rates, self._table = app, settings, rates, table
        self._is_pass_and_play = is_pass_and_play

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        rules, game_id = self._table.find(scope)
        keep_rules(scope, rules)
        answer = await self._refused(HTTPConnection(scope), rules, game_id)
        if answer is None and scope["method"] not in _SAFE:
            body = await _read(receive, self._most_bytes(rules))
            if not isinstance(body, ErrorCode):
                receive = given_again({"type": "http.request", "body": body, "more_body": False}, receive)
                is_large = len(body) > _LARGE_BYTES
                answer = await asyncio.to_thread(_checked, body, scope) if is_large else _checked(body, scope)
            else:
                answer = refusal(body) if body is ErrorCode.TOO_LARGE else bad_body("late")
                answer.headers["connection"] = "close"  # the rest of it is not waited for
        await (answer or self._app)(scope, receive, send)

    async def _refused(self, connection: HTTPConnection, rules: CallRules, game_id: str | None) -> Response | None:
        rates, client = self._rates, client_key(connection)
        is_own = is_own_program(connection, self._settings)
        if not await rates.allows_request(client, is_local=is_own):
            may_go_on = not is_own and rules.is_quick and game_id is not None and self._is_pass_and_play(game_id)
            if not may_go_on or not await rates.allows_game_call(client):
                return refusal(ErrorCode.SLOW_DOWN)
        if connection.scope["method"] in _SAFE:
            return None
        if not is_trusted(connection, self._settings):
            return refusal(ServerCode.BAD_ORIGIN)
        if rules.is_start and not await rates.allows_start(client, is_local=is_own):
            return refusal(ErrorCode.SLOW_DOWN)
        if rules.has_secret and not await rates.allows_login(client, is_local=is_own):
            return refusal(ErrorCode.SLOW_DOWN)
        return None

    def _most_bytes(self, rules: CallRules) -> int:
        return self._settings.body_bytes if rules.body is BodyKind.SHORT else self._settings.upload_bytes


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
    if not body or rules_of(scope).body is BodyKind.FILE:
        return None
    content_type = HTTPConnection(scope).headers.get("content-type", "")
    if content_type.partition(";")[0].strip().lower() != "application/json":
        return bad_body("content_type")
    try:
        json_bodies.keep(scope, json_bodies.parse(body))
    except ValueError as error:
        return bad_body(str(error))
    return None
