"""Engines at the tables of a real server: in its list, refused when they are not, gone when it is."""

from __future__ import annotations

import signal
import time
from typing import Any

import pytest

from tengen.core import ErrorCode, GameError
from tengen.match.service.seating import seats_of
from tengen.protocol import StartIn
from tengen.server.settings import Settings
from tengen.server.stores import open_stores
from tests.players.engine_room import HERE, PYTHON, EngineRoom
from tests.server.process import ServerProcess, Web

GREETED = "> list_commands\n< = genmove\n<\n> boardsize 9\n< =\n<\n> clear_board\n< =\n<\n"
MOVES = "> play black E5\n< =\n<\n> genmove white\n< = D4\n<\n> play black A1\n< =\n<\n> genmove white\n< = C3\n<\n"


def wait_for(web: Web, game_id: str, moves: int) -> dict[str, Any]:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        state: dict[str, Any] = web.http.get(f"/api/game/{game_id}/state").json()
        if state["moveNumber"] >= moves:
            return state
        time.sleep(0.05)
    raise AssertionError("nobody moved")


def test_a_server_refuses_engines_that_are_not_in_its_list_or_play_another_game(own_list: EngineRoom) -> None:
    own_list.write_list(["a"])

    def seats(player: str, kind: str) -> list[str]:
        body = StartIn.model_validate({"gameType": kind, "players": {"WHITE": player}})
        return [seat.player for seat in seats_of(body.plan(), kind)]

    assert seats("engine:a", "go") == ["human", "engine:a"]
    for player, kind in (("engine:z", "go"), ("engine:a", "gomoku"), ("gtp:true", "go"), ("engine:a\nquit", "go")):
        with pytest.raises(GameError) as caught:
            seats(player, kind)
        assert caught.value.code is ErrorCode.BAD_PLAYER


async def test_a_list_that_the_settings_name_must_be_there(own_list: EngineRoom) -> None:
    missing = own_list.folder / "nowhere.toml"
    with pytest.raises(GameError, match=r"nowhere\.toml"):
        async with open_stores(Settings(data_dir=own_list.folder, engines=missing)):
            pass


@pytest.mark.long
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
def test_an_engine_of_the_list_plays_on_a_server_and_ends_with_it(own_list: EngineRoom, by: int) -> None:
    own_list.write_list(
        own_list.script_command(GREETED + MOVES), [*PYTHON, str(HERE / "misbehaving_engine.py"), "forks"]
    )
    server = ServerProcess(own_list.folder / "data", {"ENGINES": str(own_list.list)}).start()
    web = Web(server)
    try:
        kinds = {kind["name"]: kind["players"] for kind in web.http.get("/api/kinds").json()["kinds"]}
        assert kinds["go"][-2:] == ["engine:a", "engine:b"]
        assert "engine:a" not in kinds["gomoku"]

        def start(player: str, kind: str = "GO") -> Any:
            return web.post("/api/game/start", {"gameType": kind, "boardSize": 9, "players": {"WHITE": player}})

        for player, kind in (("engine:z", "GO"), ("engine:a", "GOMOKU"), ("gtp:true", "GO"), ("engine:a\nquit", "GO")):
            refused = start(player, kind)
            assert (refused.status_code, refused.json()["code"]) == (422, "BAD_PLAYER")
        assert own_list.heard() == []

        game_id = start("engine:a").json()["gameId"]
        web.post(f"/api/game/{game_id}/move", {"x": 4, "y": 4})
        assert wait_for(web, game_id, 2)["lastMove"] == {"x": 3, "y": 5}
        running = own_list.processes()
        web.post(f"/api/game/{game_id}/move", {"x": 0, "y": 8})
        assert wait_for(web, game_id, 4)["lastMove"] == {"x": 2, "y": 6}
        assert own_list.processes() == running, "the same run of the engine"

        other = start("engine:b").json()["gameId"]
        web.post(f"/api/game/{other}/move", {"x": 0, "y": 0})
        wait_for(web, other, 2)
        assert len(own_list.processes()) > len(running)
    finally:
        server.stop(by=by)
        web.http.close()
    own_list.check_empty(10.0)


@pytest.mark.long
def test_an_engine_that_fails_is_replaced_for_the_move_and_the_game_goes_on(own_list: EngineRoom) -> None:
    own_list.write_list([*PYTHON, str(HERE / "misbehaving_engine.py"), "crashes"])
    server = ServerProcess(own_list.folder / "data", {"ENGINES": str(own_list.list)}).start()
    web = Web(server)
    try:
        body = {"gameType": "GO", "boardSize": 9, "players": {"WHITE": "engine:a"}}
        game_id = web.post("/api/game/start", body).json()["gameId"]
        for number in range(3):
            web.post(f"/api/game/{game_id}/move", {"x": number, "y": 4})
            assert not wait_for(web, game_id, 2 * number + 2)["isGameOver"]
    finally:
        server.stop()
        web.http.close()


async def test_a_server_does_not_start_with_a_list_that_cannot_be_read(own_list: EngineRoom) -> None:
    own_list.list.write_text("[engines.x]\ncommand = 1")
    settings = Settings(data_dir=own_list.folder / "data", engines=own_list.list)
    with pytest.raises(GameError, match="The list of engines"):
        async with open_stores(settings):
            raise AssertionError("it started")


@pytest.mark.long
def test_an_engine_that_hangs_keeps_no_built_in_player_waiting(own_list: EngineRoom) -> None:
    own_list.write_list([*PYTHON, str(HERE / "misbehaving_engine.py"), "silent"])
    server = ServerProcess(own_list.folder / "data", {"ENGINES": str(own_list.list)}).start()
    web = Web(server)
    try:
        games = []
        for player in ("engine:a", "level:1"):
            body = {"gameType": "GO", "boardSize": 9, "players": {"WHITE": player}}
            games.append(web.post("/api/game/start", body).json()["gameId"])
            web.post(f"/api/game/{games[-1]}/move", {"x": 0, "y": 0})
        wait_for(web, games[1], 2)
        assert web.http.get(f"/api/game/{games[0]}/state").json()["moveNumber"] == 1
    finally:
        server.stop()
        web.http.close()
    own_list.check_empty(10.0)
