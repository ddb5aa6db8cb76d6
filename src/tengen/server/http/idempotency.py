"""`Idempotency-Key`: a call that is sent again gets the first answer again, and nothing is done twice.

A key counts for one call of one caller: an account or a guest wherever they call from, a bot by its token, strangers
by their address. Nobody gets an answer that was made for another: what made a stranger a guest, or logged somebody in,
is kept for them alone, and no cookie is ever kept. So a stranger whom that answer did not reach, and who asks again,
becomes another guest. When sessions of an account end, its answers are forgotten, those of calls under way too.

Answers are kept in memory for a day, so many bytes of one caller and so many in all; the oldest go first. What a key
did to a match is also in its log, so that an action is not repeated though its answer is forgotten. Calls with files
change nothing and are answered anew: their answers may be large, and are the same again.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tengen.core import ErrorCode
from tengen.match.service import StoreError
from tengen.people import PeopleError
from tengen.protocol import say
from tengen.server.http.call_rules import BodyKind, rules_of
from tengen.server.http.errors import refusal
from tengen.server.http.receiving import given_again
from tengen.server.refusals import ServerRefusal

LONGEST_KEY: Final = 200
_HEADER: Final = "Idempotency-Key"
_NEW_OWNER: Final = "tengen_new_owner"
_ACCOUNT: Final = "account "
_KEPT_S: Final = 24 * 3600
_OVERHEAD: Final = 1024
"""What an answer takes besides its bytes, about."""


@dataclass(frozen=True, slots=True)
class IdempotencyLimits:
    """How many bytes are kept: of one answer, of all answers to one caller, and of all."""

    answer_octets: int = 128 * 1024
    caller_octets: int = 1024 * 1024
    octets: int = 16 * 1024 * 1024


_Name = tuple[str, bytes]
"""Who asked, and a hash of what and under which key."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call with a key; nobody owns that of a stranger."""

    owner: str | None
    key: str
    body_hash: bytes


@dataclass(frozen=True, slots=True)
class _Answer:
    body_hash: bytes
    until: float
    messages: tuple[Message, ...]
    octets: int


@dataclass(slots=True)
class Running:
    """A call under way; its answer is not kept if the answers of its caller were forgotten meanwhile."""

    done: asyncio.Future[None]
    is_forgotten: bool = False


class Answers:
    """The answers that are kept, within their limits, and the calls under way."""

    def __init__(self, limits: IdempotencyLimits | None = None) -> None:
        self._limits = limits or IdempotencyLimits()
        self._kept: OrderedDict[_Name, _Answer] = OrderedDict()
        self._of_caller: dict[str, OrderedDict[_Name, int]] = {}
        self._running: dict[_Name, Running] = {}
        self.octets = 0

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, name: _Name) -> _Answer | None:
        """The answer under this name, if it is not too old."""
        answer = self._kept.get(name)
        return answer if answer is not None and answer.until > time.monotonic() else None

    def keep(self, name: _Name, body_hash: bytes, messages: list[Message]) -> None:
        """Keep an answer without its cookies, unless it is too large; older ones make space for it."""
        kept = tuple(_without_cookies(message) for message in messages)
        octets = _OVERHEAD + sum(_octets(message) for message in kept)
        limits = self._limits
        if octets > limits.answer_octets:
            return
        self._drop(name)
        own = self._of_caller.setdefault(name[0], OrderedDict())
        while own and sum(own.values()) + octets > limits.caller_octets:
            self._drop(next(iter(own)))
        while self._kept and self.octets + octets > limits.octets:
            self._drop(next(iter(self._kept)))
        self._kept[name] = _Answer(body_hash, time.monotonic() + _KEPT_S, kept, octets)
        self._of_caller.setdefault(name[0], own)[name] = octets
        self.octets += octets

    def running(self, name: _Name) -> Running | None:
        """The call under this name, if one is under way."""
        return self._running.get(name)

    @contextmanager
    def run(self, name: _Name) -> Iterator[Running]:
        """A call under this name is under way."""
        call = self._running[name] = Running(asyncio.get_running_loop().create_future())
        try:
            yield call
        finally:
            del self._running[name]
            call.done.set_result(None)

    def forget(self, account_ids: Collection[str]) -> None:
        """Keep no answer that was made for these accounts or their bots."""
        callers = [caller for caller in self._of_caller if _account_of(caller) in account_ids]
        for name in [name for caller in callers for name in self._of_caller[caller]]:
            self._drop(name)
        for name, call in self._running.items():
            call.is_forgotten |= _account_of(name[0]) in account_ids

    def _drop(self, name: _Name) -> None:
        answer = self._kept.pop(name, None)
        if answer is None:
            return
        self.octets -= answer.octets
        own = self._of_caller[name[0]]
        del own[name]
        if not own:
            del self._of_caller[name[0]]


def answer_only_to(connection: HTTPConnection, owner: str | None) -> None:
    """The answer to this call is for who came in by it, a new guest say: it is kept for nobody else."""
    connection.scope.setdefault("state", {})[_NEW_OWNER] = owner


class IdempotentCalls:
    """Keeps the answers to calls with a key. `find_owner` says who calls, if they are known; it may refuse them.

    An owner is an account's id, with more behind a space where it is not the account's own session.
    """

    def __init__(
        self, app: ASGIApp, find_owner: Callable[[HTTPConnection], Awaitable[str | None]], answers: Answers
    ) -> None:
        self._app = app
        self._find_owner = find_owner
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on, or answer as before."""
        key = HTTPConnection(scope).headers.get(_HEADER) if scope["type"] == "http" else None
        if key is None or scope["method"] != "POST" or rules_of(scope).body is BodyKind.FILE:
            await self._app(scope, receive, send)
            return
        if not 0 < len(key) <= LONGEST_KEY or not key.isprintable():
            await _refused("key", most=LONGEST_KEY)(scope, receive, send)
            return
        try:
            owner = await self._find_owner(HTTPConnection(scope))
        except (ServerRefusal, PeopleError, StoreError):  # whoever it is, the call will be refused for it
            await self._app(scope, receive, send)
            return
        message = await receive()
        body: bytes = message.get("body", b"")
        asked = _Asked(owner, key, hashlib.sha256(body).digest())
        await self._answer(asked, scope, given_again(message, receive), send)

    async def _answer(self, asked: _Asked, scope: Scope, receive: Receive, send: Send) -> None:
        name = _name(scope, asked.key, asked.owner)
        while (running := self._answers.running(name)) is not None:
            await asyncio.shield(running.done)
        kept = self._answers.find(name)
        if kept is not None:
            if kept.body_hash != asked.body_hash:
                await _refused("key_reused")(scope, receive, send)
                return
            for message in kept.messages:
                await send(_copy(message))
            return
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(_copy(message))
            await send(message)

        with self._answers.run(name) as call:
            await self._app(scope, receive, keep)
        new_owner: str | None = scope.get("state", {}).get(_NEW_OWNER)
        if call.is_forgotten and new_owner is None:
            return
        if messages and messages[0]["status"] < 500 and messages[0]["status"] != 429:
            whose = asked.owner if new_owner is None else new_owner
            self._answers.keep(_name(scope, asked.key, whose), asked.body_hash, messages)


def _refused(name: str, **values: int) -> Response:
    problem = say(f"wrong.{name}", **values)
    return refusal(ErrorCode.BAD_BODY, say("wrong_field", field=_HEADER, problem=problem))


def _name(scope: Scope, key: str, owner: str | None) -> _Name:
    """A key counts for one caller and one call: who else sends it gets an own answer."""
    client = scope.get("client")
    who = f"address {client[0] if client else '-'}" if owner is None else f"{_ACCOUNT}{owner}"
    return who, hashlib.sha256(f"{scope['path']}\0{key}".encode("utf-8", "replace")).digest()


def _account_of(caller: str) -> str | None:
    """The account of a caller's name; None for strangers."""
    return caller.removeprefix(_ACCOUNT).partition(" ")[0] if caller.startswith(_ACCOUNT) else None


def _copy(message: Message) -> Message:
    return {**message, "headers": list(message["headers"])} if "headers" in message else dict(message)


def _without_cookies(message: Message) -> Message:
    if "headers" not in message:
        return message
    return {**message, "headers": [pair for pair in message["headers"] if pair[0].lower() != b"set-cookie"]}


def _octets(message: Message) -> int:
    headers = sum(len(name) + len(value) for name, value in message.get("headers", ()))
    return headers + len(message.get("body", b""))
