"""Packed records of games: read here, and written as the tools of this folder read them. Learns nothing.

    python -m train.go.records OUT RECORDS [--games N] [--seed S]

The format of RECORDS is told in README.md, that of OUT in games.h.
"""

from __future__ import annotations

import argparse
import struct
import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt
from train.go.net.packs import SIDE, PackError, read_pack

Moves = npt.NDArray[np.uint16]


def read(path: Path) -> list[Moves]:
    """The moves of every game: y * 19 + x from the top left, 361 for a pass. Raises PackError."""
    pack = read_pack(path)
    return np.split(pack.moves, pack.starts[1:])


def write(path: Path, games: list[Moves]) -> None:
    path.write_bytes(b"".join(struct.pack("<HH", SIDE, len(moves)) + moves.tobytes() for moves in games))


def chosen(games: list[Moves], count: int, seed: int) -> list[Moves]:
    """So many of them by chance, in their order; all where there are fewer."""
    order = np.random.default_rng(seed).permutation(len(games))[:count]
    return [games[index] for index in sorted(order)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("records", type=Path)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    try:
        games = read(given.records)
    except PackError as error:
        sys.exit(str(error))
    write(given.out, chosen(games, given.games, given.seed))


if __name__ == "__main__":
    main()
