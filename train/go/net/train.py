"""Trains Go's net on games of people, 19x19: run (a) of the recipe in README.md. Needs torch.

    python -m train.go.net.train --pack GAMES.tgp --held HELD.tgp --out FOLDER [--seconds S] [--from EMA.npz] [--tiny]

Every minute the state of the training is kept in FOLDER: `ema.npz`, the mean of the last weights, which is the net;
`state.pt`, with which a training goes on; `log.jsonl`, a line for each time it was measured. `--tiny` trains a small
net for seconds, on games of chance where no pack is given.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from train.go.net.data import (
    GROUPS,
    Drawn,
    Stock,
    any_rules,
    fresh_komi,
    goals,
    numbers_of,
    pick,
    rows_of,
    target_of,
    turned,
    turnings,
    unpacked,
    usual_komi,
)
from train.go.net.halved import read_weights
from train.go.net.model import Losses, Net, Shape, Weighing, losses
from train.go.net.packs import PASS, SIDE, Pack, Replay, build_replay, read_pack

LAST_RATE = 1e-5
DECAY = 1e-4
MOST_NORM = 1.0
MEAN_OF = 0.999
TRIAL_STEPS = 20
TRIAL_DIFFERENCE = 0.1


@dataclass(frozen=True)
class Plan:
    """How much is done, and how fast it is learned."""

    seconds: float
    batch: int
    rate: float
    warm_up_steps: int
    games_a_chunk: int
    chunks_to_begin: int
    held_games: int
    held_positions: int
    settling_batches: int
    seconds_between_states: float
    compiled: bool
    shape: Shape


def full_plan(seconds: float) -> Plan:
    return Plan(seconds, 2048, 2e-3, 500, 4000, 2, 3000, 131_072, 40, 60, compiled=True, shape=Shape())


def tiny_plan(seconds: float) -> Plan:
    shape = Shape(channels=16, blocks=2, head=8, hidden=16, pooled=(1,))
    return Plan(seconds, 64, 2e-3, 20, 20, 1, 10, 512, 4, 5, compiled=False, shape=shape)


# --- one step


@dataclass(frozen=True)
class Batch:
    drawn: Drawn
    komi: Tensor
    territory: Tensor
    ko: Tensor
    sources: Tensor
    back: Tensor


def batch_of(drawn: Drawn, sources: Tensor) -> Batch:
    territory, ko = any_rules(drawn)
    return Batch(drawn, fresh_komi(drawn), territory, ko, sources, goals(sources))


def compute_losses(net: nn.Module, batch: Batch) -> Losses:
    straight = target_of(batch.drawn, batch.komi)
    planes, target = turned(unpacked(batch.drawn.planes), straight, batch.sources, batch.back)
    numbers = numbers_of(batch.drawn, batch.komi, batch.territory, batch.ko)
    return losses(net(boards(planes), numbers), target)


def boards(planes: Tensor) -> Tensor:
    """As the convolutions like them."""
    stones = planes.view(len(planes), -1, SIDE, SIDE)
    return stones.to(torch.bfloat16 if planes.is_cuda else torch.float32, memory_format=torch.channels_last)


Measure = Callable[[nn.Module, Batch], Losses]


class Learner:
    """A net that is trained: its weights, their mean over the last steps, and the memory of the optimiser."""

    def __init__(self, plan: Plan, device: torch.device) -> None:
        self.plan = plan
        self.device = device
        self.net = Net(plan.shape).to(device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.net)
        decayed = [weight for weight in self.net.parameters() if weight.dim() > 1]
        others = [weight for weight in self.net.parameters() if weight.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": DECAY}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=plan.rate, fused=device.type == "cuda")
        self.step_count = 0
        self.sources = turnings(SIDE).to(device)

    def batch(self, stock: Stock, chance: np.random.Generator) -> Batch:
        order = torch.from_numpy(chance.permutation(GROUPS)).to(self.device, non_blocking=True)
        return batch_of(stock.draw(self.plan.batch, chance), self.sources[order])

    def rate(self, progress: float) -> float:
        falling = 0.5 * (1 + math.cos(math.pi * min(progress, 1.0)))
        rate = LAST_RATE + (self.plan.rate - LAST_RATE) * falling
        return rate * min(1.0, (self.step_count + 1) / self.plan.warm_up_steps)

    def learn(self, measure: Measure, batch: Batch, progress: float) -> Losses:
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate(progress)
        with autocast(self.device):
            found = measure(self.net, batch)
        total = found.total(Weighing())
        self.optimiser.zero_grad(set_to_none=True)
        total.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), MOST_NORM)
        self.optimiser.step()
        self.step_count += 1
        share = 1 - min(MEAN_OF, (1 + self.step_count) / (10 + self.step_count))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), share)
        return found

    def settle(self, stock: Stock, chance: np.random.Generator) -> None:
        """Give the mean of the weights its own statistics of the batch norms."""
        norms = [module for module in self.mean.modules() if isinstance(module, nn.BatchNorm2d)]
        for norm in norms:
            norm.reset_running_stats()
            norm.momentum = None
        self.mean.train()
        with torch.no_grad(), autocast(self.device):
            for _ in range(self.plan.settling_batches):
                compute_losses(self.mean, self.batch(stock, chance))
        self.mean.eval()

    def state(self) -> dict[str, object]:
        memory = copy.deepcopy(self.optimiser.state_dict())
        for slots in memory["state"].values():
            for name in ("exp_avg", "exp_avg_sq"):
                slots[name] = slots[name].to(torch.bfloat16)
        return {
            "net": self.net.state_dict(), "optimiser": memory, "steps": self.step_count, "plan": asdict(self.plan),
        }  # fmt: skip


def autocast(device: torch.device) -> torch.autocast:
    return torch.autocast(device.type, dtype=torch.bfloat16, enabled=device.type == "cuda")


# --- measuring on games that were held out


class Held:
    """Positions of other games, with the komi that was played with."""

    def __init__(self, replay: Replay, pack: Pack, plan: Plan, device: torch.device) -> None:
        games = np.arange(min(plan.held_games, len(pack.lengths)))
        rows = rows_of(replay, pack, games)
        places = np.random.default_rng(1).permutation(len(rows))[: plan.held_positions]
        kept = torch.from_numpy(np.sort(places))
        self._drawn = pick(rows, kept)
        self._device = device
        self._batch = plan.batch

    def measure(self, net: nn.Module) -> dict[str, float]:
        sums: dict[str, float] = {}
        count = len(self._drawn.facts)
        for first in range(0, count, self._batch):
            for name, value in self._part(net, slice(first, first + self._batch)).items():
                sums[name] = sums.get(name, 0.0) + value
        return {name: round(value / count, 5) for name, value in sums.items()}

    def _part(self, net: nn.Module, part: slice) -> dict[str, float]:
        drawn = Drawn(*(getattr(self._drawn, name)[part].to(self._device) for name in Drawn.__dataclass_fields__))
        komi = usual_komi(drawn)
        target = target_of(drawn, komi)
        none = torch.zeros_like(komi)
        with torch.no_grad(), autocast(self._device):
            answer = net(boards(unpacked(drawn.planes)), numbers_of(drawn, komi, none, none))
        best = answer.policy.topk(5, dim=1).indices == target.policy[:, None]
        is_pass = (answer.policy.argmax(dim=1) == PASS).float()
        return {
            "top1": best[:, 0].sum().item(),
            "top5": best.sum().item(),
            "policy": functional.cross_entropy(answer.policy, target.policy, reduction="sum").item(),
            "result": functional.cross_entropy(answer.result, target.result, reduction="sum").item(),
            "passes": is_pass.sum().item(),
        }


# --- the whole run


def write_net(net: Net, path: Path) -> None:
    weights = {name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}
    being_written = path.with_suffix(".part.npz")
    np.savez(being_written, **weights)
    being_written.rename(path)


def read_net(net: Net, path: Path) -> None:
    net.load_state_dict({name: torch.from_numpy(value) for name, value in read_weights(path).items()})


def tried(learner: Learner, stock: Stock, chance: np.random.Generator) -> Measure:
    """The compiled losses where they are right, else the plain ones. What was learned by trying is forgotten."""
    if not learner.plan.compiled:
        return compute_losses
    before = copy.deepcopy((learner.net.state_dict(), learner.mean.state_dict(), learner.optimiser.state_dict()))
    compiled = torch.compile(compute_losses)
    began = time.monotonic()
    fault = ""
    try:
        batch = learner.batch(stock, chance)
        with torch.no_grad(), autocast(learner.device):
            expected = compute_losses(learner.net, batch).total(Weighing()).item()
        found = learner.learn(compiled, batch, 0.0).total(Weighing()).item()
        if not abs(found - expected) < TRIAL_DIFFERENCE:
            fault = f"the compiled loss is {found}, not {expected}"
        for _ in range(TRIAL_STEPS):
            found = learner.learn(compiled, learner.batch(stock, chance), 0.0).total(Weighing()).item()
        if not math.isfinite(found):
            fault = "the compiled loss is no number"
    except Exception as error:  # whatever a compiler does, the run must go on
        fault = repr(error)
    print(f"compiled in {time.monotonic() - began:.1f} s; {fault or 'as good as the plain one'}", flush=True)
    learner.net.load_state_dict(before[0])
    learner.mean.load_state_dict(before[1])
    learner.optimiser.load_state_dict(before[2])
    learner.step_count = 0
    return compute_losses if fault else compiled


def train(learner: Learner, stock: Stock, held: Held, out: Path, *, ends_at: float, seed: int) -> None:
    """Until the plan's seconds are over, or the monotonic clock says `ends_at`."""
    plan = learner.plan
    chance = np.random.default_rng(seed)
    measure = tried(learner, stock, chance)
    began = time.monotonic()
    seconds = min(plan.seconds, ends_at - began)
    told = began
    log = (out / "log.jsonl").open("a")
    sums = torch.zeros(len(Losses._fields), device=learner.device)
    steps_since = 0
    while True:
        now = time.monotonic()
        is_over = now - began >= seconds
        if is_over or now - told >= plan.seconds_between_states:
            means = dict(zip(Losses._fields, (sums / max(steps_since, 1)).tolist(), strict=True))
            rate = steps_since * plan.batch / (time.monotonic() - told)
            learner.settle(stock, chance)
            line = {
                "seconds": round(time.monotonic() - began, 1),
                "samples": learner.step_count * plan.batch,
                "samples_per_second": round(rate),
                "positions": stock.positions(),
                "trained": {name: round(value, 4) for name, value in means.items()},
                "held": held.measure(learner.mean),
            }
            print(json.dumps(line), flush=True)
            log.write(json.dumps(line) + "\n")
            log.flush()
            write_net(learner.mean, out / "ema.npz")
            being_written = out / "state.part"
            torch.save(learner.state(), being_written)
            being_written.rename(out / "state.pt")
            if is_over:
                break
            sums.zero_()
            steps_since = 0
            told = time.monotonic()
        found = learner.learn(measure, learner.batch(stock, chance), (now - began) / seconds)
        sums += torch.stack(found).detach()
        steps_since += 1
        if learner.step_count % 50 == 0 and not math.isfinite(found.policy.item()):
            raise SystemExit(f"the loss is no number at step {learner.step_count}")
    log.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--pack", type=Path)
    parser.add_argument("--held", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--build", type=Path, help="where the native library is built")
    parser.add_argument("--seconds", type=float, help="to train; 510, or 20 for --tiny")
    parser.add_argument("--until", type=float, default=math.inf, help="seconds after the start that nothing may pass")
    parser.add_argument("--threads", type=int, default=12)
    parser.add_argument("--from", dest="source", type=Path, help="a net to begin with")
    parser.add_argument("--rate", type=float, help="the highest rate of learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tiny", action="store_true")
    given = parser.parse_args()
    began = time.monotonic()
    given.out.mkdir(parents=True, exist_ok=True)
    plan = tiny_plan(given.seconds or 20) if given.tiny else full_plan(given.seconds or 510)
    if given.rate is not None:
        plan = Plan(**{**vars_of_plan(plan), "rate": given.rate})
    if given.pack is None and not given.tiny:
        raise SystemExit("--pack is needed, but for --tiny")

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(given.seed)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")
    replay = Replay(build_replay(given.build or given.out / "build"), given.threads)
    pack = replay.games_by_chance(60, given.seed) if given.pack is None else read_pack(given.pack)
    held_pack = replay.games_by_chance(10, given.seed + 1) if given.held is None else read_pack(given.held)
    print(f"pack {pack.sha256}, held {held_pack.sha256}; {time.monotonic() - began:.1f} s", flush=True)
    held = Held(replay, held_pack, plan, device)
    order = np.random.default_rng(given.seed).permutation(len(pack.lengths))
    if given.tiny:
        order = order[:200]
    stock = Stock(replay, pack, order, plan.games_a_chunk, device)
    learner = Learner(plan, device)
    if given.source is not None:
        read_net(learner.net, given.source)
        read_net(learner.mean, given.source)
    stock.wait(plan.chunks_to_begin)
    print(f"first {stock.positions()} positions after {time.monotonic() - began:.1f} s", flush=True)
    train(learner, stock, held, given.out, ends_at=began + given.until, seed=given.seed)


def vars_of_plan(plan: Plan) -> dict[str, object]:
    return {name: getattr(plan, name) for name in plan.__dataclass_fields__}


if __name__ == "__main__":
    main()
