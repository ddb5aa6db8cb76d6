"""How many nodes a solution takes: the figures of `nodes_to_solve` in `native/games/othello/engine.h`, from own games.

    python fit_solving.py SAMPLES [--boards N] [--seed S]

Solves boards of samples (see generate.cpp) from 14 to 22 empty points on one thread, and fits the logarithm of the
nodes by empty points and moves.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from tengen.core import Setup, create_rules, parse_position
from tengen.players import StopToken, native

SAMPLE = np.dtype([("mover", "<u8"), ("waiter", "<u8"), ("score", "<i2"), ("result", "i1"), ("pad", "V5")])
EMPTIES = range(14, 23)
MOST_LEAD = 40 * 32
"""Boards that are decided, in units of the samples' scores, are solved at a glance and would hide the others."""


def setup_of(mover: int, waiter: int) -> Setup:
    """The board with the side to move as Black."""
    cells = "".join("X" if mover >> at & 1 else "O" if waiter >> at & 1 else "-" for at in range(64))
    return parse_position(f"{cells} X")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", type=Path)
    parser.add_argument("--boards", type=int, default=270)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    samples = np.fromfile(given.samples, SAMPLE)
    rng = np.random.default_rng(given.seed)
    ruleset = create_rules("othello", 8)
    rows = []
    for empties in EMPTIES:
        discs = np.bitwise_count(samples["mover"]) + np.bitwise_count(samples["waiter"])
        some = samples[(discs == 64 - empties) & (np.abs(samples["score"]) < MOST_LEAD)]
        for sample in rng.choice(some, given.boards // len(EMPTIES), replace=False):
            search = native.searcher(ruleset, 1, memory_mb=256)
            assert search is not None, "there is a search for 8x8"
            setup = setup_of(int(sample["mover"]), int(sample["waiter"]))
            moves = len(ruleset.legal_points(ruleset.initial(setup)))
            search.sync(setup, ())
            found = search.think(native.Limits(exact=True), StopToken())
            if moves:
                rows.append((1.0, empties, moves, np.log2(found.visits)))
        print(f"\r{empties} empty points", end="", file=sys.stderr, flush=True)
    table = np.array(rows)
    line = np.linalg.lstsq(table[:, :3], table[:, 3], rcond=None)[0]
    off = table[:, 3] - table[:, :3] @ line
    fitted = f"{line[0]:.2f} + {line[1]:.3f} empties + {line[2]:.3f} moves"
    print(f"\nlog2 nodes = {fitted}, deviation {off.std():.2f}, N {len(table)}")


if __name__ == "__main__":
    main()
