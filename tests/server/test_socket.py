"""Playing and watching over the WebSocket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.conftest import NewWeb
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import cookie_of, socket_to


@pytest.fixture
def friends(new_web: NewWeb) -> tuple[Game, Game]:
    """A game between two guests: the one who began it with Black, and the one who was invited."""
    first, second = new_web(), new_web()
    game = first.start("PEACE", 8, seat="BLACK")
    assert game.invite is not None
    joined = Game(second, {"gameId": game.id, "watchId": game.watch_id, "state": {}})
    answer = joined.post("join", {"seat": "WHITE", "invite": game.invite})
    assert answer.status_code == 200, answer.text
    return game, joined


def test_both_players_and_a_watcher_hear_every_move(server: ServerProcess, friends: tuple[Game, Game]) -> None:
    first, second = friends
    number = first.state["eventNumber"]
    with (
        socket_to(server, first.id, since=number, cookie=cookie_of(first)) as black,
        socket_to(server, first.id, since=number, cookie=cookie_of(second)) as white,
        socket_to(server, first.watch_id, since=number) as watcher,
    ):
        assert black.ask("place", x=0, y=0) == {"re": "m1", "ok": number + 1}
        assert white.ask("place", x=1, y=0) == {"re": "m1", "ok": number + 2}
        for listener in (black, white, watcher):
            events = [listener.event(), listener.event()]
            assert events == [
                {"n": number + 1, "type": "moved", "player": "BLACK", "x": 0, "y": 0},
                {"n": number + 2, "type": "moved", "player": "WHITE", "x": 1, "y": 0},
            ]
        assert watcher.ask("place", x=2, y=0)["error"] == "NOT_YOUR_SEAT"
        assert white.ask("place", x=2, y=0)["error"] == "NOT_YOUR_TURN"
        assert black.ask("place", player="WHITE", x=2, y=0)["error"] == "NOT_YOUR_SEAT"


def test_a_client_resumes_where_it_was(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    game.moves((0, 0), (1, 0), (2, 0))
    with socket_to(server, game.id, since=2) as late:
        assert [late.event()["n"] for _ in range(2)] == [3, 4]
        assert late.ask("place", x=3, y=0)["ok"] == 5
        assert late.event()["n"] == 5
    with socket_to(server, game.id, since=99) as ahead:
        reset = ahead.event()
        assert (reset["type"], reset["n"]) == ("reset", 5)
        assert reset["state"] == game.state
    with socket_to(server, game.id) as new:
        assert new.event()["type"] == "reset"


def test_a_watcher_never_learns_the_id_that_lets_people_play(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    with socket_to(server, game.watch_id) as watcher:
        reset = watcher.event()
    assert reset["state"]["gameId"] == game.watch_id
    assert game.id not in json.dumps(reset)
    assert game.id not in web.get(f"/api/game/{game.watch_id}/state").text


def test_a_message_sent_twice_gets_the_first_answer_and_is_carried_out_once(server: ServerProcess, web: Web) -> None:
    game = web.start("GO", 9)
    with socket_to(server, game.id, since=1) as player:
        first = player.ask("place", id_="a", x=3, y=3)
        assert player.ask("place", id_="a", x=3, y=3) == first
        refused = player.ask("place", id_="b", x=3, y=3)
        assert refused["error"] == "OCCUPIED"
        assert player.ask("place", id_="b", x=3, y=3)["error"] == "OCCUPIED"
    with socket_to(server, game.id, since=1) as again:
        assert again.ask("place", id_="a", x=3, y=3) == first
    assert game.state["moveNumber"] == 1


def test_two_equal_passes_are_two_moves(server: ServerProcess, web: Web) -> None:
    game = web.start("GO", 9)
    with socket_to(server, game.id, since=1) as player:
        assert player.ask("pass")["ok"] == 2
        assert "ok" in player.ask("pass")
    state = game.state
    assert (state["moveNumber"], state["isGameOver"]) == (2, True)


def test_a_stale_revision_is_told_where_the_match_stands(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    revision = game.state["revision"]
    with socket_to(server, game.id, since=1) as player:
        assert "ok" in player.ask("place", x=0, y=0, revision=revision)
        refused = player.ask("place", x=1, y=0, revision=revision)
    assert (refused["error"], refused["revision"], refused["ply"]) == ("STALE", revision + 1, 1)
    assert refused["detail"]


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1.evil:1"])
def test_a_foreign_page_gets_no_socket(server: ServerProcess, web: Web, origin: str) -> None:
    game = web.start("PEACE")
    with pytest.raises(InvalidStatus) as refused, socket_to(server, game.id, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_a_program_says_who_it_is(server: ServerProcess, new_web: NewWeb) -> None:
    token = new_web().post("/api/auth/guest").json()["token"]
    web = new_web(origin=None, token=token)
    game = web.start("PEACE", seat="BLACK", players={"WHITE": "human"})
    with socket_to(server, game.id, since=1, origin=None) as program:
        assert program.ask("place", x=0, y=0)["error"] == "NOT_YOUR_SEAT"
        assert program.ask("auth", token="nonsense")["error"] == "BAD_TOKEN"
        assert "ok" in program.ask("auth", token=token)
        assert "ok" in program.ask("place", x=0, y=0)
    with socket_to(server, game.id, since=1, origin=None, token=token) as program:
        assert program.event()["type"] == "moved"


def test_no_match_no_socket(server: ServerProcess) -> None:
    with pytest.raises(InvalidStatus) as refused, socket_to(server, "nothing"):
        pass
    assert refused.value.response.status_code == 404


def test_a_frame_that_is_too_large_ends_the_socket(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    with socket_to(server, game.id, since=1) as player:
        player.connection.send("x" * 9000)
        with pytest.raises(ConnectionClosed) as closed:
            player.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


GARBAGE: list[Any] = [
    "",
    "{",
    "[]",
    "null",
    "7",
    '"text"',
    "{}",
    '{"id": 1, "type": "place"}',
    '{"id": "x"}',
    '{"id": "x", "type": "constructor"}',
    '{"id": "x", "type": "place", "__proto__": 1}',
    '{"id": "x", "type": "place", "x": 1e400, "y": 0}',
    '{"id": "x", "type": "place", "x": "0", "y": 0}',
    '{"id": "x", "type": "place", "x": 99999999999999999999, "y": 0}',
    '{"id": "x", "type": "place"}',
    '{"id": "x", "type": "choose"}',
    '{"id": "x", "type": "decline", "choice": "nonsense"}',
    '{"id": "x", "type": "mark_dead"}',
    '{"id": "\\ud800", "type": "pass"}',
    '{"id": "' + "x" * 65 + '", "type": "pass"}',
    "[" * 5000,
    b"\x00\xff\xfe",
    b'{"id": "b", "type": "unknown"}',
]


def test_garbage_is_answered_and_harms_nothing(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE")
    with socket_to(server, game.id, since=1) as player:
        for frame in GARBAGE:
            player.connection.send(frame)
            answer = player.receive()
            assert answer["error"] in {"BAD_BODY", "NO_PASS", "WRONG_PHASE"}, frame
        assert player.ask("place", id_="good", x=0, y=0)["ok"] == 2


def test_a_move_needs_few_bytes(server: ServerProcess, web: Web) -> None:
    clock = {"kind": "byoyomi", "mainMs": 3_600_000, "periodMs": 30_000, "periods": 5}
    game = web.start("GO", 19, clock=clock)
    with socket_to(server, game.id, since=1) as watcher:
        sizes = []
        for count in range(120):
            game.move(count * 7 % 361 % 19, count * 7 % 361 // 19)
            sizes.append(len(watcher.connection.recv(timeout=5)))
    assert sum(sizes) / len(sizes) <= 75


def test_an_ai_answers_and_undo_goes_back_to_the_persons_own_move(server: ServerProcess, web: Web) -> None:
    game = web.start("GOMOKU", 15, players={"BLACK": "human", "WHITE": "level:2"})
    with socket_to(server, game.id, since=1) as player:
        assert player.ask("place", x=7, y=7)["ok"] == 2
        events = [player.event(), player.event()]
        assert [event["player"] for event in events] == ["BLACK", "WHITE"]
    refused = game.post("pass", {"player": "WHITE"})
    assert (refused.status_code, refused.json()["code"]) == (403, "NOT_YOUR_SEAT")
    state = game.post("undo").json()["state"]
    assert (state["moveNumber"], state["currentPlayer"]) == (0, "BLACK")


def test_an_ai_begins_where_it_has_black(server: ServerProcess, web: Web) -> None:
    game = web.start("PEACE", 4, players={"BLACK": "random", "WHITE": "random"})
    with socket_to(server, game.id, since=1) as watcher:
        while (event := watcher.event())["type"] != "ended":
            assert event["type"] == "moved"
    assert game.state["winner"] == "DRAW"


def test_one_account_has_only_so_many_sockets(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", settings={"SOCKETS_PER_ACCOUNT": "2"}).start()
    try:
        game = Web(server).start("PEACE", 8, seat="BLACK")
        cookie = cookie_of(game)
        with socket_to(server, game.id, cookie=cookie), socket_to(server, game.id, cookie=cookie):
            with pytest.raises(InvalidStatus) as refused, socket_to(server, game.id, cookie=cookie):
                pass
            assert refused.value.response.status_code == 429
            with socket_to(server, game.watch_id) as stranger:
                assert stranger.event()["type"] == "reset"
        with socket_to(server, game.id, cookie=cookie) as again:
            assert again.event()["type"] == "reset"
        game.web.close()
    finally:
        server.stop()
