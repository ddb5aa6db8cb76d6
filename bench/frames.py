"""How many bytes listeners are sent for a move: whole games by chance, one line of JSON for each sort.

Counts whatever goes over the socket because of a move, the end of the game included, between two people. Moves are by
chance, near nothing, but fill no own eye. `worst` is the largest frame, `longest` the type it has.

    .venv/bin/python bench/frames.py [--games 10] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.core import ClockKind, Pass, Place, TimeControl, create_rules
from tengen.match import Seat, create, decide, evolve
from tengen.protocol import Frames

MOST_GAMES = 1000
BYOYOMI = TimeControl(ClockKind.BYOYOMI, main_ms=3_600_000, period_ms=30_000, periods=5)


@dataclass(frozen=True)
class Subject:
    """A sort of game."""

    kind: str
    size: int
    rules: str | None = None
    control: TimeControl | None = None

    @property
    def name(self) -> str:
        """What it is called in the figures."""
        rules = f" {self.rules}" if self.rules else ""
        return f"{self.kind} {self.size}{rules}{' with clocks' if self.control else ''}"


SUBJECTS = (
    Subject("go", 19),
    Subject("gomoku", 15),
    Subject("gomoku", 15, "renju"),
    Subject("othello", 8),
    Subject("peace", 8),
    Subject("go", 19, control=BYOYOMI),
    Subject("gomoku", 15, control=BYOYOMI),
    Subject("othello", 8, control=BYOYOMI),
    Subject("peace", 8, control=BYOYOMI),
)


def frames_of_game(subject: Subject, rng: random.Random) -> Iterator[tuple[bool, bytes]]:
    """Every frame of one game, and whether it is that of a move."""
    ruleset = create_rules(subject.kind, subject.size, subject.rules)
    seats = (Seat("Ann", owner="ann"), Seat("Ben", owner="ben"))
    match, _ = create("m", ruleset, *seats, 0, control=subject.control)
    frames, now = Frames(), 0
    while not match.is_over:
        state, player = match.state, match.actors()[0]
        now += rng.randrange(200, 20_000) // 10
        legal = [point for point in ruleset.legal_points(state) if ruleset.is_sensible(state, point)]
        for number, event in enumerate(decide(match, Place(player, rng.choice(legal)) if legal else Pass(player), now)):
            before, match = match, evolve(match, event)
            yield number == 0, frames.event(event, before, match, watching=False)


def main() -> None:
    """Measure every subject."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for subject in SUBJECTS:
        rng = random.Random(arguments.seed)
        told = [part for _ in range(min(arguments.games, MOST_GAMES)) for part in frames_of_game(subject, rng)]
        moves = sum(is_move for is_move, _ in told)
        worst = max((frame for _, frame in told), key=len)
        figures = {
            "game": subject.name,
            "moves": moves,
            "average": round(sum(len(frame) for _, frame in told) / moves, 1),
            "worst": len(worst),
            "longest": json.loads(worst)["type"],
        }
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
