"""Who may do what: every role with every action in every state of a game between two guests."""

from __future__ import annotations

import httpx2
import pytest

from tests.server.conftest import NewWeb
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import cookie_of, socket_to

ACTIONS: dict[str, tuple[str, dict[str, object] | None]] = {
    "move": ("move", {"x": 4, "y": 4}),
    "pass as Black": ("pass", {"player": "BLACK"}),
    "pass as White": ("pass", {"player": "WHITE"}),
    "resign as Black": ("resign", {"player": "BLACK"}),
    "resign as White": ("resign", {"player": "WHITE"}),
    "undo": ("undo", None),
    "redo": ("redo", None),
    "restart": ("restart", None),
    "draw as Black": ("act", {"player": "BLACK", "type": "draw"}),
    "draw as White": ("act", {"player": "WHITE", "type": "draw"}),
    "join White": ("join", {"seat": "WHITE"}),
}

OK, SEAT, RULES = 200, 403, 400

# Black has placed one stone; it is White's turn.
RUNNING = {
    "black": dict(zip(ACTIONS, (RULES, RULES, SEAT, OK, SEAT, OK, RULES, OK, OK, SEAT, SEAT), strict=True)),
    "white": dict(zip(ACTIONS, (OK, SEAT, OK, SEAT, OK, RULES, RULES, OK, SEAT, OK, SEAT), strict=True)),
    "guest": dict.fromkeys(ACTIONS, SEAT),
    "stranger": dict.fromkeys(ACTIONS, SEAT),
    "watcher": dict.fromkeys(ACTIONS, SEAT),
}
# Black has resigned.
OVER = {
    "black": dict(zip(ACTIONS, (RULES, RULES, SEAT, RULES, SEAT, RULES, RULES, RULES, RULES, SEAT, SEAT), strict=True)),
    "white": dict(zip(ACTIONS, (RULES, SEAT, RULES, SEAT, RULES, RULES, RULES, RULES, SEAT, RULES, SEAT), strict=True)),
    "guest": dict.fromkeys(ACTIONS, SEAT),
    "stranger": dict.fromkeys(ACTIONS, SEAT),
    "watcher": dict.fromkeys(ACTIONS, SEAT),
}
# Nobody has taken White yet; Black has placed one stone.
WAITING = {
    "black": dict(zip(ACTIONS, (RULES, RULES, SEAT, OK, SEAT, OK, RULES, OK, OK, SEAT, SEAT), strict=True)),
    "guest": dict.fromkeys(ACTIONS, SEAT),
    "stranger": dict.fromkeys(ACTIONS, SEAT),
    "watcher": dict.fromkeys(ACTIONS, SEAT),
}
TABLES = {"running": RUNNING, "over": OVER, "waiting": WAITING}


def sit_down(new_web: NewWeb, state: str) -> tuple[Game, dict[str, tuple[Web, str]]]:
    """A game in this state, and for every role a client with the id it knows."""
    first, second, guest, stranger = (new_web() for _ in range(4))
    game = first.start("GO", 9, seat="BLACK", name="Ann")
    guest.start("PEACE", seat="BLACK")
    if state != "waiting":
        answer = second.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bo"})
        assert answer.status_code == 200, answer.text
    game.move(0, 0)
    if state == "over":
        assert game.post("resign", {"player": "BLACK"}).status_code == 200
    return game, {
        "black": (first, game.id),
        "white": (second, game.id),
        "guest": (guest, game.id),
        "stranger": (stranger, game.id),
        "watcher": (stranger, game.watch_id),
    }


def call(client: Web, game_id: str, action: str) -> httpx2.Response:
    name, body = ACTIONS[action]
    return client.post(f"/api/game/{game_id}/{name}", body)


@pytest.mark.parametrize("state", TABLES)
def test_only_those_who_may(new_web: NewWeb, state: str) -> None:
    wrong = []
    game, clients = sit_down(new_web, state)
    before = game.state
    for action in ACTIONS:
        for role, expected in TABLES[state].items():
            answer = call(*clients[role], action)
            if answer.status_code != expected[action]:
                wrong.append((role, action, answer.status_code, expected[action], answer.json().get("code")))
            if answer.status_code == OK:
                game, clients = sit_down(new_web, state)
                before = game.state
            else:
                assert game.state == before
    assert wrong == []


def test_between_two_people_undo_asks_and_the_others_same_call_agrees(new_web: NewWeb) -> None:
    game, clients = sit_down(new_web, "running")
    asked = call(*clients["black"], "undo").json()["state"]
    assert asked["offers"] == [{"kind": "takeback", "player": "BLACK"}]
    assert asked["moveNumber"] == 1
    granted = call(*clients["white"], "undo").json()["state"]
    assert (granted["offers"], granted["moveNumber"]) == ([], 0)
    assert game.state["moveNumber"] == 0


def test_a_seat_is_taken_once_and_only_with_its_invitation(new_web: NewWeb) -> None:
    game, clients = sit_down(new_web, "waiting")
    state = game.state
    assert state["message"] == "Waiting for an opponent."
    assert state["players"]["WHITE"]["isOpen"] is True
    late, other = new_web(), new_web()
    for body in ({"seat": "WHITE"}, {"seat": "WHITE", "invite": "nonsense"}, {"seat": "BLACK", "invite": game.invite}):
        answer = late.post(game.path("join"), body)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
    white = clients["white"][0]
    taken = white.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bo\u202e\n"})
    assert taken.json()["state"]["players"]["WHITE"] == {
        "name": "Bo",
        "player": "human",
        "isOpen": False,
        "isOwned": True,
    }
    assert other.post(game.path("join"), {"seat": "WHITE", "invite": game.invite}).status_code == 403


def test_the_cookie_cannot_be_read_by_scripts_and_is_not_sent_across_sites(new_web: NewWeb) -> None:
    answer = new_web().post("/api/game/start", {"gameType": "GO", "seat": "BLACK"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert new_web().post("/api/game/start", {"gameType": "GO"}).headers.get("set-cookie") is None


def test_no_answer_tells_who_owns_a_seat(new_web: NewWeb, server: ServerProcess) -> None:
    game, clients = sit_down(new_web, "running")
    text = clients["stranger"][0].get(game.path("state")).text
    with socket_to(server, game.id, since=0) as listener:
        frames = [str(listener.event()) for _ in range(3)]
    token = cookie_of(game).partition("=")[2]
    assert token
    for said in (text, *frames):
        assert token not in said
        assert "owner" not in said
