"""How long somebody waits for a game with anyone, because of games that they left."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from tengen.people.conduct import FREE_LEAVINGS, LEAVINGS_COUNT_MS, PairingWait, pairing_wait_ms
from tengen.people.talk_store import TalkStore

GamesOf: TypeAlias = Callable[[str], Awaitable[int]]
"""How many games an account has played in all: `ResultsService.games_of`."""


class Conduct:
    """Looks at the games that people left."""

    def __init__(self, store: TalkStore, now: Callable[[], int], games_of: GamesOf) -> None:
        self._store = store
        self._now = now
        self._games_of = games_of

    async def wait_of(self, account_id: str) -> PairingWait:
        """How long somebody has to wait before they are paired, and because of how many games."""
        leavings = len(await self._store.leavings_of(account_id, self._now() - LEAVINGS_COUNT_MS))
        if leavings <= FREE_LEAVINGS:
            return PairingWait(0, leavings)
        return PairingWait(pairing_wait_ms(leavings, await self._games_of(account_id)), leavings)
