"""A test that ends as soon as it may: is the first player stronger by ELO1, or only by ELO0? Pure functions.

The generalised sequential probability ratio test: after every pair of games the likelihood of the results under both
claims is compared, each with the distribution of results that fits best among those with the claimed score. The
logarithm of the ratio (LLR) walks until it leaves its bounds. Pairs count in the order in which they were planned, not
in that in which they ended: short games are not heard first, and the verdict does not depend on the machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.arena.stats import PAIR_RESULTS, score_of

_NEVER_SEEN: Final = 1e-3
"""Results that have not happened are counted as so many, for they are possible."""
_CLOSE: Final = 1e-13
_MOST_STEPS: Final = 200


class Verdict(StrEnum):
    """What the test says. Words: `arena.sprt.<value>`."""

    OPEN = "open"
    STRONGER = "stronger"
    NOT_STRONGER = "not_stronger"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two claims, in Elo, and how often either may be taken for true by mistake."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """Below this the first claim stands."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above this the second claim stands."""
        return math.log((1 - self.beta) / self.alpha)

    def verdict(self, ratio: float) -> Verdict:
        """What this LLR means."""
        if ratio >= self.upper:
            return Verdict.STRONGER
        return Verdict.NOT_STRONGER if ratio <= self.lower else Verdict.OPEN


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a test has come: the LLR after so many pairs. Once there is a verdict, later pairs change nothing."""

    test: Sprt
    counts: tuple[int, ...] = (0,) * PAIR_RESULTS
    ratio: float = 0.0

    @property
    def pairs(self) -> int:
        """So many pairs were heard."""
        return sum(self.counts)

    @property
    def verdict(self) -> Verdict:
        """What the test says by now."""
        return self.test.verdict(self.ratio)

    def after(self, pairs: Iterable[float]) -> Walk:
        """The walk after further pairs, each told by the points of the first player."""
        walk = self
        for points in pairs:
            if walk.verdict is not Verdict.OPEN:
                break
            counts = list(walk.counts)
            counts[round(2 * points)] += 1
            walk = Walk(self.test, tuple(counts), log_likelihood_ratio(counts, self.test.elo0, self.test.elo1))
        return walk


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """How much likelier the second claim makes these counts of results from nothing to all, as a logarithm.

    Three counts are games lost, drawn and won; five are pairs.
    """
    total = sum(counts)
    if not total:
        return 0.0
    seen = [max(count, _NEVER_SEEN) for count in counts]
    whole = sum(seen)
    shares = [count / whole for count in seen]
    first, second = likeliest(shares, score_of(elo0)), likeliest(shares, score_of(elo1))
    each = sum(share * math.log(q / p) for share, p, q in zip(shares, first, second, strict=True))
    return total * each


def likeliest(shares: Sequence[float], score: float) -> list[float]:
    """Of all distributions with this score the one under which the shares are likeliest. All shares are positive.

    It is share / (1 + x (value - score)) for the x that gives the score; the sum below falls with x, so that x is
    found by Newton's steps, kept between bounds that close in.
    """
    steps = len(shares) - 1
    values = [place / steps - score for place in range(len(shares))]
    low, high = -1 / values[-1], -1 / values[0]
    x = 0.0
    for _ in range(_MOST_STEPS):
        terms = [value / (1 + x * value) for value in values]
        error = sum(share * term for share, term in zip(shares, terms, strict=True))
        if error > 0:
            low = x
        else:
            high = x
        slope = sum(share * term * term for share, term in zip(shares, terms, strict=True))
        guess = x + error / slope
        if not low < guess < high:
            guess = (low + high) / 2
        if abs(guess - x) <= _CLOSE * max(abs(x), 1.0):
            break
        x = guess
    return [share / (1 + x * value) for share, value in zip(shares, values, strict=True)]
