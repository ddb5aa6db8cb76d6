"""A player who plays any sensible move. Thinks nothing through."""

from __future__ import annotations

from random import Random

from tengen.core import AGREE, Action
from tengen.players.builtin.candidates import any_choice, random_action
from tengen.players.builtin.ending import settled_by
from tengen.players.player import Player, StopToken, Turn
from tengen.players.time_policy import Budget


class RandomPlayer(Player):
    """Takes every choice by chance; spoils nothing that `is_sensible` protects, and then passes if it can."""

    def __init__(self, rng: Random, name: str = "random") -> None:
        self.name = name
        self._rng = rng

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        if turn.state.phase == AGREE:
            return await settled_by(turn, self._rng, stop, budget.thinking_ms(turn.actor))
        return any_choice(turn, self._rng) or random_action(turn, self._rng)
