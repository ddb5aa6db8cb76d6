"""The WebSocket of one match: events come in order, messages get their answers, and a lost connection is made again.

A message that was not answered is sent again under the same id; that it is carried out once is the server's promise.
Knows frames, not what they mean for a view.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import uuid4

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, WebSocketException

from tengen.clients.play.errors import Refused, ServerTrouble, Trouble
from tengen.clients.play.remote.address import ServerAddress
from tengen.clients.play.remote.rest import delay_s, refusal_of
from tengen.core import ErrorCode, GameError
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
_AWAY_S: Final = {1008: 5.0, 1012: 0.5, 1013: 1.0}
"""How long to stay away at least, by the code that the server hung up with: too fast, it restarts, too slow."""
_FINAL: Final = (400, 401, 403, 404, 422)


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
    """Whoever follows a match."""

    async def on_frame(self, frame: Frame, data: bytes) -> None:
        """An event, each once and in order, or a frame without a number. While this works nothing else is read."""

    def on_connected(self, is_open: bool) -> None:
        """The connection was made or lost; a lost one is made again."""

    def on_failure(self, error: Exception) -> None:
        """The match cannot be followed, and it is not tried again."""


class MatchSocket:
    """Follows one match until it is closed. `last` is the number of the last event that was handed out."""

    def __init__(
        self, address: ServerAddress, game_id: str, since: int, token: Callable[[], str | None], listener: Listener
    ) -> None:
        self._address, self._game_id, self._token = address, game_id, token
        self._listener = listener
        self.last: int | None = since
        self._messages: dict[str, _Message] = {}
        self._connection: ClientConnection | None = None
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

    async def close(self) -> None:
        """Follow the match no more; messages without an answer are not sent again."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._fail(ServerTrouble(Trouble.CLOSED))

    # --- the connection

    async def _run(self) -> None:
        failures = 0
        loop = asyncio.get_running_loop()
        while True:
            began, least_s = loop.time(), 0.0
            try:
                await self._connected()
            except InvalidStatus as error:
                if error.response.status_code in _FINAL:
                    self._give_up(_denied(error))
                    return
                least_s = _retry_after_s(error)
            except ConnectionClosed as error:
                least_s = _AWAY_S.get(error.rcvd.code if error.rcvd else 0, 0.0)
            except (OSError, TimeoutError, InvalidHandshake, WebSocketException, _BadFrame):
                pass
            except (GameError, ServerTrouble) as error:  # what belongs to a frame could not be had
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
            await asyncio.sleep(max(delay_s(failures, longest_s=_LONGEST_AWAY_S), least_s))

    async def _connected(self) -> None:
        token = self._token()
        async with connect(
            self._address.socket(self._game_id, self.last),
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
        elif frame.n is None:
            await self._listener.on_frame(frame, data)
        elif frame.type == "reset" or (self.last is not None and frame.n == self.last + 1):
            await self._listener.on_frame(frame, data)
            self.last = frame.n
        elif self.last is None or frame.n > self.last:
            self.last = None  # something is missing: begin with the whole state
            raise _BadFrame

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


class _BadFrame(Exception):
    """The server sent something that cannot be followed; a new connection may do better."""


def _denied(error: InvalidStatus) -> Exception:
    """Why a handshake was refused for good."""
    try:
        frame = msgspec.json.decode(error.response.body or b"", type=dict[str, object])
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ServerTrouble(Trouble.REFUSED, reason=str(error.response.status_code))
    found = refusal_of(str(frame.get("code", ""))[:40], str(frame.get("detail", "")), None)
    return found if isinstance(found, Refused | ServerTrouble) else ServerTrouble(Trouble.CLOSED)


def _retry_after_s(error: InvalidStatus) -> float:
    header = error.response.headers.get("Retry-After", "")
    return float(min(int(header[:9]), 60)) if header.isascii() and header.isdigit() else 0.0
