"""A level of ours against the tree search of OpenSpiel in Gomoku, freestyle on 15x15.

    .venv/bin/python bench/gomoku_openspiel.py [--level 10] [--games 100] [--time 1] [--rollouts 10000]

OpenSpiel is no dependency of ours: it is put into build/openspiel, an environment of its own, and plays there as a
brain of Gomocup (bench/openspiel_brain.py). The arena plays the games and shows how far it is; every opening is
played twice with colours exchanged. A broken-off run goes on where it stopped (--out).

Openings are five stones by chance near the centre. Balanced are those that our search, with the same nodes for all,
gives both sides alike (0.5 +- --balance); where there is no search for the game yet, that is told and chance decides.
Prints one line of JSON; the interval is Wilson's over pairs of games.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import venv
from pathlib import Path
from random import Random
from typing import Final

from tengen.core import Action, Place, Point, Ruleset, Timeline, create_rules
from tengen.players import StopToken
from tengen.players.native import Limits, Searcher, searcher

ROOT: Final = Path(__file__).parents[1]
HOME: Final = ROOT / "build" / "openspiel"
BRAIN: Final = ROOT / "bench" / "openspiel_brain.py"
STONES: Final = 5
NODES: Final = 200_000
REACH: Final = 3
"""How far from the centre the stones of an opening stand at most."""


def openspiel() -> Path:
    """The Python that has OpenSpiel. Raises SystemExit where it cannot be had."""
    python = HOME / "bin" / "python"
    if not python.exists():
        venv.create(HOME, with_pip=True)
    if subprocess.run([python, "-c", "import pyspiel"], capture_output=True, check=False).returncode:
        print("installing OpenSpiel into build/openspiel", file=sys.stderr)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "open_spiel"]
        if subprocess.run(command, check=False).returncode:
            raise SystemExit("OpenSpiel cannot be had here: pip found no package for this machine")
    return python


def openings(ruleset: Ruleset, count: int, seed: int, balance: float) -> list[list[Point]]:
    """So many different beginnings, each as good for either side as our search can tell."""
    rng, search = Random(seed), searcher(ruleset, seed)
    if search is None:
        print("there is no search for this game: the openings are by chance", file=sys.stderr)
    middle = ruleset.size // 2
    near = range(middle - REACH, middle + REACH + 1)
    points = [Point(x, y) for x in near for y in near]
    found: list[list[Point]] = []
    while len(found) < count:
        stones = rng.sample(points, STONES)
        if stones not in found and (search is None or is_balanced(ruleset, search, stones, balance)):
            found.append(stones)
            print(f"\ropenings: {len(found)} of {count}", end="", file=sys.stderr)
    print(file=sys.stderr)
    return found


def is_balanced(ruleset: Ruleset, search: Searcher, stones: list[Point], balance: float) -> bool:
    timeline = Timeline.begin(ruleset)
    actions: list[Action] = []
    for point in stones:
        actions.append(Place(timeline.state.position.to_move, point))
        timeline = timeline.act(actions[-1])
    search.sync(None, actions)
    win = search.think(Limits(NODES), StopToken()).win
    return win is not None and abs(win - 0.5) <= balance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--time", type=float, default=1.0, help="seconds a move, for level 10")
    parser.add_argument("--rollouts", type=int, default=10_000)
    parser.add_argument("--balance", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default=None, help="the arena's folder, to go on later")
    arguments = parser.parse_args()
    python = openspiel()
    ruleset = create_rules("gomoku")
    count = max(20, arguments.games // 2)
    file = HOME / f"openings-{arguments.seed}-{count}.txt"
    if not file.exists():
        spec = ruleset.board_spec()
        lines = openings(ruleset, count, arguments.seed, arguments.balance)
        file.write_text("".join(" ".join(map(spec.name, stones)) + "\n\n" for stones in lines))
    brain = f"{python} {BRAIN} --rollouts {arguments.rollouts} --seed {arguments.seed}"
    command = [
        *(sys.executable, "-m", "tengen", "arena", f"level:{arguments.level}", f"gomocup:{brain}"),
        *("--game", "gomoku", "--games", str(arguments.games), "--time", str(arguments.time)),
        *("--openings", str(file), "--seed", str(arguments.seed), "--json"),
        *(("--out", arguments.out) if arguments.out else ()),
    ]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    found = json.loads(answer)
    ours = next(player for player in found["players"] if player["player"].startswith("level:"))
    pair = found["pairs"][0]
    figure = {
        "bench": "gomoku_openspiel",
        "level": arguments.level,
        "seconds_a_move": arguments.time,
        "rollouts": arguments.rollouts,
        "openings": count,
        "games": found["played"],
        "wins": ours["wins"],
        "draws": ours["draws"],
        "losses": ours["losses"],
        "score": ours["score"],
        "wilson95": ours["interval"],
        "pairs": pair["pairs"],
        "faults": ours["faults"],
    }
    print(json.dumps(figure))


if __name__ == "__main__":
    main()
