"""A game of another distribution, found by its entry point: over REST, over a socket, after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.outside_game.installed import WON
from tests.outside_game.installing import environment_with, install_game
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import socket_to

pytestmark = pytest.mark.long

POINTS = [("abcd".index(name[0]), 4 - int(name[1])) for name in WON.split()]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("outside")
    environment = environment_with(install_game(folder / "site"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        process = ServerProcess(folder / "data").start()
        yield process
        process.stop()


@pytest.fixture
def web(server: ServerProcess) -> Iterator[Web]:
    found = Web(server)
    yield found
    found.close()


def test_it_is_described_with_its_features_and_its_words(web: Web) -> None:
    kinds = {kind["name"]: kind for kind in web.get("/api/kinds").json()["kinds"]}
    squares = kinds["squares"]
    assert not any(squares["features"].values())
    assert squares["words"]["en"]["reason.square"] == "with a square"
    assert squares["words"]["zh"]["reason.square"] == "占满方格"
    assert all(kinds["go"]["features"].values())
    assert kinds["go"]["features"]["ratingSizes"] == [9, 13, 19]
    assert kinds["othello"]["features"] == {**squares["features"], "points": True}


def test_it_is_played_over_rest_and_its_reason_outlives_a_restart(server: ServerProcess, web: Web) -> None:
    game = web.start("SQUARES", 4)
    turns = [game.first["currentPlayer"]]
    turns += [game.move(x, y)["currentPlayer"] for x, y in POINTS[:-1]]
    assert turns == ["BLACK", *["WHITE"] * 2, *["BLACK"] * 2, *["WHITE"] * 2, *["BLACK"] * 2]
    over = game.move(*POINTS[-1])
    assert over["result"] == {"reason": "square", "margin": None, "noResult": False}
    assert over["winner"] == "BLACK"
    view = web.get(game.path("view")).json()
    assert view["status"] == {"key": "status.won.square.black", "values": {}}
    assert len(view["won"]) == 1
    assert "GM[1001]" in web.get(game.path("record.sgf")).text
    saved = web.get(game.path("record.json")).json()
    assert saved["result"]["reason"] == "square"
    assert web.post("/api/game/load", {"save": saved}).json()["state"]["result"] == over["result"]
    server.stop()
    server.start()
    assert game.state["result"] == over["result"]
    assert game.post("undo").json()["state"]["moveNumber"] == len(POINTS) - 1


def test_a_reason_that_the_game_does_not_have_is_refused(web: Web) -> None:
    saved = web.get(finished(web).path("record.json")).json()
    saved["result"]["reason"] = "circle"
    refused = web.post("/api/game/load", {"save": saved})
    assert (refused.status_code, refused.json()["code"]) == (400, "BAD_RECORD")
    assert "circle" in refused.json()["detail"]


def finished(web: Web) -> Game:
    game = web.start("squares", 4)
    game.moves(*POINTS)
    return game


def test_it_is_played_over_a_socket_against_a_program_that_moves_twice(server: ServerProcess, web: Web) -> None:
    seats = {"BLACK": "human", "WHITE": "level:3"}
    game = web.start("squares", 4, players=seats, clock={"kind": "fischer", "mainMs": 60000, "incrementMs": 5000})
    with socket_to(server, game.id, since=1) as socket:
        assert "ok" in socket.ask("place", x=0, y=3)
        movers = [moved(socket.event())["player"] for _ in range(3)]
        assert movers == ["BLACK", "WHITE", "WHITE"]
    assert game.state["currentPlayer"] == "BLACK"
    undone = game.post("undo").json()["state"]
    assert (undone["moveNumber"], undone["currentPlayer"]) == (0, "BLACK")


def moved(frame: dict[str, Any]) -> dict[str, Any]:
    assert frame["type"] == "moved", frame
    return frame
