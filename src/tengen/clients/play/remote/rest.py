"""Calls of a server: one JSON body out, one bounded answer back, tried again while that may help.

What changes something carries a key that stays the same when it is sent again: nothing happens twice.
"""

from __future__ import annotations

import asyncio
import random
import re
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Final, TypeVar
from uuid import uuid4

import httpx2
import msgspec
from pydantic import BaseModel, ValidationError

from tengen import __version__
from tengen.clients.play.errors import Refused, RefusedPeople, ServerTrouble, Trouble
from tengen.clients.play.remote.address import ServerAddress
from tengen.core import ErrorCode
from tengen.people import PeopleCode
from tengen.protocol import GuestAnswer, Health, ServerCode

LARGEST_ANSWER: Final = 4 << 20
_LARGEST_REFUSAL: Final = 1 << 20
_PATIENCE_S: Final = 20.0
_MOST_TRIES: Final = 4
_FIRST_S: Final = 0.3
_LONGEST_S: Final = 5.0
_LONGEST_RETRY_S: Final = 15.0
_GATEWAY: Final = (502, 503, 504)
_REDIRECTS: Final = (301, 302, 303, 307, 308)
_SLOW_DOWN: Final = 429
_SESSION: Final = re.compile(r'(?:__Host-)?tengen_session="?([A-Za-z0-9_-]{0,200})"?(?:;.*)?', re.DOTALL)
"""The cookie with which a server says by which token one is known from now on; none at all where it is empty."""

_Answer = TypeVar("_Answer", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class _Response:
    """What a server answered: the body, and the token that came with it, empty where a session is over."""

    body: bytes
    token: str | None


class _Refusal(msgspec.Struct):
    code: str
    detail: str = ""
    words: dict[str, str] | None = None


_refusals: Final = msgspec.json.Decoder(_Refusal)


def delay_s(failures: int, first_s: float = _FIRST_S, longest_s: float = _LONGEST_S) -> float:
    """How long to wait after so many failures: doubled every time up to a bound, and never the same for everybody."""
    whole = min(first_s * 2.0 ** min(max(failures - 1, 0), 30), longest_s)
    return whole * (0.5 + random.random() / 2)


def refusal_of(code: str, detail: str, words: Mapping[str, str] | None) -> Refused | RefusedPeople | ServerTrouble:
    """A refusal of a server: by the rules or by what people may do, which clients know, or of its own."""
    if code == ErrorCode.SLOW_DOWN:
        return ServerTrouble(Trouble.TOO_MANY)
    if code in ErrorCode.__members__:
        return Refused(ErrorCode(code), detail, words)
    if code in PeopleCode.__members__:
        return RefusedPeople(PeopleCode(code), detail, words)
    if code == ServerCode.BAD_TOKEN:
        return ServerTrouble(Trouble.SESSION)
    if code == ServerCode.NEEDS_TLS:
        return ServerTrouble(Trouble.NEEDS_TLS)
    if code == ServerCode.TRY_AGAIN:
        return ServerTrouble(Trouble.BUSY, reason=detail)
    return ServerTrouble(Trouble.REFUSED, reason=detail or code)


class Rest:
    """The calls of one server, as whoever `token` stands for: a guest, or those who have entered since.

    `on_session_end` is called when the server hangs up because a session is over.
    """

    def __init__(
        self,
        address: ServerAddress,
        transport: httpx2.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`transport` and `sleep` take the place of network and time in tests."""
        self.address = address
        self._sleep = sleep
        self.token: str | None = None
        self.on_session_end: Callable[[], None] = _nothing
        self._http = httpx2.AsyncClient(
            headers={
                "accept": "application/json",
                "accept-encoding": "identity",  # what is compressed could be any size
                "accept-language": "en, zh",
                "user-agent": f"tengen/{__version__}",
            },
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # a token says who calls, and nothing is kept
            timeout=_PATIENCE_S,
            follow_redirects=False,
            transport=transport,
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def check_version(self) -> None:
        """Raise ServerTrouble unless a Tengen of the same version answers; the third number may differ."""
        data = await self.get("/healthz")
        try:
            theirs = Health.model_validate_json(data).version
        except ValidationError:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url) from None
        if theirs.split(".")[:2] != __version__.split(".")[:2]:
            raise ServerTrouble(Trouble.VERSION, theirs=theirs[:40], ours=__version__)

    async def become_guest(self) -> None:
        """Get a token to play with, unless there is one."""
        if self.token is None:
            answer = await self.post("/api/auth/guest", None, GuestAnswer)
            self.token = answer.token

    async def get(self, path: str) -> bytes:
        """What a call answers."""
        return (await self._tried("GET", path, None, {})).body

    async def get_as(self, path: str, model: type[_Answer]) -> _Answer:
        """What a call answers, as this model. Raises ServerTrouble where it is none."""
        return self._read(await self.get(path), model)

    async def post(self, path: str, body: BaseModel | None, model: type[_Answer]) -> _Answer:
        """What a call that changes something answers. Sent again after a cut, it is carried out once."""
        found = await self._sent(path, body, {"idempotency-key": uuid4().hex})
        return self._read(found.body, model)

    async def enter(self, path: str, body: BaseModel | None, model: type[_Answer]) -> _Answer:
        """What a call answers by which somebody comes or goes: from then on calls are made as who is here then.

        A server keeps no such answer: sent again after a cut, the call is made anew.
        """
        found = await self._sent(path, body, {})
        answer = self._read(found.body, model)
        if found.token is not None:
            self.token = found.token or None
        return answer

    async def delete(self, path: str, model: type[_Answer]) -> _Answer:
        """What a call that deletes something answers."""
        found = await self._tried("DELETE", path, None, {"idempotency-key": uuid4().hex})
        return self._read(found.body, model)

    async def _sent(self, path: str, body: BaseModel | None, headers: dict[str, str]) -> _Response:
        content = None if body is None else body.model_dump_json(by_alias=True, exclude_none=True).encode()
        if content is not None:
            headers["content-type"] = "application/json"
        return await self._tried("POST", path, content, headers)

    def _read(self, data: bytes, model: type[_Answer]) -> _Answer:
        try:
            return model.model_validate_json(data)
        except ValidationError:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url) from None

    async def _tried(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> _Response:
        for attempt in range(1, _MOST_TRIES + 1):
            try:
                async with asyncio.timeout(_PATIENCE_S):
                    return await self._once(method, path, content, headers)
            except TimeoutError:
                trouble = ServerTrouble(Trouble.NO_SERVER, address=self.address.url)
            except ServerTrouble as found:
                trouble = found
            wait_s = max(delay_s(attempt), trouble.retry_after_s or 0.0)
            is_first_contact = trouble.trouble is Trouble.NO_SERVER and self.token is None
            if attempt == _MOST_TRIES or not trouble.is_passing or is_first_contact or wait_s > _LONGEST_RETRY_S:
                raise trouble
            await self._sleep(wait_s)
        raise AssertionError("the last try returns or raises")

    async def _once(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> _Response:
        if self.token is not None:
            headers = {**headers, "authorization": f"Bearer {self.token}"}
        try:
            url = self.address.path(path)
            async with self._http.stream(method, url, content=content, headers=headers) as response:
                if response.status_code == httpx2.codes.OK:
                    return _Response(await self._body(response, LARGEST_ANSWER), _token_in(response.headers))
                body = await self._body(response, _LARGEST_REFUSAL)
                raise self._refused(response.status_code, response.headers, body)
        except httpx2.TransportError as error:
            raise self._not_reached(error) from error
        except httpx2.HTTPError as error:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url) from error

    async def _body(self, response: httpx2.Response, most: int) -> bytes:
        """The answer as it is. Raises ServerTrouble before more is kept than may be."""
        if response.headers.get("content-encoding", "identity") != "identity":
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url)
        found = bytearray()
        async for piece in response.aiter_raw():
            found += piece
            if len(found) > most:
                raise ServerTrouble(Trouble.TOO_LARGE, address=self.address.url)
        return bytes(found)

    def _refused(self, status: int, headers: httpx2.Headers, body: bytes) -> Exception:
        retry_after_s = _seconds(headers.get("retry-after"))
        try:
            refusal = _refusals.decode(body)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            return self._foreign(status, headers, retry_after_s)
        found = refusal_of(refusal.code, refusal.detail, refusal.words)
        if isinstance(found, ServerTrouble):
            found.retry_after_s = retry_after_s
        return found

    def _foreign(self, status: int, headers: httpx2.Headers, retry_after_s: float | None) -> ServerTrouble:
        """What something else than a Tengen means: a proxy whose server is away, or one that wants TLS."""
        if status == _SLOW_DOWN:
            return ServerTrouble(Trouble.TOO_MANY, retry_after_s=retry_after_s)
        if status in _GATEWAY:
            return ServerTrouble(Trouble.NO_SERVER, address=self.address.url, retry_after_s=retry_after_s)
        if status in _REDIRECTS and headers.get("location", "").startswith("https:") and not self.address.is_safe:
            return ServerTrouble(Trouble.NEEDS_TLS)
        return ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url)

    def _not_reached(self, error: httpx2.TransportError) -> ServerTrouble:
        cause: BaseException | None = error
        while cause is not None:
            if isinstance(cause, ssl.SSLCertVerificationError):
                return ServerTrouble(Trouble.CERTIFICATE, address=self.address.url)
            if isinstance(cause, ssl.SSLError):
                return ServerTrouble(Trouble.NO_TLS, address=self.address.url)
            cause = cause.__cause__ or cause.__context__
        is_answer = isinstance(error, httpx2.RemoteProtocolError) and self.token is None
        return ServerTrouble(Trouble.NOT_TENGEN if is_answer else Trouble.NO_SERVER, address=self.address.url)


def _seconds(header: str | None) -> float | None:
    """The seconds of a Retry-After; dates are not understood, and nobody waits for ever."""
    if header is None or not header.isascii() or not header.isdigit():
        return None
    return float(min(int(header[:9]), 3600))


def _token_in(headers: httpx2.Headers) -> str | None:
    """The token of a session that was begun, empty for one that is over; None where neither is said."""
    found = [_SESSION.fullmatch(cookie.strip()) for cookie in headers.get_list("set-cookie")]
    return next((cookie[1] for cookie in found if cookie), None)


def _nothing() -> None:
    """Nobody wants to know."""
