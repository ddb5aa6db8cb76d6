"""What a game has that not every game has, declared by its rules. Nobody recognises a game by its options instead."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

KOMI_OPTION: Final = "komi"
HANDICAP_OPTION: Final = "handicap"
HANDICAP_PLACEMENT_OPTION: Final = "handicap_placement"
DEAD_STONES_OPTION: Final = "dead_stones"
"""The options that games with a feature call by these names."""
NO_DEAD_STONES: Final = "none"
"""The value of DEAD_STONES_OPTION that asks nobody: every stone that was not taken is alive."""


@dataclass(frozen=True, slots=True)
class Features:
    """The features of a game. One that declares a feature has the options named here, as `missing_options` checks.

    `passes`: a player may choose to pass; elsewhere there is no pass, or only where nothing else can be done.
    `komi`: White gets points for moving second; option `komi`.
    `handicap`: Black may begin with stones on the board; options `handicap` (how many; one means the first move only)
    and `handicap_placement` (`fixed` or `free`).
    `dead_stones`: the players may settle which stones are dead, in the phase AGREE; option `dead_stones`, among whose
    values are `agree` and `none`, which counts the board as it stands.
    `prisoners`: stones are taken, and how many is counted.
    `points`: the game stands in points at every moment: `Ruleset.score` tells them.
    `territory`: surrounded points count, so that stones may be dead before they are taken: `Ruleset.territory`.
    `rating_sizes`: where boards of different sizes are rated apart, the largest size of each class, in ascending order;
    the last takes in every size. Without any, all boards of the game are rated together.
    `kyu_and_dan`: strength is told in kyu and dan.
    """

    passes: bool = False
    komi: bool = False
    handicap: bool = False
    dead_stones: bool = False
    prisoners: bool = False
    points: bool = False
    territory: bool = False
    rating_sizes: tuple[int, ...] = ()
    kyu_and_dan: bool = False

    def missing_options(self, names: frozenset[str]) -> frozenset[str]:
        """The options that these features want and a game with options of these names lacks."""
        wanted = {KOMI_OPTION} if self.komi else set()
        if self.handicap:
            wanted |= {HANDICAP_OPTION, HANDICAP_PLACEMENT_OPTION}
        if self.dead_stones:
            wanted.add(DEAD_STONES_OPTION)
        return frozenset(wanted) - names

    def rates_every_size(self, sizes: tuple[int, ...]) -> bool:
        """Whether each of these sizes falls into exactly one class of ratings."""
        ascending = all(one < other for one, other in pairwise(self.rating_sizes))
        return not self.rating_sizes or (ascending and max(sizes) <= self.rating_sizes[-1])
