"""Othello's weights from nothing but own games: generations of games, a fit after each, a match that accepts it.

    build/train/bin/python train/othello/train.py [--tiny] [--folder FOLDER] [--generations N]

Builds its tools with cmake, keeps everything in FOLDER and goes on from what it finds there. The last accepted weights
are copied to native/games/othello/weights, with their SHA-256 on the last line. What was run for the weights that are
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
HERE = ROOT / "train" / "othello"
WEIGHTS = ROOT / "native" / "games" / "othello" / "weights" / "othello-8x8.tow"
ACCEPTED_SHARE = 0.5
"""A generation is taken whose share of points against the last is above this with all of its interval."""


@dataclass(frozen=True)
class Stage:
    """How the games of a generation are played, and what is learned from them."""

    games: int
    depth: int
    exact: int
    last: int
    score_share: float
    epochs: int
    match_pairs: int


FULL = (
    Stage(games=160_000, depth=4, exact=14, last=8, score_share=0.0, epochs=12, match_pairs=200),
    Stage(games=160_000, depth=6, exact=13, last=13, score_share=0.5, epochs=6, match_pairs=200),
    Stage(games=160_000, depth=6, exact=13, last=13, score_share=0.5, epochs=6, match_pairs=200),
)
TINY = (
    Stage(games=60, depth=2, exact=10, last=8, score_share=0.0, epochs=2, match_pairs=4),
    Stage(games=40, depth=3, exact=10, last=10, score_share=0.5, epochs=2, match_pairs=4),
)


def tools() -> Path:
    """The folder of the programs, built where that is needed."""
    build = ROOT / "build" / "train-tools" / "othello"
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("cmake is not on PATH: run `make set-up` and put .venv/bin on PATH")
    configure = [cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-DTENGEN_TRAIN=ON", "-DTENGEN_TESTS=OFF"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([cmake, "--build", str(build)], check=True, stdout=subprocess.DEVNULL)
    return build


def run(*command: object) -> str:
    return subprocess.run([str(word) for word in command], check=True, text=True, stdout=subprocess.PIPE).stdout


class Training:
    """One folder of games, fits and matches."""

    def __init__(self, folder: Path, stages: tuple[Stage, ...], processes: int) -> None:
        self._folder = folder
        self._stages = stages
        self._processes = processes
        self._tools = tools()

    def weights_of(self, generation: int) -> Path:
        return self._folder / f"weights-{generation}.tow"

    def run(self) -> Path | None:
        """The last weights that won their match; None where none did."""
        best: Path | None = None
        samples: list[Path] = []
        for generation, stage in enumerate(self._stages):
            samples += self._games(generation, stage, best)
            made = self.weights_of(generation)
            if not made.exists():
                self._fit(generation, stage, samples, made)
            if self._is_better(generation, stage, made, best):
                best = made
        return best

    def _games(self, generation: int, stage: Stage, weights: Path | None) -> list[Path]:
        """The samples of a generation, by several processes with seeds of their own."""
        parts = [self._folder / f"games-{generation}-{part}.bin" for part in range(self._processes)]
        running = []
        for part, path in enumerate(parts):
            if path.exists():
                continue
            making = path.with_suffix(".part")
            command = [
                self._tools / "othello-generate", "--games", stage.games // self._processes,
                "--seed", 1000 * generation + part + 1, "--depth", stage.depth, "--exact", stage.exact,
                "--last", stage.last, "--weights", weights or "", "--out", making,
            ]  # fmt: skip
            running.append((subprocess.Popen([str(word) for word in command]), making, path))
        for process, making, path in running:
            if process.wait() != 0:
                raise SystemExit(f"the games of generation {generation} were not played to the end")
            making.rename(path)
        return parts

    def _fit(self, generation: int, stage: Stage, samples: list[Path], made: Path) -> None:
        rows = self._folder / f"rows-{generation}"
        rows.mkdir(exist_ok=True)
        run(self._tools / "othello-features", "--out", rows, *samples)
        part = made.with_suffix(".part")
        run(
            sys.executable, HERE / "fit.py", rows, part, "--epochs", stage.epochs, "--score-share", stage.score_share
        )  # fmt: skip
        part.rename(made)
        shutil.rmtree(rows)

    def _is_better(self, generation: int, stage: Stage, made: Path, best: Path | None) -> bool:
        told = self._folder / f"match-{generation}.json"
        if not told.exists():
            told.write_text(
                run(
                    self._tools / "othello-match", "--first", made, "--second", best or "",
                    "--pairs", stage.match_pairs, "--seed", generation + 1,
                )
            )  # fmt: skip
        match = json.loads(told.read_text())
        print(f"generation {generation}: {told.read_text().strip()}", flush=True)
        return bool(match["from"] > ACCEPTED_SHARE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tiny", action="store_true", help="a run of a minute, to see that every step works")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "train-othello")
    parser.add_argument("--generations", type=int)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    stages = (TINY if given.tiny else FULL)[: given.generations]
    given.folder.mkdir(parents=True, exist_ok=True)
    best = Training(given.folder, stages, given.processes).run()
    if best is None:
        print("no generation was better than the weights made by hand")
    elif given.tiny:
        print(f"{best} would be taken")
    else:
        WEIGHTS.parent.mkdir(exist_ok=True)
        shutil.copyfile(best, WEIGHTS)
        print(f"{WEIGHTS.name} {hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
