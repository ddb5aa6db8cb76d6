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

_MOVES: Final = 400
_TIMED_MOVES: Final = 100
"""Of who has a time, only the nodes are to be found out."""


def cost_of(kind: GameKind, openings: Openings, level: int, last_ms: int, wanted: int | None = None) -> Cost:
    """The average over whole games, one after the other, until so many moves are made. The last level has `last_ms`."""
    if wanted is None:
        wanted = _TIMED_MOVES if level == LEVELS[-1] else _MOVES
    return asyncio.run(_cost_of(kind, openings, level, last_ms, wanted))


async def _cost_of(kind: GameKind, openings: Openings, level: int, last_ms: int, wanted: int) -> Cost:
    is_timed = level == LEVELS[-1]
    now = time.perf_counter if is_timed else time.process_time  # several threads share the time that it is given
    budget = Budget(ms=last_ms) if is_timed else Budget()
    moves, nodes, seconds, number = 0, 0, 0.0, 0
    told = Analysis()

    def hear(analysis: Analysis) -> None:
        nonlocal told
        told = analysis

    while moves < wanted:
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
        number += 1
    return Cost(nodes / moves, 1000 * seconds / moves)
