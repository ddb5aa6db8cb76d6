"""Two nets against each other, each opening twice with colours changed. Says who is better; decides nothing."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import torch
from train.go.net.model import Net
from train.go.net.selfplay.evaluate import for_play, halves_of
from train.go.net.selfplay.field import HALVES, Field, Group, Plan
from train.go.net.selfplay.score import KOMI, Score, score_of


@dataclass(frozen=True)
class MatchPlan:
    """How many games are played on which boards: one size for each half."""

    games: tuple[int, int] = (200, 60)
    sides: tuple[int, int] = (9, 19)
    visits: int = 100


def play_match(
    library: Path, first: Net, second: Net, plan: MatchPlan, *, threads: int, seconds: float, seed: int
) -> dict[int, Score]:
    """By the size of the board. Precondition: both nets are on the same device; the games are even."""
    device = next(first.parameters()).device
    rules = Plan(
        visits=plan.visits, has_noise=False, komi=KOMI, komi_spread=0, other_rules_percent=0, agree_percent=0,
        is_match=True,
    )  # fmt: skip
    groups = [Group(half, plan.sides[half], plan.games[half]) for half in range(HALVES)]
    field = Field(library, rules, groups, threads=threads, seed=seed)
    halves = halves_of(field, [for_play(first, device), for_play(second, device)], device)
    ends_at = time.monotonic() + seconds
    waiting = [1] * HALVES
    with torch.no_grad():
        while any(waiting) and time.monotonic() < ends_at:
            for number, half in enumerate(halves):
                half.wait()
                if waiting[number]:
                    waiting[number] = field.play_on(number)
                    half.begin()
    for half in halves:
        half.wait()
    outcomes = field.outcomes()
    field.close()
    return {group.side: score_of(outcomes, group.side, group.slots) for group in groups}
