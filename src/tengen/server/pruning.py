"""Forgets old games of guests, guests who were not seen for long and old reports; cancels games that nobody joins.

At the start and once a day, a few at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from tengen.match.service import Matches, StoreError
from tengen.server.settings import Settings
from tengen.storage import Guests, SqlTalkStore

_log: Final = structlog.get_logger("tengen.server")

_DAY_S: Final = 24 * 3600
_DAY_MS: Final = 1000 * _DAY_S
_AT_ONCE: Final = 20
"""So many matches, or ten times as many others, go in one transaction: moves wait for it no longer than for another."""
_PAUSE_S: Final = 0.05


class Pruning:
    """Deletes what the settings do not keep. `now` is the machine's own clock, in milliseconds.

    What is dated in the future is not old. The database does the work in threads of its own.
    """

    def __init__(
        self, settings: Settings, matches: Matches, guests: Guests, talk: SqlTalkStore, now: Callable[[], int]
    ) -> None:
        self._settings = settings
        self._matches = matches
        self._guests = guests
        self._talk = talk
        self._now = now

    async def run(self) -> None:
        """Prune now and every day, for ever."""
        while True:
            try:
                cancelled = await self.cancel_waiting()
                games, guests, reports = await self.prune()
                if games or guests or reports or cancelled:
                    _log.info("pruned", games=games, guests=guests, reports=reports, cancelled=cancelled)
            except StoreError as error:
                _log.warning("pruning stopped", reason=type(error).__name__)
            except Exception:
                _log.exception("pruning failed")
            await asyncio.sleep(_DAY_S)

    async def prune(self) -> tuple[int, int, int]:
        """Delete what is too old; how many games, guests and reports there were. Raises Unavailable."""
        games = await self._prune_games(self._settings.keep_guest_games_days)
        guests = await self._in_steps(self._guests.prune_guests, self._settings.keep_guests_days)
        return games, guests, await self._in_steps(self._talk.prune_reports, self._settings.keep_reports_days)

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

    async def _in_steps(self, prune: Callable[[int, int], Awaitable[int]], days: int) -> int:
        """Delete what is older than so many days, unless all of it is kept; how much there was."""
        if not days:
            return 0
        count = 0
        while step := await prune(self._now() - days * _DAY_MS, 10 * _AT_ONCE):
            count += step
            await asyncio.sleep(_PAUSE_S)
        return count
