"""Who plays whom, from which opening, with which colours and which chance. A pure function of the plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random


@dataclass(frozen=True, slots=True)
class Bout:
    """One game: its number, its opening's number, and the players' numbers; `first` begins as Black."""

    index: int
    opening: int
    first: int
    second: int

    def seed(self, of_plan: int, is_first: bool) -> int:
        """The chance of one of the players in this game: the same whenever and wherever it is played."""
        return Random(f"{of_plan}/{self.index}/{is_first}").getrandbits(32)


def meetings(players: int, *, gauntlet: bool = False) -> list[tuple[int, int]]:
    """Which players meet: everybody everybody, or the first all others."""
    everybody = combinations(range(players), 2)
    return [(one, other) for one, other in everybody if not gauntlet or one == 0]


def schedule(pairings: Sequence[tuple[int, int]], games: int) -> Iterator[Bout]:
    """All games in order: from each opening every pairing twice, colours exchanged.

    `games` is for each pairing, an even number.
    """
    return (bout_at(pairings, index) for index in range(games * len(pairings)))


def bout_at(pairings: Sequence[tuple[int, int]], index: int) -> Bout:
    """The game of this number."""
    opening, place = divmod(index // 2, len(pairings))
    one, other = pairings[place]
    return Bout(index, opening, one, other) if index % 2 == 0 else Bout(index, opening, other, one)
