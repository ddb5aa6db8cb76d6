"""Gomoku's weights from nothing but own games: games with the weights made by hand, a fit, a match that accepts it.

    python train/gomoku/train.py [--tiny] [--folder FOLDER]

Builds its tools with cmake, keeps everything in FOLDER and goes on from what it finds there. Accepted weights are
copied to native/games/gomoku/weights, with their SHA-256 on the last line. What was run for the weights that are
committed is told in README.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "train" / "gomoku"
WEIGHTS = ROOT / "native" / "games" / "gomoku" / "weights" / "gomoku.tgm"
LINES = ("freestyle", "renju")
"""What the games are played by: without fouls and with."""
WORST_SHARE = 0.5


@dataclass(frozen=True)
class Size:
    """How much is played: so many parts of games under each of the LINES."""

    parts: int
    games: tuple[int, ...]
    nodes: int
    match_pairs: int
    match_nodes: int


FULL = Size(parts=4, games=(700, 600), nodes=2_000, match_pairs=120, match_nodes=5_000)
TINY = Size(parts=1, games=(60, 60), nodes=200, match_pairs=2, match_nodes=200)


def tools() -> Path:
    """The folder of the programs, built where that is needed."""
    build = ROOT / "build" / "train-tools" / "gomoku"
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("cmake is not on PATH: run `make set-up` and put .venv/bin on PATH")
    configure = [cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-DTENGEN_TRAIN=ON", "-DTENGEN_TESTS=OFF"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    wanted = ["--target", "gomoku-generate", "gomoku-match"]
    subprocess.run([cmake, "--build", str(build), *wanted], check=True, stdout=subprocess.DEVNULL)
    return build


def run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, text=True, stdout=subprocess.PIPE).stdout


def rows_of(line: str, size: Size, folder: Path, programs: Path) -> list[Path]:
    """The rows of the games under one rule, part by part; those that are there are not played again."""
    parts = [folder / f"{line}-{part}.bin" for part in range(1, size.parts + 1)]
    which = LINES.index(line)
    for seed, path in enumerate(parts, start=100 * which + 1):
        if path.exists():
            continue
        making = path.with_suffix(".part")
        run(
            programs / "gomoku-generate", "--line", line, "--games", size.games[which], "--seed", seed,
            "--nodes", size.nodes, "--out", making,
        )  # fmt: skip
        making.rename(path)
    return parts


def is_better(made: Path, size: Size, programs: Path) -> bool:
    """Whether the weights hold their own against those made by hand, under every rule they are for."""
    shares = []
    for line in LINES:
        told = run(
            programs / "gomoku-match", "--line", line, "--first", made,
            "--pairs", size.match_pairs, "--nodes", size.match_nodes,
        )  # fmt: skip
        print(f"{line}: {told.strip()}", flush=True)
        shares.append(float(json.loads(told)["share"]))
    return min(shares) >= WORST_SHARE


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="a run of seconds, to see that every step works")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "train-gomoku")
    given = parser.parse_args()
    size = TINY if given.tiny else FULL
    given.folder.mkdir(parents=True, exist_ok=True)
    programs = tools()
    rows = [rows_of(line, size, given.folder, programs) for line in LINES]
    made = given.folder / "gomoku.tgm"
    run(sys.executable, HERE / "fit.py", made, "--free", *rows[0], "--renju", *rows[1])
    accepted = is_better(made, size, programs)
    if given.tiny:
        print(f"{made} was made")
    elif accepted:
        WEIGHTS.parent.mkdir(exist_ok=True)
        shutil.copyfile(made, WEIGHTS)
        print(f"{WEIGHTS.name} {hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()}")
    else:
        print("they are no better than the weights made by hand")


if __name__ == "__main__":
    main()
