"""Games of AIs on a real server: bounded for each visitor, never in a person's way, and gone quickly when it stops."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.process import ServerProcess, Web
from tests.server.watched import until

pytestmark = pytest.mark.long

PROXIED: Final = {"TRUSTED_PROXIES": '["127.0.0.1"]', "ORIGINS": '["https://play.example"]'}
STOP_S: Final = 5.0
PROMPT_S: Final = 1.0


def visitor(number: int) -> dict[str, str]:
    """The headers of a call that comes from another address."""
    return {"x-forwarded-for": f"203.0.113.{number}", "x-forwarded-proto": "https", "origin": "https://play.example"}


@contextmanager
def serving(tmp_path: Path, **settings: str) -> Iterator[tuple[ServerProcess, Web]]:
    server = ServerProcess(tmp_path / "data", {**PROXIED, **settings}).start()
    web = Web(server, origin=None)
    try:
        yield server, web
    finally:
        web.close()
        server.stop()


def start(web: Web, who: int, black: str, white: str, *, kind: str = "GOMOKU", size: int = 9) -> Any:
    body = {"gameType": kind, "boardSize": size, "players": {"BLACK": black, "WHITE": white}}
    return web.post("/api/game/start", body, **visitor(who))


def answer_s(web: Web, game_id: str, cell: tuple[int, int], moves: int) -> float:
    """How long it takes from a person's move to the AI's answer."""
    began = time.monotonic()
    move = web.post(f"/api/game/{game_id}/move", {"x": cell[0], "y": cell[1]}, **visitor(2))
    assert move.status_code == 200, move.text

    def has_answered() -> bool:
        found = web.get(f"/api/game/{game_id}/state", **visitor(2)).json()
        return bool(found["moveNumber"] >= moves)

    assert until(has_answered)
    return time.monotonic() - began


def test_a_visitor_is_refused_one_game_of_ais_too_many_and_others_are_not(tmp_path: Path) -> None:
    with serving(tmp_path, AI_GAMES_PER_VISITOR="2") as (_, web):
        for _ in range(2):
            assert start(web, 1, "level:3", "level:3").status_code == 200
        refused = start(web, 1, "level:3", "level:3")
        assert (refused.status_code, refused.json()["code"]) == (429, "SLOW_DOWN")
        assert refused.headers["retry-after"] == "1"
        assert refused.json()["detail"].startswith("2 games between AIs that you began are being played;")
        in_words = web.post(
            "/api/game/start",
            {"gameType": "GO", "boardSize": 9, "players": {"BLACK": "random", "WHITE": "random"}},
            **visitor(1),
            **{"accept-language": "zh"},
        )
        assert "2 局" in in_words.json()["words"]["zh"]
        assert start(web, 1, "human", "level:3").status_code == 200, "a game with a person is none of them"
        assert start(web, 2, "level:3", "level:3").status_code == 200


@pytest.mark.alone
def test_25_games_of_level_10_do_not_keep_another_visitors_level_1_waiting(tmp_path: Path) -> None:
    with serving(tmp_path, AI_GAMES_PER_VISITOR="25") as (_, web):
        games = [start(web, 1, "level:10", "level:10", kind="GO", size=19).json()["gameId"] for _ in range(25)]
        for game_id in games:
            web.get(f"/api/game/{game_id}/state", **visitor(1))
        game_id = start(web, 2, "human", "level:1").json()["gameId"]
        answer_s(web, game_id, (0, 0), 2)  # the process of the first move has to be started
        time.sleep(1)
        took = [answer_s(web, game_id, (1 + number, 8), 4 + 2 * number) for number in range(4)]
        assert max(took) < PROMPT_S, took


@pytest.mark.alone
def test_a_server_with_3000_games_of_ais_stops_within_5_seconds_and_lets_them_sleep_afterwards(tmp_path: Path) -> None:
    with serving(tmp_path, AI_GAMES_PER_VISITOR="1000") as (server, web):
        for number in range(3_000):
            assert start(web, 10 + number % 3, "level:5", "level:5").status_code == 200
        took_s = server.stop(by=signal.SIGTERM, patience_s=60)
        assert server.process is not None
        assert server.process.returncode == 0
        assert took_s < STOP_S
        began = time.monotonic()
        server.start()
        assert time.monotonic() - began < 20
        game_id = start(web, 2, "human", "level:1").json()["gameId"]
        answer_s(web, game_id, (0, 0), 2)
        assert answer_s(web, game_id, (1, 8), 4) < PROMPT_S
        assert server.stop(by=signal.SIGTERM, patience_s=60) < STOP_S
