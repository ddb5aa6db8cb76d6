"""Two brains of ours play each other over the protocol of Gomocup, and their manager's clock counts what is late.

    .venv/bin/python bench/gomoku_time.py [--games 20] [--ms 200] [--match-ms 0] [--level 10] [--load 0] [--at-once 1]

The manager is as strict as that of a tournament: an answer later than `--ms`, or the end of the time for the match,
loses the game. `--load` processes do nothing but keep a processor busy meanwhile, `--at-once` games are played side by
side. Games begin with some stones by chance, go over the rule sets in turn, and are judged by our rules; what a brain
plays against them is a fault. Prints one line of JSON; times are of the answers, as the manager sees them, and
`peak_mb` is the most memory that a brain took, where Linux tells it: it was told a limit of 350 MB.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from tengen.core import Game, Place, Point, create_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

BRAIN: Final = Path(sys.executable).parent / "pbrain-tengen"
RULES: Final = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
STONES: Final = 4
UNLIMITED: Final = 2**31 - 1
MEMORY: Final = 350 << 20
SIZE: Final = 15


@dataclass
class Brain:
    """A program to talk to, and how long its answers took."""

    process: subprocess.Popen[str]
    answers_ms: list[float] = field(default_factory=list)
    left_ms: float = 0
    peak_mb: float = 0

    def say(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        while (line := self.process.stdout.readline().strip()).startswith(("MESSAGE", "DEBUG")):
            pass
        return line

    def move(self, *lines: str) -> str:
        """Its move after these lines, and note how long it took."""
        began = time.perf_counter()
        self.say(*lines)
        answer = self.hear()
        self.answers_ms.append(1000 * (time.perf_counter() - began))
        self.left_ms -= self.answers_ms[-1]
        return answer


def peak_mb_of(pid: int) -> float:
    """The most memory that a process has had; 0 where that is not told."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s+([0-9]+) kB", status)
    return int(found[1]) / 1024 if found else 0


@contextmanager
def brain(level: int, seed: int) -> Iterator[Brain]:
    command = [BRAIN, "--level", str(level), "--seed", str(seed)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        found = Brain(process)
        yield found
        found.peak_mb = peak_mb_of(process.pid)
        found.say("END")


@contextmanager
def busy() -> Iterator[None]:
    """A process that keeps a processor busy."""
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def play(brains: list[Brain], rules: str, ms: int, match_ms: int, rng: Random) -> str:
    """How a game ended: `win`, `draw`, `late` or `fault`."""
    game = Game(create_rules("gomoku", SIZE, rules))
    for player in brains:
        player.say(f"START {SIZE}")
        assert player.hear() == "OK"
        player.left_ms = match_ms or UNLIMITED
        settings = {"timeout_turn": ms, "timeout_match": match_ms, "max_memory": MEMORY, "rule": RULES[rules]}
        player.say(*(f"INFO {key} {value}" for key, value in settings.items()))
    for _ in range(STONES):
        state = game.state
        near = [p for p in game.ruleset.legal_points(state) if max(abs(p.x - SIZE // 2), abs(p.y - SIZE // 2)) <= 4]
        game.act(Place(state.position.to_move, rng.choice(near)))
    told = [False, False]
    while not game.state.is_over:
        color = game.state.position.to_move
        turn = len(game.timeline.actions) % 2
        player, limit_ms = brains[turn], ms if not match_ms else min(ms, brains[turn].left_ms)
        answer = player.move(f"INFO time_left {round(player.left_ms)}", *lines_to(game, is_new=not told[turn]))
        told[turn] = True
        if player.answers_ms[-1] > limit_ms:
            return "late"
        x, comma, y = answer.partition(",")
        if not (comma and x.isdecimal() and y.isdecimal()):
            return "fault"
        action = Place(color, Point(int(x), int(y)))
        if game.ruleset.refusal(game.state, action) is not None:
            return "fault"
        game.act(action)
    assert game.state.outcome is not None
    return "draw" if game.state.outcome.winner is None else "win"


def lines_to(game: Game, *, is_new: bool) -> list[str]:
    """What tells a brain where the game stands: all stones at first, then the last one."""
    stones = [action.point for action in game.timeline.actions if isinstance(action, Place)]
    if not is_new:
        return [f"TURN {stones[-1].x},{stones[-1].y}"]
    own = len(stones) % 2
    fields = (f"{point.x},{point.y},{1 if number % 2 == own else 2}" for number, point in enumerate(stones))
    return ["BOARD", *fields, "DONE"]


def one_game(number: int, asked: argparse.Namespace) -> tuple[str, list[Brain]]:
    """How a game ended, and its two brains as they were at the end."""
    rules = list(RULES)[number % len(RULES)]
    rng = Random(f"{asked.seed}/{number}")
    with brain(asked.level, 2 * number) as one, brain(asked.level, 2 * number + 1) as other:
        end = play([one, other], rules, asked.ms, asked.match_ms, rng)
    return end, [one, other]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--ms", type=int, default=200)
    parser.add_argument("--match-ms", type=int, default=0)
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--load", type=int, default=0)
    parser.add_argument("--at-once", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    ends: dict[str, int] = dict.fromkeys(("win", "draw", "late", "fault"), 0)
    answers_ms: list[float] = []
    peak_mb = 0.0
    with ExitStack() as stack:
        for _ in range(asked.load):
            stack.enter_context(busy())
        table = stack.enter_context(ThreadPoolExecutor(asked.at_once))
        played = table.map(lambda number: one_game(number, asked), range(asked.games))
        for number, (end, brains) in enumerate(played):
            ends[end] += 1
            for player in brains:
                answers_ms += player.answers_ms
                peak_mb = max(peak_mb, player.peak_mb)
            print(f"\rgames: {number + 1} of {asked.games}", end="", file=sys.stderr)
    print(file=sys.stderr)
    answers_ms.sort()
    figure = {
        "bench": "gomoku_time",
        "level": asked.level,
        "ms": asked.ms,
        "match_ms": asked.match_ms,
        "load": asked.load,
        "at_once": asked.at_once,
        "games": asked.games,
        **ends,
        "answers": len(answers_ms),
        "median_ms": round(answers_ms[len(answers_ms) // 2], 1),
        "p99_ms": round(answers_ms[len(answers_ms) * 99 // 100], 1),
        "longest_ms": round(answers_ms[-1], 1),
        "peak_mb": round(peak_mb, 1),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
