"""One open socket: messages in, answers and whatever happens out. What messages do is the business of its channel."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Generic

import structlog
from msgspec import UNSET, UnsetType

from tengen.core import ErrorCode, GameError
from tengen.match.service import EndReason, FrameQueue, StoreError
from tengen.people import PeopleCode, PeopleError
from tengen.protocol import (
    AUTH,
    LANGUAGE,
    Done,
    Refused,
    ServerCode,
    in_all_languages,
    refusal_text,
    say,
    write_frame,
)
from tengen.server.http import Window, new_reference
from tengen.server.identity import Caller
from tengen.server.metrics import Metrics
from tengen.server.refusals import ServerRefusal
from tengen.server.ws.channel import Channel, MessageT
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.peer import Peer, PeerGone

_log: Final = structlog.get_logger("tengen.server")

AUTH_WAIT_S: Final = 10.0
_PATIENCE: Final = 100
"""After so many messages that came too fast the socket is closed."""

_POLICY, _TRY_LATER, _GOING_AWAY = 1008, 1013, 1012
_SESSION_ENDED: Final = 4401
"""Come again: as whoever is logged in then."""
_NEVER: Final = math.inf


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How often a peer may send messages, and how long it may leave what it is sent."""

    messages: Window
    write_timeout_s: float


class SocketConnection(Generic[MessageT]):
    """One open socket: messages are answered one after the other, and what waits for the peer goes out together."""

    def __init__(
        self,
        peer: Peer,
        channel: Channel[MessageT],
        limits: ConnectionLimits,
        metrics: Metrics,
        sockets: OpenSockets,
    ) -> None:
        self._peer, self._channel, self._limits, self._metrics = peer, channel, limits, metrics
        self._sockets = sockets
        self._refused = 0
        self._closing: int | None = None
        self._waiting: FrameQueue | None = None
        self._answers: list[bytes] = []
        self._is_flushing = False
        self._blocked_since = _NEVER

    @property
    def caller(self) -> Caller:
        """Who is at the other end."""
        return self._channel.caller

    async def run(self, endings: int, *, is_known: bool) -> int | None:
        """Read and write until either side has enough; the code to close with, if it was this side.

        `endings` is how many sessions had ended when the caller was looked up.
        """
        self._peer.on_writable = self._flush_soon
        try:
            await self._check_session(endings)
            if self._closing is not None:
                return self._closing
            if is_known or await self._introduce():
                await self._serve()
            else:
                self._closing = _POLICY
        except PeerGone:
            pass
        except StoreError:
            self._closing = _TRY_LATER
        finally:
            self._peer.let_go()
        return self._closing

    async def _introduce(self) -> bool:
        """Wait for the first message, which must say who comes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AUTH_WAIT_S):
                await self._answer(await self._peer.read())
        return bool(self._channel.caller.owners)

    async def _serve(self) -> None:
        channel = self._channel
        try:
            self._waiting, beginning = await channel.enter()
            self._peer.write(beginning)
            self._peer.on_round_trip = channel.note_round_trip
            self._waiting.on_ready = self._flush_soon
            self._flush_soon()
            while self._closing is None:
                await self._answer(await self._peer.read())
                if not self._peer.is_writable:
                    await self._peer.until_writable()
        finally:
            if self._waiting is not None:
                self._waiting.on_ready = None
            channel.leave()

    def check(self, now: float) -> None:
        """Give a peer up that has not taken what was sent to it for too long."""
        if now - self._blocked_since > self._limits.write_timeout_s:
            self._end(_TRY_LATER)
            self._peer.hang_up()

    def end_session(self) -> None:
        """The session or token of the caller is worth nothing any more."""
        self._end(_SESSION_ENDED)
        if not self._peer.is_writable:
            self._peer.hang_up()

    async def _check_session(self, endings: int) -> None:
        """Look again who this is where sessions have ended since they were looked up: it may be one of those."""
        if self._sockets.endings != endings and not await self._channel.is_still_allowed():
            self.end_session()

    def _end(self, code: int) -> None:
        self._closing = code
        self._peer.stop_reading()

    # --- out ---------------------------------------------------------------------------------

    def _flush_soon(self) -> None:
        """Write after whatever is being done now, which may have more to say."""
        if not self._is_flushing:
            self._is_flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Write all that waits, if the peer takes it: first what happened, then the answers."""
        self._is_flushing = False
        peer, waiting = self._peer, self._waiting
        if peer.is_writable:
            frames = waiting.take_waiting() if waiting is not None else []
            frames += self._answers
            self._answers = []
            if frames:
                peer.write(frames)
        if peer.is_writable:
            self._blocked_since = _NEVER
        elif self._blocked_since is _NEVER:
            self._blocked_since = asyncio.get_running_loop().time()
        ended = waiting.ended if waiting is not None else None
        if ended is EndReason.TOO_SLOW:
            self._end(_TRY_LATER)
        elif ended is EndReason.GOING_AWAY:
            self._end(_GOING_AWAY)

    # --- in ----------------------------------------------------------------------------------

    async def _answer(self, data: str | bytes) -> None:
        """Carry out a message and say what came of it. A fault stays in its message."""
        message: MessageT | None = None
        try:
            is_allowed = self._limits.messages.allows()
            if not is_allowed:
                self._note_haste()
            message = self._channel.read(data)
            if not is_allowed:
                raise GameError(ErrorCode.SLOW_DOWN)
            frame = write_frame(Done(message.id, await self._carry_out(message)))
            self._metrics.messages_done.inc()
        except GameError as error:
            frame = await self._refused_frame(message, error.code, refusal_text(error), in_all_languages(error))
        except ServerRefusal as error:
            frame = await self._refused_frame(message, error.code, say(f"error.{error.code}"))
        except PeopleError as error:
            frame = await self._refused_frame(message, error.code, error.text(LANGUAGE), in_all_languages(error))
        except StoreError:
            frame = await self._refused_frame(message, ServerCode.TRY_AGAIN, say("error.TRY_AGAIN"))
        except Exception:
            reference = new_reference()
            _log.exception("message failed", reference=reference)
            frame = await self._refused_frame(message, ServerCode.BROKEN, say("error.BROKEN", reference=reference))
        self._answers.append(frame)
        self._flush_soon()

    def _note_haste(self) -> None:
        """A message came too fast; after many of them the line is closed."""
        self._refused += 1
        if self._refused > _PATIENCE:
            self._closing = _POLICY

    async def _refused_frame(
        self,
        message: MessageT | None,
        code: ErrorCode | ServerCode | PeopleCode,
        detail: str,
        words: dict[str, str] | UnsetType = UNSET,
    ) -> bytes:
        self._metrics.messages.labels(str(code)).inc()
        where = await self._channel.standing()
        return write_frame(Refused(message.id if message else None, str(code), detail, *where, words))

    async def _carry_out(self, message: MessageT) -> int:
        if message.type != AUTH:
            return await self._channel.carry_out(message)
        endings = self._sockets.endings
        await self._channel.introduce(message.token or "")
        self._sockets.note_caller(self)
        await self._check_session(endings)
        number, frames = await self._channel.welcome()
        self._answers += frames
        return number
