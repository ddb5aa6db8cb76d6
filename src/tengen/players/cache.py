"""Players that stay between the moves of their games: engines need not be started and told everything again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tengen.core import GameKind, Ruleset
from tengen.players.make import make_player
from tengen.players.player import Player

MOST_CACHED: Final = 4
"""A player that waits costs memory; one more than this takes the place of the one that has waited longest."""
LONGEST_IDLE_S: Final = 600.0


class PlayerCache:
    """The players of some games by their names. Those who have nothing to keep are made anew every time."""

    def __init__(
        self, most: int = MOST_CACHED, idle_s: float = LONGEST_IDLE_S, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.idle_s = idle_s
        self._most = most
        self._now = now
        self._kept: dict[tuple[str, str], tuple[Player, float]] = {}  # the one used last is the last

    async def take(
        self, name: str, kind: GameKind, game_id: str, seed: int, ruleset: Ruleset | None = None
    ) -> Player | None:
        """The player of this name for a game under these rules; None for a person. Raises BAD_PLAYER."""
        made = make_player(name, kind, seed, ruleset=ruleset)
        if made is None or not made.is_kept_between_moves:
            return made
        await self.tidy()
        player = self._of_game(name, game_id) or made
        self._kept[name, game_id] = (player, self._now())
        while len(self._kept) > self._most:
            await self._close(next(iter(self._kept)))
        return player

    async def tidy(self) -> None:
        """End those that nobody has asked for long."""
        oldest = self._now() - self.idle_s
        for key in [key for key, (_, used) in self._kept.items() if used <= oldest]:
            await self._close(key)

    async def close(self) -> None:
        """End all."""
        for key in list(self._kept):
            await self._close(key)

    def _of_game(self, name: str, game_id: str) -> Player | None:
        """The player of this game. Where there is no room for one more, one of the same name changes its game."""
        found = self._kept.pop((name, game_id), None)
        if found is not None:
            return found[0]
        if len(self._kept) < self._most:
            return None
        for key, (player, _) in self._kept.items():
            if key[0] == name and not player.faults:
                del self._kept[key]
                return player
        return None

    async def _close(self, key: tuple[str, str]) -> None:
        player, _ = self._kept.pop(key)
        await player.close()
