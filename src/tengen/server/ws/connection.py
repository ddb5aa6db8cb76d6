"""One open socket of a match: messages in, events and answers out. What messages do is `MatchAccess`'s business."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import structlog
from msgspec import UNSET, UnsetType

from tengen.core import ErrorCode, GameError
from tengen.match.service import EndReason, HubLimits, RoundTrips, StoreError, Subscription
from tengen.people import PeopleCode, PeopleError
from tengen.protocol import (
    AUTH,
    CHAT,
    LANGUAGE,
    Done,
    Incoming,
    Refused,
    ServerCode,
    in_all_languages,
    read_frame,
    refusal_text,
    say,
    write_frame,
)
from tengen.server.http import Window, new_reference
from tengen.server.identity import Caller
from tengen.server.metrics import Metrics
from tengen.server.refusals import ServerRefusal
from tengen.server.talk import Listener
from tengen.server.ws.access import MatchAccess
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.peer import Peer, PeerGone

_log: Final = structlog.get_logger("tengen.server")

AUTH_WAIT_S: Final = 10.0
_PATIENCE: Final = 100
"""After so many messages that came too fast the socket is closed."""

_POLICY, _TOO_SLOW, _GOING_AWAY = 1008, 1013, 1012
_SESSION_ENDED: Final = 4401
"""Come again: as whoever is logged in then."""
_NEVER: Final = math.inf
_TALK_LIMITS: Final = HubLimits()


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How often a peer may send messages, and how long it may leave what it is sent."""

    messages: Window
    write_timeout_s: float


class MatchConnection:
    """One open socket: messages are answered one after the other, and what waits for the peer goes out together."""

    def __init__(
        self, peer: Peer, access: MatchAccess, limits: ConnectionLimits, metrics: Metrics, sockets: OpenSockets
    ) -> None:
        self._peer, self._access, self._limits, self._metrics = peer, access, limits, metrics
        self._sockets = sockets
        self._refused = 0
        self._closing: int | None = None
        self._subscription: Subscription | None = None
        self._hearing: Listener | None = None
        self._round_trips = RoundTrips()
        self._answers: list[bytes] = []
        self._is_flushing = False
        self._blocked_since = _NEVER

    @property
    def caller(self) -> Caller:
        """Who is at the other end."""
        return self._access.caller

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
        finally:
            self._peer.let_go()
        return self._closing

    async def _introduce(self) -> bool:
        """Wait for the first message, which must say who comes."""
        with suppress(TimeoutError):
            async with asyncio.timeout(AUTH_WAIT_S):
                await self._answer(await self._peer.read())
        return bool(self._access.caller.owners)

    async def _serve(self) -> None:
        self._subscription = subscription = await self._access.listen()
        try:
            self._peer.write(self._access.beginning(subscription))
            self._peer.on_round_trip = self._note_round_trip
            subscription.on_ready = self._flush_soon
            self._flush_soon()
            await self._hear()
            while self._closing is None:
                await self._answer(await self._peer.read())
                if not self._peer.is_writable:
                    await self._peer.until_writable()
        finally:
            self._hear_no_more()
            subscription.on_ready = None
            subscription.close()

    def _put_talk(self, frames: list[bytes]) -> None:
        """People have said something; who does not read it is cut off like anybody who does not read of moves."""
        if self._subscription is not None:
            for frame in frames:
                self._subscription.put(frame, _TALK_LIMITS)

    async def _hear(self) -> None:
        """Hear what people say as whoever the caller is now; where nobody can tell what that is, come again."""
        self._hear_no_more()
        try:
            self._hearing = await self._access.hear(self._put_talk)
        except StoreError:
            self._end(_TOO_SLOW)

    def _hear_no_more(self) -> None:
        if self._hearing is not None:
            self._access.talk.leave(self._hearing)
            self._hearing = None

    def check(self, now: float) -> None:
        """Give a peer up that has not taken what was sent to it for too long."""
        if now - self._blocked_since > self._limits.write_timeout_s:
            self._end(_TOO_SLOW)
            self._peer.hang_up()

    def end_session(self) -> None:
        """The session or token of the caller is worth nothing any more."""
        self._end(_SESSION_ENDED)
        if not self._peer.is_writable:
            self._peer.hang_up()

    async def _check_session(self, endings: int) -> None:
        """Look again who this is where sessions have ended since they were looked up: it may be one of those."""
        if self._sockets.endings != endings and not await self._access.is_still_allowed():
            self.end_session()

    def _end(self, code: int) -> None:
        self._closing = code
        self._peer.stop_reading()

    def _note_round_trip(self, ms: float) -> None:
        rtt_ms = self._round_trips.note(ms)
        if self._subscription is not None:
            self._subscription.rtt_ms = rtt_ms

    # --- out ---------------------------------------------------------------------------------

    def _flush_soon(self) -> None:
        """Write after whatever is being done now, which may have more to say."""
        if not self._is_flushing:
            self._is_flushing = True
            asyncio.get_running_loop().call_soon(self._flush)

    def _flush(self) -> None:
        """Write all that waits, if the peer takes it: first what happened, then the answers."""
        self._is_flushing = False
        peer, subscription = self._peer, self._subscription
        if peer.is_writable:
            frames = subscription.take_waiting() if subscription is not None else []
            frames += self._answers
            self._answers = []
            if frames:
                peer.write(frames)
        if peer.is_writable:
            self._blocked_since = _NEVER
        elif self._blocked_since is _NEVER:
            self._blocked_since = asyncio.get_running_loop().time()
        ended = subscription.ended if subscription is not None else None
        if ended is EndReason.TOO_SLOW:
            self._end(_TOO_SLOW)
        elif ended is EndReason.GOING_AWAY:
            self._end(_GOING_AWAY)

    # --- in ----------------------------------------------------------------------------------

    async def _answer(self, data: str | bytes) -> None:
        """Carry out a message and say what came of it. A fault stays in its message."""
        message: Incoming | None = None
        try:
            is_allowed = self._limits.messages.allows()
            if not is_allowed:
                self._note_haste()
            message = read_frame(data)
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
        message: Incoming | None,
        code: ErrorCode | ServerCode | PeopleCode,
        detail: str,
        words: dict[str, str] | UnsetType = UNSET,
    ) -> bytes:
        self._metrics.messages.labels(str(code)).inc()
        where = await self._access.standing()
        return write_frame(Refused(message.id if message else None, str(code), detail, *where, words))

    async def _carry_out(self, message: Incoming) -> int:
        subscription = self._subscription
        if message.type == CHAT:
            return await self._access.say(message)
        if message.type != AUTH:
            rtt_ms = subscription.rtt_ms if subscription is not None else 0.0
            return await self._access.act(message, rtt_ms)
        endings = self._sockets.endings
        self._access = await self._access.for_token(message.token or "")
        self._sockets.note_caller(self)
        await self._check_session(endings)
        match = await self._access.snapshot()
        if subscription is not None and self._access.caller.owners:
            subscription.reseat(self._access.caller.owners)
            self._answers.append(self._access.introduction(match))
            await self._hear()
        return match.number
