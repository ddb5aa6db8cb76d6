"""How often a caller may ask. Counts in memory: per address for calls, in each socket for its messages.

An address is an IPv4 one, or a whole /64 of IPv6: that is what one connection to the network is given.
"""

from __future__ import annotations

import math
import time
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter
from starlette.requests import HTTPConnection

from tengen.server.settings import Settings

_NETWORK_BITS: Final = 64


def client_key(connection: HTTPConnection) -> str:
    """As whom the limits count a caller."""
    return key_of_address(connection.client.host) if connection.client else "-"


@lru_cache(maxsize=1024)
def key_of_address(host: str) -> str:
    """As whom the limits count this address. What is none, as a proxy may send it, counts as it is."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:100]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, _NETWORK_BITS), strict=False))


class Window:
    """So many in a stretch of time. One for every socket, so it must be cheap."""

    __slots__ = ("_left", "_rate", "_until")

    def __init__(self, rate: RateLimitItem | None) -> None:
        self._rate = rate
        self._until = 0.0
        self._left = 0

    def allows(self) -> bool:
        """Whether one more is allowed now; counts it."""
        if self._rate is None:
            return True
        now = time.monotonic()
        if now >= self._until:
            self._until, self._left = now + self._rate.get_expiry(), self._rate.amount
        self._left -= 1
        return self._left >= 0


class Rates:
    """The limits of a server: on all calls, on new games, on calls with passwords, on those of bots, on new sockets,
    and on the messages of one socket.

    Callers on this machine have wide limits of their own, and calls to games for one screen a further allowance: a
    script that plays quickly is no flood. Both are bounded, for each `client_key` by itself.
    """

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._requests = _parsed(settings.request_rate), _parsed(settings.local_request_rate)
        self._starts = _parsed(settings.start_rate), _parsed(settings.local_start_rate)
        self._logins = _parsed(settings.login_rate), _parsed(settings.local_login_rate)
        self.bot_rate = settings.bot_rate
        self._bots = _parsed(settings.bot_rate)
        self._handshakes = _parsed(settings.handshake_rate), _parsed(settings.local_handshake_rate)
        self._games = _parsed(settings.game_rate)
        self._messages = _parsed(settings.message_rate)

    async def allows_request(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may make another call."""
        return await self._hit(self._requests[is_local], f"request {is_local}", client)

    async def allows_start(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may begin another game."""
        return await self._hit(self._starts[is_local], f"start {is_local}", client)

    async def allows_login(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may make another call with a password or a code."""
        return await self._hit(self._logins[is_local], f"login {is_local}", client)

    async def bot_must_wait_s(self, token_hash: str) -> int:
        """How long the bot of this token must wait before another call, wherever it calls from; 0: not at all."""
        if self._bots is None or await self._hit(self._bots, "bot", token_hash):
            return 0
        stats = await self._limiter.get_window_stats(self._bots, "bot", token_hash)
        return max(1, math.ceil(stats.reset_time - time.time()))

    async def allows_handshake(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may ask for another socket."""
        return await self._hit(self._handshakes[is_local], f"handshake {is_local}", client)

    async def allows_game_call(self, client: str) -> bool:
        """Whether this address, having made too many calls, may make another one to a game for one screen."""
        return await self._hit(self._games, "game", client)

    def new_window(self) -> Window:
        """The limit on the messages of a new socket."""
        return Window(self._messages)

    async def _hit(self, rate: RateLimitItem | None, what: str, who: str) -> bool:
        return rate is None or await self._limiter.hit(rate, what, who)


def _parsed(rate: str) -> RateLimitItem | None:
    return parse(rate) if rate else None
