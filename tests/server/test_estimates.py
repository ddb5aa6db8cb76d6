"""An estimate of the score over REST and WebSocket: who is told, who must agree, who is refused and with which code."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from tengen.protocol import frames_schema
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import cookie_of, socket_to

PATIENCE_S = 30.0


@pytest.fixture
def friend(server: ServerProcess) -> Iterator[Web]:
    web = Web(server)
    yield web
    web.close()


def ask(game: Game, player: str = "BLACK", web: Web | None = None, type_: str = "estimate") -> Any:
    return (web or game.web).post(game.path("act"), {"player": player, "type": type_})


def estimate(game: Game, web: Web | None = None, *, watching: bool = False) -> Any:
    game_id = game.watch_id if watching else game.id
    return (web or game.web).get(f"/api/game/{game_id}/view").json()["estimate"]


def awaited(game: Game, web: Web | None = None) -> dict[str, Any]:
    """The estimate that was asked for, as soon as it is there."""
    end = time.monotonic() + PATIENCE_S
    while (found := estimate(game, web)) is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    whole: dict[str, Any] = found
    return whole


def black_alone(web: Web, **more: Any) -> Game:
    """A small board on which only Black has stones."""
    game = web.start("GO", 5, rules={"komi": 0.5}, **more)
    for y in range(4):
        game.move(2, y)
        assert game.post("pass", {"player": "WHITE"}).status_code == 200
    return game


def test_the_view_tells_it_until_the_next_move(web: Web) -> None:
    game = black_alone(web)
    assert "estimate" in web.get(game.path("view")).json()["canAsk"]
    before = game.state
    answer = ask(game)
    assert answer.status_code == 200
    assert answer.json()["state"] == {**before, "eventNumber": before["eventNumber"] + 1, "message": before["message"]}
    found = awaited(game)
    assert found["margin"] > 0
    assert found["margin"] * 2 == int(found["margin"] * 2), "to the nearest half"
    assert len(found["ownership"]) == 25
    assert all(0 < share <= 100 for share in found["ownership"])
    game.move(2, 4)
    assert estimate(game) is None


def test_a_socket_tells_it_by_the_schema_and_again_to_who_comes_back(server: ServerProcess, web: Web) -> None:
    game = black_alone(web)
    with socket_to(server, game.id) as socket:
        assert "ok" in socket.ask("estimate")
        told = socket.until("estimate")
    jsonschema.validate(told, frames_schema())
    assert told["revision"] == game.state["revision"]
    with socket_to(server, game.id, since=game.state["eventNumber"]) as again:
        assert again.until("estimate") == told


def test_between_people_both_are_told_once_both_have_agreed(server: ServerProcess, web: Web, friend: Web) -> None:
    game = web.start("GO", 5, seat="BLACK")
    friend.post(game.path("join"), {"seat": "WHITE", "invite": game.invite})
    assert ask(game).json()["state"]["offers"] == [{"kind": "estimate", "player": "BLACK"}]
    with socket_to(server, game.id, cookie=cookie_of(game)) as socket:
        assert ask(game, "WHITE", friend).json()["state"]["offers"] == []
        assert socket.until("estimate")["revision"] == game.state["revision"]
    assert awaited(game) == awaited(game, friend)
    assert estimate(game, watching=True) is None


def test_a_stranger_who_knows_the_id_is_not_told_and_may_not_ask(web: Web, friend: Web) -> None:
    game = web.start("GO", 5, seat="BLACK", players={"WHITE": "level:1"})
    assert ask(game, web=friend).json()["code"] == "NOT_YOUR_SEAT"
    assert ask(game).status_code == 200
    awaited(game)
    assert estimate(game, friend) is None
    assert estimate(game, watching=True) is None


def test_what_cannot_be_estimated_is_refused_with_its_code(web: Web) -> None:
    refused = ask(web.start("OTHELLO", 8))
    assert (refused.status_code, refused.json()["code"]) == (400, "NO_ESTIMATE")
    game = black_alone(web)
    game.post("resign", {"player": "WHITE"})
    assert ask(game).json()["code"] == "GAME_OVER"


def test_where_two_programs_play_who_looks_on_is_told_too(web: Web) -> None:
    game = web.start("GO", 19, players={"BLACK": "level:1", "WHITE": "level:1"})
    assert ask(game, type_="pause").status_code == 200
    assert ask(game).status_code == 200
    assert awaited(game) == estimate(game, watching=True)
