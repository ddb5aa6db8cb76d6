"""T11: a server that is killed under load, again and again. What anybody was told is there, and every game goes on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tests.server.process import ServerProcess, Web
from tests.server.under_fire import Siege, audit

pytestmark = pytest.mark.long

GAMES: Final = 32


def check_that_nothing_is_lost(tmp_path: Path, kills: int) -> None:
    server = ServerProcess(tmp_path / "data", {"SOCKETS_PER_CLIENT": "1000"}).start()
    web = Web(server)
    try:
        siege = Siege(server, web, GAMES, seed=kills)
        for _ in range(kills):
            found = siege.kill()
            assert found.is_clean, (found, siege.faults)
        found = siege.end()
        assert found.is_clean, (found, siege.faults)
        assert found.acknowledged > GAMES * kills
        assert found.shown > GAMES * kills
    finally:
        web.close()
        server.stop()


def test_nothing_anybody_was_told_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    check_that_nothing_is_lost(tmp_path, 1)


def test_nothing_anybody_was_told_is_lost_however_often_the_server_is_killed(tmp_path: Path) -> None:
    check_that_nothing_is_lost(tmp_path, 20)


def test_the_audit_finds_what_is_missing_other_or_double(tmp_path: Path) -> None:
    """Who guards the guards: a log with one event less, one too many or another one does not pass."""
    server = ServerProcess(tmp_path / "data", {"SOCKETS_PER_CLIENT": "1000"}).start()
    web = Web(server)
    try:
        siege = Siege(server, web, 4, seed=0)
        assert siege.end().is_clean
    finally:
        web.close()
        server.stop()
    table = siege.tables[0]
    for change, figure in (
        ("DELETE FROM events WHERE match_key = :key AND n = :last", "lost"),
        ("DELETE FROM events WHERE match_key = :key AND n = 2", "gaps"),
        (
            "UPDATE events SET body = (SELECT body FROM events WHERE n = 2) WHERE match_key = :key AND n = :last",
            "different",
        ),
        ("INSERT INTO events (match_key, n, body) VALUES (:key, :last + 1, :body)", "doubled"),
    ):
        spoilt = tmp_path / f"{figure}.db"
        spoilt.write_bytes(server.database.read_bytes())
        with closing(sqlite3.connect(spoilt)) as connection, connection:
            question = "SELECT match_key, max(n) FROM events JOIN matches ON key = match_key WHERE id = ?"
            key, last = connection.execute(question, (table.game_id,)).fetchone()
            (body,) = connection.execute("SELECT body FROM events WHERE match_key = ? AND n = 2", (key,)).fetchone()
            connection.execute(change, {"key": key, "last": last, "body": body})
        found = audit(spoilt, [table], are_settled=True)
        assert getattr(found, figure) > 0, figure
        assert not found.is_clean
