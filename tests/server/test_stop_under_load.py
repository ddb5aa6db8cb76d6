"""T16: a server that is told to stop under load stops soon, says so to everybody, and loses nothing."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.server.process import ServerProcess, Web
from tests.server.raw import TEXT, frame, hello
from tests.server.under_fire import Table, audit, open_tables, play_until_stopped, settle
from tests.server.watched import deaf_peers, until

pytestmark = pytest.mark.long

GAMES: Final = 32
COME_BACK: Final = 1012
STOP_S: Final = 5.0


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of its own, which the test stops."""
    process = ServerProcess(tmp_path / "data", {"SOCKETS_PER_CLIENT": "1000"}).start()
    yield process
    process.stop()


@pytest.fixture
def web(server: ServerProcess) -> Iterator[Web]:
    client = Web(server)
    yield client
    client.close()


def check_that_games_go_on(server: ServerProcess, tables: list[Table]) -> None:
    """Nothing is lost, and after a restart every game goes on where it was."""
    assert audit(server.database, tables).is_clean
    server.start()
    settle(server, tables)
    server.stop()
    found = audit(server.database, tables, are_settled=True)
    assert found.is_clean, (found, [table.faults for table in tables])


def test_a_server_that_stops_under_load_tells_everybody_to_come_back_and_loses_nothing(
    server: ServerProcess, web: Web
) -> None:
    tables = open_tables(web, GAMES, random.Random(1))
    for is_first in (True, False):
        if not is_first:
            server.start()
        codes, took_s = play_until_stopped(server, tables, 0.7, signal.SIGTERM)
        assert codes == [COME_BACK] * (2 * GAMES)
        assert took_s < STOP_S
        assert server.process is not None
        assert server.process.returncode == 0
        assert audit(server.database, tables).is_clean
    check_that_games_go_on(server, tables)


def test_who_does_not_read_or_finish_does_not_keep_a_server_from_stopping(server: ServerProcess, web: Web) -> None:
    tables = open_tables(web, GAMES, random.Random(2))
    watching = hello(server, tables[0].game_id)
    with deaf_peers(server, 20, watching) as deaf, deaf_peers(server, 20, watching[:40]):
        assert until(lambda: "tengen_sockets 20.0" in web.get("/metrics").text)
        for peer in deaf[:5]:
            peer.send(frame(TEXT, b"{}") * 2000)
        _, took_s = play_until_stopped(server, tables, 0.7, signal.SIGTERM)
    assert took_s < STOP_S + 1  # they are waited for, but not for long
    assert server.process is not None
    assert server.process.returncode == 0
    check_that_games_go_on(server, tables)
