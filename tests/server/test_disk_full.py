"""T14: a disk that is full. Moves are refused and may be sent again, reading goes on, and it heals by itself."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pytest

from tests.disks import small_disk
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import Socket, socket_to
from tests.server.watched import until

DISK: Final = 2_000_000
BALLAST: Final = 1_000_000
REFUSED_WITHIN_S: Final = 2.0
HEALED_WITHIN_S: Final = 5.0
KNOWN_WITHIN_S: Final = 5.0
TWO_BEATS_S: Final = 10.0
"""A server that could not say for so long that it runs has not been running."""

pytestmark = pytest.mark.long


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server whose data folder is a small disk, half of it taken by something else."""
    (tmp_path / "data").mkdir(mode=0o700)
    with small_disk(tmp_path / "data", DISK) as disk:
        (disk / "ballast").write_bytes(bytes(BALLAST))
        process = ServerProcess(disk).start()
        try:
            yield process
        finally:
            process.stop()


@pytest.fixture
def web(server: ServerProcess) -> Iterator[Web]:
    client = Web(server)
    yield client
    client.close()


def play_until_refused(player: Socket) -> tuple[list[int], dict[str, Any]]:
    """Place a stone and take it back, over and over: what was acknowledged, and the message that was not."""
    acknowledged: list[int] = []
    for number, stone in enumerate(cycle((True, False))):
        message: dict[str, Any] = {"type_": "place", "x": 0, "y": 0} if stone else {"type_": "takeback"}
        message["id_"] = f"p{number}"
        begin = time.monotonic()
        answer = player.ask(**message)
        if "ok" not in answer:
            assert answer["error"] == "TRY_AGAIN"
            assert time.monotonic() - begin < REFUSED_WITHIN_S
            return acknowledged, message
        acknowledged.append(answer["ok"])
    raise AssertionError("for ever")


def fill(path: Path) -> None:
    """Take the last byte of the disk."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while file.write(bytes(4096)):
            pass


def log_numbers(server: ServerProcess, game: Game) -> list[int]:
    """The numbers of the events that are on the disk."""
    with closing(sqlite3.connect(server.database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        question = "SELECT n FROM events JOIN matches ON key = match_key WHERE id = ? ORDER BY n"
        return [n for (n,) in connection.execute(question, (game.id,))]


def test_a_full_disk_refuses_moves_and_the_same_game_goes_on_when_there_is_space(
    server: ServerProcess, web: Web
) -> None:
    game, other = web.start("PEACE"), web.start("GO", 9)
    with socket_to(server, game.id, since=1) as player, socket_to(server, game.watch_id, since=1) as watcher:
        acknowledged, refused = play_until_refused(player)
        assert acknowledged == list(range(2, 2 + len(acknowledged)))

        for path in (game.path("move"), other.path("move"), "/api/game/start"):
            body = {"gameType": "PEACE"} if path.endswith("start") else {"x": 3, "y": 0}
            begin = time.monotonic()
            answer = web.post(path, body)
            assert (answer.status_code, answer.json()["code"]) == (503, "TRY_AGAIN")
            assert answer.headers["retry-after"]
            assert time.monotonic() - begin < REFUSED_WITHIN_S
        assert game.state["eventNumber"] == acknowledged[-1]
        assert other.state["eventNumber"] == 1
        assert web.get(game.path("record.json")).status_code == 200
        assert until(lambda: web.get("/healthz").status_code == 503, KNOWN_WITHIN_S)
        assert web.get("/healthz").json()["detail"] == "Nothing can be stored: the disk is full."
        assert [watcher.event()["n"] for _ in acknowledged] == acknowledged
        with socket_to(server, game.id, since=acknowledged[-1] - 1) as late:
            assert late.event()["n"] == acknowledged[-1]

        (server.data_dir / "ballast").unlink()
        deadline = time.monotonic() + HEALED_WITHIN_S
        while "ok" not in (again := player.ask(**refused)) and time.monotonic() < deadline:
            assert again["error"] == "TRY_AGAIN"
        assert again["ok"] == acknowledged[-1] + 1
        assert watcher.event()["n"] == acknowledged[-1] + 1
        assert other.move(0, 0)["moveNumber"] == 1
        web.start("PEACE")
        assert until(lambda: web.get("/healthz").status_code == 200, KNOWN_WITHIN_S), "it heals by itself"
    assert game.state["eventNumber"] == acknowledged[-1] + 1
    server.stop()
    assert log_numbers(server, game) == [1, *acknowledged, acknowledged[-1] + 1]
    assert log_numbers(server, other) == [1, 2]


def test_a_server_that_ends_on_a_full_disk_has_all_that_it_acknowledged(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    with socket_to(server, game.id, since=1) as player:
        acknowledged, _ = play_until_refused(player)
    assert server.stop() < 5
    (server.data_dir / "ballast").unlink()
    server.start()
    assert game.state["eventNumber"] == acknowledged[-1]
    assert game.move(5, 5)["eventNumber"] == acknowledged[-1] + 1
    server.stop()
    assert log_numbers(server, game) == [1, *acknowledged, acknowledged[-1] + 1]


def test_time_in_which_nothing_can_be_written_is_charged_to_nobody(server: ServerProcess, web: Web) -> None:
    timed = web.start("GO", 9, clock={"kind": "absolute", "mainMs": 60_000})
    timed.move(4, 4)
    game = web.start("PEACE")
    with socket_to(server, game.id, since=1) as player:
        play_until_refused(player)
    fill(server.data_dir / "filling")
    time.sleep(2.5 * TWO_BEATS_S)  # the last beats may still have found a place
    assert timed.state["isGameOver"] is False
    (server.data_dir / "ballast").unlink()
    (server.data_dir / "filling").unlink()
    deadline = time.monotonic() + HEALED_WITHIN_S
    while (answer := timed.post("move", {"x": 0, "y": 0})).status_code == 503 and time.monotonic() < deadline:
        time.sleep(0.1)
    spent_ms = 60_000 - answer.json()["state"]["clock"]["WHITE"]["mainMs"]
    assert spent_ms < 1000 * (TWO_BEATS_S + 2)
