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
from msgspec import UNSET, UnsetType
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core import ErrorCode, GameError
from tengen.match.service.hub import EndReason, Subscription
from tengen.match.service.lag import RoundTrips
from tengen.match.service.store import StoreError
from tengen.protocol import (
    AUTH,
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
from tengen.server.hall import Hall, hall_of
from tengen.server.http.errors import new_reference, refusal
from tengen.server.http.origin import is_trusted
from tengen.server.http.rates import client_key
from tengen.server.identity import STRANGER, find_caller
from tengen.server.refusals import ServerRefusal
from tengen.server.ws.access import MatchAccess
from tengen.server.ws.transport import Peer, PeerGone, take_peer

_log: Final = structlog.get_logger("tengen.server")

AUTH_WAIT_S: Final = 10.0
_PATIENCE: Final = 100
"""After so many messages that came too fast the socket is closed."""

_POLICY, _TOO_SLOW, _GOING_AWAY = 1008, 1013, 1012
_NEVER: Final = math.inf
_LONGEST_SINCE: Final = 9


class MatchSocket:
    """The application behind the address of a match's socket."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Follow a match, and play in it."""
        ws = WebSocket(scope, receive, send)
        hall = hall_of(ws)
        if ws.headers.get("origin") is not None and not is_trusted(ws, hall.settings, hall.port):
            await _deny(ws, hall, ServerCode.BAD_ORIGIN)
            return
        address = client_key(ws)
        with hall.sockets.counted(address, hall.settings.sockets_per_client) as is_admitted:
            if not is_admitted:
                await _deny(ws, hall, ErrorCode.SLOW_DOWN)
                return
            opened = await _open(ws, hall, ws.path_params["game_id"])
            if opened is None:
                return
            with hall.sockets.counted(*_account(hall, opened, address)) as has_room:
                if has_room:
                    with hall.metrics.sockets.track_inprogress():
                        await _follow(ws, hall, opened)
                else:
                    await _deny(ws, hall, ErrorCode.SLOW_DOWN)


route: Final = WebSocketRoute("/api/game/{game_id}/ws", MatchSocket())


def _account(hall: Hall, access: MatchAccess, address: str) -> tuple[str, int]:
    """Who sits here, and how many sockets they may have: strangers of one address count together."""
    owner = access.caller.owner
    if owner is None:
        return f"strangers {address}", hall.settings.sockets_per_client
    return f"account {owner}", hall.settings.sockets_per_account


async def _follow(ws: WebSocket, hall: Hall, access: MatchAccess) -> None:
    with suppress(WebSocketDisconnect, OSError):
        await ws.accept()
        peer = take_peer(ws.scope)
        connection = _Connection(hall, peer, access)
        # A task of its own: every message would otherwise wake the whole stack of the framework above this.
        code = await asyncio.create_task(connection.run(is_known=is_trusted(ws, hall.settings, hall.port)))
        if code is not None:
            await _close(ws, peer, code, hall)


async def _close(ws: WebSocket, peer: Peer, code: int, hall: Hall) -> None:
    """Hang up. A peer that does not read does not get the code either."""
    hall.metrics.cut_off.labels(str(code)).inc()
    if peer.is_writable:
        await ws.close(code)
    else:
        peer.hang_up()


async def _deny(ws: WebSocket, hall: Hall, code: ErrorCode | ServerCode, detail: str | None = None) -> None:
    """Refuse a handshake. Whoever asks is told why; the log is not, for strangers could fill it."""
    hall.metrics.handshakes_refused.labels(str(code)).inc()
    with suppress(WebSocketDisconnect, OSError):
        await ws.send_denial_response(refusal(code, detail))


async def _open(ws: WebSocket, hall: Hall, game_id: str) -> MatchAccess | None:
    """Who comes, to which match, from where on. None for whom it is not opened, who have been told so."""
    try:
        since = _since(ws)
        caller = await find_caller(ws) if is_trusted(ws, hall.settings, hall.port) else STRANGER
        return await MatchAccess.take(hall, game_id, caller, since)
    except ServerRefusal as error:
        await _deny(ws, hall, error.code)
    except GameError as error:
        await _deny(ws, hall, error.code, refusal_text(error))
    except StoreError:
        await _deny(ws, hall, ServerCode.TRY_AGAIN)
    return None


def _since(ws: WebSocket) -> int | None:
    given = ws.query_params.get("since")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > _LONGEST_SINCE:
        raise GameError(ErrorCode.BAD_BODY, "body.since", most=_LONGEST_SINCE)
    return int(given)


class _Connection:
    """One open socket: messages are answered one after the other, and what waits for the peer goes out together."""

    def __init__(self, hall: Hall, peer: Peer, access: MatchAccess) -> None:
        self._hall, self._peer, self._access = hall, peer, access
        self._window = hall.rates.new_window()
        self._refused = 0
        self._closing: int | None = None
        self._subscription: Subscription | None = None
        self._round_trips = RoundTrips()
        self._answers: list[bytes] = []
        self._is_flushing = False
        self._blocked_since = _NEVER

    async def run(self, *, is_known: bool) -> int | None:
        """Read and write until either side has enough; the code to close with, if it was this side."""
        self._peer.on_writable = self._flush_soon
        try:
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
        return self._access.caller.owner is not None

    async def _serve(self) -> None:
        self._subscription = subscription = await self._access.listen()
        self._hall.sockets.connections.add(self)
        try:
            self._peer.write(self._access.beginning(subscription))
            self._peer.on_round_trip = self._note_round_trip
            subscription.on_ready = self._flush_soon
            self._flush_soon()
            while self._closing is None:
                await self._answer(await self._peer.read())
                if not self._peer.is_writable:
                    await self._peer.until_writable()
        finally:
            self._hall.sockets.connections.discard(self)
            subscription.on_ready = None
            subscription.close()

    def check(self, now: float) -> None:
        """Give a peer up that has not taken what was sent to it for too long."""
        if now - self._blocked_since > self._hall.settings.write_timeout_s:
            self._end(_TOO_SLOW)
            self._peer.hang_up()

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
            is_allowed = self._window.allows()
            if not is_allowed:
                self._note_haste()
            message = read_frame(data)
            if not is_allowed:
                raise GameError(ErrorCode.SLOW_DOWN)
            frame = write_frame(Done(message.id, await self._carry_out(message)))
            self._hall.metrics.messages_done.inc()
        except GameError as error:
            frame = await self._refused_frame(message, error.code, refusal_text(error), in_all_languages(error))
        except ServerRefusal as error:
            frame = await self._refused_frame(message, error.code, say(f"error.{error.code}"))
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
        code: ErrorCode | ServerCode,
        detail: str,
        words: dict[str, str] | UnsetType = UNSET,
    ) -> bytes:
        self._hall.metrics.messages.labels(str(code)).inc()
        where = await self._access.standing()
        return write_frame(Refused(message.id if message else None, str(code), detail, *where, words))

    async def _carry_out(self, message: Incoming) -> int:
        subscription = self._subscription
        if message.type != AUTH:
            rtt_ms = subscription.rtt_ms if subscription is not None else 0.0
            return await self._access.act(message, rtt_ms)
        self._access = await self._access.for_token(message.token or "")
        match = await self._access.snapshot()
        if subscription is not None and self._access.caller.owner is not None:
            subscription.reseat(self._access.caller.owner)
            self._answers.append(self._access.introduction(match))
        return match.number
