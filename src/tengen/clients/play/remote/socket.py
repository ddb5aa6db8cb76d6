"""The WebSockets of a server: messages get their answers, and a lost connection is made again.

A message that was not answered is sent again under the same id; that it is carried out once is the server's promise.
That of a match hands out events in order. Knows frames, not what they mean for a view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import uuid4

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.remote.rest import Rest, delay_s, refusal_of
from tengen.core import ErrorCode, GameError
from tengen.people import PeopleError
from tengen.protocol import LARGEST_FRAME, ServerCode

_LARGEST_INCOMING: Final = 1 << 20
"""A reset has the whole state in it; everything else is far smaller."""
_FRAMES_WAITING: Final = 16
_MOST_UNANSWERED: Final = 8
_HANDSHAKE_S: Final = 15.0
_PING_S: Final = 20.0
_LONGEST_AWAY_S: Final = 10.0
_STEADY_S: Final = 5.0
_ANSWER_S: Final = 60.0
_POSTPONED_S: Final = 0.5
_SESSION_ENDED: Final = 4401
_AWAY_S: Final = {1008: 5.0, 1012: 0.5, 1013: 1.0, _SESSION_ENDED: 5.0}
"""How long to stay away at least, by the code that the server hung up with: too fast, it restarts, too slow.

A session ends before the answer has come that brings another one; then the connection is renewed.
"""
_NO_SESSION: Final = 401
_FINAL: Final = (400, _NO_SESSION, 403, 404, 422)


class Frame(msgspec.Struct, frozen=True):
    """Whatever a server sends, as far as it is needed to sort it; `raw` has the rest."""

    type: str = ""
    n: int | None = None
    re: str | None = None
    ok: int | None = None
    error: str | None = None
    detail: str = ""
    words: dict[str, str] | None = None


@dataclass(slots=True)
class _Message:
    text: str
    answer: asyncio.Future[int]
    is_sent: bool = False


_frames: Final = msgspec.json.Decoder(Frame)


class Listener(Protocol):
    """Whoever follows a match, or the lobby."""

    async def on_frame(self, frame: Frame, data: bytes) -> None:
        """A frame that is no answer; events of a match each once and in order. While this works nothing else is read.

        What GameError or ServerTrouble it raises ends the following, unless it is passing.
        """

    def on_connected(self, is_open: bool) -> None:
        """The connection was made or lost; a lost one is made again."""

    def on_failure(self, error: Exception) -> None:
        """There is nothing to be followed any more, and it is not tried again before `renew`."""


class ServerSocket:
    """Follows what is at one address until it is closed, as whoever has the token at each try."""

    def __init__(self, rest: Rest, url: Callable[[], str], listener: Listener) -> None:
        """`url` is asked for at every try, as is the token of the calls to the same server."""
        self._rest, self._url = rest, url
        self._listener = listener
        self._messages: dict[str, _Message] = {}
        self._connection: ClientConnection | None = None
        self._is_renewed = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    async def send(self, **fields: object) -> int:
        """Send a message, now or when there is a connection again; the number of the event that it led to.

        Raises GameError or ServerTrouble for a refusal, and LOST where no answer came for too long.
        """
        if self._task.done():
            raise ServerTrouble(Trouble.CLOSED)
        if len(self._messages) >= _MOST_UNANSWERED:
            raise ServerTrouble(Trouble.TOO_MANY)
        message_id = uuid4().hex
        text = msgspec.json.encode({"id": message_id, **fields}).decode()
        if len(text) > LARGEST_FRAME:
            raise GameError(ErrorCode.TOO_LARGE)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._messages[message_id] = _Message(text, answer)
        try:
            await self._send_waiting()
            async with asyncio.timeout(_ANSWER_S):
                return await answer
        except TimeoutError:
            raise ServerTrouble(Trouble.LOST) from None
        finally:
            self._messages.pop(message_id, None)

    def renew(self) -> None:
        """Connect anew and at once: somebody else is here now."""
        self._is_renewed.set()
        if self._connection is not None:
            self._connection.transport.abort()
        if self._task.done() and not self._task.cancelled():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Follow no more; messages without an answer are not sent again."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._fail(ServerTrouble(Trouble.CLOSED))

    # --- the connection

    async def _run(self) -> None:
        failures = 0
        loop = asyncio.get_running_loop()
        while True:
            began, least_s = loop.time(), 0.0
            self._is_renewed.clear()
            token = self._rest.token
            try:
                await self._connected(token)
            except InvalidStatus as error:
                status = error.response.status_code
                if status in _FINAL and (status != _NO_SESSION or token == self._rest.token):
                    self._give_up(_denied(error))
                    return
                least_s = _retry_after_s(error)
            except ConnectionClosed as error:
                code = error.rcvd.code if error.rcvd else 0
                least_s = _AWAY_S.get(code, 0.0)
                if code == _SESSION_ENDED:
                    self._rest.on_session_end()
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException, _BadFrame):
                pass
            except (GameError, PeopleError, ServerTrouble) as error:  # what belongs to a frame could not be had
                if not (isinstance(error, ServerTrouble) and error.is_passing):
                    self._give_up(error)
                    return
            except Exception as error:  # a fault of ours: nobody is to wait for what will not come
                self._give_up(error)
                raise
            finally:
                self._connection = None
            failures = 1 if loop.time() - began > _STEADY_S else failures + 1
            for message in self._messages.values():
                message.is_sent = False
            self._listener.on_connected(False)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(delay_s(failures, longest_s=_LONGEST_AWAY_S), least_s)):
                    await self._is_renewed.wait()

    async def _connected(self, token: str | None) -> None:
        async with connect(
            self._url(),
            additional_headers={"authorization": f"Bearer {token}"} if token else {},
            compression=None,
            open_timeout=_HANDSHAKE_S,
            ping_interval=_PING_S,
            ping_timeout=_PING_S,
            close_timeout=1,
            max_size=_LARGEST_INCOMING,
            max_queue=_FRAMES_WAITING,
        ) as connection:
            self._connection = connection
            self._listener.on_connected(True)
            await self._send_waiting()
            async for data in connection:
                await self._received(data.encode() if isinstance(data, str) else data)
        raise ConnectionClosed(connection.protocol.close_rcvd, connection.protocol.close_sent)

    def _give_up(self, error: Exception) -> None:
        self._fail(error)
        self._listener.on_connected(False)
        self._listener.on_failure(error)

    def _fail(self, error: Exception) -> None:
        for message in self._messages.values():
            if not message.answer.done():
                message.answer.set_exception(error)

    # --- out

    async def _send_waiting(self) -> None:
        connection = self._connection
        if connection is None:
            return
        for message in tuple(self._messages.values()):
            if not message.is_sent and not message.answer.done():
                message.is_sent = True
                try:
                    await connection.send(message.text)
                except ConnectionClosed:
                    return  # whoever reads notices, and it is sent over the next one

    # --- in

    async def _received(self, data: bytes) -> None:
        try:
            frame = _frames.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise _BadFrame from None
        if frame.ok is not None or frame.error is not None:
            self._answered(frame)
        else:
            await self._take(frame, data)

    async def _take(self, frame: Frame, data: bytes) -> None:
        """Hand out a frame that is no answer."""
        await self._listener.on_frame(frame, data)

    def _answered(self, frame: Frame) -> None:
        """Messages are answered one after the other, so an answer without an id is to the oldest."""
        oldest = next((name for name, message in self._messages.items() if message.is_sent), "")
        message = self._messages.get(oldest if frame.re is None else frame.re)
        if message is None or message.answer.done():
            return
        if frame.ok is not None:
            message.answer.set_result(frame.ok)
        elif frame.error == ServerCode.TRY_AGAIN:  # nothing was promised: the same may be sent again soon
            asyncio.get_running_loop().call_later(_POSTPONED_S, self._send_again, message)
        else:
            message.answer.set_exception(refusal_of(frame.error or "", frame.detail, frame.words))

    def _send_again(self, message: _Message) -> None:
        message.is_sent = False
        self._resending = asyncio.ensure_future(self._send_waiting())


class MatchSocket(ServerSocket):
    """Follows one match. `last` is the number of the last event that was handed out."""

    def __init__(self, rest: Rest, game_id: str, since: int, listener: Listener) -> None:
        self.last: int | None = since
        super().__init__(rest, lambda: rest.address.socket(game_id, self.last), listener)

    async def _take(self, frame: Frame, data: bytes) -> None:
        if frame.n is None:
            await super()._take(frame, data)
        elif frame.type == "reset" or (self.last is not None and frame.n == self.last + 1):
            await super()._take(frame, data)
            self.last = frame.n
        elif self.last is None or frame.n > self.last:
            self.last = None  # something is missing: begin with the whole state
            raise _BadFrame


class _BadFrame(Exception):
    """The server sent something that cannot be followed; a new connection may do better."""


def _denied(error: InvalidStatus) -> Exception:
    """Why a handshake was refused for good."""
    try:
        frame = msgspec.json.decode(error.response.body or b"", type=dict[str, object])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ServerTrouble(Trouble.REFUSED, reason=str(error.response.status_code))
    return refusal_of(str(frame.get("code", ""))[:40], str(frame.get("detail", "")), None)


def _retry_after_s(error: InvalidStatus) -> float:
    header = error.response.headers.get("Retry-After", "")
    return float(min(int(header[:9]), 60)) if header.isascii() and header.isdigit() else 0.0
