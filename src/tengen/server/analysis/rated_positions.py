"""The positions that stand in rated games just now: nobody is told here what to play in them. Knows no callers."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from tengen.core import GameError
from tengen.match import Match
from tengen.match.service import Matches, MatchFilter

FROM_MOVE: Final = 10
"""Before this many moves positions are everybody's: they stand in every book."""


class Stones(NamedTuple):
    """What stands on a board of a game, whoever is to move and whatever its rules are in detail."""

    kind: str
    size: int
    cells: bytes

    @classmethod
    def of(cls, match: Match) -> Stones:
        """What stands in a match."""
        ruleset = match.ruleset
        return cls(ruleset.KIND, ruleset.size, match.state.position.board.cells)


class RatedPositions:
    """The stones of every rated match that is being played. To be told of each match that begins, and of its events."""

    def __init__(self) -> None:
        self._of_match: dict[str, Stones] = {}
        self._count: Counter[Stones] = Counter()

    async def follow(self, matches: Matches) -> None:
        """Learn of the matches that went on before this server started."""
        wanted = MatchFilter(rated=True, is_over=False)
        page = await matches.find_matches(wanted)
        while True:
            for row in page.rows:
                try:
                    self.note(await matches.snapshot(row.match_id))
                except GameError:  # it is gone
                    continue
            if page.after is None:
                return
            page = await matches.find_matches(wanted, page.after)

    def note(self, match: Match) -> None:
        """A match has begun, or something has happened in it."""
        if not match.rated:
            return
        before = self._of_match.pop(match.match_id, None)
        if before is not None:
            self._count[before] -= 1
            if not self._count[before]:
                del self._count[before]
        if not match.is_over and match.timeline.cursor >= FROM_MOVE:
            stones = self._of_match[match.match_id] = Stones.of(match)
            self._count[stones] += 1

    def is_played(self, stones: Stones) -> bool:
        """Whether these stones stand in a rated match that is being played."""
        return stones in self._count
