"""Small arenas for the tests, played in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tengen.arena.documents import GamePlayed, GameToPlay, Moment, Result
from tengen.arena.folder import Folder
from tengen.arena.games import play_game
from tengen.arena.openings import find_openings, usual_openings
from tengen.arena.pace import Pace
from tengen.arena.plan import Plan, read_sprt
from tengen.arena.tournament import Tournament
from tengen.core import create_rules, find_kind
from tengen.jobs import WorkerLost


def plan_of(
    *players: str,
    game: str = "othello",
    size: int = 4,
    games: int = 4,
    seed: int = 1,
    gauntlet: bool = False,
    sprt: str | None = None,
    pace: Pace | None = None,
    openings: str | None = None,
    rules: dict[str, object] | None = None,
) -> Plan:
    """A plan; random players on the smallest board of Othello unless told otherwise."""
    ruleset = create_rules(game, size, rules)
    found = find_openings(openings or usual_openings(ruleset), ruleset, seed)
    test = read_sprt(sprt) if sprt else None
    names = players or ("random", "level:2")
    return Plan(find_kind(game), ruleset, names, found, pace or Pace(), games, seed, gauntlet, test)


class Here:
    """Plays in this process. Games of some numbers fail so often before they succeed."""

    def __init__(self, failing: dict[str, int] | None = None, order: Sequence[int] = ()) -> None:
        self.failing = dict(failing or {})
        self.asked: list[str] = []
        self.is_closed = False
        self._order = list(order)
        self._ended: set[int] = set()
        self._turn = asyncio.Condition()

    async def play(self, game: GameToPlay, on_moment: Callable[[Moment], None]) -> GamePlayed:
        self.asked.append(game.round)
        if self.failing.get(game.round, 0) > 0:
            self.failing[game.round] -= 1
            raise WorkerLost("exit -9: gone")
        played = await play_game(game, on_moment)
        await self._wait_for_turn(int(game.round))
        return played

    async def close(self) -> None:
        self.is_closed = True

    async def _wait_for_turn(self, number: int) -> None:
        """Let games end in the order that a test wants."""
        if number not in self._order:
            return
        before = set(self._order[: self._order.index(number)])
        async with self._turn:
            await self._turn.wait_for(lambda: before <= self._ended)
            self._ended.add(number)
            self._turn.notify_all()


def run(plan: Plan, folder: Folder | None = None, workers: Here | None = None, jobs: int = 1) -> Tournament:
    """The arena after its run."""

    async def all_of_it() -> Tournament:
        tournament = Tournament(plan, folder)
        await tournament.run(workers or Here(), jobs)
        return tournament

    return asyncio.run(all_of_it())


def essence(results: Sequence[Result]) -> list[tuple[object, ...]]:
    """What must be the same whenever a game is played again: all but times."""
    ordered = sorted(results, key=lambda result: result.index)
    return [(r.index, r.opening, r.first, r.second, r.points, r.plies, str(r.outcome)) for r in ordered]
