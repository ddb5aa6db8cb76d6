"""The strengths on offer: nine limited in nodes, the same on every machine, and one that takes its time."""

from __future__ import annotations

from random import Random
from typing import Final

from tengen.core import GameKind, Ruleset
from tengen.players import native
from tengen.players.builtin import HintPlayer, MctsPlayer, RandomPlayer
from tengen.players.native_player import NativePlayer
from tengen.players.player import Player

LEVELS: Final = range(1, 11)
"""1 plays by chance, 2 by the game's simple advice, the others search."""

_FIRST_SEARCHING: Final = 3
_FEWEST_ROLLOUTS: Final = 32


def nodes_of(level: int, ruleset: Ruleset | None = None) -> int | None:
    """How many nodes a searching level may visit under these rules, or in the generic search; None on the last."""
    assert _FIRST_SEARCHING <= level <= LEVELS[-1], "levels 1 and 2 do not search"
    if level == LEVELS[-1]:
        return None
    found = None if ruleset is None else native.nodes(ruleset, level)
    return _rollouts(level) if found is None else found


def player_of_level(level: int, kind: GameKind, ruleset: Ruleset | None, rng: Random) -> Player:
    """The player of one of the LEVELS for a game, under these rules where they are settled.

    The search that plays any game by its rules serves those that have none of their own.
    """
    assert ruleset is None or kind.name == ruleset.KIND, "these are the rules of another game"
    name = f"level:{level}"
    if level == 1:
        return RandomPlayer(rng, name)
    if level == 2:
        return HintPlayer(rng, name)
    generic = MctsPlayer(rng, _rollouts(level), name)
    return NativePlayer(level, rng, generic, name) if native.searches(kind.name) else generic


def _rollouts(level: int) -> int | None:
    """How many the generic search may play: twice as many on each level, as many as it can on the last."""
    return None if level == LEVELS[-1] else _FEWEST_ROLLOUTS << (level - _FIRST_SEARCHING)
