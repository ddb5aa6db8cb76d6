"""Two files of nets against each other on the CPU, as they play. Needs no torch.

    python -m train.go.net.selfplay.compare FIRST.tgn SECOND.tgn [--side S] [--games N] [--visits N] [--seconds S]

Each opening is played twice, with colours changed. The last line tells what the first one did, as JSON.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from train.go.net.packs import ROOT, built
from train.go.net.played import Answers, Played, kernels
from train.go.net.selfplay.field import GLOBALS, Desk, Field, Group, Plan, build_field, packed_bytes
from train.go.net.selfplay.score import KOMI, Score, score_of

LEAST_CHANCE = 1e-9


class Asked(Protocol):
    """A net, or what stands for one."""

    def ask(self, side: int, rows: NDArray[np.uint8], numbers: NDArray[np.float32]) -> Answers: ...


def desk_of(group: Group) -> Desk:
    return Desk(
        np.zeros((group.slots, packed_bytes(group.side)), np.uint8),
        np.zeros((group.slots, GLOBALS), np.float32),
        np.zeros(group.slots, np.uint8),
        np.zeros((group.slots, group.moves), np.float32),
        np.zeros((group.slots, 2), np.float32),
    )


def answer(desk: Desk, side: int, nets: Sequence[Asked]) -> None:
    """Writes what the net whose turn it is says of each row."""
    for number, net in enumerate(nets):
        asked = np.flatnonzero(desk.nets == number)
        if not len(asked):
            continue
        told = net.ask(side, desk.planes[asked], desk.numbers[asked])
        desk.logits[asked] = np.log(np.maximum(told.policy, LEAST_CHANCE))
        desk.values[asked, 0] = 2 * told.won + told.drawn - 1
        desk.values[asked, 1] = told.lead


def compare(nets: Sequence[Asked], library: Path, group: Group, *, visits: int, seconds: float, seed: int) -> Score:
    """What the first net did until all games or the seconds were over."""
    plan = Plan(
        visits=visits, has_noise=False, komi=KOMI, komi_spread=0, other_rules_percent=0, agree_percent=0, is_match=True
    )
    field = Field(library, plan, [group], threads=1, seed=seed)
    desk = desk_of(group)
    field.lend(0, desk)
    ends_at = time.monotonic() + seconds
    while field.play_on(0) and time.monotonic() < ends_at:
        answer(desk, group.side, nets)
    score = score_of(field.outcomes(), group.side, group.slots)
    field.close()
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("nets", type=Path, nargs=2)
    parser.add_argument("--side", type=int, default=19)
    parser.add_argument("--games", type=int, default=20, help="an even number")
    parser.add_argument("--visits", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "train-tools" / "go-net")
    given = parser.parse_args()
    asked = built(given.build, "go-net-ask")
    nets = [Played(asked, path.read_bytes(), kernels(asked)[-1]) for path in given.nets]
    group = Group(0, given.side, given.games)
    score = compare(nets, build_field(given.build), group, visits=given.visits, seconds=given.seconds, seed=given.seed)
    print(json.dumps({"side": given.side, "visits": given.visits, **asdict(score), "share": round(score.share, 3)}))


if __name__ == "__main__":
    main()
