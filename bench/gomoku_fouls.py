"""Whether the compiled rules and those in Python call the same moves fouls in Renju, and whether Black makes none.

    .venv/bin/python bench/gomoku_fouls.py [--random 1000000] [--searched 200000] [--games 1000] [--cpu-minutes N]

Random boards are those of the tests (tests/properties/renju_boards.py), half of them full of threes and fours; those
on which somebody has won are left out. Searched positions come from games that levels 3 to 6 play against themselves
after four stones by chance: what the search expects to follow, up to twelve moves deep. Every move of these games is
judged by the rules in Python. Prints one line of JSON a part; the first difference is told and ends it. With
--cpu-minutes each part ends early, and its line says how far it came.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.properties.renju_boards import crowded, scattered

from tengen.core import BLACK, Board, GameError, Move, Place, Ruleset, Setup, Timeline, create_rules, format_board
from tengen.games.gomoku.renju import fouls
from tengen.players import StopToken, native
from tengen.players.native import Limits, Searcher

SIZE: Final = 15
STONES: Final = 4
LEVELS: Final = (3, 4, 5, 6)
NODES: Final = 2_000
LINES: Final = 8
MOST_MOVES: Final = 120
TOLD_EVERY_S: Final = 10


class Different(Exception):
    """The two do not agree on a board."""


class Progress:
    """Counts to a number, or as far as processor time goes."""

    def __init__(self, name: str, wanted: int, cpu_minutes: float | None) -> None:
        self.name, self.done, self._wanted = name, 0, wanted
        self._began = time.process_time()
        self._most_s = None if cpu_minutes is None else 60 * cpu_minutes
        self._told = time.monotonic()

    def goes_on(self) -> bool:
        return self.done < self._wanted and (self._most_s is None or self.cpu_s() < self._most_s)

    def cpu_s(self) -> float:
        return time.process_time() - self._began

    def tell(self) -> None:
        if time.monotonic() - self._told > TOLD_EVERY_S:
            self._told = time.monotonic()
            print(f"{self.name}: {self.done} of {self._wanted}", file=sys.stderr)

    def figure(self, **more: object) -> str:
        found = {"bench": "gomoku_fouls", "part": self.name, "wanted": self._wanted, "compared": self.done}
        return json.dumps(found | more | {"cpu_s": round(self.cpu_s(), 1)})


@cache
def renju(size: int) -> Ruleset:
    return create_rules("gomoku", size, "renju")


def compare(board: Board, seen: Counter[str]) -> bool:
    """Note the fouls of a board; False where somebody has won on it. Raises Different."""
    try:
        position = native.position("gomoku", renju(board.columns), Setup(board, BLACK))
    except ValueError:
        return False
    expected = fouls(board)
    allowed = set(position.legal_moves())
    found = {index for index, cell in enumerate(board.cells) if not cell and index not in allowed}
    if position.is_over or found != {board.index(point) for point in expected}:
        raise Different(format_board(board))
    seen.update(foul.value for foul in expected.values())
    return True


def random_boards(progress: Progress) -> dict[str, int]:
    seen: Counter[str] = Counter()
    makers: tuple[Callable[[random.Random], Board], ...] = (scattered, crowded)
    chance = random.Random("fouls")
    for number in count():
        if not progress.goes_on():
            return dict(seen)
        progress.done += compare(makers[number % 2](chance), seen)
        progress.tell()
    raise AssertionError


def games_of(level: int, seed: int, faults: list[str]) -> Iterator[tuple[Searcher, Timeline]]:
    """Every position of a game of a level against itself; what the rules refuse ends it and is a fault."""
    ruleset, chance = renju(SIZE), random.Random(seed)
    search = native.searcher(ruleset, seed)
    assert search is not None
    timeline = Timeline.begin(ruleset)
    while not timeline.state.is_over and len(timeline.actions) < MOST_MOVES:
        actor = timeline.state.position.to_move
        if len(timeline.actions) < STONES:
            near = [p for p in ruleset.legal_points(timeline.state) if max(abs(p.x - 7), abs(p.y - 7)) <= 4]
            timeline = timeline.act(Place(actor, chance.choice(near)))
            continue
        search.sync(None, timeline.actions)
        yield search, timeline
        search.sync(None, timeline.actions)
        try:
            timeline = timeline.act(search.choose(level, actor, Limits(), StopToken()))
        except GameError as error:
            faults.append(f"level {level}, seed {seed}: {error}")
            return


def lines_from(board: Board, to_move: int, lines: list[tuple[Move, ...]]) -> Iterator[Board]:
    """The boards along some lines of play."""
    for line in lines:
        after, stone = board, to_move
        for point in line:
            assert point is not None
            after = after.with_stone([point], stone)
            stone = 3 - stone
            yield after


def searched_boards(progress: Progress, games: int) -> tuple[dict[str, int], int, list[str]]:
    """Fouls seen, games played, and faults in them. The games go on when enough positions are compared."""
    seen: Counter[str] = Counter()
    known: set[Board] = set()
    faults: list[str] = []
    for number in range(games):
        for search, timeline in games_of(LEVELS[number % len(LEVELS)], number, faults):
            if not progress.goes_on():
                continue
            position = timeline.state.position
            best = search.think(Limits(NODES, lines=LINES), StopToken()).best
            for board in lines_from(position.board, position.to_move, [candidate.line for candidate in best]):
                if board not in known:
                    known.add(board)
                    progress.done += compare(board, seen)
        progress.tell()
    return dict(seen), games, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=1_000_000)
    parser.add_argument("--searched", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--cpu-minutes", type=float)
    arguments = parser.parse_args()
    try:
        progress = Progress("random", arguments.random, arguments.cpu_minutes)
        print(progress.figure(fouls=random_boards(progress)), flush=True)
        progress = Progress("searched", arguments.searched, arguments.cpu_minutes)
        seen, games, faults = searched_boards(progress, arguments.games)
        print(progress.figure(fouls=seen, games=games, faults=faults), flush=True)
    except Different as found:
        print(json.dumps({"bench": "gomoku_fouls", "differs": str(found)}))
        return 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
