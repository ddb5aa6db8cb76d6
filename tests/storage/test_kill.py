"""A process that is killed at any moment: what it had acknowledged is there, whole, and goes on."""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tengen.match import fold
from tengen.match.log import decode_event
from tengen.match.service.matches import Matches
from tengen.protocol import Frames
from tengen.storage import Database, SqlMatchStore
from tests.event_loop import run

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]


def killed(path: Path, *, after_s: float = 0.0, hook: tuple[str, ...] = ()) -> tuple[dict[str, int], dict[str, int]]:
    """Let the players play until they are killed.

    For every match the last event that was acknowledged, and the last one in the commit in which it was killed.
    """
    command = [sys.executable, "-m", "tests.storage.players_under_fire", str(path), *hook]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        if not hook:
            time.sleep(after_s)
            process.kill()
        lines += process.stdout.readlines()
        assert process.wait(60) == -signal.SIGKILL
    acknowledged: dict[str, int] = {}
    doomed: dict[str, int] = {}
    for line in lines:
        if line.endswith("\n"):  # the last one may be torn
            match_id, number = line.removeprefix("!").split()
            found = doomed if line.startswith("!") else acknowledged
            assert int(number) > found.get(match_id, 0)
            found[match_id] = int(number)
    return acknowledged, doomed


def check(path: Path, acknowledged: dict[str, int]) -> dict[str, int]:
    """Nothing that was acknowledged is missing, no log has a gap, and every match goes on. The lengths of the logs."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    lengths: dict[str, int] = {}

    async def look() -> None:
        database = await Database.open(f"sqlite:///{path}")
        store = SqlMatchStore(database)
        matches = Matches(store, Frames())
        await matches.start()
        waiting = {row.match_id for row in await store.waiting()}
        for match_id, number in acknowledged.items():
            log = [decode_event(line.n, line.body) for line in await store.load(match_id)]
            assert [event.n for event in log] == list(range(1, len(log) + 1))
            assert len(log) >= number
            lengths[match_id] = len(log)
            match = fold(log)
            assert (match.is_over, match_id in waiting) in ((False, True), (True, False))
            if not match.is_over:
                answer = await matches.act(match_id, match.ruleset.legal_actions(match.state)[0])
                assert answer.match.timeline.cursor == match.timeline.cursor + 1
        await matches.close()
        await database.close()

    run(look())
    return lengths


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    chance = random.Random(1)
    for number in range(3):
        path = tmp_path / f"{number}.sqlite3"
        acknowledged, _ = killed(path, after_s=chance.uniform(0.05, 0.5))
        assert acknowledged
        check(path, acknowledged)


def test_nothing_acknowledged_is_lost_however_often_it_is_killed(tmp_path: Path) -> None:
    chance = random.Random(2)
    path = tmp_path / "tengen.sqlite3"
    every: dict[str, int] = {}
    for _ in range(20):
        acknowledged, _ = killed(path, after_s=chance.uniform(0.0, 1.0))
        check(path, acknowledged)
        every |= acknowledged
    check(path, every)


@pytest.mark.parametrize("commits", [12, 40])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_commit_is_there_if_it_was_made_and_only_then(tmp_path: Path, moment: str, commits: int) -> None:
    path = tmp_path / "tengen.sqlite3"
    acknowledged, doomed = killed(path, hook=(moment, str(commits)))
    assert doomed
    assert all(number > acknowledged[match_id] for match_id, number in doomed.items())
    lengths = check(path, acknowledged)
    assert {lengths[match_id] >= number for match_id, number in doomed.items()} == {moment == "after"}
