"""Files that somebody opens, matches that are looked at again, and games that go on from any moment of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tengen.core import Record
from tengen.formats import read
from tests.server.process import Web

SGF = b"(;GM[1]FF[4]SZ[9]PB[Ann]PW[Ben]RU[Chinese];B[cc]C[first](;W[gg];B[gc])(;W[cg]TR[cc]))"


def sent(web: Web, call: str, data: bytes, **query: int | bool) -> httpx2.Response:
    """A call below `/api/records` that brings a file."""
    headers = {"content-type": "application/octet-stream"}
    return web.http.post(f"/api/records/{call}", content=data, params=query, headers=headers)


def opened(web: Web, data: bytes, **query: int | bool) -> httpx2.Response:
    return sent(web, "open", data, **query)


def replay(web: Web, data: bytes, **query: int | bool) -> dict[str, Any]:
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


@pytest.mark.parametrize("ending", ["json", "sgf"])
def test_a_program_is_named_for_people_in_a_record_and_told_as_a_player_to_clients(web: Web, ending: str) -> None:
    game = web.start("GO", 9, players={"BLACK": "human", "WHITE": "level:10"})
    assert game.first["players"]["WHITE"] == {
        "name": "level:10",
        "player": "level:10",
        "isOpen": False,
        "isOwned": False,
        "isGuest": False,
    }
    record = web.get(game.path(f"record.{ending}"))
    assert "Tengen level 10" in record.text
    played = web.get(game.path("replay")).json()
    read_again = web.http.post("/api/records/open", content=record.content).json()
    for players in (played["players"], read_again["players"]):
        assert (players["WHITE"]["name"], players["WHITE"]["player"]) == ("level:10", "level:10")
    loaded = web.post("/api/game/load", {"save": record.json() if ending == "json" else record.text}).json()
    assert loaded["state"]["players"]["WHITE"] == game.first["players"]["WHITE"]


# --- a file in other formats


FOREIGN = b"""(;FF[4]GM[1]CA[UTF-8]AP[Elsewhere:2]SZ[9]PB[Ann]PW[Ben]KM[6.5]RU[Japanese]
;B[ee]C[The centre];W[ce](;B[gc]LB[gg:A][cc:1]TR[ee](;W[gg])(;W[cg]C[or here]))(;B[cc]SQ[ce];W[cg];B[gg]))"""
"""Variations within variations, comments, labels and marks, as another program wrote them."""


def told(record: Record) -> list[Any]:
    """What people wrote into a record and played, node by node."""
    return [(node.parent, node.action, node.comment, node.marks) for node in record.nodes]


def converted(web: Web, data: bytes, ext: str, **query: int) -> bytes:
    answer = sent(web, f"convert/{ext}", data, **query)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-disposition"] == f'attachment; filename="tengen.{ext}"'
    return answer.content


def test_a_file_that_was_opened_is_had_in_other_formats_with_all_that_was_written_into_it(web: Web) -> None:
    before = told(read(".sgf", FOREIGN).records[0])
    as_sgf = converted(web, FOREIGN, "sgf")
    assert sorted(map(repr, told(read(".sgf", as_sgf).records[0]))) == sorted(map(repr, before))
    as_save = converted(web, FOREIGN, "json")
    again = converted(web, as_save, "sgf")
    assert told(read(".sgf", again).records[0]) == told(read(".sgf", as_sgf).records[0])
    assert json.loads(as_save) == replay(web, FOREIGN)["save"]


def test_only_formats_that_can_hold_the_game_are_named(web: Web) -> None:
    assert sent(web, "formats", FOREIGN).json() == {"fit": ["json", "sgf"], "unfit": ["ggf", "psq", "txt", "wtb"]}
    assert "txt" in sent(web, "formats", b"f5d6c3d3c4").json()["fit"]
    answer = sent(web, "convert/psq", FOREIGN)
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_RECORD")
    assert sent(web, "convert/exe", FOREIGN).status_code == 404


def test_the_chosen_game_of_a_collection_is_converted(web: Web) -> None:
    two = b"(;GM[1]SZ[9]PB[One];B[cc])(;GM[1]SZ[9]PB[Two];B[dd])"
    assert b"PB[Two]" in converted(web, two, "sgf", game=1)
    assert sent(web, "convert/sgf", two, game=2).status_code == 400


def test_any_moment_of_a_file_is_drawn(web: Web) -> None:
    node = next(i for i, node in enumerate(replay(web, FOREIGN)["nodes"]) if node["placed"] == [[2, 6, "WHITE"]])
    first, last = (sent(web, "picture/svg", FOREIGN, node=number) for number in (0, node))
    assert first.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in first.headers["content-security-policy"]
    assert first.text != last.text
    assert sent(web, "picture/png", FOREIGN).content.startswith(b"\x89PNG")
    assert sent(web, "picture/gif", FOREIGN).content.startswith(b"GIF8")
    assert sent(web, "picture/svg", FOREIGN, node=99).status_code == 400
    assert sent(web, "picture/bmp", FOREIGN).status_code == 404


def test_a_moving_picture_of_a_file_without_end_is_refused(web: Web) -> None:
    long = b"(;GM[1]SZ[9]" + b";B[cc]AE[cc]" * 3000 + b")"
    assert sent(web, "picture/gif", long).json()["code"] == "TOO_LARGE"
    assert sent(web, "picture/png", long).status_code == 200


@pytest.mark.parametrize("call", ["convert/sgf", "formats", "picture/svg"])
def test_what_is_too_large_or_no_game_is_converted_to_nothing(web: Web, call: str) -> None:
    assert sent(web, call, SGF + b" " * (1 << 20)).status_code == 413
    assert sent(web, call, b"Dear Ann").json()["code"] == "BAD_RECORD"
    assert sent(web, call, b"").json()["code"] == "BAD_RECORD"


def test_a_moment_is_the_same_one_in_the_replay_and_in_its_save(web: Web) -> None:
    """Variations within variations are counted in one order everywhere."""
    found = replay(web, FOREIGN)
    for number, node in enumerate(found["nodes"][1:], start=1):
        answer = web.post("/api/game/load", {"save": found["save"], "node": number})
        last = answer.json()["state"]["lastMove"]
        assert [[last["x"], last["y"]]] == [placed[:2] for placed in node["placed"]]


# --- what was tampered with


@pytest.fixture
def save(web: Web) -> dict[str, Any]:
    game = web.start("GO", 9)
    game.moves((2, 2), (6, 6), (2, 6))
    found: dict[str, Any] = web.get(game.path("record.json")).json()
    return found


def tampered(save: dict[str, Any], what: str) -> bytes:
    if what == "board":
        save["board"][0][0] = 1
    elif what == "move":
        save["move_history"][2] |= {"x": 7, "y": 7}
    else:
        save["move_history"][2] |= {"x": 2, "y": 2}
    return json.dumps(save).encode()


@pytest.mark.parametrize(
    ("what", "why"), [("board", "not the one its moves"), ("move", "not the one its moves"), ("illegal", "Move 3")]
)
def test_a_tampered_save_is_refused_at_every_door_to_a_game(
    web: Web, save: dict[str, Any], what: str, why: str
) -> None:
    data = tampered(save, what)
    by_door = (
        opened(web, data, strict=True),
        web.post("/api/game/load", {"save": json.loads(data)}),
        web.post("/api/game/load", {"save": data.decode()}),
    )
    for answer in by_door:
        assert (answer.status_code, answer.json()["code"]) == (400, "BAD_RECORD"), answer.text
        assert why in answer.json()["detail"]


def test_a_save_that_contradicts_itself_can_be_looked_at_and_not_gone_on_with(web: Web, save: dict[str, Any]) -> None:
    found = replay(web, tampered(save, "board"))
    assert len(found["nodes"]) == 4
    assert "not the one its moves" in found["trouble"]["en"]
    assert found["save"] is None


def test_a_record_that_was_cut_off_says_so_and_goes_on_from_what_is_left(web: Web, save: dict[str, Any]) -> None:
    found = replay(web, tampered(save, "illegal"))
    assert len(found["nodes"]) == 3
    assert "Move 3" in found["trouble"]["en"]
    assert web.post("/api/game/load", {"save": found["save"], "node": 2}).status_code == 200


def test_a_file_without_a_mistake_is_opened_strictly_just_as_well(web: Web, save: dict[str, Any]) -> None:
    data = json.dumps(save).encode()
    assert replay(web, data, strict=True) == replay(web, data)
    assert replay(web, data)["trouble"] is None
