"""The strengths on offer: nine limited in nodes, the same on every machine, and one that takes its time."""

from __future__ import annotations

from random import Random
from typing import Final

from tengen.core import GameKind, Ruleset
from tengen.players.builtin import HintPlayer, MctsPlayer, RandomPlayer
from tengen.players.player import Player

LEVELS: Final = range(1, 11)
"""1 plays by chance, 2 by the game's simple advice, the others search."""

_FIRST_SEARCHING: Final = 3
_FEWEST_NODES: Final = 32


def nodes_of(level: int) -> int | None:
    """How many nodes a searching level may visit, twice as many on each level; None on the last."""
    assert _FIRST_SEARCHING <= level <= LEVELS[-1], "levels 1 and 2 do not search"
    return None if level == LEVELS[-1] else _FEWEST_NODES << (level - _FIRST_SEARCHING)


def player_of_level(level: int, kind: GameKind, ruleset: Ruleset | None, rng: Random) -> Player:
    """The player of one of the LEVELS for a game, under these rules where they are settled.

    The search that plays any game by its rules serves them all.
    """
    assert ruleset is None or kind.name == ruleset.KIND, "these are the rules of another game"
    name = f"level:{level}"
    if level == 1:
        return RandomPlayer(rng, name)
    if level == 2:
        return HintPlayer(rng, name)
    return MctsPlayer(rng, nodes_of(level), name)
