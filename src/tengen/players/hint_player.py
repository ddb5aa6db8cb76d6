"""A player who follows the game's simple advice and looks no further."""

from __future__ import annotations

import asyncio
from random import Random

from tengen.core import Action, Move, from_move
from tengen.players.candidates import legal_moves, unthinking_action
from tengen.players.player import Budget, Player, StopToken, Turn


class HintPlayer(Player):
    """Plays the move with the highest `hint`; chance decides between equals."""

    def __init__(self, rng: Random, name: str = "hint") -> None:
        self.name = name
        self._rng = rng

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        del budget, stop
        asked = unthinking_action(turn, self._rng)
        if asked:
            return asked
        best = await asyncio.to_thread(_best_moves, turn)
        return from_move(turn.actor, self._rng.choice(best))


def _best_moves(turn: Turn) -> list[Move]:
    hints = [(turn.ruleset.hint(turn.state, move), move) for move in legal_moves(turn.ruleset, turn.state)]
    highest = max(hint for hint, _ in hints)
    return [move for hint, move in hints if hint == highest]
