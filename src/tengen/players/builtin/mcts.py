"""The player of any game that has rules: it searches the tree by chance, and can tell what it thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import TypeAlias

from tengen.core import AGREE, Action, Pass
from tengen.players.analysis import NO_INTEREST, Analysis, Avoid, Interest
from tengen.players.builtin.candidates import sensible_moves
from tengen.players.builtin.ending import counts_points, gaining_points, settled_by
from tengen.players.builtin.search import Search, SearchLimits
from tengen.players.builtin.thoughts import thoughts_of
from tengen.players.player import Player, StopToken, Turn, in_thread
from tengen.players.time_policy import Budget

DEFAULT_MS = 3000
"""How long a search without any limit thinks."""

_Runner: TypeAlias = Callable[[Search, SearchLimits, StopToken], Awaitable[Action]]


class MctsPlayer(Player):
    """Searches up to `nodes` rollouts, or for all the time of the budget when None."""

    def __init__(self, rng: Random, nodes: int | None = None, name: str = "mcts") -> None:
        self.name = name
        self._rng = rng
        self._nodes = nodes

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        return await self._choose(turn, budget, stop, (), _run)

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        async def run(search: Search, limits: SearchLimits, stop: StopToken) -> Action:
            return await _run_aloud(search, limits, stop, interest)

        return await self._choose(turn, budget, stop, interest.avoid, run)

    async def _choose(
        self, turn: Turn, budget: Budget, stop: StopToken, avoid: Sequence[Avoid], run: _Runner
    ) -> Action:
        limits = self._limits(turn, budget)
        if turn.state.phase == AGREE:
            return await settled_by(turn, self._rng, stop, limits.ms)
        is_end = counts_points(turn)
        part = limits.part(2)  # half to find what may be gained, half to choose from it
        if not (is_end and turn.state.passes):
            action = await run(Search(turn.ruleset, turn.state, self._rng, avoid), limits, stop)
            if not (is_end and isinstance(action, Pass)) or stop.stopped:
                return action
            part = limits.part(4)  # its time is over: a little more, and no clock falls by it
        gaining = await in_thread(lambda: gaining_points(turn, self._rng, stop, part.ms), stop)
        if not gaining:
            return Pass(turn.actor)
        useless = frozenset(sensible_moves(turn.ruleset, turn.state)) - frozenset(gaining)
        only_gaining = (*avoid, Avoid(turn.actor, useless))
        return await run(Search(turn.ruleset, turn.state, self._rng, only_gaining), part, stop)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        if turn.state.phase == AGREE:
            return Analysis()
        search = Search(turn.ruleset, turn.state, self._rng, interest.avoid)
        await _run_aloud(
            search, SearchLimits(budget.nodes, budget.thinking_ms(turn.actor), is_curious=True), stop, interest
        )
        return thoughts_of(search.root)

    def _limits(self, turn: Turn, budget: Budget) -> SearchLimits:
        """As far as the strength goes, and no farther than the budget."""
        nodes = min((limit for limit in (self._nodes, budget.nodes) if limit is not None), default=None)
        ms = budget.thinking_ms(turn.actor)
        return SearchLimits(nodes, DEFAULT_MS if nodes is None and ms is None else ms)


async def _run(search: Search, limits: SearchLimits, stop: StopToken) -> Action:
    return await in_thread(lambda: search.run(limits, stop), stop)


async def _run_aloud(search: Search, limits: SearchLimits, stop: StopToken, interest: Interest) -> Action:
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
