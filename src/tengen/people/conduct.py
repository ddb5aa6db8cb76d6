"""How somebody behaves at the board: games that they left, and how long they wait for the next one. Keeps nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

from tengen.people.results import DAY_MS

LEAVINGS_COUNT_MS: Final = 7 * DAY_MS
"""So long a game that somebody left counts."""
FREE_LEAVINGS: Final = 2
"""So many games may somebody leave in that time before they wait for the next one."""
FEW_GAMES: Final = 10
"""Who has played fewer waits half as long: they may not know yet what leaving does to others."""
FIRST_WAIT_MS: Final = 30_000
LONGEST_WAIT_MS: Final = 10 * 60_000


class LeavingKind(StrEnum):
    """ABANDONED: somebody left a running game. CANCELLED: somebody did not begin it."""

    ABANDONED = "abandoned"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class Leaving:
    """Somebody left a game between people: a row that is written with its end."""

    match_id: str
    account_id: str
    at: int
    kind: LeavingKind
    table: ClassVar[str] = "leavings"

    def values(self) -> Mapping[str, str | int]:
        """What is written, by the names of columns."""
        return {"match_id": self.match_id, "account_id": self.account_id, "at": self.at, "kind": str(self.kind)}


@dataclass(frozen=True, slots=True)
class PairingWait:
    """How long somebody waits for a game with anyone, and because of how many games that they left lately."""

    ms: int = 0
    leavings: int = 0


def pairing_wait_ms(leavings: int, games: int) -> int:
    """How long somebody waits before they are paired, who left so many games lately and played so many in all.

    Half a minute for the first that is too many, twice as long for each further one, ten minutes at most.
    """
    steps = leavings - FREE_LEAVINGS
    if steps <= 0:
        return 0
    wait_ms = min(FIRST_WAIT_MS << min(steps - 1, 16), LONGEST_WAIT_MS)
    return wait_ms // 2 if games < FEW_GAMES else wait_ms
