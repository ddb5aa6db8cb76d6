"""What results say about strength: scores, Elo, and how sure both are. Pure functions; plays nothing, prints nothing.

A score is a share of the points, draws half. Elo is the logistic scale: 400 points more are ten to one.

Games come in pairs: each opening is played twice with colours exchanged. The two games of a pair are not
independent, for an opening that favours one colour gives each player one of them. So the spread is taken from the
pairs (0, ½, 1, 1½ or 2 points: the pentanomial counts) and not from single games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
"""Of a normal distribution 95 % lie within so many standard deviations of the mean."""

ELO_PER_LOGIT: Final = 400 / math.log(10)
PAIR_RESULTS: Final = 5


@dataclass(frozen=True, slots=True)
class Interval:
    """From where to where; the ends of an Elo interval may be infinite."""

    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The share of the points; a half where nothing was played."""
        return self.points / self.games if self.games else 0.5

    def with_points(self, points: float) -> Tally:
        """This tally after one more game: 1, ½ or 0 points."""
        won, drawn = points == 1, points == 0.5
        return Tally(self.wins + won, self.draws + drawn, self.losses + (not won and not drawn))


def elo_of(score: float) -> float:
    """The Elo difference that gives this score; infinite for 0 and 1."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def score_of(elo: float) -> float:
    """The score that this Elo difference gives."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_interval(scores: Interval) -> Interval:
    """An interval of scores as one of Elo differences."""
    return Interval(elo_of(scores.low), elo_of(scores.high))


def wilson(score: float, games: float, z: float = Z95) -> Interval:
    """Wilson's interval for a score over so many games; all scores where there are none.

    With draws it is a little too wide, never too narrow: half points scatter less than whole ones.
    """
    if games <= 0:
        return Interval(0.0, 1.0)
    weight = z * z / games
    middle = (score + weight / 2) / (1 + weight)
    half = z / (1 + weight) * math.sqrt(score * (1 - score) / games + weight / (4 * games))
    low, high = max(middle - half, 0.0), min(middle + half, 1.0)
    return Interval(
        low if score > 0 else 0.0, high if score < 1 else 1.0
    )  # the ends exactly, for Elo is infinite there


# --- pairs -----------------------------------------------------------------------------------


def pair_counts(points: Sequence[float]) -> tuple[int, ...]:
    """How many pairs brought 0, ½, 1, 1½ and 2 points."""
    counts = [0] * PAIR_RESULTS
    for made in points:
        counts[round(2 * made)] += 1
    return tuple(counts)


def mean_of(counts: Sequence[float]) -> float:
    """The score behind counts of results from nothing to all, in equal steps; a half where there are none."""
    total = sum(counts)
    steps = len(counts) - 1
    return sum(count * place / steps for place, count in enumerate(counts)) / total if total else 0.5


def spread_ratio(counts: Sequence[int]) -> float:
    """The variance of pairs, compared with pairs of independent games without draws; 1 where nothing is known.

    One imagined pair of that kind is counted in, so that a few equal results do not look like certainty.
    """
    pairs, score = sum(counts), mean_of(counts)
    steps = len(counts) - 1
    squares = sum(count * (place / steps - score) ** 2 for place, count in enumerate(counts))
    imagined = 1 / 8
    return (squares + imagined) / (pairs * score * (1 - score) / 2 + imagined)


def pair_interval(counts: Sequence[int]) -> Interval:
    """The 95 % interval of the score behind pentanomial counts.

    Wilson's interval over as many independent games as would scatter like these pairs do, with Student's quantile
    because the scatter itself is estimated.
    """
    pairs = sum(counts)
    if not pairs:
        return Interval(0.0, 1.0)
    games = 2 * pairs / spread_ratio(counts)
    return wilson(mean_of(counts), games, student95(pairs))


def student95(freedom: int) -> float:
    """The quantile of Student's distribution that stands for Z95, by its expansion in 1/freedom."""
    z, f = Z95, max(freedom, 2)
    return (
        z
        + (z**3 + z) / (4 * f)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * f**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * f**3)
    )
