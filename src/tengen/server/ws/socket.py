"""The addresses of WebSockets: who may open one, and how many. What goes over it: `connection`.

A page comes with its cookie and must be one of ours. A program without `Origin` comes with a bearer token, or from
this machine, or says who it is in a first `auth` message. No token is ever part of the address.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import ClassVar, Final, Generic, TypeAlias

from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core import ErrorCode, GameError
from tengen.match.service import StoreError
from tengen.people import PeopleError
from tengen.protocol import Incoming, LobbyIncoming, ServerCode, refusal_text
from tengen.server.http import Rates, client_key, is_trusted, people_refusal, refusal
from tengen.server.identity import STRANGER, Caller, Identity
from tengen.server.lobby import Lobby
from tengen.server.metrics import Metrics
from tengen.server.refusals import ServerRefusal
from tengen.server.settings import Settings
from tengen.server.ws.channel import Channel, MessageT
from tengen.server.ws.connection import ConnectionLimits, SocketConnection
from tengen.server.ws.lobby_channel import LobbyChannel
from tengen.server.ws.match_channel import MatchChannel, MatchServices
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.peer import Peer
from tengen.server.ws.transport import take_peer

_LONGEST_SINCE: Final = 9

FindCaller: TypeAlias = Callable[[Identity], Awaitable[Caller]]
"""Finds who comes, as far as they may be believed."""


class SocketEndpoint(ABC, Generic[MessageT]):
    """The application behind an address of WebSockets. What it serves is there only while the store is open."""

    path: ClassVar[str]

    def __init__(self, settings: Settings, sockets: OpenSockets, rates: Rates, metrics: Metrics) -> None:
        self._settings, self._sockets, self._rates, self._metrics = settings, sockets, rates, metrics

    @abstractmethod
    async def channel_of(self, ws: WebSocket, find_caller: FindCaller) -> Channel[MessageT]:
        """What whoever comes would open. Raises a refusal."""

    def route(self) -> WebSocketRoute:
        """Where it is found."""
        return WebSocketRoute(self.path, self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket until it is closed, or refuse it."""
        ws = WebSocket(scope, receive, send)
        if ws.headers.get("origin") is not None and not is_trusted(ws, self._settings):
            await self._deny(ws, ServerCode.BAD_ORIGIN)
            return
        address = client_key(ws)
        with self._sockets.counted(address, self._settings.sockets_per_client) as is_admitted:
            if not is_admitted:
                await self._deny(ws, ErrorCode.SLOW_DOWN)
                return
            endings = self._sockets.endings
            opened = await self._open(ws)
            if opened is None:
                return
            with self._sockets.counted(*self._account(opened, address)) as has_room:
                if has_room:
                    with self._metrics.sockets.track_inprogress():
                        await self._follow(ws, opened, endings)
                else:
                    await self._deny(ws, ErrorCode.SLOW_DOWN)

    def _account(self, channel: Channel[MessageT], address: str) -> tuple[str, int]:
        """Who comes, and how many sockets they may have: strangers of one address count together."""
        owner = channel.caller.owner
        if owner is None:
            return f"strangers {address}", self._settings.sockets_per_client
        return f"account {owner}", self._settings.sockets_per_account

    async def _open(self, ws: WebSocket) -> Channel[MessageT] | None:
        """Who comes, and what to. None for whom it is not opened, who have been told so."""

        async def find_caller(identity: Identity) -> Caller:
            return await identity.caller_of(ws) if is_trusted(ws, self._settings) else STRANGER

        try:
            return await self.channel_of(ws, find_caller)
        except ServerRefusal as error:
            await self._deny(ws, error.code)
        except PeopleError as error:
            await self._deny_with(ws, error.code, people_refusal(error, with_words=False))
        except GameError as error:
            await self._deny(ws, error.code, refusal_text(error))
        except StoreError:
            await self._deny(ws, ServerCode.TRY_AGAIN)
        return None

    async def _follow(self, ws: WebSocket, channel: Channel[MessageT], endings: int) -> None:
        with suppress(WebSocketDisconnect, OSError):
            await ws.accept()
            peer = take_peer(ws.scope)
            limits = ConnectionLimits(self._rates.new_window(), self._settings.write_timeout_s)
            connection = SocketConnection(peer, channel, limits, self._metrics, self._sockets)
            with self._sockets.watched(connection):
                # A task of its own: every message would otherwise wake the whole stack of the framework above this.
                code = await asyncio.create_task(connection.run(endings, is_known=is_trusted(ws, self._settings)))
            if code is not None:
                await self._close(ws, peer, code)

    async def _close(self, ws: WebSocket, peer: Peer, code: int) -> None:
        """Hang up. A peer that does not read does not get the code either."""
        self._metrics.cut_off.labels(str(code)).inc()
        if peer.is_writable:
            await ws.close(code)
        else:
            peer.hang_up()

    async def _deny(self, ws: WebSocket, code: ErrorCode | ServerCode, detail: str | None = None) -> None:
        """Refuse a handshake. Whoever asks is told why; the log is not, for strangers could fill it."""
        await self._deny_with(ws, code, refusal(code, detail))

    async def _deny_with(self, ws: WebSocket, code: str, answer: Response) -> None:
        self._metrics.handshakes_refused.labels(str(code)).inc()
        with suppress(WebSocketDisconnect, OSError):
            await ws.send_denial_response(answer)


class MatchSocket(SocketEndpoint[Incoming]):
    """Follow a match, and play in it."""

    path = "/api/game/{game_id}/ws"

    def __init__(
        self,
        settings: Settings,
        sockets: OpenSockets,
        rates: Rates,
        metrics: Metrics,
        services: Callable[[], MatchServices],
    ) -> None:
        super().__init__(settings, sockets, rates, metrics)
        self._services = services

    async def channel_of(self, ws: WebSocket, find_caller: FindCaller) -> MatchChannel:
        """A place at the match that the address names, from an event on. Raises a refusal."""
        since, services = _since(ws), self._services()
        caller = await find_caller(services.identity)
        return await MatchChannel.open(services, ws.path_params["game_id"], caller, since)


class LobbySocket(SocketEndpoint[LobbyIncoming]):
    """Follow what happens in the lobby, and wait there for an opponent."""

    path = "/api/lobby/ws"

    def __init__(
        self,
        settings: Settings,
        sockets: OpenSockets,
        rates: Rates,
        metrics: Metrics,
        services: Callable[[], tuple[Lobby, Identity]],
    ) -> None:
        super().__init__(settings, sockets, rates, metrics)
        self._services = services

    async def channel_of(self, ws: WebSocket, find_caller: FindCaller) -> LobbyChannel:
        """A place in the lobby. Raises a refusal."""
        del ws
        lobby, identity = self._services()
        return await LobbyChannel.open(lobby, identity, await find_caller(identity))


def _since(ws: WebSocket) -> int | None:
    given = ws.query_params.get("since")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > _LONGEST_SINCE:
        raise GameError(ErrorCode.BAD_BODY, "body.since", most=_LONGEST_SINCE)
    return int(given)
