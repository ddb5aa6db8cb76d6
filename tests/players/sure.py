"""A player who is sure of one line, for tests of what is said and drawn of proven wins."""

from __future__ import annotations

from tengen.core import Action, Place, Point
from tengen.players import NO_INTEREST, Analysis, Budget, Candidate, Interest, Mark, Player, StopToken, Turn


class SurePlayer(Player):
    """Plays the first move of its line, and says that Black is proven to win by it, or White."""

    name = "sure"

    def __init__(self, line: tuple[Point, ...], marks: tuple[Mark, ...] = (), *, win: float = 1.0) -> None:
        best = Candidate(line, win, visits=1, is_certain=True)
        self._analysis = Analysis(win, best=(best,), visits=1, marks=marks)
        self._point = line[0]

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        return Place(turn.actor, self._point)

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        interest.tell(self._analysis)
        return await self.choose(turn, budget, stop)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        del turn, budget, stop
        interest.tell(self._analysis)
        return self._analysis
