"""`Idempotency-Key`: a call that is sent again gets the first answer again, and nothing is done twice.

Answers are kept in memory for a day, the oldest going first when there are too many. What a key did to a match is
also in its log, so that an action is not repeated even after a restart. Calls with files change nothing and are
answered anew: their answers may be large, and are the same again.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.core import ErrorCode
from tengen.protocol import say
from tengen.server.errors import refusal
from tengen.server.receiving import given_again
from tengen.server.routes_records import FILES_PATH

LONGEST_KEY: Final = 200
_HEADER: Final = "Idempotency-Key"
_MOST: Final = 2_000
_KEPT_S: Final = 24 * 3600


@dataclass(frozen=True, slots=True)
class _Answer:
    body_hash: bytes
    until: float
    messages: tuple[Message, ...]


class Once:
    """Keeps the answers to calls with a key."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._answers: OrderedDict[tuple[str, ...], _Answer] = OrderedDict()
        self._running: dict[tuple[str, ...], asyncio.Future[None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or answer as before."""
        key = HTTPConnection(scope).headers.get(_HEADER) if scope["type"] == "http" else None
        if key is None or scope["method"] != "POST" or scope["path"].startswith(FILES_PATH):
            await self._app(scope, receive, send)
            return
        if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
            await _refused("key", most=LONGEST_KEY)(scope, receive, send)
            return
        message = await receive()
        body: bytes = message.get("body", b"")
        await self._answer(_name(scope, key), body, scope, given_again(message, receive), send)

    async def _answer(self, name: tuple[str, ...], body: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        while (running := self._running.get(name)) is not None:
            await asyncio.shield(running)
        body_hash = hashlib.sha256(body).digest()
        kept = self._kept(name)
        if kept is not None:
            if kept.body_hash != body_hash:
                await _refused("key_reused")(scope, receive, send)
                return
            for message in kept.messages:
                await send(_copy(message))
            return
        done = self._running[name] = asyncio.get_running_loop().create_future()
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(_copy(message))
            await send(message)

        try:
            await self._app(scope, receive, keep)
        finally:
            del self._running[name]
            done.set_result(None)
        if messages and messages[0]["status"] < 500 and messages[0]["status"] != 429:
            self._keep(name, _Answer(body_hash, time.monotonic() + _KEPT_S, tuple(messages)))

    def _kept(self, name: tuple[str, ...]) -> _Answer | None:
        answer = self._answers.get(name)
        return answer if answer is not None and answer.until > time.monotonic() else None

    def _keep(self, name: tuple[str, ...], answer: _Answer) -> None:
        self._answers[name] = answer
        self._answers.move_to_end(name)
        while len(self._answers) > _MOST:
            self._answers.popitem(last=False)


def _refused(name: str, **values: int) -> Response:
    problem = say(f"wrong.{name}", **values)
    return refusal(ErrorCode.BAD_BODY, say("wrong_field", field=_HEADER, problem=problem))


def _name(scope: Scope, key: str) -> tuple[str, ...]:
    """A key counts for one caller and one call: who else sends it gets an own answer."""
    connection = HTTPConnection(scope)
    who = connection.headers.get("authorization") or connection.headers.get("cookie")
    address = connection.client.host if connection.client else ""
    return scope["path"], key, who or address


def _copy(message: Message) -> Message:
    return {**message, "headers": list(message["headers"])} if "headers" in message else dict(message)
