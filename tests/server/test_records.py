"""Files that somebody opens, matches that are looked at again, and games that go on from any moment of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.server.process import Web

SGF = b"(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]RU[Chinese];B[cc]C[first](;W[gg];B[gc])(;W[cg]TR[cc]))"


def opened(web: Web, data: bytes, **query: int) -> httpx2.Response:
    return web.http.post(
        "/api/records/open", content=data, params=query, headers={"content-type": "application/octet-stream"}
    )


def replay(web: Web, data: bytes, **query: int) -> dict[str, Any]:
    answer = opened(web, data, **query)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_file_is_opened_with_its_comments_marks_and_variations(web: Web) -> None:
    found = replay(web, SGF)
    assert (found["gameType"], found["boardSize"]) == ("GO", 9)
    assert found["players"]["BLACK"]["name"] == "Ann"
    nodes = found["nodes"]
    assert [node["parent"] for node in nodes].count(1) == 2, "two answers to the first move"
    assert nodes[1]["placed"] == [[2, 2, "BLACK"]]
    assert nodes[1]["comment"] == "first"
    assert [node["marks"][0]["kind"] for node in nodes if node["marks"]] == ["triangle"]


def test_captures_are_told_without_any_rules_in_the_client(web: Web) -> None:
    found = replay(web, b"(;GM[1]SZ[9]AB[ba]AW[aa];B[ab])")
    last = found["nodes"][-1]
    assert last["removed"] == [[0, 0]]
    assert last["prisoners"] == {"BLACK": 1, "WHITE": 0}


def test_a_game_goes_on_from_any_moment_against_anybody(web: Web) -> None:
    found = replay(web, SGF)
    variation = next(i for i, node in enumerate(found["nodes"]) if node["placed"] == [[2, 6, "WHITE"]])
    seats = {"players": {"BLACK": "human", "WHITE": "random"}, "seat": "BLACK"}
    answer = web.post("/api/game/load", {"save": found["save"], "node": variation, "seats": seats})
    assert answer.status_code == 200, answer.text
    state = answer.json()["state"]
    assert state["moveNumber"] == 2
    assert state["grid"][6][2] == "WHITE"
    assert state["players"]["WHITE"]["player"] == "random"
    assert state["players"]["BLACK"]["isOwned"] is True


def test_a_moment_that_is_not_there_is_refused(web: Web) -> None:
    answer = web.post("/api/game/load", {"save": replay(web, SGF)["save"], "node": 99})
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_RECORD")


def test_a_match_can_be_looked_at_again_also_by_those_who_watch(web: Web) -> None:
    game = web.start("OTHELLO", 8)
    game.move(2, 3)
    found = web.get(game.path("replay")).json()
    assert len(found["nodes"]) == 2
    assert found["nodes"][0]["placed"], "the four stones of the beginning"
    assert found["nodes"][1]["flipped"]
    assert web.get(f"/api/game/{game.watch_id}/replay").json() == found


def test_a_binary_collection_is_opened_game_by_game(web: Web) -> None:
    files = sorted(Path(__file__).parents[1].glob("**/*.wtb"))
    if not files:
        pytest.skip("no WTHOR file among the test data")
    data = files[0].read_bytes()
    first = replay(web, data)
    assert first["gameType"] == "OTHELLO"
    if first["titles"]:
        assert replay(web, data, game=1)["index"] == 1
        assert opened(web, data, game=len(first["titles"]) + 5).status_code == 400


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01\x02", b"(" * 50_000, b"{}", b"\x80\x04\x95pickle", b"(;GM[1]SZ[9999])"]
)
def test_what_is_no_game_is_refused_and_opens_nothing(web: Web, data: bytes) -> None:
    answer = opened(web, data)
    assert answer.status_code in (400, 413, 422), answer.text
    assert answer.json()["code"] in ("BAD_RECORD", "BAD_RULES", "TOO_LARGE", "BAD_BODY", "NO_SUCH_KIND")


def test_a_file_that_is_too_large_is_refused(web: Web) -> None:
    answer = opened(web, SGF + b" " * (1 << 20))
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


def test_the_legal_part_of_a_bad_game_is_shown_and_the_rest_is_named(web: Web) -> None:
    found = replay(web, b"(;GM[1]SZ[9];B[cc];W[cc];B[dd])")
    assert len(found["nodes"]) == 2
    assert found["notices"]
