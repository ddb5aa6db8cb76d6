"""Games and guests that the settings do not keep are deleted when a server starts, and nothing else is."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.process import Game, ServerProcess, Web
from tests.server.watched import until

DAY_MS = 24 * 3_600_000


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path / "data", {"KEEP_GUEST_GAMES_DAYS": "30", "KEEP_GUESTS_DAYS": "60"}).start()
    yield process
    process.stop()


def finished(web: Web, seat: str | None = None) -> Game:
    game = web.start("PEACE", seat=seat)
    assert game.post("resign", {"player": "BLACK"}).status_code == 200
    return game


def age(server: ServerProcess, days: int) -> None:
    """Let everything have happened so much earlier."""
    with closing(sqlite3.connect(server.database)) as connection, connection:
        for change in (
            "UPDATE matches SET at = at - ?",
            "UPDATE accounts SET created_at = created_at - ?",
            "UPDATE sessions SET seen_at = seen_at - ?",
        ):
            connection.execute(change, (days * DAY_MS,))


def test_a_game_that_nobody_joined_is_cancelled_after_a_month_and_found_so(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    web, guest = Web(server), Web(server)
    waiting = web.start("GO", 9, seat="BLACK")
    joined = web.start("GO", 9, seat="BLACK")
    guest.post(joined.path("join"), {"seat": "WHITE", "invite": joined.invite})
    server.stop()
    with closing(sqlite3.connect(server.database)) as connection, connection:
        connection.execute("UPDATE matches SET created_at = created_at - ?", (31 * DAY_MS,))
    server.start()
    young = web.start("GO", 9, seat="BLACK")
    assert until(lambda: bool(waiting.state["isGameOver"]), 5.0)
    assert waiting.state["result"] == {"reason": "cancelled", "margin": None, "noResult": True}
    assert not joined.state["isGameOver"]
    assert not young.state["isGameOver"]
    late = guest.post(waiting.path("join"), {"seat": "WHITE", "invite": waiting.invite})
    assert late.json()["code"] == "GAME_OVER"
    web.close()
    guest.close()
    server.stop()


def test_old_finished_games_of_guests_are_pruned_and_running_ones_and_their_guests_stay(alone: ServerProcess) -> None:
    web, seated, idle = Web(alone), Web(alone), Web(alone)
    correspondence = seated.start("GO", 9, seat="BLACK", clock={"kind": "absolute", "mainMs": 14 * DAY_MS})
    unfinished = web.start("PEACE")
    old = [finished(web), finished(idle, seat="BLACK")]
    alone.stop()
    age(alone, 61)
    alone.start()
    with closing(sqlite3.connect(alone.database)) as connection:

        def left() -> int:
            found: int = connection.execute("SELECT count(*) FROM matches").fetchone()[0]
            return found

        assert until(lambda: left() == 2, 5.0)
        assert until(lambda: connection.execute("SELECT count(*) FROM accounts").fetchone() == (1,), 5.0)
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (2,)
    for game in old:
        assert web.get(game.path("state")).status_code == 404
        assert web.get(f"/api/game/{game.watch_id}/state").status_code == 404
    for game in (correspondence, unfinished):
        assert game.state["isGameOver"] is False

    def counts() -> list[tuple[int, int]]:
        lines = [json.loads(line) for line in alone.log.read_text().splitlines()]
        return [(line["games"], line["guests"]) for line in lines if line["event"] == "pruned"]

    assert until(lambda: counts() == [(2, 1)], 5.0)
    for client in (web, seated, idle):
        client.close()


def test_by_default_games_are_kept_for_ever(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    try:
        web = Web(server)
        game = finished(web)
        server.stop()
        age(server, 5_000)
        server.start()
        assert game.state["isGameOver"] is True
        web.close()
    finally:
        server.stop()


def test_a_session_survives_a_server_whose_last_beat_lies_in_the_future(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data").start()
    try:
        web = Web(server)
        game = web.start("PEACE", seat="BLACK")
        server.stop()
        with closing(sqlite3.connect(server.database)) as connection, connection:
            connection.execute("UPDATE pulse SET at = at + ?", (400 * DAY_MS,))
        server.start()
        assert game.post("resign", {"player": "BLACK"}).status_code == 200
        web.close()
    finally:
        server.stop()
