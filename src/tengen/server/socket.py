"""The WebSocket of a match: events out, messages in. Reads and writes frames; what they do is the hall's business.

A page comes with its cookie and must be one of ours. A program without `Origin` comes with a bearer token, or from
this machine, or says who it is in a first `auth` message. No token is ever part of the address.
"""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from typing import Final

import structlog
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from tengen.core import ErrorCode, GameError
from tengen.match.hub import EndReason, Subscription
from tengen.match.store import StoreError
from tengen.protocol import Done, Incoming, Refused, ServerCode, read_frame, refusal_text, say, write_frame
from tengen.server.callers import STRANGER, find_caller
from tengen.server.errors import new_reference, refusal
from tengen.server.hall import Chair, Hall, ServerRefusal, hall_of
from tengen.server.origin import is_trusted

_log: Final = structlog.get_logger("tengen.server")

AUTH_WAIT_S: Final = 10.0
_PATIENCE: Final = 100
"""After so many messages that came too fast the socket is closed."""

POLICY, TOO_SLOW, GOING_AWAY = 1008, 1013, 1012
NEVER: Final = math.inf


class MatchSocket:
    """The application behind the address of a match's socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Follow a match, and play in it."""
        ws = WebSocket(scope, receive, send)
        hall = hall_of(ws)
        if ws.headers.get("origin") is not None and not is_trusted(ws, hall.settings, hall.port):
            await ws.send_denial_response(refusal(ServerCode.BAD_ORIGIN))
            return
        address = ws.client.host if ws.client else "-"
        with hall.counted_socket(address) as is_admitted:
            opened = await _open(ws, hall, ws.path_params["game_id"]) if is_admitted else refusal(ErrorCode.SLOW_DOWN)
            if isinstance(opened, Response):
                await ws.send_denial_response(opened)
                return
            with suppress(WebSocketDisconnect, OSError):
                await ws.accept()
                await _serve(_Line(ws, hall, opened, receive, send))


route: Final = WebSocketRoute("/api/game/{game_id}/ws", MatchSocket())


async def _open(ws: WebSocket, hall: Hall, game_id: str) -> Chair | Response:
    """Who comes, to which match, from where on; or why not."""
    try:
        since = _since(ws)
        caller = await find_caller(ws) if is_trusted(ws, hall.settings, hall.port) else STRANGER
        return await hall.chair(game_id, caller, since)
    except ServerRefusal as error:
        return refusal(error.code)
    except GameError as error:
        return refusal(error.code, refusal_text(error))


def _since(ws: WebSocket) -> int | None:
    given = ws.query_params.get("since")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise GameError(ErrorCode.BAD_BODY)
    return int(given)


async def _serve(line: _Line) -> None:
    if line.is_known or await line.introduce():
        await line.serve()
    else:
        await line.close(POLICY)


class _Line:
    """One open socket. Once it is open, frames go past the framework's own books: there are many."""

    def __init__(self, ws: WebSocket, hall: Hall, chair: Chair, receive: Receive, send: Send) -> None:
        self._ws, self._hall, self._chair = ws, hall, chair
        self._raw_receive, self._raw_send = receive, send
        self._window = hall.rates.new_window()
        self._refused = 0
        self._closing: int | None = None
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        self._answering_since = self._writing_since = NEVER

    @property
    def is_known(self) -> bool:
        """Whether who comes needs not say so first."""
        return is_trusted(self._ws, self._hall.settings, self._hall.port)

    async def introduce(self) -> bool:
        """Wait for the first message, which must say who comes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AUTH_WAIT_S):
                await self._answer(await self._receive())
        return self._chair.caller.owner is not None

    async def serve(self) -> None:
        """Read and write until either side has enough."""
        subscription = await self._hall.listen(self._chair)
        writing = asyncio.create_task(self._write(subscription))
        reading = asyncio.create_task(self._read())
        self._tasks = (reading, writing)
        self._hall.lines.add(self)
        try:
            await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hall.lines.discard(self)
            subscription.close()
            self._hang_up()
            await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._closing is not None:
            await self.close(self._closing)

    def check(self, now: float) -> None:
        """Give a peer up that has not taken what was sent to it for too long."""
        since = min(self._answering_since, self._writing_since)
        if now - since > self._hall.settings.write_timeout_s:
            self._closing = TOO_SLOW
            self._hang_up()

    def _hang_up(self) -> None:
        for task in self._tasks:
            task.cancel()

    async def close(self, code: int) -> None:
        """Hang up. A peer that does not read does not get the code either."""
        self._hall.metrics.cut_off.labels(str(code)).inc()
        with suppress(OSError, RuntimeError, WebSocketDisconnect):
            async with asyncio.timeout(1.0):
                if self._ws.application_state is WebSocketState.CONNECTED:
                    await self._ws.close(code)

    # --- out ---------------------------------------------------------------------------------

    async def _write(self, subscription: Subscription) -> None:
        send, clock = self._raw_send, asyncio.get_running_loop().time
        with suppress(OSError):
            self._writing_since = clock()
            for frame in self._hall.beginning(self._chair, subscription):
                await send({"type": "websocket.send", "text": frame})
            self._writing_since = NEVER
            while frames := await subscription.take():
                self._writing_since = clock()
                for data in frames:
                    await send({"type": "websocket.send", "text": data.decode()})
                self._writing_since = NEVER
            if subscription.ended is EndReason.TOO_SLOW:
                self._closing = TOO_SLOW
            elif subscription.ended is EndReason.GOING_AWAY:
                self._closing = GOING_AWAY

    # --- in ----------------------------------------------------------------------------------

    async def _read(self) -> None:
        with suppress(WebSocketDisconnect, OSError):
            while self._closing is None:
                await self._answer(await self._receive())

    async def _receive(self) -> str | bytes:
        message = await self._raw_receive()
        if message["type"] != "websocket.receive":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return message["bytes"] if text is None else text

    async def _answer(self, data: str | bytes) -> None:
        """Carry out a message and say what came of it. A fault stays in its message."""
        message: Incoming | None = None
        try:
            is_allowed = self._window.allows()
            message = read_frame(data)
            if not is_allowed:
                self._refuse_again()
            frame = write_frame(Done(message.id, await self._carry_out(message)))
            self._hall.metrics.messages_done.inc()
        except GameError as error:
            frame = await self._refused_frame(message, error.code, refusal_text(error))
        except ServerRefusal as error:
            frame = await self._refused_frame(message, error.code, say(f"error.{error.code}"))
        except StoreError:
            frame = await self._refused_frame(message, ServerCode.TRY_AGAIN, say("error.TRY_AGAIN"))
        except Exception:
            reference = new_reference()
            _log.exception("message failed", reference=reference)
            frame = await self._refused_frame(message, ServerCode.BROKEN, say("error.BROKEN", reference=reference))
        self._answering_since = asyncio.get_running_loop().time()
        await self._raw_send({"type": "websocket.send", "text": frame})
        self._answering_since = NEVER

    def _refuse_again(self) -> None:
        """Refuse a message that came too fast; after many of them the line is closed."""
        self._refused += 1
        if self._refused > _PATIENCE:
            self._closing = POLICY
        raise GameError(ErrorCode.SLOW_DOWN)

    async def _refused_frame(self, message: Incoming | None, code: ErrorCode | ServerCode, words: str) -> str:
        self._hall.metrics.messages.labels(str(code)).inc()
        where = await self._hall.standing(self._chair)
        return write_frame(Refused(message.id if message else None, str(code), words, *where))

    async def _carry_out(self, message: Incoming) -> int:
        if message.type == "auth":
            self._chair = await self._hall.reseated(self._chair, message.token or "")
            return self._chair.number
        return await self._hall.act_by_frame(self._chair, message)
