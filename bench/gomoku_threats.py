"""How many of the positions that threats win our search proves, in a second each, with one thread.

    .venv/bin/python bench/gomoku_threats.py [--ms 1000] [--list fours|threes] [--most N]

The positions are those of tests/golden/gomoku, proven by bench/gomoku, which knows nothing of this search. A line of
JSON for each list; `slowest_ms` and `nodes` are of those that were proven. `lost` would be a wrong proof: the search
says that the side which wins has lost or drawn.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tengen.core import BLACK, Action, Color, Place, Ruleset, Timeline, create_rules
from tengen.players import Analysis, StopToken
from tengen.players.native import Limits, searcher

FOLDER: Final = Path(__file__).parents[1] / "tests" / "golden" / "gomoku"
LISTS: Final = ("fours", "threes")
MEMORY_MB: Final = 64


@dataclass(frozen=True, slots=True)
class Won:
    """A position that the side to move wins with so many stones of its own."""

    ruleset: Ruleset
    stones: int
    actions: tuple[Action, ...]
    to_move: Color

    @classmethod
    def read(cls, line: str) -> Won:
        rules, stones, moves, _ = line.split()
        ruleset = create_rules("gomoku", rules=rules)
        spec, timeline = ruleset.board_spec(), Timeline.begin(ruleset)
        for name in moves.split(","):
            timeline = timeline.act(Place(timeline.state.position.to_move, spec.parse(name)))
        return cls(ruleset, int(stones), timeline.actions, timeline.state.position.to_move)


def read(name: str) -> list[Won]:
    """The positions of a list."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [Won.read(line) for line in lines if line and not line.startswith("#")]


def thought(won: Won, ms: int) -> Analysis | None:
    """What a fresh search finds in so much time; None where there is none for the game."""
    search = searcher(won.ruleset, 1, threads=1, memory_mb=MEMORY_MB)
    if search is None:
        return None
    search.sync(None, won.actions)
    return search.think(Limits(ms=ms, most_ms=ms), StopToken())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ms", type=int, default=1000)
    parser.add_argument("--list", choices=LISTS, default=None)
    parser.add_argument("--most", type=int, default=None, help="only the first of each list")
    arguments = parser.parse_args()
    for name in LISTS if arguments.list is None else (arguments.list,):
        positions = read(name)[: arguments.most]
        proven, lost, missed, nodes, slowest_ms = 0, 0, Counter[int](), 0, 0.0
        for won in positions:
            began = time.perf_counter()
            found = thought(won, arguments.ms)
            if found is None:
                print(json.dumps({"bench": "gomoku_threats", "error": "there is no search for this game"}))
                return
            best = found.best[0]
            if best.is_certain and best.win == (1.0 if won.to_move is BLACK else 0.0):
                proven += 1
                nodes += found.visits
                slowest_ms = max(slowest_ms, 1000 * (time.perf_counter() - began))
            else:
                lost += best.is_certain
                missed[won.stones] += 1
        figure = {
            "bench": "gomoku_threats",
            "list": name,
            "ms": arguments.ms,
            "positions": len(positions),
            "proven": proven,
            "lost": lost,
            "missed_by_stones": dict(sorted(missed.items())),
            "slowest_ms": round(slowest_ms),
            "nodes": nodes,
        }
        print(json.dumps(figure))


if __name__ == "__main__":
    main()
