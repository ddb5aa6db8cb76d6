"""What a manager of Gomocup says with INFO: time, memory, rules. Counts time that others read from clocks."""

from __future__ import annotations

import re
from typing import Final

from tengen.players import Budget

_USUAL_TURN_MS: Final = 30_000
_UNLIMITED_MS: Final = 2**31 - 1
_MOVES_AHEAD: Final = 20
"""What is left for a whole match is shared as if this many moves were still to come."""
_OWN_OCTETS: Final = 64 * 2**20
_OCTETS_A_NODE: Final = 32 * 2**10
"""What the program takes before it thinks, and at most for every node of its search."""
_FEWEST_NODES: Final = 32
_OCTETS_A_MS: Final = 256 * 2**10
_LEAST_TABLES: Final = 16 * 2**20
"""More memory than a few answers can fill is of no use, and to get it costs the first of them its time."""
_INTEGER: Final = re.compile(r"-?[0-9]{1,18}")
_EXACT, _CONTINUOUS, _RENJU, _CARO = 1, 2, 4, 8
_KNOWN_RULES: Final = _EXACT | _RENJU | _CARO


class GomocupLimits:
    """The latest value of each limit. Unknown keys and invalid values are ignored.

    A search that `has_tables` keeps to the memory it is given; any other takes more with every node.
    """

    def __init__(self, *, has_tables: bool = False) -> None:
        self._has_tables = has_tables
        self._turn_ms = _USUAL_TURN_MS
        self._match_ms = 0
        self._left_ms: int | None = None
        self._nodes: int | None = None
        self._octets: int | None = None
        self._rule = 0

    def tell(self, key: str, value: str) -> None:
        """Take note of a key and its value. The folder and the kind of game change nothing for us."""
        if not _INTEGER.fullmatch(value):
            return
        number = int(value)
        match key:
            case "timeout_turn":
                self._turn_ms = max(number, 0)
            case "timeout_match":
                self._match_ms = max(number, 0)
                self._left_ms = number if number > 0 else None
            case "time_left":
                self._left_ms = None if number >= _UNLIMITED_MS else max(number, 0)
            case "max_node":
                self._nodes = number if number > 0 else None
            case "max_memory":
                self._octets = number if number > 0 else None
            case "rule":
                self._rule = number

    def restart(self) -> None:
        """Another match: the whole time is there again."""
        self._left_ms = self._match_ms or None

    @property
    def preset(self) -> str | None:
        """What our rules are called that were asked for; None for those that we do not have."""
        if self._rule < 0 or self._rule & ~_KNOWN_RULES:
            return None
        if self._rule & _RENJU:
            return "renju"
        if self._rule & _CARO:
            return "caro"
        return "standard" if self._rule & _EXACT else "freestyle"

    def budget(self) -> Budget:
        """What the next answer may cost: less than its limit, and a share of what is left for the match."""
        ms = self._turn_ms - _margin_ms(self._turn_ms)
        if self._left_ms is not None:
            ms = min(ms, (self._left_ms - _margin_ms(self._left_ms)) // _MOVES_AHEAD)
        return Budget(ms=max(ms, 0), nodes=self._most_nodes())

    def _most_nodes(self) -> int | None:
        """As many as were asked for, and as the memory has room for."""
        if self._octets is None or self._has_tables:
            return self._nodes
        room = max((self._octets - _OWN_OCTETS) // _OCTETS_A_NODE, _FEWEST_NODES)
        return room if self._nodes is None else min(room, self._nodes)

    @property
    def memory_mb(self) -> int | None:
        """The memory for tables: what the program leaves of its limit, and no more than there is time to fill.

        None where there is no limit.
        """
        if self._octets is None or not self._has_tables:
            return None
        useful = max(self._turn_ms * _OCTETS_A_MS, _LEAST_TABLES)
        return max(min(self._octets - _OWN_OCTETS, useful) // 2**20, 1)

    def spend(self, ms: int) -> None:
        """An answer took so long."""
        if self._left_ms is not None:
            self._left_ms = max(self._left_ms - ms, 0)


def _margin_ms(limit_ms: int) -> int:
    """What is kept back for the way of the answer: at most half of the limit."""
    return min(limit_ms // 2, 150 + limit_ms // 20)
