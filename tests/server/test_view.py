"""What a page sees around the state: whose turn it is for this caller, what may be asked, and lines to translate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.process import Game, ServerProcess, Web


@pytest.fixture
def friend(server: ServerProcess) -> Iterator[Web]:
    web = Web(server)
    yield web
    web.close()


def view(game: Game, web: Web | None = None, *, watching: bool = False) -> dict[str, Any]:
    game_id = game.watch_id if watching else game.id
    answer = (web or game.web).get(f"/api/game/{game_id}/view")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_pass_and_play_has_both_colours_and_a_watcher_none(web: Web) -> None:
    game = web.start("GO", 9)
    seen = view(game)
    assert seen["yours"] == ["BLACK", "WHITE"]
    assert seen["actors"] == ["BLACK"]
    assert seen["state"] == game.state
    assert seen["status"] == {"key": "status.play.black", "values": {}}
    watched = view(game, watching=True)
    assert (watched["yours"], watched["isWatching"], watched["canAsk"]) == ([], True, [])
    assert watched["watchId"] == seen["watchId"] == game.watch_id


def test_the_owner_sees_the_invitation_until_the_seat_is_taken_and_nobody_else_does(web: Web, friend: Web) -> None:
    game = web.start("PEACE", 8, seat="BLACK")
    assert view(game)["invite"] == game.invite
    assert view(game)["yours"] == ["BLACK"]
    assert view(game, friend)["invite"] is None
    assert view(game, friend)["yours"] == []
    joined = friend.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Lin"})
    assert joined.status_code == 200
    assert view(game)["invite"] is None
    assert view(game, friend)["yours"] == ["WHITE"]


def test_only_requests_that_make_sense_can_be_asked(web: Web) -> None:
    game = web.start("GO", 9)
    assert "takeback" not in view(game)["canAsk"]
    assert "rematch" not in view(game)["canAsk"]
    game.move(2, 2)
    assert {"takeback", "restart", "draw"} <= set(view(game)["canAsk"])
    game.post("undo")
    assert "redo" in view(game)["canAsk"]
    game.post("resign", {"player": "BLACK"})
    assert "rematch" in view(game)["canAsk"]


def test_whoever_holds_a_game_of_two_programs_sees_that_it_can_be_halted(web: Web) -> None:
    game = web.start("GO", 19, players={"BLACK": "level:4", "WHITE": "level:4"})
    assert (view(game)["yours"], view(game)["canAsk"]) == ([], ["pause", "estimate"])
    assert view(game, watching=True)["canAsk"] == []
    assert game.post("act", {"player": "BLACK", "type": "pause"}).status_code == 200
    assert view(game)["canAsk"] == ["estimate", "unpause"]


def test_dead_stones_territory_and_agreement_are_told(web: Web) -> None:
    game = web.start("GO", 5, rules={"preset": "chinese", "dead_stones": "agree"})
    for y in range(5):
        game.move(1, y)
        game.move(3, y)
    game.move(4, 2)
    for player in ("WHITE", "BLACK"):
        assert game.post("pass", {"player": player}).status_code == 200
    seen = view(game)
    assert seen["state"]["phase"] == "agree"
    assert seen["actors"] == ["BLACK", "WHITE"]
    assert seen["guidance"] is None or seen["guidance"]["key"]
    marked = game.post("act", {"player": "WHITE", "type": "mark_dead", "points": [{"x": 4, "y": 2}]})
    assert marked.status_code == 200, marked.text
    game.post("act", {"player": "WHITE", "type": "agree"})
    seen = view(game)
    assert seen["dead"] == [{"x": 4, "y": 2}]
    assert seen["agreed"] == ["WHITE"]
    assert {"x": 4, "y": 2} in seen["territory"]["WHITE"]
    assert {"x": 0, "y": 0} in seen["territory"]["BLACK"]


def test_choices_of_an_opening_and_forbidden_points_are_told(web: Web) -> None:
    swap2 = web.start("GOMOKU", 15, rules={"opening": "swap2"})
    swap2.moves((7, 7), (8, 8), (9, 9))
    seen = view(swap2)
    assert seen["actors"] == ["WHITE"]
    assert len(seen["choices"]) == 3
    renju = web.start("GOMOKU", 15, rules="renju")
    renju.moves((7, 7), (0, 0), (8, 7), (2, 0), (6, 6), (0, 4), (6, 5), (4, 0))
    seen = view(renju)
    assert seen["forbidden"] == [{"x": 6, "y": 7}]


def test_a_rematch_is_found_by_players_and_watched_by_watchers(web: Web) -> None:
    game = web.start("PEACE", 8)
    game.post("resign", {"player": "BLACK"})
    assert game.post("act", {"player": "BLACK", "type": "rematch"}).status_code == 200
    next_id = view(game)["nextId"]
    assert web.get(f"/api/game/{next_id}/view").json()["yours"] == ["BLACK", "WHITE"]
    watched = view(game, watching=True)["nextId"]
    assert web.get(f"/api/game/{watched}/view").json()["isWatching"] is True
