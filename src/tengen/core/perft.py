"""Counting game trees, to prove rules against known numbers. Slow and plain on purpose."""

from __future__ import annotations

from tengen.core.ruleset import Ruleset
from tengen.core.state import GameState


def perft(ruleset: Ruleset, depth: int, state: GameState | None = None) -> int:
    """The leaves of the tree of all actions to this depth, resigning left out.

    A pass is a ply. A game that ends earlier counts as one leaf at any remaining depth.
    """
    state = ruleset.initial() if state is None else state
    if depth == 0 or state.is_over:
        return 1
    return sum(perft(ruleset, depth - 1, ruleset.apply(state, action)) for action in ruleset.legal_actions(state))
