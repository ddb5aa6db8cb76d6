"""Players who do as they are told, and a watch that only they move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from random import Random

from tengen.arena.pace import Pace
from tengen.arena.referee import Played, Referee
from tengen.core import Action, Pass, Place, Resign, Ruleset, Timeline
from tengen.players import Budget, Player, RandomPlayer, StopToken, Turn

Deed = Callable[[Turn], Action]


class Watch:
    """The time of a test, in milliseconds."""

    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


class Scripted(Player):
    """Plays point after point of a list, then passes; each choice takes so long on the watch."""

    def __init__(self, points: str = "", watch: Watch | None = None, takes_ms: Iterable[int] = ()) -> None:
        self.name = "scripted"
        self.budgets: list[Budget] = []
        self.is_closed = False
        self._points = points.split()
        self._watch = watch
        self._takes_ms = iter(takes_ms)

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del stop
        self.budgets.append(budget)
        if self._watch is not None:
            self._watch.ms += next(self._takes_ms, 0)
        if not self._points:
            return Pass(turn.actor)
        return Place(turn.actor, turn.ruleset.board_spec().parse(self._points.pop(0)))

    async def close(self) -> None:
        self.is_closed = True


class Does(Player):
    """Answers with whatever a function makes of the turn."""

    def __init__(self, deed: Deed) -> None:
        self.name = "does"
        self._deed = deed

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        return self._deed(turn)


class Sleeper(Player):
    """Never answers."""

    name = "sleeper"

    def __init__(self) -> None:
        self.stop: StopToken | None = None

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget
        self.stop = stop
        await asyncio.sleep(3600)
        return Resign(turn.actor)


def chance(seed: int = 0) -> Player:
    """A player who plays by chance."""
    return RandomPlayer(Random(seed))


def refereed(
    opening: Ruleset | Timeline, first: Player, second: Player, pace: Pace | None = None, watch: Watch | None = None
) -> Played:
    """The game between two players as the referee sees it."""
    timeline = Timeline.begin(opening) if isinstance(opening, Ruleset) else opening
    return asyncio.run(Referee(pace or Pace(), watch or Watch()).play(timeline, first, second))
