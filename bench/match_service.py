"""Moves a second through the match service on SQLite, every move on disk before it is answered.

Many matches of Peace on 8x8 at once in one process; both sides of every match answer at once. `plain` has neither
clocks nor listeners, `full` has both: a Fischer clock, and two listeners a match who take every frame.
Prints one line of JSON; times are of the best of the rounds.

    .venv/bin/python bench/match_service.py [--matches 100 500] [--rounds 3] [--folder DIR]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tengen.core import BLACK, ClockKind, Place, TimeControl, create_rules
from tengen.match import Seat
from tengen.match.service.gc_tuning import tune_process
from tengen.match.service.ledger import Answer
from tengen.match.service.matches import Matches
from tengen.protocol import Frames
from tengen.storage import Database, SqlMatchStore

CLOCK = TimeControl(ClockKind.FISCHER, main_ms=600_000, increment_ms=1_000)


@dataclass(frozen=True)
class Figure:
    """What one round gave."""

    moves_per_s: float
    cpu_us_per_move: float
    p50_ms: float
    p99_ms: float


async def play(matches: Matches, begun: Answer, listens: bool, waits: list[float]) -> int:
    """One match to its end; how many moves it had."""
    match_id = begun.match.match_id
    listeners = [await matches.subscribe(match_id, owners=(caller,)) for caller in ("ann", "ben")] if listens else []
    color = BLACK
    points = begun.match.state.position.board.empties()
    for number, point in enumerate(points):
        caller = "ann" if color is BLACK else "ben"
        asked_at = time.perf_counter()
        await matches.act(match_id, Place(color, point), caller=caller, message_id=f"{number}", rtt_ms=20.0)
        waits.append(time.perf_counter() - asked_at)
        for listener in listeners:
            await listener.take()
        color = color.other
    for listener in listeners:
        listener.close()
    return len(points)


async def one_round(folder: Path, count: int, is_full: bool) -> Figure:
    """All matches at once, on a database of their own."""
    database = await Database.open(f"sqlite:///{folder / 'bench.sqlite3'}")
    matches = Matches(SqlMatchStore(database), Frames())
    await matches.start()
    rules, control = create_rules("peace", 8), CLOCK if is_full else None
    ann, ben = Seat("Ann", owner="ann"), Seat("Ben", owner="ben")
    begun = [await matches.create(rules, ann, ben, control=control) for _ in range(count)]
    waits: list[float] = []
    wall, cpu = time.perf_counter(), time.process_time()
    moves = sum(await asyncio.gather(*[play(matches, match, is_full, waits) for match in begun]))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    await matches.close()
    await database.close()
    waits.sort()
    return Figure(
        round(moves / wall),
        round(cpu / moves * 1e6, 1),
        round(waits[len(waits) // 2] * 1e3, 2),
        round(waits[len(waits) * 99 // 100] * 1e3, 2),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=None, help="where the databases lie; a temporary folder if not")
    arguments = parser.parse_args()
    tune_process()
    figures: dict[str, object] = {"bench": "match_service"}
    for count in arguments.matches:
        for name, is_full in (("plain", False), ("full", True)):
            rounds = []
            for _ in range(arguments.rounds):
                with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
                    rounds.append(asyncio.run(one_round(Path(folder), count, is_full)))
            best = max(rounds, key=lambda figure: figure.moves_per_s)
            figures[f"{name}_{count}"] = vars(best)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
