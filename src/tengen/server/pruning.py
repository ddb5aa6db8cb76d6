"""Forgets old games of guests, and guests who were not seen for long; cancels games that nobody joins.

At the start and once a day, a few at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from tengen.match.service import Matches, StoreError
from tengen.server.settings import Settings
from tengen.storage import Guests

_log: Final = structlog.get_logger("tengen.server")

_DAY_S: Final = 24 * 3600
_DAY_MS: Final = 1000 * _DAY_S
_AT_ONCE: Final = 20
"""So many matches, or ten times as many guests, go in one transaction: moves wait for it no longer than for another."""
_PAUSE_S: Final = 0.05


class Pruning:
    """Deletes what the settings do not keep. `now` is the machine's own clock, in milliseconds.

    What is dated in the future is not old. The database does the work in threads of its own.
    """

    def __init__(self, settings: Settings, matches: Matches, guests: Guests, now: Callable[[], int]) -> None:
        self._settings = settings
        self._matches = matches
        self._guests = guests
        self._now = now

    async def run(self) -> None:
        """Prune now and every day, for ever."""
        while True:
            try:
                cancelled = await self.cancel_waiting()
                games, guests = await self.prune()
                if games or guests or cancelled:
                    _log.info("pruned", games=games, guests=guests, cancelled=cancelled)
            except StoreError as error:
                _log.warning("pruning stopped", reason=type(error).__name__)
            except Exception:
                _log.exception("pruning failed")
            await asyncio.sleep(_DAY_S)

    async def prune(self) -> tuple[int, int]:
        """Delete what is too old; how many games and guests there were. Raises Unavailable."""
        games = await self._prune_games(self._settings.keep_guest_games_days)
        return games, await self._prune_guests(self._settings.keep_guests_days)

    async def cancel_waiting(self) -> int:
        """Cancel games that wait for too long for somebody to come; how many there were. Raises Unavailable."""
        days, count = self._settings.keep_waiting_days, 0
        if days:
            async for _ in self._matches.cancel_waiting(self._now() - days * _DAY_MS):
                count += 1
                await asyncio.sleep(_PAUSE_S)
        return count

    async def _prune_games(self, days: int) -> int:
        if not days:
            return 0
        count = 0
        async for step in self._matches.prune(self._now() - days * _DAY_MS, at_once=_AT_ONCE):
            count += step
            await asyncio.sleep(_PAUSE_S)
        return count

    async def _prune_guests(self, days: int) -> int:
        if not days:
            return 0
        count = 0
        while step := await self._guests.prune_guests(self._now() - days * _DAY_MS, 10 * _AT_ONCE):
            count += step
            await asyncio.sleep(_PAUSE_S)
        return count
