"""Go's net: its shape and its losses. Needs torch; knows no files, no games and no schedule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

PLANES = 19
GLOBALS = 12
"""As in native/games/go/planes.h."""
SCORE_UNIT = 20.0
"""Points in which the score is told."""
LEAST_SPREAD = 0.1
USUAL_SIDE = 14.0
SIDE_UNIT = 10.0
"""Means over a board are also told in proportion to its side, centred and scaled by these."""


@dataclass(frozen=True)
class Shape:
    """How large a net is. `pooled` are the blocks, counted from 0, whose first half sees the whole board."""

    channels: int = 96
    blocks: int = 6
    head: int = 32
    hidden: int = 64
    pooled: tuple[int, ...] = (2, 4)


class Answer(NamedTuple):
    """What the net says, for the mover: logits but for the score, which is in SCORE_UNIT points.

    policy and reply have a place for every point and one for the pass; result is won, drawn, lost.
    """

    policy: Tensor
    reply: Tensor
    result: Tensor
    score: Tensor
    spread: Tensor
    ownership: Tensor


def pooled(stones: Tensor) -> Tensor:
    """Mean and greatest of every channel; the greatest by its place, so that equals do not share its gradient."""
    flat = stones.flatten(2).float()
    place = flat.detach().argmax(dim=2, keepdim=True)
    return torch.cat([flat.mean(dim=2), flat.gather(2, place).squeeze(2)], dim=1)


class Block(nn.Module):
    def __init__(self, shape: Shape, *, sees_all: bool) -> None:
        super().__init__()
        channels = shape.channels
        self.first = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        self.whole = nn.Linear(2 * channels, channels) if sees_all else None
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, stones: Tensor) -> Tensor:
        inner = self.first(stones)
        if self.whole is not None:
            inner = inner + self.whole(pooled(stones)).to(inner.dtype)[:, :, None, None]
        inner = functional.relu(self.first_norm(inner))
        return functional.relu(self.second_norm(self.second(inner)) + stones)


class Net(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        channels, head = shape.channels, shape.head
        self.shape = shape
        self.stem = nn.Conv2d(PLANES, channels, 3, padding=1, bias=False)
        self.stem_globals = nn.Linear(GLOBALS, channels)
        self.stem_norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(shape, sees_all=place in shape.pooled) for place in range(shape.blocks))
        self.policy_points = nn.Conv2d(channels, head, 1)
        self.policy_all = nn.Conv2d(channels, head, 1)
        self.policy_whole = nn.Linear(2 * head, head)
        self.policy_out = nn.Conv2d(head, 2, 1)
        self.policy_pass = nn.Linear(2 * head, 2)
        self.value_points = nn.Conv2d(channels, head, 1)
        self.value_hidden = nn.Linear(3 * head, shape.hidden)
        self.value_out = nn.Linear(shape.hidden, 5)
        self.ownership_out = nn.Conv2d(head, 1, 1)

    def forward(self, planes: Tensor, numbers: Tensor) -> Answer:
        """Planes are [batch, PLANES, side, side], numbers [batch, GLOBALS]."""
        stones = self.stem(planes)
        stones = stones + self.stem_globals(numbers).to(stones.dtype)[:, :, None, None]
        stones = functional.relu(self.stem_norm(stones))
        for block in self.blocks:
            stones = block(stones)

        everywhere = pooled(functional.relu(self.policy_all(stones)))
        points = self.policy_points(stones)
        points = functional.relu(points + self.policy_whole(everywhere).to(points.dtype)[:, :, None, None])
        moves = self.policy_out(points).flatten(2).float()
        moves = torch.cat([moves, self.policy_pass(everywhere).float()[:, :, None]], dim=2)

        value = functional.relu(self.value_points(stones))
        summary = pooled(value)
        mean, greatest = summary.chunk(2, dim=1)
        by_side = mean * ((planes.shape[-1] - USUAL_SIDE) / SIDE_UNIT)
        hidden = functional.relu(self.value_hidden(torch.cat([mean, by_side, greatest], dim=1)))
        told = self.value_out(hidden).float()
        return Answer(
            policy=moves[:, 0],
            reply=moves[:, 1],
            result=told[:, :3],
            score=told[:, 3],
            spread=functional.softplus(told[:, 4]) + LEAST_SPREAD,
            ownership=self.ownership_out(value).flatten(1).float(),
        )


class Target(NamedTuple):
    """What the net should have said.

    Of `policy` and `reply` a move counted row by row, the pass last; -1 where there is none. `result` is 0 won, 1
    drawn, 2 lost. `score` is in SCORE_UNIT points, `ownership` from -1 to 1 for each point; they count where `counted`
    and `settled` are 1.
    """

    policy: Tensor
    reply: Tensor
    result: Tensor
    score: Tensor
    ownership: Tensor
    counted: Tensor
    settled: Tensor


class Weighing(NamedTuple):
    policy: float = 1.0
    reply: float = 0.15
    result: float = 0.4
    score: float = 0.02
    ownership: float = 0.1


class Losses(NamedTuple):
    """Each a mean over the batch; those of counted games over these."""

    policy: Tensor
    reply: Tensor
    result: Tensor
    score: Tensor
    ownership: Tensor

    def total(self, weighing: Weighing) -> Tensor:
        parts = [loss * weight for loss, weight in zip(self, weighing, strict=True)]
        return torch.stack(parts).sum()


def losses(answer: Answer, target: Target) -> Losses:
    def mean_of(values: Tensor, counts: Tensor) -> Tensor:
        return (values * counts).sum() / counts.sum().clamp_min(1.0)

    missed = (answer.score - target.score) / answer.spread
    score = 0.5 * missed.clamp(-10, 10).square() + answer.spread.log()
    owned = functional.binary_cross_entropy_with_logits(
        answer.ownership, (target.ownership + 1) / 2, reduction="none"
    ).mean(dim=1)
    return Losses(
        policy=functional.cross_entropy(answer.policy, target.policy, ignore_index=-1),
        reply=functional.cross_entropy(answer.reply, target.reply, ignore_index=-1),
        result=functional.cross_entropy(answer.result, target.result),
        score=mean_of(score, target.counted),
        ownership=mean_of(owned, target.settled),
    )
