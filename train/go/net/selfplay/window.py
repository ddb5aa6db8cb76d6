"""The newest positions of self-play, by size, and batches of them. No games, no net."""

from __future__ import annotations

from dataclasses import fields
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from train.go.net.data import goals, turnings, unpacked
from train.go.net.model import SCORE_UNIT
from train.go.net.selfplay.field import WHOLE, Samples, no_samples

TURNINGS = 8


class Batch(NamedTuple):
    """What the net sees and should say, as in model.Target but for `policy`: a share of every move.

    `known` is 0 where it is not known who won, `counted` where no score is, `settled` where no last board counts.
    """

    planes: Tensor
    numbers: Tensor
    policy: Tensor
    reply: Tensor
    result: Tensor
    score: Tensor
    ownership: Tensor
    known: Tensor
    counted: Tensor
    settled: Tensor


class Ring:
    """Positions of one size, of which the oldest make room for the newest."""

    def __init__(self, side: int, room: int, device: torch.device) -> None:
        self.side = side
        self.room = room
        self.total = 0
        """Positions that ever came."""
        self._device = device
        self._columns = [_column(empty, room, device) for empty in vars(no_samples(side, 0)).values()]
        self._sources = turnings(side).to(device)
        self._goals = goals(self._sources)

    def __len__(self) -> int:
        return min(self.total, self.room)

    def add(self, samples: Samples) -> None:
        count = len(samples)
        kept = min(count, self.room)
        places = (torch.arange(kept) + self.total + count - kept) % self.room
        places = places.to(self._device)
        for column, field in zip(self._columns, fields(samples), strict=True):
            column[places] = _rows(getattr(samples, field.name)[count - kept :]).to(column.device)
        self.total += count

    def draw(self, count: int, chance: np.random.Generator) -> Batch:
        """Positions by chance, all of them turned one way. Precondition: there are some."""
        places = torch.from_numpy(chance.integers(len(self), size=count)).to(self._device)
        return self.batch(places, int(chance.integers(TURNINGS)))

    def batch(self, places: Tensor, turning: int) -> Batch:
        rows = [column[places] for column in self._columns]
        planes, numbers, moves, shares, replies, results, leads, owners, counted = rows
        points = self.side * self.side
        goal = self._goals[turning]
        source = self._sources[turning]
        policy = torch.zeros(len(places), points + 1, device=self._device)
        policy.scatter_add_(1, goal[moves.long()], shares.float() / WHOLE)
        reply = torch.where(replies <= points, goal[replies.long().clamp_max(points)], -1)
        return Batch(
            planes=unpacked(planes, points)[:, :, source],
            numbers=numbers.float(),
            policy=policy,
            reply=reply,
            result=1 - results.long(),
            score=leads.float() / 2 / SCORE_UNIT,
            ownership=owners.float()[:, source],
            known=counted.float(),
            counted=counted.float(),
            settled=counted.float(),
        )


def _column(empty: NDArray[np.generic], room: int, device: torch.device) -> Tensor:
    return torch.zeros((room, *empty.shape[1:]), dtype=_rows(empty).dtype, device=device)


def _rows(column: NDArray[np.generic]) -> Tensor:
    """Words without a sign as those with one, which every operation knows: no move is that large."""
    return torch.from_numpy(column.view(np.int16) if column.dtype == np.uint16 else column)


class Window:
    """All sizes. What is drawn more often than `most_uses` times, all in all, is drawn no more."""

    def __init__(self, rooms: dict[int, int], most_uses: float, device: torch.device) -> None:
        self.rings = {side: Ring(side, room, device) for side, room in rooms.items()}
        self.most_uses = most_uses
        self.drawn = 0

    def add(self, samples: Samples, side: int) -> None:
        if len(samples):
            self.rings[side].add(samples)

    @property
    def total(self) -> int:
        return sum(ring.total for ring in self.rings.values())

    def __len__(self) -> int:
        return sum(len(ring) for ring in self.rings.values())

    def may_draw(self, count: int) -> bool:
        return self.drawn + count <= self.most_uses * self.total

    def draw(self, count: int, chance: np.random.Generator) -> tuple[int, Batch]:
        """A size by its share of the positions, and a batch of it. Precondition: may_draw(count)."""
        sides = [side for side, ring in self.rings.items() if len(ring)]
        sizes = np.array([len(self.rings[side]) for side in sides], float)
        side = int(chance.choice(sides, p=sizes / sizes.sum()))
        self.drawn += count
        return side, self.rings[side].draw(count, chance)
