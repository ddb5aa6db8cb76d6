"""Go's weights of move features: from records of games on 19x19, and the places of small boards from own games.

    python train/go/train.py --records RECORDS --held RECORDS [--folder FOLDER]
    python train/go/train.py --tiny [--folder FOLDER]

Builds its tools with cmake, keeps everything in FOLDER and goes on from what it finds there. Weights that foretell
held-out games better than those made by hand are copied to native/games/go/weights, with their SHA-256 on the last
line. What was run for the weights that are committed is told in README.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WEIGHTS = ROOT / "native" / "games" / "go" / "weights" / "go.tgw"


@dataclass(frozen=True)
class Size:
    """How much is read, played and learned."""

    games: int
    held_games: int
    positions: int
    held_positions: int
    epochs: int
    own_games: int
    own_playouts: int


FULL = Size(
    games=100_000, held_games=15_000, positions=1_000_000, held_positions=60_000, epochs=2,
    own_games=150, own_playouts=1_000,
)  # fmt: skip
TINY = Size(
    games=0, held_games=0, positions=2_000, held_positions=500, epochs=2,
    own_games=24, own_playouts=60,
)  # fmt: skip
OWN_EPOCHS = 20
"""Own games are few, and only few weights are learned from them."""
HELD_SHARE = 8
"""Of so many own games one is held out."""


def tools() -> Path:
    """The folder of the programs, built where that is needed."""
    build = ROOT / "build" / "train-tools" / "go"
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("cmake is not on PATH: run `make set-up` and put .venv/bin on PATH")
    configure = [cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", "-DTENGEN_TRAIN=ON", "-DTENGEN_TESTS=OFF"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    wanted = ["--target", "go-generate", "go-fit"]
    subprocess.run([cmake, "--build", str(build), *wanted], check=True, stdout=subprocess.DEVNULL)
    return build


def run(*command: object) -> str:
    words = [str(word) for word in command]
    return subprocess.run(words, check=True, text=True, stdout=subprocess.PIPE, cwd=ROOT).stdout


def kept(path: Path, make: Callable[[Path], object]) -> Path:
    """The file, made where it is not there yet; never half of it."""
    if not path.exists():
        making = path.with_name(path.name + ".part")
        make(making)
        making.rename(path)
    return path


def from_records(source: Path, path: Path, count: int) -> Path:
    """Games of packed records, chosen by chance."""
    reader = [sys.executable, "-m", "train.go.records"]
    return kept(path, lambda making: run(*reader, making.resolve(), source.resolve(), "--games", count))


def own_games(size: Size, folder: Path, programs: Path, weights: Path | None) -> tuple[Path, Path]:
    """Games on 9x9 to learn from, and some to judge by."""

    def play(name: str, games: int, seed: int) -> Path:
        given = [] if weights is None else ["--weights", weights]
        command = [programs / "go-generate", "--games", games, "--seed", seed, "--playouts", size.own_playouts, *given]
        return kept(folder / name, lambda making: run(*command, "--out", making))

    return play("own.games", size.own_games, 1), play("own-held.games", size.own_games // HELD_SHARE, 2)


def fit(games: Path, held: Path, out: Path, size: Size, programs: Path, *more: object) -> bool:
    """Whether the weights that are made foretell held-out games better than those that it began with."""

    def make(making: Path) -> None:
        told = run(
            programs / "go-fit", "--games", games, "--held", held, "--out", making,
            "--positions", size.positions, "--held-positions", size.held_positions, *more,
        )  # fmt: skip
        notes.write_text(told, encoding="utf-8")

    notes = out.with_suffix(".jsonl")
    kept(out, make)
    told = notes.read_text(encoding="utf-8")
    print(told, end="", flush=True)
    lines = [json.loads(line) for line in told.splitlines()]
    losses = [float(line["loss"]) for line in lines if "held" in line]
    return losses[-1] < losses[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=Path, help="packed records to learn from")
    parser.add_argument("--held", type=Path, help="packed records of other games, to judge by")
    parser.add_argument("--tiny", action="store_true", help="a run of seconds without records, to see that it works")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "train-go")
    given = parser.parse_args()
    if not given.tiny and (given.records is None or given.held is None):
        parser.error("give --records and --held, or --tiny")
    given.folder = given.folder.resolve()
    given.folder.mkdir(parents=True, exist_ok=True)
    programs = tools()
    made = given.folder / "go.tgw"
    if given.tiny:
        fit(*own_games(TINY, given.folder, programs, None), made, TINY, programs, "--epochs", TINY.epochs)
        print(f"{made} was made")
        return
    games = from_records(given.records, given.folder / "records.games", FULL.games)
    held = from_records(given.held, given.folder / "held.games", FULL.held_games)
    large = given.folder / "large.tgw"
    accepted = fit(games, held, large, FULL, programs, "--epochs", FULL.epochs)
    own = own_games(FULL, given.folder, programs, large)
    places = ["--begin", large, "--places", 1, "--epochs", OWN_EPOCHS]
    accepted = fit(*own, made, FULL, programs, *places) and accepted
    if not accepted:
        sys.exit("they foretell no better than the weights they began with")
    WEIGHTS.parent.mkdir(exist_ok=True)
    shutil.copyfile(made, WEIGHTS)
    print(f"{WEIGHTS.name} {hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()}")


if __name__ == "__main__":
    main()
