"""A process that is killed leaves no end without its result, and neither without the ratings that follow from it."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tengen.match import Ended
from tengen.match.log import decode_event
from tengen.match.service import MOST_FOUND, MatchFilter, SystemTime
from tengen.people import LevelRatings
from tengen.people.service import ResultsService
from tengen.server.results import reading_ends
from tengen.storage import RESULT_TABLES, Database, SqlMatchStore, SqlPeopleStore, SqlResultStore
from tests.event_loop import run
from tests.storage.rated_under_fire import NAMES

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


def killed(path: Path, *, ends: int = 0, hook: tuple[str, ...] = ()) -> tuple[set[str], set[str]]:
    """The games whose ends were acknowledged before the process was killed, and those in the commit that killed it."""
    command = [sys.executable, "-m", "tests.storage.rated_under_fire", str(path), *hook]
    acknowledged: set[str] = set()
    doomed: set[str] = set()
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.endswith("\n"):  # the last one may be torn
                (doomed if line.startswith("!") else acknowledged).add(line.strip().removeprefix("!"))
            if ends and len(acknowledged) >= ends:
                process.kill()
        assert process.wait(60) == -signal.SIGKILL
    return acknowledged, doomed


def check(path: Path, acknowledged: set[str]) -> set[str]:
    """All is as it should be, and what was acknowledged is there; the games that have ended."""

    async def look() -> set[str]:
        database = await Database.open(f"sqlite:///{path}")
        store, results_store = SqlMatchStore(database, RESULT_TABLES), SqlResultStore(database)
        results = ResultsService(results_store, SqlPeopleStore(database), LevelRatings("none"), SystemTime().wall_ms)
        over: set[str] = set()
        page = await store.find_matches(MatchFilter(), limit=MOST_FOUND)
        assert page.after is None
        for row in page.rows:
            log = [decode_event(line.n, line.body) for line in await store.load(row.match_id)]
            has_ended = any(isinstance(event, Ended) for event in log)
            counted = await results.counted(row.match_id)
            assert (counted is not None) == has_ended == row.is_over
            if counted is not None:
                assert len(counted.ratings) == 2
                over.add(row.match_id)
        assert acknowledged <= over
        rows = [await results_store.rating_rows(name.lower(), "GOMOKU") for name in NAMES]
        for of_account in rows:
            assert [row.number for row in of_account] == list(range(1, len(of_account) + 1))
        assert sum(map(len, rows)) == 2 * len(over)

        found = await results.recompute(read_game=reading_ends(store.load))
        assert (list(found.differences), list(found.other_logs), found.results) == ([], [], len(over))
        await database.close()
        return over

    return run(look())


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_end_is_there_with_its_result_and_ratings_or_not_at_all(tmp_path: Path, moment: str) -> None:
    path = tmp_path / "tengen.sqlite3"
    acknowledged, doomed = killed(path, hook=(moment, "9"))
    assert doomed
    over = check(path, acknowledged)
    assert {match_id in over for match_id in doomed} == {moment == "after"}


def test_nothing_is_half_written_however_often_the_process_is_killed(tmp_path: Path) -> None:
    chance = random.Random(3)
    path = tmp_path / "tengen.sqlite3"
    every: set[str] = set()
    for _ in range(8):
        acknowledged, _ = killed(path, ends=chance.randrange(1, 12))
        every |= acknowledged
        check(path, every)
