"""Matches whose true strengths are known, because chance plays them."""

from __future__ import annotations

from random import Random

from tengen.arena.stats import score_of


def game_points(rng: Random, elo: float, draws: float = 0.0) -> float:
    """What the stronger by `elo` makes of a game: 1, ½ or 0. So many are drawn, as far as that can be."""
    score = score_of(elo)
    drawn = min(draws, 2 * min(score, 1 - score))
    chance = rng.random()
    return 1.0 if chance < score - drawn / 2 else 0.5 if chance < score + drawn / 2 else 0.0


def pair_points(rng: Random, elo: float, draws: float = 0.0, unfair: float = 0.0) -> float:
    """What the stronger makes of two games from an opening that is worth up to so much Elo to one colour."""
    lean = rng.uniform(-unfair, unfair)
    return game_points(rng, elo + lean, draws) + game_points(rng, elo - lean, draws)


def match_points(rng: Random, pairs: int, elo: float, draws: float = 0.0, unfair: float = 0.0) -> list[float]:
    """What the stronger makes of each pair of a match."""
    return [pair_points(rng, elo, draws, unfair) for _ in range(pairs)]
