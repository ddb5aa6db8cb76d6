"""A player who plays any sensible move. Thinks nothing through."""

from __future__ import annotations

from random import Random

from tengen.core import Action
from tengen.players.candidates import random_action, unthinking_action
from tengen.players.player import Budget, Player, StopToken, Turn


class RandomPlayer(Player):
    """Takes every choice by chance; spoils nothing that `is_sensible` protects, and then passes if it can."""

    def __init__(self, rng: Random, name: str = "random") -> None:
        self.name = name
        self._rng = rng

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        return unthinking_action(turn, self._rng) or random_action(turn, self._rng)
