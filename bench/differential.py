"""Random games in Python and in C++ at once, compared after each move: one line of JSON with how many agreed.

    .venv/bin/python bench/differential.py [--games 20000] [--seed 0] [--kind NAME ...]

Every kind with native rules takes its turn; each game has another size, preset and choice of options, every third one
begins from a set-up. The first game that differs is told, with what makes it again, and ends it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.differential.native_games import Disagreement, compare, mixed_rules

from tengen.core import find_kind
from tengen.players import native

TOLD_EVERY_S = 5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", action="append", choices=native.kinds(), help="these alone")
    arguments = parser.parse_args()
    names = arguments.kind or native.kinds()
    figure: dict[str, object] = {"bench": "differential", "kinds": names, "seed": arguments.seed}
    chance = random.Random(arguments.seed)
    moves = finished = 0
    told = time.monotonic()
    for number in range(arguments.games):
        rules = mixed_rules(find_kind(names[number % len(names)]), chance)
        try:
            played = compare(rules, arguments.seed + number)
        except Disagreement as found:
            print(json.dumps(figure | {"games": number, "moves": moves, "differs": str(found)}))
            return 1
        moves += played.moves
        finished += played.is_over
        if time.monotonic() - told > TOLD_EVERY_S:
            told = time.monotonic()
            print(f"{number + 1} of {arguments.games} games", file=sys.stderr)
    counted = {"games": arguments.games, "finished": finished, "moves": moves}
    print(json.dumps(figure | counted | {"cpu_s": round(time.process_time(), 1)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
