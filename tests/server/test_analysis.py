"""Positions looked at for people: the answer, its bounds, who is refused, and that nobody is waited for in vain."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest

from tests.server.conftest import NewWeb
from tests.server.members import Member
from tests.server.people import code_of
from tests.server.process import Game, ServerProcess, Web

POSITION: Final = "/api/analysis/position"
OPEN_THREE: Final = b"(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ac];B[jh];W[ao])"
LONG_MS: Final = 600_000
"""A longer look would outlast every test: it must be broken off."""

ENDGAME: Final = """
O--OOOOX
-OOOOOOX
OOXXOOOX
OOXOOOXX
OOOOOOXX
---OOOOX
----O--X
--------
"""
"""Black to move."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that looks briefly, unless somebody asks for a longer look."""
    folder = tmp_path_factory.mktemp("analysis") / "data"
    process = ServerProcess(folder, {"ANALYSIS_MS": "200", "ANALYSIS_LONGER_MS": str(LONG_MS)}).start()
    yield process
    process.stop()


def opened(web: Web, data: bytes) -> dict[str, Any]:
    """A record as a page has it."""
    headers = {"content-type": "application/octet-stream"}
    answer = web.http.post("/api/records/open", content=data, headers=headers)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def asked(web: Web, game: dict[str, Any], **more: Any) -> httpx2.Response:
    return web.post(POSITION, {"game": game, **more})


def found(web: Web, game: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = asked(web, game, **more)
    assert answer.status_code == 200, answer.text
    analysis: dict[str, Any] = answer.json()
    return analysis


def stones(web: Web, game: Game) -> dict[str, Any]:
    """The state of a game as somebody writes it down who has only seen the board."""
    state = web.get(f"/api/game/{game.watch_id}/state").json()
    return {
        "config": {"gameType": state["gameType"], "boardSize": state["boardSize"]},
        "state": {"grid": state["grid"], "currentPlayer": state["currentPlayer"]},
    }


def endgame() -> dict[str, Any]:
    """The endgame as a state."""
    colours = {"X": "BLACK", "O": "WHITE", "-": None}
    grid = [[colours[cell] for cell in row] for row in ENDGAME.split()]
    return {"config": {"gameType": "OTHELLO"}, "state": {"grid": grid, "currentPlayer": "BLACK"}}


# --- the answer


def test_a_win_that_is_proven_is_told_with_its_moves_and_what_there_is_to_see(web: Web) -> None:
    analysis = found(web, {"save": opened(web, OPEN_THREE)["save"]})
    best = analysis["best"][0]
    assert (analysis["win"], best["proof"], best["winsIn"]) == (1.0, "win", 2)
    assert len(best["line"]) == 3
    marks = {mark["key"]: mark["points"] for mark in analysis["marks"]}
    assert marks["winning-line"] == best["line"]
    assert best["line"][0] in marks["open-four"]


def test_the_moment_that_is_named_is_looked_at_and_not_the_end(web: Web) -> None:
    analysis = found(web, {"save": opened(web, OPEN_THREE)["save"], "node": 1})
    assert analysis["best"][0]["proof"] is None
    assert analysis["best"][0]["line"]


def test_the_text_of_a_record_is_taken_as_it_is(web: Web) -> None:
    assert found(web, {"save": OPEN_THREE.decode()}, lines=1)["best"][0]["winsIn"] == 2


def test_an_exact_result_is_told_as_exact(web: Web) -> None:
    analysis = found(web, small_endgame(), lines=2)
    best = analysis["best"][0]
    assert best["proof"] == "margin"
    assert (best["margin"], best["winsIn"]) == (analysis["exact"], None)


def small_endgame() -> dict[str, Any]:
    """An endgame that is solved at once: Black has three points left, and moves."""
    rows = ["XXXXXX", "XOOOOX", "XOXXOX", "XOXXOX", "XOOOO-", "XXX--O"]
    grid = [[{"X": "BLACK", "O": "WHITE", "-": None}[cell] for cell in row] for row in rows]
    return {"config": {"gameType": "OTHELLO", "boardSize": 6}, "state": {"grid": grid, "currentPlayer": "BLACK"}}


def test_a_game_that_is_over_is_worth_its_result(web: Web) -> None:
    five = b"(;GM[4]SZ[15];B[ha];W[aa];B[hb];W[ac];B[hc];W[ae];B[hd];W[ag];B[he])"
    analysis = found(web, {"save": opened(web, five)["save"]})
    assert (analysis["win"], analysis["best"]) == (1.0, [])


def test_as_many_moves_are_valued_as_were_asked_for(web: Web) -> None:
    assert len(found(web, endgame(), lines=3)["best"]) == 3


# --- what is refused


def test_what_cannot_be_analysed_is_refused_by_code(web: Web) -> None:
    nobody_wins = {"config": {"gameType": "PEACE"}, "state": endgame()["state"]}
    assert (asked(web, nobody_wins).status_code, code_of(asked(web, nobody_wins))) == (422, "BAD_PLAYER")
    twice = {"save": "(;GM[4]SZ[15];B[hh];W[hh])"}
    assert code_of(asked(web, twice)) == "BAD_RECORD"
    beyond = {"save": opened(web, OPEN_THREE)["save"], "node": 999}
    assert code_of(asked(web, beyond)) == "BAD_RECORD"
    assert code_of(asked(web, {"config": {"gameType": "CHESS"}, "state": endgame()["state"]})) == "NO_SUCH_KIND"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": {}},
        {"game": {"save": "(;GM[4])"}, "lines": 0},
        {"game": {"save": "(;GM[4])"}, "lines": 9},
        {"game": {"save": "(;GM[4])"}, "longer": 3},
        {"game": {"save": "(;GM[4])"}, "ms": 1_000_000},
        {"game": {"save": "(;GM[4])", "seats": {}}},
    ],
)
def test_a_question_that_says_something_else_is_not_understood(web: Web, body: dict[str, Any]) -> None:
    answer = web.post(POSITION, body)
    assert (answer.status_code, code_of(answer)) == (422, "BAD_BODY")


def test_more_than_a_match_may_have_is_refused_before_anything_is_searched(web: Web) -> None:
    large = asked(web, {"save": "(;GM[4]C[" + "x" * (1 << 20) + "])"})
    assert (large.status_code, code_of(large)) == (413, "TOO_LARGE")
    passes = [{"player": ("BLACK", "WHITE")[n % 2], "pass": True} for n in range(3_500)]
    grid = [[None] * 9 for _ in range(9)]
    state = {"grid": grid, "currentPlayer": "BLACK", "moves": passes}
    long = asked(web, {"config": {"gameType": "GO", "boardSize": 9}, "state": state})
    assert (long.status_code, code_of(long)) == (413, "TOO_LARGE")


def test_programs_with_a_token_of_somebody_are_not_told(server: ServerProcess, new_web: NewWeb) -> None:
    member = Member(server)
    bot = new_web(token=member.web.bot("read", "play"), origin=None)
    answer = asked(bot, {"save": OPEN_THREE.decode()})
    assert (answer.status_code, code_of(answer)) == (403, "BAD_SCOPE")
    member.close()


# --- games that count


@pytest.fixture
def players(server: ServerProcess) -> Iterator[tuple[Member, Member]]:
    pair = Member(server), Member(server)
    yield pair
    for member in pair:
        member.close()


def play_on(game: Game, players: tuple[Member, Member], numbers: range) -> None:
    """Moves far from each other, the players in turn."""
    for number in numbers:
        x, y = divmod(number, 4)
        answer = players[number % 2].web.post(game.path("move"), {"x": 3 * x + number % 2, "y": 3 * y})
        assert answer.status_code == 200, answer.text


def test_what_stands_in_a_rated_game_is_told_to_nobody_until_it_is_over(
    web: Web, players: tuple[Member, Member]
) -> None:
    game = players[0].begin(players[1])
    play_on(game, players, range(9))
    assert asked(web, stones(web, game)).status_code == 200, "nine moves stand in every book"
    play_on(game, players, range(9, 10))
    standing = stones(web, game)
    for somebody in (web, players[0].web):
        answer = somebody.post(POSITION, {"game": standing})
        assert (answer.status_code, code_of(answer)) == (403, "RATED_GAME_RUNNING")
    other_side = {**standing, "state": {**standing["state"], "currentPlayer": "WHITE"}}
    other_rules = {**standing, "config": {**standing["config"], "rules": "renju"}}
    assert {code_of(asked(web, other)) for other in (other_side, other_rules)} == {"RATED_GAME_RUNNING"}
    play_on(game, players, range(10, 11))
    assert asked(web, standing).status_code == 200, "it has moved on"
    standing = stones(web, game)
    assert players[0].web.post(game.path("resign"), {"player": "BLACK"}).status_code == 200
    assert asked(web, standing).status_code == 200, "it is over"


def test_what_stands_in_another_game_may_be_looked_at(web: Web, players: tuple[Member, Member]) -> None:
    game = players[0].begin(players[1], rated=False)
    play_on(game, players, range(12))
    assert asked(web, stones(web, game)).status_code == 200


def test_a_server_that_starts_again_knows_its_rated_games(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", {"ANALYSIS_MS": "50"}).start()
    pair = Member(server), Member(server)
    web = Web(server)
    game = pair[0].begin(pair[1])
    play_on(game, pair, range(12))
    standing = stones(web, game)
    server.stop()
    server.start()
    assert code_of(asked(web, standing)) == "RATED_GAME_RUNNING"
    for client in (*pair, web):
        client.close()
    server.stop()


# --- who waits


def test_who_goes_away_is_looked_for_no_more(web: Web) -> None:
    with pytest.raises(httpx2.TimeoutException):
        web.http.post(POSITION, json={"game": {"save": "(;GM[2])"}, "longer": True}, timeout=2)
    found(web, {"save": "(;GM[2])"})  # long before that look would have ended, though one is taken at a time
