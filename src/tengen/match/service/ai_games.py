"""Which matches of two programs are being played: those that somebody looks at, and of one owner only so many at once.

The others sleep. A match in which a person has a seat is none of them.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from tengen.core import ErrorCode, GameError

_MOST_WAITING: Final = 100
"""So many matches of one owner are remembered that somebody looks at and that wait for another to end."""


class AiGames:
    """The matches of two programs that are awake, by their owners."""

    def __init__(self, most_of_owner: int) -> None:
        self._most = most_of_owner
        self._awake: dict[str, set[str]] = {}
        self._waiting: dict[str, OrderedDict[str, None]] = {}

    def __len__(self) -> int:
        return sum(len(awake) for awake in self._awake.values())

    def refuse_when_full(self, owner: str) -> None:
        """Raise SLOW_DOWN where this owner may not have another match of two programs played now."""
        if len(self._awake.get(owner, ())) >= self._most:
            raise GameError(ErrorCode.SLOW_DOWN, "ai_games.too_many", most=self._most)

    def wake(self, owner: str, match_id: str) -> bool:
        """Let a match be played; False where too many of its owner are, and it has to wait."""
        awake = self._awake.setdefault(owner, set())
        if match_id in awake or len(awake) < self._most:
            awake.add(match_id)
            self._forget(owner, match_id)
            return True
        waiting = self._waiting.setdefault(owner, OrderedDict())
        waiting[match_id] = None
        if len(waiting) > _MOST_WAITING:
            waiting.popitem(last=False)
        return False

    def sleep(self, owner: str, match_id: str) -> list[str]:
        """Let a match sleep, or be over; those of the same owner that may be played now in its place."""
        self._forget(owner, match_id)
        awake = self._awake.get(owner)
        if awake is None or match_id not in awake:
            return []
        awake.remove(match_id)
        if not awake:
            del self._awake[owner]
        return list(self._waiting.get(owner, ()))

    def _forget(self, owner: str, match_id: str) -> None:
        waiting = self._waiting.get(owner)
        if waiting is not None:
            waiting.pop(match_id, None)
            if not waiting:
                del self._waiting[owner]
