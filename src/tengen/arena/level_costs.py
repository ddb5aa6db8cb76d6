"""What a move costs a level: it plays against itself, and its nodes and time are counted. Says nothing of strength."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Final

from tengen.arena.calibration import Cost
from tengen.arena.openings import Openings
from tengen.core import GameKind, Timeline
from tengen.players import LEVELS, Analysis, Budget, Interest, StopToken, Turn, player_of_level

USUAL_GAMES: Final = 2


def cost_of(kind: GameKind, openings: Openings, level: int, last_ms: int, games: int = USUAL_GAMES) -> Cost:
    """The average of so many games, one after the other. The last level has its time, the others theirs."""
    return asyncio.run(_cost_of(kind, openings, level, last_ms, games))


async def _cost_of(kind: GameKind, openings: Openings, level: int, last_ms: int, games: int) -> Cost:
    is_timed = level == LEVELS[-1]
    now = time.perf_counter if is_timed else time.process_time  # several threads share the time that it is given
    budget = Budget(ms=last_ms) if is_timed else Budget()
    moves, nodes, seconds = 0, 0, 0.0
    told = Analysis()

    def hear(analysis: Analysis) -> None:
        nonlocal told
        told = analysis

    for number in range(games):
        timeline: Timeline = openings[number]
        player = player_of_level(level, kind, timeline.ruleset, Random(number))
        try:
            while not timeline.state.is_over:
                told, began = Analysis(), now()
                action = await player.choose_aloud(Turn.of(timeline), budget, StopToken(), Interest(hear))
                seconds += now() - began
                moves, nodes = moves + 1, nodes + told.visits
                timeline = timeline.act(action)
        finally:
            await player.close()
    return Cost(nodes / moves, 1000 * seconds / moves)
