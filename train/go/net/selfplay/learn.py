"""Training on what self-play brings, beside games of people. Batch norms keep what they know: no size skews them."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from train.go.net.data import (
    Stock,
    any_rules,
    fresh_komi,
    goals,
    numbers_of,
    target_of,
    turned,
    turnings,
    unpacked,
)
from train.go.net.model import Answer, Losses, Net, Weighing
from train.go.net.packs import POINTS, SIDE
from train.go.net.selfplay.window import Batch

DECAY = 1e-4
MOST_NORM = 1.0
WARM_UP_STEPS = 100
GROUPS = 8


@dataclass(frozen=True)
class Lesson:
    """How it is learned. `human_share` of the batches are of people's games where there are any."""

    batch: int = 2048
    rate: float = 3e-4
    mean_of: float = 0.999
    human_share: float = 0.15


def losses(answer: Answer, batch: Batch) -> Losses:
    """As model.losses, for policies of many moves and games that were cut."""
    missed = (answer.score - batch.score) / answer.spread
    score = 0.5 * missed.clamp(-10, 10).square() + answer.spread.log()
    owned = functional.binary_cross_entropy_with_logits(
        answer.ownership, (batch.ownership + 1) / 2, reduction="none"
    ).mean(dim=1)
    result = functional.cross_entropy(answer.result, batch.result, reduction="none")
    reply = functional.cross_entropy(answer.reply, batch.reply.clamp_min(0), reduction="none")
    return Losses(
        policy=-(batch.policy * answer.policy.log_softmax(dim=1)).sum(dim=1).mean(),
        reply=_mean(reply, (batch.reply >= 0).float()),
        result=_mean(result, batch.known),
        score=_mean(score, batch.counted),
        ownership=_mean(owned, batch.settled),
    )


def _mean(loss: Tensor, mask: Tensor) -> Tensor:
    return (loss * mask).sum() / mask.sum().clamp_min(1.0)


class People:
    """Batches of people's games on 19x19."""

    def __init__(self, stock: Stock, device: torch.device) -> None:
        self._stock = stock
        self._sources = turnings(SIDE).to(device)

    @property
    def is_there(self) -> bool:
        return self._stock.positions() > 0

    def draw(self, count: int, chance: np.random.Generator) -> Batch:
        drawn = self._stock.draw(count, chance)
        sources = self._sources[torch.from_numpy(chance.permutation(GROUPS)).to(self._sources.device)]
        komi = fresh_komi(drawn)
        planes, target = turned(unpacked(drawn.planes), target_of(drawn, komi), sources, goals(sources))
        policy = functional.one_hot(target.policy.clamp_min(0), POINTS + 1).float()
        return Batch(
            planes=planes,
            numbers=numbers_of(drawn, komi, *any_rules(drawn)),
            policy=policy,
            reply=target.reply,
            result=target.result,
            score=target.score,
            ownership=target.ownership,
            known=torch.ones_like(target.counted),
            counted=target.counted,
            settled=target.settled,
        )


class Learner:
    """A net that is trained, and the mean of its last weights, which is the one that plays."""

    def __init__(self, net: Net, lesson: Lesson, device: torch.device) -> None:
        self.lesson = lesson
        self.device = device
        self.net = net.to(device, memory_format=torch.channels_last).eval()
        self.mean = copy.deepcopy(self.net)
        self._optimiser = self._fresh_optimiser()
        self._rate = lesson.rate
        self.steps = 0

    def _fresh_optimiser(self) -> torch.optim.Optimizer:
        decayed = [weight for weight in self.net.parameters() if weight.dim() > 1]
        others = [weight for weight in self.net.parameters() if weight.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
        return torch.optim.AdamW(groups, lr=self.lesson.rate, fused=self.device.type == "cuda")

    def restart(self, net: dict[str, Tensor], mean: dict[str, Tensor]) -> None:
        """Goes on from other weights, more slowly."""
        self.net.load_state_dict(net)
        self.mean.load_state_dict(mean)
        self._optimiser = self._fresh_optimiser()
        self._rate /= 2

    def learn(self, batch: Batch, side: int) -> Tensor:
        """One step; the losses in the order of `Losses`, on the device."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate * min(1.0, (self.steps + 1) / WARM_UP_STEPS)
        is_cuda = self.device.type == "cuda"
        stones = batch.planes.view(len(batch.planes), -1, side, side)
        kind = torch.bfloat16 if is_cuda else torch.float32
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=is_cuda):
            answer = self.net(stones.to(kind, memory_format=torch.channels_last), batch.numbers)
            found = losses(answer, batch)
        total = found.total(Weighing())
        self._optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MOST_NORM)
        self._optimiser.step()
        self.steps += 1
        share = 1 - min(self.lesson.mean_of, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), share)
        return torch.stack(found).detach()
