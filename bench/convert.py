"""`tengen convert` on a folder of 19x19 SGF games beside sgfmill, which parses and plays them and writes nothing.

Prints one line of JSON. Both have one core. `over_sgfmill` is sgfmill's processor seconds divided by those of the whole
command (start of the program, reading, every move judged with superko, saves written), the best of several rounds each:
0.8 means that we take a quarter more, and must be reached. Processor seconds, so that other programs count for less.

    .venv/bin/python bench/convert.py [--games 1000] [--rounds 3] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from sgfmill import sgf, sgf_moves

from tengen.core import Color, Place, Point, Record, create_game
from tengen.core.record import Participant
from tengen.formats import write

SIZE = 19
MOVES = 250
ORIGINALS = 25
"""So many games are played at random; the others are their mirror images."""


MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of an unguessable name is made in it
"""Where the system keeps files in memory: what a disk takes to make a file is not compared."""


def random_game(rng: random.Random) -> list[Point]:
    """A random legal game in which nobody passes or fills an own eye."""
    game = create_game("go", SIZE)
    points: list[Point] = []
    while len(points) < MOVES:
        state = game.state
        empty = state.position.board.empties()
        rng.shuffle(empty)
        for point in empty:
            action = Place(state.position.to_move, point)
            if game.ruleset.is_sensible(state, point) and game.ruleset.refusal(state, action) is None:
                game.act(action)
                points.append(point)
                break
    return points


def mirrored(point: Point, symmetry: int) -> Point:
    """One of the eight images of a point."""
    x, y = point
    x, y = (SIZE - 1 - x, y) if symmetry & 1 else (x, y)
    x, y = (x, SIZE - 1 - y) if symmetry & 2 else (x, y)
    return Point(y, x) if symmetry & 4 else Point(x, y)


def write_games(folder: Path, count: int, seed: int) -> None:
    """Write so many games, each a file."""
    rng = random.Random(seed)
    originals = [random_game(rng) for _ in range(min(ORIGINALS, count))]
    ruleset = create_game("go", SIZE).ruleset
    for number in range(count):
        points = [mirrored(point, number // len(originals) % 8) for point in originals[number % len(originals)]]
        actions = [Place(Color(1 + turn % 2), point) for turn, point in enumerate(points)]
        record = Record(ruleset, None, Participant(f"Black {number}", "3d"), Participant(f"White {number}", "2k"))
        path = folder / f"{number:04}.sgf"
        path.write_bytes(write(path.name, [record.with_line(actions)]).data)


def by_sgfmill(folder: Path) -> float:
    """Seconds in which sgfmill parses and plays every game."""
    begin = time.process_time()
    for path in sorted(folder.iterdir()):
        game = sgf.Sgf_game.from_bytes(path.read_bytes())
        board, moves = sgf_moves.get_setup_and_moves(game)
        for color, (row, column) in moves:
            board.play(row, column, color)
    return time.process_time() - begin


def by_tengen(folder: Path, target: Path) -> float:
    """Seconds of the command, from its start to its end."""
    begin = _of_children()
    command = [sys.executable, "-m", "tengen", "convert", str(folder), str(target), "--to", "json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return _of_children() - begin


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as temporary:
        folder = Path(temporary) / "sgf"
        folder.mkdir()
        write_games(folder, arguments.games, arguments.seed)
        times = []
        for number in range(arguments.rounds):
            target = Path(temporary) / f"saves-{number}"
            times.append((by_tengen(folder, target), by_sgfmill(folder)))
            assert len(list(target.iterdir())) == arguments.games
    ours, theirs = (min(column) for column in zip(*times, strict=True))
    figure = {
        "bench": "convert",
        "games": arguments.games,
        "moves_each": MOVES,
        "rounds": arguments.rounds,
        "tengen_ms_per_game": round(1000 * ours / arguments.games, 2),
        "sgfmill_ms_per_game": round(1000 * theirs / arguments.games, 2),
        "over_sgfmill": round(theirs / ours, 2),
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
