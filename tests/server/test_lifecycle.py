"""Starting, stopping, coming back, and the limits of a server with settings of its own."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tengen.storage import read_secret
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import socket_to


@contextmanager
def running(tmp_path: Path, **settings: str) -> Iterator[tuple[ServerProcess, Web]]:
    server = ServerProcess(tmp_path / "data", settings).start()
    web = Web(server)
    try:
        yield server, web
    finally:
        web.close()
        server.stop()


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[ServerProcess, Web]]:
    """A server with low limits, some of them from its file of settings."""
    folder = tmp_path_factory.mktemp("strict")
    (folder / "data").mkdir()
    (folder / "data" / "tengen.toml").write_text("open_docs = true\nupload_bytes = 2000\n")
    with running(folder, SOCKETS_PER_CLIENT="2", WRITE_TIMEOUT_S="0.5") as served:
        yield served


def test_a_restarted_server_goes_on_with_live_games_and_charges_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as (server, web):
        clock = {"kind": "absolute", "mainMs": 60_000}
        game = web.start("GO", 9, clock=clock, seat="BLACK")
        other = Web(server)
        assert other.post(game.path("join"), {"seat": "WHITE", "invite": game.invite}).status_code == 200
        game.move(4, 4)
        answer = game.post("move", {"x": 0, "y": 0})
        assert answer.json()["code"] == "NOT_YOUR_TURN"
        before = game.state
        with socket_to(server, game.id, since=before["eventNumber"]) as listener:
            took_s = server.stop()
            with pytest.raises(ConnectionClosed) as closed:
                listener.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert took_s < 5
        assert server.process is not None
        assert server.process.returncode == 0
        begin = time.monotonic()
        time.sleep(1.2)
        server.start()
        down_ms = 1000 * (time.monotonic() - begin)
        after = game.state
        assert after["grid"] == before["grid"]
        assert after["clock"]["running"] == "WHITE"
        moved = other.post(game.path("move"), {"x": 0, "y": 0}).json()["state"]
        other.close()
        spent_ms = before["clock"]["WHITE"]["mainMs"] - moved["clock"]["WHITE"]["mainMs"]
        assert spent_ms < down_ms / 2


@pytest.mark.long
def test_what_was_answered_survives_a_killed_process(tmp_path: Path) -> None:
    with running(tmp_path) as (server, web):
        game = web.start("PEACE", 16)
        for count in range(30):
            game.move(count % 16, count // 16)
        key = {"Idempotency-Key": "again"}
        moved = game.post("move", {"x": 15, "y": 15}, **key).json()
        server.stop(by=signal.SIGKILL)
        server.start()
        assert game.state == moved["state"]
        assert game.post("move", {"x": 15, "y": 15}, **key).json() == moved


def test_a_flag_falls_by_itself(server: ServerProcess, web: Web) -> None:
    game = web.start("GO", 9, clock={"kind": "absolute", "mainMs": 300})
    with socket_to(server, game.id, since=1) as listener:
        ended = listener.event()
    assert (ended["type"], ended["winner"], ended["reason"]) == ("ended", "WHITE", "time")
    assert game.post("move", {"x": 0, "y": 0}).json()["code"] == "GAME_OVER"


def test_the_data_folder_is_the_owners_alone(server: ServerProcess) -> None:
    assert stat.S_IMODE(server.data_dir.stat().st_mode) == 0o700
    for name in ("secret", "tengen.db", "tengen.db-wal"):
        assert stat.S_IMODE((server.data_dir / name).stat().st_mode) == 0o600


def test_too_many_calls_are_told_to_wait(tmp_path: Path) -> None:
    settings = {"LOCAL_REQUEST_RATE": "20/minute", "LOCAL_START_RATE": "2/minute", "MESSAGE_RATE": "5/minute"}
    with running(tmp_path, **settings) as (server, web):
        game = web.start("PEACE")
        web.start("PEACE")
        refused = web.post("/api/game/start", {"gameType": "PEACE"})
        assert (refused.status_code, refused.json()["code"]) == (429, "SLOW_DOWN")
        assert refused.headers["retry-after"]
        with socket_to(server, game.id, since=1) as player:
            answers = [player.ask("place", x=count, y=0) for count in range(6)]
            assert [answer.get("error") for answer in answers] == [None] * 5 + ["SLOW_DOWN"]
        statuses = [web.get("/healthz").status_code for _ in range(25)]
        assert 429 in statuses


def test_only_so_many_sockets_a_client(strict: tuple[ServerProcess, Web]) -> None:
    server, web = strict
    game = web.start("PEACE")
    with (
        socket_to(server, game.id),
        socket_to(server, game.id),
        pytest.raises(InvalidStatus, match="429"),
        socket_to(server, game.id),
    ):
        pass
    with socket_to(server, game.id) as again:
        assert again.event()["type"] == "reset"


def test_a_peer_that_never_reads_is_cut_off_and_disturbs_nobody(strict: tuple[ServerProcess, Web]) -> None:
    server, web = strict
    game = web.start("GO", 19)
    deaf = deaf_peer(server, game)
    try:
        deaf.settimeout(0.2)
        masked = b"\x81\x82\x00\x00\x00\x00{}"
        with suppress(OSError):
            for _ in range(200):
                deaf.sendall(masked * 100)
        with socket_to(server, game.id, since=1) as player:
            assert player.ask("place", x=5, y=5)["ok"] == 2
        deadline = time.monotonic() + 10
        while not cut_off(web) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert cut_off(web)
    finally:
        deaf.close()


def deaf_peer(server: ServerProcess, game: Game) -> socket.socket:
    """A socket that says hello and then reads nothing, with a small window."""
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", server.port))
    hello = (
        f"GET /api/game/{game.id}/ws HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    deaf.sendall(hello.encode())
    return deaf


def cut_off(web: Web) -> bool:
    return 'tengen_cut_off_total{reason="1013"}' in web.get("/metrics").text


def run_serve(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")}
    return subprocess.run(
        [sys.executable, "-m", "tengen", "serve", *arguments],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_a_port_that_is_taken_is_one_clear_line(server: ServerProcess, tmp_path: Path) -> None:
    done = run_serve("--port", str(server.port), TENGEN_DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert done.stderr.startswith("tengen: ")


@pytest.mark.parametrize(
    "wrong", [{"TENGEN_PORT": "many"}, {"TENGEN_DATABASE_URL": "mysql://nowhere"}, {"TENGEN_ABSENCE_END_S": "10"}]
)
def test_settings_that_cannot_be_are_one_clear_line(tmp_path: Path, wrong: dict[str, str]) -> None:
    done = run_serve(**{"TENGEN_DATA_DIR": str(tmp_path), **wrong})
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert done.stderr.startswith("tengen: ")


def test_settings_come_from_a_file_too(strict: tuple[ServerProcess, Web]) -> None:
    _, web = strict
    assert web.get("/docs", **{"x-forwarded-for": "203.0.113.9"}).status_code == 200
    large = json.dumps({"save": "z" * 3000}).encode()
    answer: Any = web.http.post("/api/game/load", content=large, headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_a_secret_that_is_cut_short_is_refused_and_so_is_a_short_setting(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    data_dir.mkdir()
    for content in ("", "short"):
        (data_dir / "secret").write_text(content)
        refused = serve_once(data_dir)
        assert refused.returncode == 1
        assert "holds no whole secret" in refused.stderr
        assert (data_dir / "secret").read_text() == content
    (data_dir / "secret").unlink()
    assert "at least 32 characters" in serve_once(data_dir, TENGEN_SECRET="swordfish").stderr


def test_a_secret_that_could_not_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        read_secret("", tmp_path)
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
    assert len(read_secret("", tmp_path)) >= 32
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def serve_once(data_dir: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """A server that is expected to give up by itself."""
    environment = {**os.environ, "TENGEN_DATA_DIR": str(data_dir), **settings}
    command = [sys.executable, "-m", "tengen", "serve", "--port", "0"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
