"""Ratings of players by Glicko-2: pure arithmetic. Who played whom, and where ratings are kept, is not known here.

After Mark Glickman, "Example of the Glicko-2 system" (2013), whose steps are named below. A period is one game, or one
day without any. What this means for players, and why the bounds are as they are: docs/ratings.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, isfinite, log, pi, sqrt
from typing import Final, NamedTuple

TAU: Final = 0.5
"""How much volatility may change in a period."""

LEAST_RATING: Final = 100.0
GREATEST_RATING: Final = 4000.0
LEAST_DEVIATION: Final = 45.0
"""No result makes a rating more certain than this, so that none freezes."""
GREATEST_DEVIATION: Final = 350.0
LEAST_VOLATILITY: Final = 0.01
GREATEST_VOLATILITY: Final = 0.1

FULL_GAMES_A_DAY: Final = 3
"""So many games of the same two players within a day count in full."""

_SCALE: Final = 173.7178
_CENTRE: Final = 1500.0
_PRECISION: Final = 1e-6
_MOST_ROUNDS: Final = 100
_DIGITS: Final = 4
_VOLATILITY_DIGITS: Final = 8
"""Results are rounded, so that working them out again, on any machine, gives the numbers that were stored."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is thought to be, how uncertain that is, and how unsteady their results are."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def __post_init__(self) -> None:
        assert LEAST_RATING <= self.rating <= GREATEST_RATING, "a rating out of bounds"
        assert 0 < self.deviation <= GREATEST_DEVIATION, "a deviation out of bounds"
        assert LEAST_VOLATILITY <= self.volatility <= GREATEST_VOLATILITY, "a volatility out of bounds"


class RatedGame(NamedTuple):
    """A game as a rating sees it: the opponent's rating and deviation before it, and 1, 0.5 or 0 for the player."""

    opponent_rating: float
    opponent_deviation: float
    score: float


def rate(player: Rating, opponent_rating: float, opponent_deviation: float, score: float, tau: float = TAU) -> Rating:
    """The player's rating after one game. The opponent's numbers are those before it, aged like the player's own."""
    return rate_period(player, [RatedGame(opponent_rating, opponent_deviation, score)], tau)


def rate_period(player: Rating, games: Sequence[RatedGame], tau: float = TAU) -> Rating:
    """The player's rating after a period with all of these games; without any, only the deviation grows."""
    if not games:
        return aged(player, 1)
    for game in games:
        assert isfinite(game.opponent_rating), "a rating out of bounds"
        assert 0 <= game.opponent_deviation <= GREATEST_DEVIATION, "a deviation out of bounds"
        assert game.score in (0, 0.5, 1), "a game is won, drawn or lost"
    # Step 2: the scale of Glicko-2.
    mu, phi = (player.rating - _CENTRE) / _SCALE, player.deviation / _SCALE
    # Steps 3 and 4: the variance that the games leave, and the improvement that they speak for.
    information = surplus = 0.0
    for game in games:
        weight = _weight(game.opponent_deviation / _SCALE)
        expected = 1 / (1 + exp(-weight * (mu - (_within_ratings(game.opponent_rating) - _CENTRE) / _SCALE)))
        information += weight * weight * expected * (1 - expected)
        surplus += weight * (game.score - expected)
    variance = 1 / information
    # Step 5: the new volatility.
    sigma = _volatility(player.volatility, phi, variance, variance * surplus, tau)
    # Steps 6 to 8: the deviation before and after the games, and the rating.
    widened = phi * phi + sigma * sigma
    narrowed = 1 / (1 / widened + information)
    return Rating(
        round(_within_ratings(_CENTRE + _SCALE * (mu + narrowed * surplus)), _DIGITS),
        round(min(max(_SCALE * sqrt(narrowed), LEAST_DEVIATION), GREATEST_DEVIATION), _DIGITS),
        sigma,
    )


def aged(rating: Rating, idle_days: float) -> Rating:
    """The rating after days without a rated game: less certain, and never more uncertain than a newcomer's.

    A clock that went back ages nobody.
    """
    if idle_days <= 0:
        return rating
    variance = (rating.deviation / _SCALE) ** 2 + idle_days * rating.volatility**2
    deviation = min(_SCALE * sqrt(variance), GREATEST_DEVIATION)
    return Rating(rating.rating, max(round(deviation, _DIGITS), rating.deviation), rating.volatility)


def damped(before: Rating, after: Rating, games_today: int) -> Rating:
    """The rating after the game that is the same pair's `games_today`th within 24 hours, itself counted.

    The first three count in full; further ones move rating, deviation and volatility by a half, a quarter, an eighth
    and so on of what they would.
    """
    assert games_today >= 1, "the game itself is one"
    share = 0.5 ** max(games_today - FULL_GAMES_A_DAY, 0)

    def between(old: float, new: float, digits: int) -> float:
        return round(old + share * (new - old), digits)

    return Rating(
        between(before.rating, after.rating, _DIGITS),
        between(before.deviation, after.deviation, _DIGITS),
        between(before.volatility, after.volatility, _VOLATILITY_DIGITS),
    )


def _weight(phi: float) -> float:
    """The g of the paper: how much a game against an opponent of this deviation tells."""
    return 1 / sqrt(1 + 3 * phi * phi / (pi * pi))


def _within_ratings(rating: float) -> float:
    return min(max(rating, LEAST_RATING), GREATEST_RATING)


def _volatility(sigma: float, phi: float, variance: float, improvement: float, tau: float) -> float:
    """Step 5: the root of the paper's f, by its Illinois algorithm, in a bounded number of rounds."""
    start = log(sigma * sigma)
    known, surprise = phi * phi + variance, improvement * improvement

    def f(x: float) -> float:
        grown = known + exp(x)
        return exp(x) * (surprise - grown) / (2 * grown * grown) - (x - start) / (tau * tau)

    left = start
    if surprise > known:
        right = log(surprise - known)
    else:
        right = next((x for k in range(1, _MOST_ROUNDS) if f(x := start - k * tau) >= 0), start - _MOST_ROUNDS * tau)
    at_left, at_right = f(left), f(right)
    for _ in range(_MOST_ROUNDS):
        if abs(right - left) <= _PRECISION:
            break
        middle = left + (left - right) * at_left / (at_right - at_left)
        at_middle = f(middle)
        if at_middle * at_right <= 0:
            left, at_left = right, at_right
        else:
            at_left /= 2
        right, at_right = middle, at_middle
    root = exp(left / 2)
    return round(min(max(root, LEAST_VOLATILITY), GREATEST_VOLATILITY), _VOLATILITY_DIGITS)
