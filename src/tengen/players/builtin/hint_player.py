"""A player who follows the game's simple advice and looks no further."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tengen.core import AGREE, Action, Move, from_move
from tengen.players.builtin.candidates import any_choice, legal_moves
from tengen.players.builtin.ending import counts_points, gaining_points, settled_by
from tengen.players.player import Player, StopToken, Turn, in_thread
from tengen.players.time_policy import Budget


class HintPlayer(Player):
    """Plays the move with the highest `hint`; chance decides between equals. Passes when nothing is left to gain."""

    def __init__(self, rng: Random, name: str = "hint") -> None:
        self.name = name
        self._rng = rng

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        ms = budget.thinking_ms(turn.actor)
        if turn.state.phase == AGREE:
            return await settled_by(turn, self._rng, stop, ms)
        chosen = any_choice(turn, self._rng)
        if chosen:
            return chosen
        best = await in_thread(lambda: self._best_moves(turn, stop, ms), stop)
        return from_move(turn.actor, self._rng.choice(best))

    def _best_moves(self, turn: Turn, stop: StopToken, ms: int | None) -> list[Move]:
        best = _advised(turn, legal_moves(turn.ruleset, turn.state))
        if (None in best or turn.state.passes) and counts_points(turn):
            return _advised(turn, gaining_points(turn, self._rng, stop, ms) or [None])
        return best


def _advised(turn: Turn, moves: Sequence[Move]) -> list[Move]:
    hints = [(turn.ruleset.hint(turn.state, move), move) for move in moves]
    highest = max(hint for hint, _ in hints)
    return [move for hint, move in hints if hint == highest]
