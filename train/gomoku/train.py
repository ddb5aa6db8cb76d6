"""Gomoku's weights from nothing but own games: generations of games, a fit after each, a match that accepts it.

    python train/gomoku/train.py [--tiny] [--folder FOLDER] [--generations N]

Builds its tools with cmake, keeps everything in FOLDER and goes on from what it finds there. The last accepted weights
are copied to native/games/gomoku/weights, with their SHA-256 on the last line. What was run for the weights that are
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
GAIN = 30
"""A generation is taken that a sequential test finds stronger than the last, by so many Elo rather than not at all."""


@dataclass(frozen=True)
class Stage:
    """How much is played, so many parts of games under each of the LINES, and how freely weights are fitted to it."""

    parts: int
    games: tuple[int, ...]
    nodes: int
    ridge: float
    match_pairs: int
    match_nodes: int


FULL = (
    Stage(parts=4, games=(700, 600), nodes=2_000, ridge=30_000, match_pairs=120, match_nodes=5_000),
    Stage(parts=12, games=(2_000, 1_700), nodes=2_000, ridge=30_000, match_pairs=300, match_nodes=5_000),
)
TINY = (
    Stage(parts=1, games=(60, 60), nodes=200, ridge=30_000, match_pairs=2, match_nodes=200),
    Stage(parts=2, games=(30, 30), nodes=200, ridge=30_000, match_pairs=2, match_nodes=200),
)


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


class Training:
    """One folder of games, fits and matches."""

    def __init__(self, folder: Path, stages: tuple[Stage, ...]) -> None:
        self._folder = folder
        self._stages = stages
        self._tools = tools()

    def run(self) -> Path | None:
        """The last weights that were accepted; None where none were."""
        best: Path | None = None
        for generation, stage in enumerate(self._stages):
            rows = [self._rows(generation, stage, line, best) for line in LINES]
            made = self._folder / f"weights-{generation}.tgm"
            if not made.exists():
                making = made.with_suffix(".part")
                run(
                    sys.executable, HERE / "fit.py", making,
                    "--free", *rows[0], "--renju", *rows[1], "--ridge", stage.ridge,
                )  # fmt: skip
                making.rename(made)
            if self._is_better(generation, stage, made, best):
                best = made
        return best

    def _rows(self, generation: int, stage: Stage, line: str, weights: Path | None) -> list[Path]:
        """The rows of the games under one rule, part by part; those that are there are not played again."""
        parts = [self._folder / f"{generation}-{line}-{part}.bin" for part in range(1, stage.parts + 1)]
        which = LINES.index(line)
        for seed, path in enumerate(parts, start=1_000 * generation + 100 * which + 1):
            if path.exists():
                continue
            making = path.with_suffix(".part")
            run(
                self._tools / "gomoku-generate", "--line", line, "--games", stage.games[which], "--seed", seed,
                "--nodes", stage.nodes, "--weights", weights or "", "--out", making,
            )  # fmt: skip
            making.rename(path)
        return parts

    def _is_better(self, generation: int, stage: Stage, made: Path, best: Path | None) -> bool:
        """Whether the weights are stronger under one rule they are for, and under no rule weaker."""
        found = []
        for line in LINES:
            told = self._folder / f"match-{generation}-{line}.json"
            if not told.exists():
                told.write_text(
                    run(
                        self._tools / "gomoku-match", "--line", line, "--first", made, "--second", best or "",
                        "--pairs", stage.match_pairs, "--nodes", stage.match_nodes, "--gain", GAIN,
                    )
                )  # fmt: skip
            print(f"generation {generation}, {line}: {told.read_text().strip()}", flush=True)
            found.append(json.loads(told.read_text()))
        return any(match["gain"] > 0 for match in found) and min(match["share"] for match in found) >= 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="a run of seconds, to see that every step works")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "train-gomoku")
    parser.add_argument("--generations", type=int)
    given = parser.parse_args()
    stages = (TINY if given.tiny else FULL)[: given.generations]
    given.folder.mkdir(parents=True, exist_ok=True)
    best = Training(given.folder, stages).run()
    if given.tiny:
        print(f"{best} would be taken")
    elif best is not None:
        WEIGHTS.parent.mkdir(exist_ok=True)
        shutil.copyfile(best, WEIGHTS)
        print(f"{WEIGHTS.name} {hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()}")
    else:
        print("no generation was better than the weights made by hand")


if __name__ == "__main__":
    main()
