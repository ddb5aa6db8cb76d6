"""Self-play of Go's net: run (b) of the recipe in README.md. Needs torch.

    python -m train.go.net.selfplay.run --out FOLDER [--from EMA.npz] [--window FILE...] [--people GAMES.tgp]
        [--seconds S] [--match-seconds S] [--run N] [--tiny]

Games are played and learned from at once; every minute FOLDER has `ema.npz`, the net; `window-0.bin` and
`window-1.bin`, the newest games, with which the next run begins; `log.jsonl`. At the end the net plays the one it began
with: `match.json`. `--tiny` does all of it with a small net, on the CPU, in a minute.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from train.go.net.data import Stock
from train.go.net.model import Losses, Net, Shape
from train.go.net.packs import Replay, build_replay, read_pack
from train.go.net.selfplay.evaluate import Half, folded, for_play, halves_of
from train.go.net.selfplay.field import HALVES, Field, Group, Plan, build_field
from train.go.net.selfplay.learn import Learner, Lesson, People
from train.go.net.selfplay.match import MatchPlan, play_match
from train.go.net.selfplay.play import Player
from train.go.net.selfplay.records import RecordFile
from train.go.net.selfplay.window import Window
from train.go.net.train import read_net, write_net

MAIN_SIDES = {9: 0.55, 13: 0.20, 19: 0.15}
OTHER_SIDES = (7, 8, 10, 11, 12, 14, 15, 16, 17, 18)
OTHER_SIDES_A_HALF = 3
ACCEPTED = 0.55
SWITCH_SECONDS = 0.0001
"""Between Python's threads: who plays must not wait long for who learns."""
STEPS_AT_ONCE = 8
NAP_SECONDS = 0.02


@dataclass(frozen=True)
class Size:
    """How much is done."""

    shape: Shape
    games: int
    visits: int
    window: int
    seconds: float
    match_seconds: float
    match: MatchPlan
    lesson: Lesson
    learning_share: float = 0.25
    most_uses: float = 4
    people_games: int = 24_000
    people_chunk: int = 2000
    seconds_between_nets: float = 15
    seconds_between_states: float = 60


FULL = Size(
    shape=Shape(), games=4096, visits=32, window=5_000_000, seconds=425, match_seconds=85, match=MatchPlan(),
    lesson=Lesson(),
)  # fmt: skip
TINY = Size(
    shape=Shape(channels=16, blocks=2, head=8, hidden=16, pooled=(1,)), games=64, visits=4, window=20_000, seconds=20,
    match_seconds=30, match=MatchPlan(games=(2, 2), sides=(7, 8), visits=2), lesson=Lesson(batch=64),
    learning_share=0.5, people_games=40, people_chunk=20, seconds_between_nets=2, seconds_between_states=5,
)  # fmt: skip


def sides_of(run: int, half: int) -> tuple[int, ...]:
    """The sizes that are played beside the main ones; a few runs have them all."""
    first = (run * HALVES + half) * OTHER_SIDES_A_HALF
    return tuple(OTHER_SIDES[(first + place) % len(OTHER_SIDES)] for place in range(OTHER_SIDES_A_HALF))


def groups_of(games: int, run: int) -> list[Group]:
    a_half = games // HALVES
    groups = []
    for half in range(HALVES):
        groups += [Group(half, side, max(1, round(a_half * share))) for side, share in MAIN_SIDES.items()]
        left = max(OTHER_SIDES_A_HALF, round(a_half * (1 - sum(MAIN_SIDES.values()))))
        groups += [Group(half, side, left // OTHER_SIDES_A_HALF) for side in sides_of(run, half)]
    return groups


def rooms_of(window: int) -> dict[int, int]:
    """How many positions of each size are kept."""
    other = (1 - sum(MAIN_SIDES.values())) / OTHER_SIDES_A_HALF
    shares = {side: MAIN_SIDES.get(side, other) for side in range(7, 20)}
    return {side: max(1, round(window * share)) for side, share in shares.items()}


class Progress:
    """What has been done since it was told last, and in all."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.told = self.began
        self.losses = {"self": [], "people": []}  # type: dict[str, list[torch.Tensor]]
        self.busy = 0.0
        self._before: dict[str, float] = {}

    def line(self, player: Player, window: Window, learner: Learner) -> dict[str, object]:
        now = time.monotonic()
        totals = {
            "evaluations": player.evaluations, "games": player.games, "positions": window.total,
            "samples": learner.steps * learner.lesson.batch,
        }  # fmt: skip
        rates = {
            f"{name}_per_second": round((total - self._before.get(name, 0)) / (now - self.told), 1)
            for name, total in totals.items()
        }
        means = {
            name: dict(zip(Losses._fields, torch.stack(found).mean(dim=0).tolist(), strict=True))
            for name, found in self.losses.items()
            if found
        }
        self._before = dict(totals)
        self.told = now
        self.losses = {"self": [], "people": []}
        return {
            "seconds": round(now - self.began, 1),
            **totals,
            **rates,
            "learning": round(self.busy / (now - self.began), 3),
            "waiting_share": round(player.waiting_share(), 3),
            "in_window": len(window),
            "games_by_side": player.told_outcomes(),
            "trained": {name: {key: round(value, 4) for key, value in mean.items()} for name, mean in means.items()},
        }


class Run:
    """Games, window and learner together."""

    def __init__(
        self, size: Size, out: Path, player: Player, learner: Learner, people: People | None, *, seed: int
    ) -> None:
        self.size = size
        self.out = out
        self.window = Window(rooms_of(size.window), size.most_uses, learner.device)
        self.records = RecordFile()
        self.learner = learner
        self.player = player
        self._people = people
        self._chance = np.random.default_rng(seed)
        self._good = copy.deepcopy((learner.net.state_dict(), learner.mean.state_dict()))

    def read_window(self, files: list[Path], field: Field) -> None:
        """Precondition: the player was not started."""
        for chunk in RecordFile.read(files):
            field.replay(chunk)
            self.records.add(chunk)
            for side, ring in self.window.rings.items():
                ring.add(field.samples(side))
        if files:
            print(f"{self.window.total} positions of earlier runs", flush=True)

    def go(self, seconds: float) -> None:
        progress = Progress()
        log = (self.out / "log.jsonl").open("a")
        self.player.start()
        nets_at = states_at = progress.began
        while True:
            now = time.monotonic()
            self._take()
            is_over = now - progress.began >= seconds or self.player.fault is not None
            if is_over or now - states_at >= self.size.seconds_between_states:
                states_at = now
                self._check()
                line = progress.line(self.player, self.window, self.learner)
                print(json.dumps(line), flush=True)
                log.write(json.dumps(line) + "\n")
                log.flush()
                self._keep()
            if is_over:
                break
            if now - nets_at >= self.size.seconds_between_nets:
                nets_at = now
                self._offer()
            if not self._learn(progress, now - progress.began):
                time.sleep(NAP_SECONDS)
        log.close()
        self.player.stop()

    def _offer(self) -> None:
        weights = [weight.detach() for weight in folded(self.learner.mean).parameters()]
        if self.learner.device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        self.player.offer(weights)

    def _take(self) -> None:
        for brought in self.player.take():
            for side, samples in brought.samples.items():
                self.window.add(samples, side)
            self.records.add(brought.records)

    def _learn(self, progress: Progress, elapsed: float) -> bool:
        """Some steps, unless there has been enough learning by now."""
        batch = self.learner.lesson.batch
        if progress.busy >= self.size.learning_share * elapsed or not self.window.may_draw(batch):
            return False
        began = time.monotonic()
        for _ in range(STEPS_AT_ONCE):
            is_human = self._people is not None and self._people.is_there
            if is_human and self._chance.random() < self.learner.lesson.human_share:
                assert self._people is not None
                found = self.learner.learn(self._people.draw(batch, self._chance), 19)
                progress.losses["people"].append(found)
            elif self.window.may_draw(batch):
                side, drawn = self.window.draw(batch, self._chance)
                progress.losses["self"].append(self.learner.learn(drawn, side))
        if self.learner.device.type == "cuda":
            torch.cuda.current_stream().synchronize()
        progress.busy += time.monotonic() - began
        return True

    def _check(self) -> None:
        """Goes back to the last good weights if these are no numbers any more."""
        state = self.learner.mean.state_dict()
        if all(bool(torch.isfinite(value).all()) for value in state.values()):
            self._good = copy.deepcopy((self.learner.net.state_dict(), state))
            return
        print("the weights are no numbers: back to the last good ones, with half the rate", flush=True)
        net, mean = self._good
        self.learner.restart(net, mean)

    def _keep(self) -> None:
        write_net(self.learner.mean, self.out / "ema.npz")
        self.records.write(self.out)


def compare_answers(half: Half, net: Net) -> None:
    """Tells how far the fast evaluation is from the plain one, on the positions that are there."""
    for side, difference in half.differences(net).items():
        print(f"side {side}: win and lead differ by {difference[0]:.4f} and {difference[1]:.3f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--build", type=Path, help="where the native libraries are built")
    parser.add_argument("--from", dest="source", type=Path, help="the net to begin with")
    parser.add_argument("--window", type=Path, nargs="*", default=[], help="games of earlier runs")
    parser.add_argument("--people", type=Path, help="a pack of people's games")
    parser.add_argument("--seconds", type=float, help="of play")
    parser.add_argument("--match-seconds", type=float, help="of the match at the end")
    parser.add_argument("--until", type=float, default=math.inf, help="seconds after the start that nothing may pass")
    parser.add_argument("--games", type=int)
    parser.add_argument("--threads", type=int, default=14)
    parser.add_argument("--run", type=int, default=1, help="its number: other sizes and other chance in each")
    parser.add_argument("--tiny", action="store_true")
    given = parser.parse_args()
    began = time.monotonic()
    size = TINY if given.tiny else FULL
    out: Path = given.out
    out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    sys.setswitchinterval(SWITCH_SECONDS)
    if device.type == "cpu":
        # A small net is done before its threads have met.
        torch.set_num_threads(1)
    torch.manual_seed(given.run)
    torch.backends.cudnn.benchmark = True
    torch.set_float32_matmul_precision("high")

    build = given.build or out / "build"
    library = build_field(build)
    net = Net(size.shape)
    if given.source is not None:
        read_net(net, given.source)
    learner = Learner(net, size.lesson, device)
    plan = Plan(visits=size.visits)
    field = Field(library, plan, groups_of(given.games or size.games, given.run), threads=given.threads, seed=given.run)
    halves = halves_of(field, [for_play(learner.mean, device)], device)
    people = None
    if given.people is not None:
        replay = Replay(build_replay(build), max(1, given.threads // 4))
        pack = read_pack(given.people)
        order = np.random.default_rng(given.run).permutation(len(pack.lengths))[: size.people_games]
        people = People(Stock(replay, pack, order, size.people_chunk, device), device)
    print(f"built and read after {time.monotonic() - began:.1f} s", flush=True)
    run = Run(size, out, Player(field, halves), learner, people, seed=given.run)
    run.read_window(given.window, field)
    before = copy.deepcopy(learner.mean)
    field.play_on(0)
    compare_answers(halves[0], before)
    print(f"begins after {time.monotonic() - began:.1f} s", flush=True)
    match_seconds = size.match_seconds if given.match_seconds is None else given.match_seconds
    left = given.until - (time.monotonic() - began) - match_seconds
    run.go(min(size.seconds if given.seconds is None else given.seconds, left))
    field.close()
    if match_seconds > 0:
        seconds = min(match_seconds, given.until - (time.monotonic() - began))
        scores = play_match(
            library, learner.mean, before, size.match, threads=given.threads, seconds=seconds, seed=given.run
        )
        told = {side: {**asdict(score), "share": round(score.share, 3)} for side, score in scores.items()}
        is_better = all(score.share >= ACCEPTED and not score.unfinished for score in scores.values())
        print(json.dumps({"match": told, "accepted": is_better}), flush=True)
        (out / "match.json").write_text(json.dumps({"match": told, "accepted": is_better}) + "\n")
    print(f"done after {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    main()
