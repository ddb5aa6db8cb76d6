"""The player of any game that has rules: it searches the tree by chance, and can tell what it thinks."""

from __future__ import annotations

import asyncio
from random import Random

from tengen.core import AGREE, Action, Agree
from tengen.players.analysis import NO_INTEREST, Analysis, Interest
from tengen.players.player import Budget, Player, StopToken, Turn
from tengen.players.search import Limits, Search
from tengen.players.thoughts import thoughts_of

DEFAULT_MS = 3000
"""How long a search without any limit thinks."""


class MctsPlayer(Player):
    """Searches up to `nodes` rollouts, or for all the time of the budget when None."""

    def __init__(self, rng: Random, nodes: int | None = None, name: str = "mcts") -> None:
        self.name = name
        self._rng = rng
        self._nodes = nodes

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        if turn.state.phase == AGREE:
            return Agree(turn.actor)
        return await _run(Search(turn.ruleset, turn.state, self._rng), self._limits(turn, budget), stop)

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        if turn.state.phase == AGREE:
            return Agree(turn.actor)
        search = Search(turn.ruleset, turn.state, self._rng, interest.avoid)
        return await _run_aloud(search, self._limits(turn, budget), stop, interest)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        if turn.state.phase == AGREE:
            return Analysis()
        search = Search(turn.ruleset, turn.state, self._rng, interest.avoid)
        await _run_aloud(search, Limits(budget.nodes, budget.thinking_ms(turn.actor), is_curious=True), stop, interest)
        return thoughts_of(search.root)

    def _limits(self, turn: Turn, budget: Budget) -> Limits:
        """As far as the strength goes, and no farther than the budget."""
        nodes = min((limit for limit in (self._nodes, budget.nodes) if limit is not None), default=None)
        ms = budget.thinking_ms(turn.actor)
        return Limits(nodes, DEFAULT_MS if nodes is None and ms is None else ms)


async def _run(search: Search, limits: Limits, stop: StopToken) -> Action:
    """Search without blocking the loop; whoever is cancelled searches no longer."""
    try:
        return await asyncio.to_thread(search.run, limits, stop)
    except asyncio.CancelledError:
        stop.stop()
        raise


async def _run_aloud(search: Search, limits: Limits, stop: StopToken, interest: Interest) -> Action:
    running = asyncio.ensure_future(_run(search, limits, stop))
    try:
        while not (await asyncio.wait([running], timeout=interest.every_s))[0]:
            interest.tell(thoughts_of(search.root))
    except BaseException:
        stop.stop()
        await asyncio.wait([running])
        raise
    interest.tell(thoughts_of(search.root))
    return await running
