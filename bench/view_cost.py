"""What a look at a match costs: CPU time of the answer to `/api/game/{id}/view`, as JSON, in the middle of games.

Prints one line of JSON for each figure: the best of three rounds, in milliseconds for one look. `first` is a look at a
match that nobody has looked at, `again` the next one at the same, `legal` what of it the legal points take.

    .venv/bin/python bench/view_cost.py [--looks 20] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from tengen.core import Place, create_rules
from tengen.match import Match, Seat, advance, create
from tengen.protocol import Surroundings, Viewer, view_of

ROUNDS = 3


@dataclass(frozen=True)
class Subject:
    """A kind of game, and how many moves were played."""

    name: str
    kind: str
    size: int
    rules: dict[str, str]
    moves: int


SUBJECTS = (
    Subject("renju-15-black", "gomoku", 15, {"preset": "renju"}, 100),
    Subject("renju-15-white", "gomoku", 15, {"preset": "renju"}, 101),
    Subject("japanese-19", "go", 19, {"preset": "japanese"}, 200),
    Subject("chinese-superko-19", "go", 19, {"preset": "chinese-kgs"}, 200),
    Subject("chinese-superko-19-late", "go", 19, {"preset": "chinese-kgs"}, 500),
    Subject("gomoku-15", "gomoku", 15, {"preset": "freestyle"}, 100),
    Subject("othello-8", "othello", 8, {}, 30),
)


def played(subject: Subject, seed: int) -> Match:
    """A match after so many moves by chance, as people place them: near others, filling no own eye, ending nothing."""
    rng = random.Random(seed)
    ruleset = create_rules(subject.kind, subject.size, subject.rules)
    match, _ = create(f"match{seed}", ruleset, Seat(""), Seat(""), 0)
    while match.timeline.cursor < subject.moves:
        state = match.state
        legal = ruleset.legal_points(state)
        points = [point for point in legal if ruleset.is_sensible(state, point)] or legal
        for point in rng.sample(points, len(points)):
            after, _ = advance(match, Place(state.position.to_move, point), match.timeline.cursor)
            if not after.is_over:
                match = after
                break
        else:
            return played(subject, seed + 1000)
    return match


def look(match: Match) -> bytes:
    """The answer to one look."""
    view = view_of(match, Viewer("x"), Surroundings(1000))
    return view.model_dump_json(by_alias=True).encode()


def cost_ms(matches: list[Match], work: Callable[[Match], object]) -> float:
    """CPU time of one look, each at another match."""
    begin = time.process_time()
    for match in matches:
        work(match)
    return (time.process_time() - begin) * 1000 / len(matches)


def main() -> None:
    """Measure every subject."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--looks", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for subject in SUBJECTS:
        rounds = []
        for number in range(ROUNDS):
            seeds = range(arguments.seed + number * arguments.looks, arguments.seed + (number + 1) * arguments.looks)
            rounds.append([played(subject, seed) for seed in seeds])
        parts: dict[str, Callable[[Match], object]] = {
            "first": look,
            "again": look,
            "legal": lambda match: match.ruleset.legal_points(match.state),
        }
        for name, work in parts.items():
            best = round(min(cost_ms(matches, work) for matches in rounds), 3)
            print(json.dumps({"game": subject.name, "moves": subject.moves, "figure": name, "ms": best}))


if __name__ == "__main__":
    main()
