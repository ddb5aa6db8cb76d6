"""Every call of the REST interface, and every way it refuses."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx2
import pytest

from tengen.core import kinds
from tengen.formats import formats
from tests.server.conftest import NewWeb
from tests.server.process import Web

STATE_KEYS = [
    "gameId",
    "gameType",
    "boardSize",
    "rules",
    "komi",
    "grid",
    "currentPlayer",
    "moveNumber",
    "lastMove",
    "prisoners",
    "legalMoves",
    "canPass",
    "isGameOver",
    "winner",
    "result",
    "score",
    "message",
    "phase",
    "players",
    "offers",
    "clock",
    "absence",
    "beginMs",
    "moves",
    "revision",
    "eventNumber",
]


def refused(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """The refusal, which has always the same form."""
    assert answer.status_code == status, answer.text
    body: dict[str, Any] = answer.json()
    assert body["code"] == code
    assert body["success"] is False
    assert body["error"] == body["detail"] != ""
    assert set(body) == {"success", "error", "detail", "code", "state"}
    return body


# --- start and state -------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind.name for kind in kinds() if kind.package.startswith("tengen.")])
def test_every_game_can_be_begun_and_shown(web: Web, kind: str) -> None:
    game = web.start(kind.upper())
    assert list(game.first) == STATE_KEYS
    assert game.first == game.state
    assert game.first["gameType"] == kind.upper()
    assert game.first["gameId"] == game.id
    assert game.first["legalMoves"]
    assert (game.first["phase"], game.first["currentPlayer"], game.first["message"]) == (
        "play",
        "BLACK",
        "BLACK's turn.",
    )
    assert len(game.id) >= 22
    assert game.watch_id != game.id


def test_rules_komi_and_handicap_are_taken_from_the_body(web: Web) -> None:
    state = web.start("GO", 19, rules="japanese", komi=0.5, handicap=2).first
    assert state["rules"]["preset"] == "japanese"
    assert (state["komi"], state["currentPlayer"]) == (0.5, "WHITE")
    assert sum(cell == "BLACK" for row in state["grid"] for cell in row) == 2
    state = web.start("GO", 9, rules={"preset": "chinese", "ko": "situational"}).first
    assert state["rules"]["ko"] == "situational"
    assert web.start("OTHELLO").first["komi"] is None


def test_a_clock_runs(web: Web) -> None:
    game = web.start("GO", 9, clock={"kind": "fischer", "mainMs": 60_000, "incrementMs": 5_000})
    clock = game.first["clock"]
    assert clock["running"] == "BLACK"
    assert clock["WHITE"] == {"mainMs": 60_000, "periodMs": 0, "periods": 0, "stones": 0}
    clock = game.move(0, 0)["clock"]
    assert clock["running"] == "WHITE"
    assert 64_000 < clock["BLACK"]["mainMs"] <= 65_000


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"gameType": "CHESS"}, 422, "NO_SUCH_KIND"),
        ({"gameType": "GO", "boardSize": 3}, 400, "BAD_RULES"),
        ({"gameType": "OTHELLO", "boardSize": 7}, 400, "BAD_RULES"),
        ({"gameType": "GO", "rules": "nonsense"}, 400, "BAD_RULES"),
        ({"gameType": "GO", "rules": {"nonsense": 1}}, 400, "BAD_RULES"),
        ({"gameType": "GO", "komi": 0.3}, 400, "BAD_RULES"),
        ({"gameType": "GOMOKU", "komi": 6.5}, 400, "BAD_RULES"),
        ({"gameType": "GO", "players": {"BLACK": "nobody"}}, 422, "BAD_PLAYER"),
        ({"gameType": "PEACE", "players": {"BLACK": "level:3"}}, 422, "BAD_PLAYER"),
        ({"gameType": "GO", "players": {"BLACK": "gtp:gnugo"}}, 422, "BAD_PLAYER"),
        ({"gameType": "GO", "names": {"BLACK": "A" * 41}}, 422, "BAD_BODY"),
        ({"gameType": "GO", "names": {"RED": "Ann"}}, 422, "BAD_BODY"),
        ({"gameType": "GO", "names": {"BLACK": 7}}, 422, "BAD_BODY"),
        ({"gameType": "GO", "names": ["Ann", "Bo"]}, 422, "BAD_BODY"),
        ({"gameType": "GO", "names": {"WHITE": "Bo"}, "players": {"WHITE": "random"}}, 422, "BAD_BODY"),
        ({"gameType": "GO", "names": {"WHITE": "Bo"}, "seat": "BLACK"}, 422, "BAD_BODY"),
        ({"gameType": "GO", "clock": {"kind": "fischer", "mainMs": 1}}, 400, "BAD_RULES"),
        ({"gameType": "GO", "clock": {"kind": "sand", "mainMs": 1}}, 422, "BAD_BODY"),
        ({"gameType": "GO", "boardSize": 1_000_000}, 422, "BAD_BODY"),
        ({"gameType": "GO", "boardSize": "9"}, 422, "BAD_BODY"),
        ({"gameType": "GO", "boardSize": 9.5}, 422, "BAD_BODY"),
        ({"gameType": "GO", "boardSize": True}, 422, "BAD_BODY"),
        ({"gameType": "GO", "numPlayers": 3}, 422, "BAD_BODY"),
        ({"gameType": 7}, 422, "BAD_BODY"),
        ({}, 422, "BAD_BODY"),
        ([], 422, "BAD_BODY"),
        ("GO", 422, "BAD_BODY"),
    ],
)
def test_what_cannot_be_begun_is_refused(web: Web, body: Any, status: int, code: str) -> None:
    assert refused(web.post("/api/game/start", body), status, code)["state"] is None


# --- the course of a game --------------------------------------------------------------------


def test_pass_resign_undo_redo_restart(web: Web) -> None:
    game = web.start("GO", 9)
    state = game.post("pass", {"player": "BLACK"}).json()["state"]
    assert (state["lastMove"], state["currentPlayer"], state["moves"]) == (
        "PASS",
        "WHITE",
        [{"player": "BLACK", "pass": True}],
    )
    game.move(4, 4)
    assert game.post("undo").json()["state"]["moveNumber"] == 1
    state = game.post("redo").json()["state"]
    assert state["grid"][4][4] == "WHITE"
    state = game.post("restart").json()["state"]
    assert (state["moveNumber"], state["gameId"], state["moves"]) == (0, game.id, [])
    state = game.post("resign", {"player": "BLACK"}).json()["state"]
    assert (state["isGameOver"], state["winner"], state["message"]) == (True, "WHITE", "WHITE wins!")
    assert state["result"] == {"reason": "resign", "margin": None, "noResult": False}
    assert (state["phase"], state["legalMoves"], state["canPass"]) == ("over", [], False)


def test_a_full_board_of_peace_is_a_draw(web: Web) -> None:
    game = web.start("PEACE", 4)
    state = game.first
    while not state["isGameOver"]:
        state = game.move(**state["legalMoves"][0])
    assert (state["winner"], state["message"]) == ("DRAW", "Draw!")


def test_the_last_message_of_a_counted_game_adds_the_score(web: Web) -> None:
    game = web.start("GO", 9, komi=6.5)
    game.move(4, 4)
    for player in ("WHITE", "BLACK"):
        state = game.post("pass", {"player": player}).json()["state"]
    assert (state["score"], state["message"]) == (
        {"BLACK": 81.0, "WHITE": 6.5},
        "BLACK wins! Black: 81, White: 6.5.",
    )
    level = web.start("GO", 9, komi=0)
    for player in ("BLACK", "WHITE"):
        state = level.post("pass", {"player": player}).json()["state"]
    assert (state["winner"], state["message"]) == ("DRAW", "Draw! Black: 0, White: 0.")


def test_the_last_message_of_othello_counts_the_discs(web: Web) -> None:
    game = web.start("OTHELLO", 4)
    state = game.first
    while not state["isGameOver"]:
        if state["legalMoves"]:
            state = game.move(**state["legalMoves"][0])
        else:
            state = game.post("pass", {"player": state["currentPlayer"]}).json()["state"]
    black, white = (sum(cell == color for row in state["grid"] for cell in row) for color in ("BLACK", "WHITE"))
    end = {"DRAW": "Draw!"}.get(state["winner"], f"{state['winner']} wins!")
    assert state["message"] == f"{end} Black: {black}, White: {white}."


def test_a_game_that_is_not_counted_ends_without_a_score(web: Web) -> None:
    for kind in ("GO", "OTHELLO"):
        state = web.start(kind).post("resign", {"player": "WHITE"}).json()["state"]
        assert state["message"] == "BLACK wins!"
    game = web.start("GO", 9, clock={"kind": "absolute", "mainMs": 100})
    time.sleep(0.3)
    assert game.state["message"] == "WHITE wins!"


def test_every_action_goes_through_act(web: Web) -> None:
    game = web.start("GO", 9, rules={"dead_stones": "agree"})
    place = {"player": "BLACK", "type": "place", "points": [{"x": 4, "y": 4}]}
    assert game.post("act", place).json()["state"]["grid"][4][4] == "BLACK"
    for player in ("WHITE", "BLACK"):
        state = game.post("act", {"player": player, "type": "pass"}).json()["state"]
    assert (state["phase"], state["message"]) == ("agree", "Mark the dead stones, then agree.")
    points = [{"x": 4, "y": 4}]
    for type_ in ("mark_dead", "unmark_dead"):
        assert game.post("act", {"player": "WHITE", "type": type_, "points": points}).status_code == 200
    state = game.post("act", {"player": "WHITE", "type": "resume"}).json()["state"]
    assert state["phase"] == "play"
    for type_ in ("pause", "unpause"):
        assert game.post("act", {"player": "BLACK", "type": type_}).status_code == 200
    assert game.post("act", {"player": "BLACK", "type": "takeback"}).status_code == 200
    refused(game.post("act", {"player": "BLACK", "type": "rematch"}), 400, "GAME_RUNNING")
    refused(game.post("act", {"player": "BLACK", "type": "decline", "choice": "draw"}), 400, "NO_OFFER")
    refused(game.post("act", {"player": "BLACK", "type": "place"}), 422, "BAD_BODY")
    refused(game.post("act", {"player": "BLACK", "type": "castle"}), 422, "BAD_BODY")


def test_moves_that_the_rules_refuse(web: Web) -> None:
    game = web.start("GO", 9)
    before = game.move(4, 4)
    for body, code in (
        ({"x": 4, "y": 4}, "OCCUPIED"),
        ({"x": 9, "y": 0}, "OUT_OF_BOUNDS"),
        ({"x": -1, "y": 0}, "OUT_OF_BOUNDS"),
    ):
        assert refused(game.post("move", body), 400, code)["state"] == before
    refused(game.post("pass", {"player": "BLACK"}), 400, "NOT_YOUR_TURN")
    refused(web.start("GOMOKU").post("pass", {"player": "BLACK"}), 400, "NO_PASS")
    refused(web.start("GOMOKU").post("undo"), 400, "NOTHING_TO_UNDO")
    refused(web.start("GOMOKU").post("redo"), 400, "NOTHING_TO_REDO")
    refused(web.start("OTHELLO").post("move", {"x": 0, "y": 0}), 400, "NO_FLIP")


def test_a_stale_caller_is_told_so(web: Web) -> None:
    game = web.start("GO", 9)
    state = game.move(0, 0, ply=0, revision=game.first["revision"])
    assert refused(game.post("move", {"x": 1, "y": 0, "ply": 0}), 409, "STALE")["state"] == state
    refused(game.post("move", {"x": 1, "y": 0, "revision": 1}), 409, "STALE")
    game.move(1, 0, ply=1)


def test_what_does_not_exist(web: Web) -> None:
    for call in ("state", "formats", "record.sgf", "picture.svg"):
        refused(web.get(f"/api/game/nothing/{call}"), 404, "NO_SUCH_GAME")
    refused(web.post("/api/game/nothing/move", {"x": 0, "y": 0}), 404, "NO_SUCH_GAME")
    refused(web.get("/api/nothing"), 404, "NO_SUCH_PAGE")
    refused(web.http.delete("/api/kinds"), 405, "BAD_METHOD")


def test_a_game_under_its_watch_id_can_only_be_read(web: Web) -> None:
    game = web.start("GO", 9)
    watched = f"/api/game/{game.watch_id}"
    assert web.get(f"{watched}/state").json()["gameId"] == game.watch_id
    for call, body in (("move", {"x": 0, "y": 0}), ("undo", None), ("resign", {"player": "BLACK"})):
        refused(web.post(f"{watched}/{call}", body), 403, "NOT_YOUR_SEAT")
    assert game.state["moveNumber"] == 0


# --- bodies ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b'{"x": 1',
        b'{"x": NaN, "y": 0}',
        b'{"x": 1e999, "y": 0}',
        b"\xff",
        b"[" * 60_000,
        b'{"x": "\\ud800"}',
    ],
)
def test_bodies_that_are_no_json(web: Web, content: bytes) -> None:
    game = web.start("PEACE")
    answer = web.http.post(game.path("move"), content=content, headers={"content-type": "application/json"})
    refused(answer, 422, "BAD_BODY")


def test_a_body_of_another_type_is_refused(web: Web) -> None:
    game = web.start("PEACE")
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        answer = web.http.post(game.path("move"), content=b'{"x":0,"y":0}', headers={"content-type": content_type})
        refused(answer, 422, "BAD_BODY")


def test_bodies_that_are_too_large(web: Web) -> None:
    game = web.start("PEACE")
    large = json.dumps({"x": 0, "y": 0, "z": "z" * 65_536}).encode()
    headers = {"content-type": "application/json"}
    refused(web.http.post(game.path("move"), content=large, headers=headers), 413, "TOO_LARGE")
    upload = json.dumps({"save": "z" * (1 << 20)}).encode()
    refused(web.http.post("/api/game/load", content=upload, headers=headers), 413, "TOO_LARGE")


# --- saves, records, pictures ----------------------------------------------------------------


def test_a_record_comes_back_as_the_same_game(web: Web) -> None:
    game = web.start("GO", 9)
    before = game.moves((4, 4), (3, 3), (5, 5))
    for ending in ("json", "sgf"):
        answer = web.get(game.path(f"record.{ending}"))
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
        save = answer.json() if ending == "json" else answer.text
        state = web.post("/api/game/load", {"save": save}).json()["state"]
        assert (state["moves"], state["grid"]) == (before["moves"], before["grid"])


@pytest.mark.parametrize("ending", [".gib", ".obf"])
def test_a_format_that_is_only_read_or_holds_no_moves_is_refused(web: Web, ending: str) -> None:
    game = web.start("OTHELLO")
    game.move(**game.first["legalMoves"][0])
    refused(web.get(game.path(f"record{ending}")), 400, "BAD_RECORD")


@pytest.mark.parametrize(
    "ending", sorted({ending for format_ in formats() for ending in format_.endings} - {".gib", ".obf"})
)
def test_a_record_of_every_format_that_can_hold_the_game(web: Web, ending: str) -> None:
    answers = []
    for kind in ("GO", "GOMOKU", "OTHELLO"):
        game = web.start(kind)
        first = game.first["legalMoves"][0]
        game.move(**first)
        answers.append(web.get(game.path(f"record{ending}")))
    assert any(answer.status_code == 200 and answer.content for answer in answers)
    assert all(answer.status_code in (200, 400) for answer in answers)


@pytest.mark.parametrize(
    ("kind", "size", "fit"),
    [
        ("GO", 19, {"json", "sgf"}),
        ("GOMOKU", 15, {"json", "sgf", "psq"}),
        ("OTHELLO", 8, {"json", "sgf", "ggf", "wtb", "txt"}),
        ("OTHELLO", 10, {"json", "sgf", "ggf"}),
        ("PEACE", 8, {"json"}),
    ],
)
def test_which_formats_can_hold_a_game(web: Web, kind: str, size: int, fit: set[str]) -> None:
    game = web.start(kind, size)
    game.move(**game.first["legalMoves"][0])
    answer = web.get(game.path("formats")).json()
    assert set(answer["fit"]) == fit
    offered = {one.endings[0] for one in formats() if not (one.is_for_many or one.is_read_only)}
    assert {f".{ending}" for ending in answer["fit"] + answer["unfit"]} == offered
    for ending in answer["fit"]:
        assert web.get(game.path(f"record.{ending}")).status_code == 200
    for ending in answer["unfit"]:
        refused(web.get(game.path(f"record.{ending}")), 400, "BAD_RECORD")


def test_no_record_of_an_unknown_format(web: Web) -> None:
    game = web.start("PEACE")
    refused(web.get(game.path("record.exe")), 404, "NO_SUCH_PAGE")
    refused(web.get(game.path("picture.exe")), 404, "NO_SUCH_PAGE")
    refused(web.get(game.path("record.sgf")), 400, "BAD_RECORD")


def test_pictures(web: Web) -> None:
    game = web.start("GO", 9)
    game.moves((4, 4), (3, 3))
    heads = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF8"}
    for ending, head in heads.items():
        answer = web.get(game.path(f"picture.{ending}?width=120"))
        assert answer.status_code == 200, answer.text
        assert answer.content.startswith(head)
        assert answer.headers["content-type"].startswith("image/")
    refused(web.get(game.path("picture.png?width=100000")), 422, "BAD_BODY")


def test_a_picture_can_say_below_the_board_how_the_game_stands(web: Web) -> None:
    game = web.start("GO", 9)
    game.moves((1, 0), (0, 0), (0, 1))
    plain = web.get(game.path("picture.svg")).text
    said = web.get(game.path("picture.svg?caption=1")).text
    assert ">Black captured 1. White to move.</text>" in said
    assert ">Captured: Black 1, White 0.</text>" in said
    assert "White to move" not in plain
    assert ">黑方提了 1 子，轮到白方。</text>" in web.get(game.path("picture.svg?caption=1&lang=zh")).text
    for ending in ("png", "gif"):
        captioned = web.get(game.path(f"picture.{ending}?caption=true&lang=zh&width=120"))
        assert captioned.status_code == 200
        assert captioned.content != web.get(game.path(f"picture.{ending}?width=120")).content
    refused(web.get(game.path("picture.png?caption=much")), 422, "BAD_BODY")
    refused(web.get(game.path("picture.png?caption=1&lang=xx")), 422, "BAD_BODY")


def test_a_kept_state_is_played_again_or_set_up(web: Web) -> None:
    game = web.start("GO", 9, komi=5.5)
    kept = game.moves((4, 4), (3, 3))
    body = {"config": {"gameType": "GO", "boardSize": 9}, "state": kept, "timestamp": "2024-01-01"}
    loaded = web.post("/api/game/load", body).json()
    assert loaded["gameId"] != game.id
    assert (loaded["state"]["moves"], loaded["state"]["komi"]) == (kept["moves"], 5.5)
    bare = {name: kept[name] for name in ("grid", "currentPlayer", "prisoners")}
    state = web.post("/api/game/load", {"config": {"gameType": "GO"}, "state": bare}).json()["state"]
    assert (state["grid"], state["moves"], state["moveNumber"]) == (kept["grid"], [], 0)
    wrong = {**kept, "grid": game.first["grid"]}
    refused(web.post("/api/game/load", {**body, "state": wrong}), 400, "BAD_RECORD")
    illegal = {**kept, "moves": [kept["moves"][0], {**kept["moves"][0], "player": "WHITE"}]}
    answer = refused(web.post("/api/game/load", {**body, "state": illegal}), 400, "BAD_RECORD")
    assert "Move 2" in answer["error"]


@pytest.mark.parametrize("save", ["", "nonsense", "\x80\x04\x95", {}, {"format": "tengen-save"}, "(;GM[1]SZ[9];B[zz])"])
def test_saves_that_are_none(web: Web, save: Any) -> None:
    refused(web.post("/api/game/load", {"save": save}), 400, "BAD_RECORD")


# --- around the games ------------------------------------------------------------------------


def test_kinds_describe_every_game(web: Web) -> None:
    found = {kind["gameType"]: kind for kind in web.get("/api/kinds").json()["kinds"]}
    assert set(found) >= {"GO", "GOMOKU", "OTHELLO", "PEACE"}
    described = found["GO"]
    assert described["sizes"][0] == 5
    assert described["boards"]["19"]["columnLabels"][8] == "J"
    assert described["presets"]["japanese"]["scoring"] == "territory"
    assert described["words"]["zh"]["name"] == "围棋"
    assert {option["name"] for option in described["options"]} >= {"komi", "handicap", "ko"}
    assert "level:3" in described["players"]


def test_kinds_tell_what_clients_offer_first_where_a_person_plays(web: Web) -> None:
    found = {kind["gameType"]: kind for kind in web.get("/api/kinds").json()["kinds"]}
    offered = {option["name"]: option["offeredToPeople"] for option in found["GO"]["options"]}
    assert {name: value for name, value in offered.items() if value is not None} == {"dead_stones": "agree"}
    assert found["GO"]["defaultRules"]["dead_stones"] == "none"
    assert web.start("GO", 9).state["rules"]["dead_stones"] == "none"


def test_kinds_say_in_which_games_not_every_empty_point_can_be_taken(web: Web) -> None:
    found = {kind["gameType"]: kind["restrictsPlacing"] for kind in web.get("/api/kinds").json()["kinds"]}
    of_ours = {name: found[name] for name in ("GO", "GOMOKU", "OTHELLO", "PEACE")}
    assert of_ours == {"GO": False, "GOMOKU": False, "OTHELLO": True, "PEACE": False}


def test_health_metrics_and_docs(web: Web) -> None:
    assert web.get("/healthz").json()["status"] == "ok"
    web.start("PEACE")
    assert "tengen_games_started_total" in web.get("/metrics").text
    assert "/api/game/start" in web.get("/docs").text
    for path in ("/metrics", "/docs", "/openapi.json", "/frames.schema.json"):
        refused(web.get(path, **{"x-forwarded-for": "203.0.113.9"}), 404, "NO_SUCH_PAGE")


def test_every_answer_has_security_headers(web: Web) -> None:
    for answer in (web.get("/"), web.get("/api/kinds"), web.get("/nothing"), web.post("/api/game/start", {})):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert "server" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost"},
        {"origin": "http://evil-127.0.0.1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_foreign_pages_change_nothing(new_web: NewWeb, headers: dict[str, str]) -> None:
    web = new_web(origin=None)
    refused(web.http.post("/api/game/start", json={"gameType": "GO"}, headers=headers), 403, "BAD_ORIGIN")


def test_tools_of_this_machine_need_no_origin_but_proxied_calls_do(new_web: NewWeb) -> None:
    web = new_web(origin=None)
    assert web.post("/api/game/start", {"gameType": "GO"}).status_code == 200
    answer = web.post("/api/game/start", {"gameType": "GO"}, **{"x-forwarded-for": "203.0.113.9"})
    refused(answer, 403, "BAD_ORIGIN")


def test_a_bearer_token_that_is_none(new_web: NewWeb) -> None:
    web = new_web(origin=None, token="nonsense")
    refused(web.post("/api/game/start", {"gameType": "GO"}), 401, "BAD_TOKEN")


# --- once ------------------------------------------------------------------------------------


def test_a_call_sent_again_with_its_key_gets_the_first_answer_and_does_nothing(web: Web) -> None:
    headers = {"Idempotency-Key": "begin-1"}
    body = {"gameType": "GO", "boardSize": 9}
    first = web.post("/api/game/start", body, **headers).json()
    assert web.post("/api/game/start", body, **headers).json() == first
    path = f"/api/game/{first['gameId']}"
    moved = web.post(f"{path}/move", {"x": 4, "y": 4}, **{"Idempotency-Key": "m1"}).json()
    assert web.post(f"{path}/move", {"x": 4, "y": 4}, **{"Idempotency-Key": "m1"}).json() == moved
    for _ in range(2):
        refusal = web.post(f"{path}/move", {"x": 4, "y": 4}, **{"Idempotency-Key": "m2"})
        refused(refusal, 400, "OCCUPIED")
    refused(web.post(f"{path}/move", {"x": 5, "y": 5}, **{"Idempotency-Key": "m1"}), 422, "BAD_BODY")
    assert web.get(f"{path}/state").json()["moveNumber"] == 1
    undone = [web.post(f"{path}/undo", **{"Idempotency-Key": "u1"}).json() for _ in range(2)]
    assert undone[0] == undone[1]


def test_who_names_languages_is_refused_in_words_for_players(web: Web) -> None:
    game = web.start("GO", 9)
    game.move(2, 2)
    plain = game.post("move", {"x": 2, "y": 2}).json()
    assert set(plain) == {"success", "error", "detail", "code", "state"}
    told = game.post("move", {"x": 2, "y": 2}, **{"accept-language": "zh"}).json()["words"]
    assert told["en"] == "There is a stone on this point already."
    assert told["zh"] != told["en"]
