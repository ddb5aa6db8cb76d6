"""Ratings of many players from their games with each other: the model of Bradley and Terry, by maximum likelihood.

A rating is in Elo above the average of those it can be compared with. The model knows no draws, a draw is half a win of
each; how much the results scatter is taken from the pairs of games, so that draws make the ratings surer.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tengen.arena.stats import ELO_PER_LOGIT, Z95, spread_ratio

_CLOSE: Final = 1e-10
_MOST_STEPS: Final = 200
_LONGEST_STEP: Final = 1.0


@dataclass(frozen=True, slots=True)
class Meeting:
    """What two players made of their games: the points of the one named first, and the pentanomial counts."""

    games: int
    points: float
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo above the average, plus or minus so much with 95 % confidence.

    A player who won or lost everything has no likeliest rating; then every two who met are given a draw on top of
    their games, and the rating is only a bound.
    """

    elo: float
    error: float
    is_bound: bool = False


def rate(players: int, meetings: Mapping[tuple[int, int], Meeting]) -> list[Rating | None]:
    """The ratings of players 0, 1, …; None for one without games. A meeting's key has the smaller number first."""
    met = {key: meeting for key, meeting in meetings.items() if meeting.games}
    found: list[Rating | None] = [None] * players
    for group in _groups(players, met):
        for player, rating in zip(group, _rate_group(group, met), strict=True):
            found[player] = rating
    return found


def _groups(players: int, met: Mapping[tuple[int, int], Meeting]) -> list[list[int]]:
    """Those who can be compared, over others if need be."""
    links = {player: {player} for player in range(players)}
    for one, other in met:
        links[one].add(other)
        links[other].add(one)
    groups: list[list[int]] = []
    for player in range(players):
        if len(links[player]) > 1 and not any(player in group for group in groups):
            groups.append(sorted(_reached(player, links)))
    return groups


def _reached(start: int, links: Mapping[int, set[int]]) -> set[int]:
    found, ahead = {start}, [start]
    while ahead:
        new = links[ahead.pop()] - found
        found |= new
        ahead += new
    return found


def _rate_group(group: Sequence[int], met: Mapping[tuple[int, int], Meeting]) -> list[Rating]:
    place = {player: index for index, player in enumerate(group)}
    inside = {(place[i], place[j]): meeting for (i, j), meeting in met.items() if i in place}
    is_bound = not _has_maximum(len(group), inside)
    extra = 1 if is_bound else 0
    results = {key: (meeting.games + extra, meeting.points + extra / 2) for key, meeting in inside.items()}
    strengths = _strengths(len(group), results)
    errors = _errors(strengths, results, {key: spread_ratio(meeting.counts) for key, meeting in inside.items()})
    return [
        Rating(ELO_PER_LOGIT * strength, Z95 * ELO_PER_LOGIT * error, is_bound)
        for strength, error in zip(strengths, errors, strict=True)
    ]


def _has_maximum(count: int, met: Mapping[tuple[int, int], Meeting]) -> bool:
    """Whether likeliest ratings exist: everybody has points from everybody else, directly or over others (Ford)."""
    beaten: dict[int, set[int]] = {player: set() for player in range(count)}
    losers: dict[int, set[int]] = {player: set() for player in range(count)}
    for (one, other), meeting in met.items():
        if meeting.points > 0:
            beaten[one].add(other)
            losers[other].add(one)
        if meeting.points < meeting.games:
            beaten[other].add(one)
            losers[one].add(other)
    return len(_reached(0, beaten)) == len(_reached(0, losers)) == count


def _strengths(count: int, results: Mapping[tuple[int, int], tuple[float, float]]) -> list[float]:
    """The likeliest strengths, as logarithms whose mean is 0, by Newton's steps of bounded length."""
    strengths = [0.0] * count
    for _ in range(_MOST_STEPS):
        gradient = [0.0] * count
        weights: dict[tuple[int, int], float] = {}
        for (i, j), (games, points) in results.items():
            expected = _win(strengths[i] - strengths[j])
            gradient[i] += points - games * expected
            gradient[j] -= points - games * expected
            weights[i, j] = games * expected * (1 - expected)
        step = _solve(_grounded(count, weights), [[value] for value in gradient])
        longest = max(abs(row[0]) for row in step)
        scale = min(1.0, _LONGEST_STEP / longest) if longest else 0.0
        strengths = [strength + scale * row[0] for strength, row in zip(strengths, step, strict=True)]
        if longest < _CLOSE:
            break
    mean = sum(strengths) / count
    return [strength - mean for strength in strengths]


def _errors(
    strengths: Sequence[float],
    results: Mapping[tuple[int, int], tuple[float, float]],
    ratios: Mapping[tuple[int, int], float],
) -> list[float]:
    """The standard error of each strength: the curvature of the likelihood around the scatter of the pairs."""
    count = len(strengths)
    weights, scatter = {}, {}
    for (i, j), (games, _) in results.items():
        expected = _win(strengths[i] - strengths[j])
        weights[i, j] = games * expected * (1 - expected)
        scatter[i, j] = weights[i, j] * ratios[i, j]
    identity = [[float(row == column) for column in range(count)] for row in range(count)]
    inverse = _solve(_grounded(count, weights), identity)
    for row in inverse:  # against the mean: without the part that moves everybody alike
        for column in range(count):
            row[column] -= 1 / count
    found = []
    for row in inverse:
        found.append(math.sqrt(sum(value * (row[i] - row[j]) ** 2 for (i, j), value in scatter.items())))
    return found


def _win(difference: float) -> float:
    return 1 / (1 + math.exp(-difference))


def _grounded(count: int, weights: Mapping[tuple[int, int], float]) -> list[list[float]]:
    """The curvature of the likelihood, with 1/count added everywhere: so that only one mean, 0, solves it."""
    matrix = [[1 / count] * count for _ in range(count)]
    for (i, j), weight in weights.items():
        matrix[i][i] += weight
        matrix[j][j] += weight
        matrix[i][j] -= weight
        matrix[j][i] -= weight
    return matrix


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """What the matrix turns into `right`, by elimination with pivots."""
    count = len(matrix)
    rows = [[*left, *values] for left, values in zip(matrix, right, strict=True)]
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for row in range(count):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return [row[count:] for row in rows]
