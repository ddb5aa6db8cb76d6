"""Sitting down at a game between two people, and what others learn of it. Who may do what: test_roles."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tengen.server.http.cookies import COOKIE, SAFE_COOKIE, set_session_cookie
from tests.server.conftest import NewWeb
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import cookie_of, socket_to


def sit_down(new_web: NewWeb) -> tuple[Game, Web]:
    """A game that one has begun with Black and placed one stone in, and one who was invited and has sat down."""
    game, second = begin(new_web), new_web()
    answer = second.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bo"})
    assert answer.status_code == 200, answer.text
    game.move(0, 0)
    return game, second


def begin(new_web: NewWeb) -> Game:
    """A game that waits for somebody to play White."""
    return new_web().start("GO", 9, seat="BLACK", name="Ann")


def test_between_two_people_undo_asks_and_the_others_same_call_agrees(new_web: NewWeb) -> None:
    game, second = sit_down(new_web)
    asked = game.post("undo").json()["state"]
    assert asked["offers"] == [{"kind": "takeback", "player": "BLACK"}]
    assert asked["moveNumber"] == 1
    granted = second.post(game.path("undo")).json()["state"]
    assert (granted["offers"], granted["moveNumber"]) == ([], 0)
    assert game.state["moveNumber"] == 0


def test_a_seat_is_taken_once_and_only_with_its_invitation(new_web: NewWeb) -> None:
    game = begin(new_web)
    state = game.state
    assert state["message"] == "Waiting for an opponent."
    assert state["players"]["WHITE"]["isOpen"] is True
    late, other = new_web(), new_web()
    for body in ({"seat": "WHITE"}, {"seat": "WHITE", "invite": "nonsense"}, {"seat": "BLACK", "invite": game.invite}):
        answer = late.post(game.path("join"), body)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    taken = new_web().post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bo\u202e\n"})
    assert taken.json()["state"]["players"]["WHITE"] == {
        "name": "Bo",
        "player": "human",
        "isOpen": False,
        "isOwned": True,
        "isGuest": True,
    }
    assert other.post(game.path("join"), {"seat": "WHITE", "invite": game.invite}).status_code == 403


def test_the_cookie_cannot_be_read_by_scripts_and_is_not_sent_across_sites(new_web: NewWeb) -> None:
    answer = new_web().post("/api/game/start", {"gameType": "GO", "seat": "BLACK"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert new_web().post("/api/game/start", {"gameType": "GO"}).headers.get("set-cookie") is None


def test_no_answer_tells_who_owns_a_seat(new_web: NewWeb, server: ServerProcess) -> None:
    game, _ = sit_down(new_web)
    text = new_web().get(game.path("state")).text
    with socket_to(server, game.id, since=0) as listener:
        frames = [str(listener.event()) for _ in range(3)]
    token = cookie_of(game).partition("=")[2]
    assert token
    for said in (text, *frames):
        assert token not in said
        assert "owner" not in said


def test_people_at_one_screen_have_names_which_the_record_keeps(new_web: NewWeb) -> None:
    web = new_web()
    game = web.start("GO", 9, names={"BLACK": " Ann\u202e\n", "WHITE": "小林"})
    players = game.state["players"]
    assert [players[color]["name"] for color in ("BLACK", "WHITE")] == ["Ann", "小林"]
    assert not any(players[color]["isOwned"] or players[color]["isOpen"] for color in players)
    game.move(0, 0)
    assert new_web().post(game.path("move"), {"x": 1, "y": 1}).status_code == 200, "whoever has the id plays both"
    sgf = web.get(game.path("record.sgf")).text
    assert "PB[Ann]" in sgf
    assert "PW[小林]" in sgf
    save = web.get(game.path("record.json")).json()
    again = web.post("/api/game/load", {"save": save}).json()["state"]["players"]
    assert again["BLACK"]["name"] == "Ann"
    renamed = web.post("/api/game/load", {"save": save, "seats": {"names": {"WHITE": "Bo"}}}).json()["state"]["players"]
    assert (renamed["BLACK"]["name"], renamed["WHITE"]["name"]) == ("", "Bo")


@pytest.mark.parametrize(
    ("client", "headers", "is_plain"),
    [
        ("127.0.0.1", {}, True),
        ("192.168.1.20", {"origin": "http://192.168.1.5:8000"}, True),
        ("192.168.1.20", {"origin": "https://192.168.1.5"}, False),
        ("192.168.1.20", {}, True),
        ("192.168.1.20", {"origin": "http://192.168.1.5:8000", "x-forwarded-for": "192.168.1.9"}, False),
        ("8.8.8.8", {"origin": "http://192.168.1.5:8000"}, False),
    ],
)
def test_a_guest_of_the_home_network_keeps_the_seat_over_plain_http(
    client: str, headers: dict[str, str], is_plain: bool
) -> None:
    lines = [(name.encode(), value.encode()) for name, value in {"host": "192.168.1.5:8000", **headers}.items()]
    scope = {"type": "http", "scheme": "http", "method": "POST", "path": "/", "query_string": b"", "headers": lines}
    response = Response()
    set_session_cookie(response, Request({**scope, "client": (client, 40_000)}), "secret", 3600)
    cookie = response.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE if is_plain else SAFE_COOKIE}=secret")
    assert ("Secure" in cookie) is not is_plain
