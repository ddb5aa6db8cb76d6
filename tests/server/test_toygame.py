"""A game that the platform does not know is served like any other: nothing in the server names a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tengen.server import Settings, create_app
from tests.toygame import KIND


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data_dir=tmp_path / "data", start_rate="", request_rate=""))
    with TestClient(app, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 50000)) as found:
        yield found


def test_a_fifth_game_is_described_begun_played_saved_and_loaded(client: TestClient) -> None:
    kinds = {kind["name"]: kind for kind in client.get("/api/kinds").json()["kinds"]}
    described = kinds[KIND.name]
    assert described["words"]["zh"]["name"]
    started = client.post("/api/game/start", json={"gameType": KIND.name.upper()}).json()
    path = f"/api/game/{started['gameId']}"
    state = started["state"]
    moved = client.post(f"{path}/move", json=state["legalMoves"][0])
    assert moved.status_code == 200, moved.text
    save = client.get(f"{path}/record.json").json()
    loaded = client.post("/api/game/load", json={"save": save}).json()["state"]
    assert loaded["grid"] == moved.json()["state"]["grid"]
    assert client.get(f"{path}/picture.svg").status_code == 200


def test_a_fifth_game_is_played_over_a_socket(client: TestClient) -> None:
    game_id = client.post("/api/game/start", json={"gameType": KIND.name}).json()["gameId"]
    point = client.get(f"/api/game/{game_id}/state").json()["legalMoves"][0]
    with client.websocket_connect(f"/api/game/{game_id}/ws?since=1") as socket:
        socket.send_json({"id": "a", "type": "place", **point})
        heard = [socket.receive_json(), socket.receive_json()]
    assert {"re": "a", "ok": 2} in heard
