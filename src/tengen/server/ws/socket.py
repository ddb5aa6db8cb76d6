"""The address of a match's WebSocket: who may open one, and how many. What goes over it: `connection`.

A page comes with its cookie and must be one of ours. A program without `Origin` comes with a bearer token, or from
this machine, or says who it is in a first `auth` message. No token is ever part of the address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from tengen.core import ErrorCode, GameError
from tengen.match.service import StoreError
from tengen.people import PeopleError
from tengen.protocol import ServerCode, refusal_text
from tengen.server.http import Rates, client_key, is_trusted, people_refusal, refusal
from tengen.server.identity import STRANGER
from tengen.server.metrics import Metrics
from tengen.server.refusals import ServerRefusal
from tengen.server.settings import Settings
from tengen.server.ws.access import MatchAccess, MatchServices
from tengen.server.ws.connection import ConnectionLimits, MatchConnection
from tengen.server.ws.open_sockets import OpenSockets
from tengen.server.ws.peer import Peer
from tengen.server.ws.transport import take_peer

_PATH: Final = "/api/game/{game_id}/ws"
_LONGEST_SINCE: Final = 9


class MatchSocket:
    """The application behind the address. `services` are there only while the store is open, so each handshake asks."""

    def __init__(
        self,
        settings: Settings,
        sockets: OpenSockets,
        rates: Rates,
        metrics: Metrics,
        services: Callable[[], MatchServices],
    ) -> None:
        self._settings, self._sockets, self._rates, self._metrics = settings, sockets, rates, metrics
        self._services = services

    def route(self) -> WebSocketRoute:
        """Where it is found."""
        return WebSocketRoute(_PATH, self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Follow a match, and play in it."""
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
            opened = await self._open(ws, ws.path_params["game_id"])
            if opened is None:
                return
            with self._sockets.counted(*self._account(opened, address)) as has_room:
                if has_room:
                    with self._metrics.sockets.track_inprogress():
                        await self._follow(ws, opened, endings)
                else:
                    await self._deny(ws, ErrorCode.SLOW_DOWN)

    def _account(self, access: MatchAccess, address: str) -> tuple[str, int]:
        """Who sits here, and how many sockets they may have: strangers of one address count together."""
        owner = access.caller.owner
        if owner is None:
            return f"strangers {address}", self._settings.sockets_per_client
        return f"account {owner}", self._settings.sockets_per_account

    async def _open(self, ws: WebSocket, game_id: str) -> MatchAccess | None:
        """Who comes, to which match, from where on. None for whom it is not opened, who have been told so."""
        services = self._services()
        try:
            since = _since(ws)
            caller = await services.identity.caller_of(ws) if is_trusted(ws, self._settings) else STRANGER
            return await MatchAccess.take(services, game_id, caller, since)
        except ServerRefusal as error:
            await self._deny(ws, error.code)
        except PeopleError as error:
            await self._deny_with(ws, error.code, people_refusal(error, with_words=False))
        except GameError as error:
            await self._deny(ws, error.code, refusal_text(error))
        except StoreError:
            await self._deny(ws, ServerCode.TRY_AGAIN)
        return None

    async def _follow(self, ws: WebSocket, access: MatchAccess, endings: int) -> None:
        with suppress(WebSocketDisconnect, OSError):
            await ws.accept()
            peer = take_peer(ws.scope)
            limits = ConnectionLimits(self._rates.new_window(), self._settings.write_timeout_s)
            connection = MatchConnection(peer, access, limits, self._metrics, self._sockets)
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


def _since(ws: WebSocket) -> int | None:
    given = ws.query_params.get("since")
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > _LONGEST_SINCE:
        raise GameError(ErrorCode.BAD_BODY, "body.since", most=_LONGEST_SINCE)
    return int(given)
