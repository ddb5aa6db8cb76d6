"""How often a caller may ask. Counts in memory: per address for calls, in each socket for its messages."""

from __future__ import annotations

import time

from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

from tengen.server.settings import Settings


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
    """The limits of a server: on all calls, on new games, and on the messages of one socket.

    Callers on this machine have wide limits of their own, and calls to games for one screen a further allowance: a
    script that plays quickly is no flood. Both are bounded, for each address by itself.
    """

    def __init__(self, settings: Settings) -> None:
        self._limiter = FixedWindowRateLimiter(MemoryStorage())
        self._requests = _parsed(settings.request_rate), _parsed(settings.local_request_rate)
        self._starts = _parsed(settings.start_rate), _parsed(settings.local_start_rate)
        self._games = _parsed(settings.game_rate)
        self._messages = _parsed(settings.message_rate)

    async def allows_request(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may make another call."""
        return await self._hit(self._requests[is_local], f"request {is_local}", client)

    async def allows_start(self, client: str, *, is_local: bool = False) -> bool:
        """Whether this address may begin another game."""
        return await self._hit(self._starts[is_local], f"start {is_local}", client)

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
