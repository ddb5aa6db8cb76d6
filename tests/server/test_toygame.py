"""A game that the platform does not know is served like any other: nothing in the server names a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to
from tests.toygame import KIND

WITH_TOYGAME = (
    "-c",
    "import tengen.cli, tengen.core, tests.toygame; tengen.core.register(tests.toygame.KIND); tengen.cli.main()",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("toygame")
    process = ServerProcess(folder / "data", program=WITH_TOYGAME).start()
    yield process
    process.stop()


@pytest.fixture
def web(server: ServerProcess) -> Iterator[Web]:
    found = Web(server)
    yield found
    found.close()


def test_a_fifth_game_is_described_begun_played_saved_and_loaded(web: Web) -> None:
    client = web.http
    kinds = {kind["name"]: kind for kind in client.get("/api/kinds").json()["kinds"]}
    described = kinds[KIND.name]
    assert described["words"]["zh"]["name"]
    assert described["hasRules"] is False
    assert client.get(f"/api/kinds/{KIND.name}/rules").status_code == 404
    assert client.get("/api/kinds/go/rules").json()["parts"]["zh"]
    started = client.post("/api/game/start", json={"gameType": KIND.name.upper()}).json()
    path = f"/api/game/{started['gameId']}"
    state = started["state"]
    moved = client.post(f"{path}/move", json=state["legalMoves"][0])
    assert moved.status_code == 200, moved.text
    save = client.get(f"{path}/record.json").json()
    loaded = client.post("/api/game/load", json={"save": save}).json()["state"]
    assert loaded["grid"] == moved.json()["state"]["grid"]
    assert client.get(f"{path}/picture.svg").status_code == 200


def test_a_fifth_game_is_played_over_a_socket(server: ServerProcess, web: Web) -> None:
    client = web.http
    game_id = client.post("/api/game/start", json={"gameType": KIND.name}).json()["gameId"]
    point = client.get(f"/api/game/{game_id}/state").json()["legalMoves"][0]
    with socket_to(server, game_id, since=1) as socket:
        assert socket.ask("place", id_="a", **point) == {"re": "a", "ok": 2}
        assert socket.event()["type"] == "moved"
