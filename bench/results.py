"""What results and ratings cost: the end of a game, a profile, a page of games, working all ratings out again.

On a database with many results: `--results` of them, among a hundred accounts. An end is a resignation, which is on
disk before it is answered; the fastest and slowest tenth are left out. Prints one line of JSON.

    .venv/bin/python bench/results.py [--results 20000] [--ends 200] [--folder DIR]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from sqlalchemy import insert

from tengen.core import BLACK, ClockKind, Place, Point, Resign, TimeControl, create_rules
from tengen.match import Seat
from tengen.match.service import Matches, OnEnd
from tengen.match.service.ledger import no_rows
from tengen.people import Account, AddAccount, GamesFilter, LevelRatings, Result, Winner, name_key
from tengen.people.rating_rules import rating_rows
from tengen.people.results import RatingRow
from tengen.people.service import ResultsService
from tengen.protocol import Frames
from tengen.server.results import rows_of_ends
from tengen.storage import RESULT_TABLES, Database, SqlMatchStore, SqlPeopleStore, SqlResultStore
from tengen.storage.schema import ratings, results

CLOCK = TimeControl(ClockKind.FISCHER, main_ms=600_000, increment_ms=1_000)
ACCOUNTS = 100
NOW = round(time.time() * 1000)
HOUR_MS = 3_600_000
MOVES = 12


async def fill(database: Database, count: int) -> None:
    """So many rated results among all accounts, and the ratings that follow from them."""
    people = SqlPeopleStore(database)
    accounts = [
        Account(f"a{number}", f"Player {number}", 5, name_key(f"Player {number}"), "-") for number in range(ACCOUNTS)
    ]
    await people.commit(*map(AddAccount, accounts))
    await people.commit(AddAccount(Account("guest", "Guest", 5)), AddAccount(Account("guest2", "Guest", 5)))
    chance, latest = random.Random(1), {}
    rows: list[Result] = []
    rated: list[RatingRow] = []
    for number in range(count):
        first, second = chance.sample(accounts, 2)
        result = Result(
            f"old{number}", f"watch{number}", "gomoku", 15, "freestyle", first.account_id, second.account_id,
            "human", "human", "", "", False, chance.choice((Winner.FIRST, Winner.SECOND, Winner.DRAW)), "line",
            None, 40, NOW - HOUR_MS * (count - number), NOW - HOUR_MS * (count - number), "GOMOKU",
        )  # fmt: skip
        new = rating_rows(result, latest, 0)
        latest |= {row.account_id: row for row in new}
        rows.append(result)
        rated += new
    with database.engine.begin() as connection:
        connection.execute(insert(results), [dict(row.values()) for row in rows])
        connection.execute(insert(ratings), [dict(row.values()) for row in rated])


async def ends(
    matches: Matches, count: int, owners: Callable[[int], tuple[str, str]], *, rated: bool
) -> tuple[float, float]:
    """How long an end takes, and how much CPU of all threads, in milliseconds: the middle of many in a row."""
    rules, taken, used = create_rules("gomoku", 15), [], []
    for number in range(count):
        first, second = owners(number)
        seats = Seat(first, owner=first), Seat(second, owner=second)
        match = (await matches.create(rules, *seats, control=CLOCK, rated=rated)).match
        for at in range(MOVES):
            color = match.state.position.to_move
            move = Place(color, Point(2 * at % 15, 4 * (2 * at // 15)))
            match = (await matches.act(match.match_id, move, caller=match.seat(color).owner)).match
        begin, cpu = time.perf_counter(), time.process_time()
        await matches.act(match.match_id, Resign(BLACK), caller=first)
        taken.append(1000 * (time.perf_counter() - begin))
        used.append(1000 * (time.process_time() - cpu))
    return middle(taken), middle(used)


def middle(times: Sequence[float]) -> float:
    """The mean without the fastest and slowest tenth."""
    kept = sorted(times)[len(times) // 10 : len(times) - len(times) // 10] or sorted(times)
    return round(sum(kept) / len(kept), 3)


async def timed(work: Callable[[], Awaitable[object]], count: int = 20) -> float:
    """How long it takes, in milliseconds."""
    taken = []
    for _ in range(count):
        begin = time.perf_counter()
        await work()
        taken.append(1000 * (time.perf_counter() - begin))
    return middle(taken)


async def run(folder: Path, result_count: int, end_count: int) -> dict[str, object]:
    database = await Database.open(f"sqlite:///{folder / 'bench.sqlite3'}")
    await fill(database, result_count)
    store = SqlResultStore(database)
    service = ResultsService(store, SqlPeopleStore(database), LevelRatings("none"), lambda: NOW)

    def pair(number: int) -> tuple[str, str]:
        return f"a{number % ACCOUNTS}", f"a{(7 * number + 1) % ACCOUNTS}"

    figures: dict[str, object] = {"results": result_count}
    ways: list[tuple[str, OnEnd, Callable[[int], tuple[str, str]], bool]] = [
        ("end_without_results", no_rows, pair, False),
        ("end_of_guests", rows_of_ends(service), lambda _: ("guest", "guest2"), False),
        ("end_unrated", rows_of_ends(service), pair, False),
        ("end_rated", rows_of_ends(service), pair, True),
    ]
    for name, on_end, owners, rated in ways:
        matches = Matches(SqlMatchStore(database, RESULT_TABLES), Frames(), on_end=on_end)
        figures[f"{name}_ms"], figures[f"{name}_cpu_ms"] = await ends(matches, end_count, owners, rated=rated)
        await matches.close()
    wanted = GamesFilter()
    figures["profile_ms"] = await timed(lambda: asyncio.gather(service.statistics("a1"), service.ratings("a1")))
    figures["games_page_ms"] = await timed(lambda: service.games("a1", wanted, limit=50))
    begin = time.perf_counter()
    found = await service.recompute()
    figures["recompute_s"] = round(time.perf_counter() - begin, 2)
    figures["recomputed_are_the_same"] = not found.differences
    await database.close()
    return figures


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--results", type=int, default=20_000)
    options.add_argument("--ends", type=int, default=200)
    options.add_argument("--folder", type=Path)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        print(json.dumps(asyncio.run(run(Path(folder), given.results, given.ends))))


if __name__ == "__main__":
    main()
