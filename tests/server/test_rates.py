"""How often somebody may call: a quick script is no flood, a flood is bounded, and nobody else notices it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import httpx2
import pytest

from tests.server import test_seed_scenarios as scenarios
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.test_slow_readers import PROMPT_S
from tests.server.watched import placed_and_taken_back

STRANGER: Final = {"x-forwarded-for": "203.0.113.9"}
OTHER: Final = {"x-forwarded-for": "203.0.113.10"}
PROXIED: Final = {"TRUSTED_PROXIES": '["127.0.0.1"]', "ORIGINS": '["https://play.example"]'}
ORIGIN: Final = {"origin": "https://play.example"}


@contextmanager
def serving(tmp_path: Path, **settings: str) -> Iterator[ServerProcess]:
    server = ServerProcess(tmp_path / "data", settings, has_limits=True).start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with the limits that it has by default."""
    with serving(tmp_path_factory.mktemp("limited")) as server:
        yield server


@pytest.fixture(scope="module")
def behind_proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that a proxy on the same machine offers to the world. Its windows are long: no test waits for one."""
    rates = {"REQUEST_RATE": "20/hour", "GAME_RATE": "60/hour", "START_RATE": "5/hour"}
    with serving(tmp_path_factory.mktemp("proxied"), **PROXIED, **rates) as server:
        yield server


def statuses(web: Web, path: str, count: int, **headers: str) -> list[int]:
    return [web.get(path, **headers).status_code for _ in range(count)]


def test_the_six_scenarios_as_one_quick_script_on_loopback_are_never_told_to_wait(limited: ServerProcess) -> None:
    web = Web(limited, origin=None)
    answered: list[int] = []
    web.http.event_hooks = {"response": [lambda answer: answered.append(answer.status_code)]}
    scenarios.test_a_stone_without_liberties_is_taken(web)
    scenarios.test_suicide_is_refused_and_changes_nothing(web)
    scenarios.test_five_in_a_row_win(web)
    scenarios.test_a_stone_that_takes_is_no_suicide(web)
    scenarios.test_five_on_a_diagonal_win(web)
    for game_type in ("GOMOKU", "GO", "GO"):
        scenarios.test_undo_leaves_nothing_behind(web, game_type)
    web.close()
    assert len(answered) >= 60
    assert 429 not in answered


def test_a_script_may_begin_many_games_on_loopback(limited: ServerProcess) -> None:
    web = Web(limited, origin=None)
    for _ in range(100):
        web.start("PEACE", 4)
    web.close()


class Flood:
    """Calls without a pause from several threads, until it is left."""

    def __init__(self, server: ServerProcess) -> None:
        self.told: list[int] = []
        self._server = server
        self._is_over = threading.Event()
        self._threads = [threading.Thread(target=self._call) for _ in range(3)]

    def _call(self) -> None:
        with httpx2.Client(base_url=self._server.address, timeout=30, verify=False) as client:
            while not self._is_over.is_set():
                self.told.append(client.get("/healthz").status_code)

    def __enter__(self) -> Flood:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        for thread in self._threads:
            thread.join()


def test_a_flood_from_loopback_is_bounded_and_others_are_still_served(tmp_path: Path) -> None:
    rates = {"LOCAL_REQUEST_RATE": "100/second", "LOCAL_START_RATE": "10/minute", "MESSAGE_RATE": "1000000/second"}
    with serving(tmp_path, **rates) as server, closing(Web(server)) as web:
        game = web.start("PEACE")
        with socket_to(server, game.id) as bystander, Flood(server) as flood:
            while flood.told.count(429) < 50:
                assert placed_and_taken_back(bystander) < PROMPT_S
        time.sleep(1.0)
        begun = [web.post("/api/game/start", {"gameType": "PEACE"}).status_code for _ in range(15)]
        assert begun == [200] * 9 + [429] * 6


def test_a_stranger_through_a_proxy_has_the_own_limit_and_not_that_of_loopback(behind_proxy: ServerProcess) -> None:
    web = Web(behind_proxy, origin=None)
    told = statuses(web, "/healthz", 25, **STRANGER)
    assert (told[:20], told[20:]) == ([200] * 20, [429] * 5)
    assert statuses(web, "/healthz", 10, **OTHER) == [200] * 10, "strangers do not use up each other's limit"
    assert statuses(web, "/healthz", 100) == [200] * 100, "nor that of this machine's own programs"
    web.close()


@pytest.mark.parametrize("settings", [{"ORIGINS": PROXIED["ORIGINS"]}, {}], ids=["public", "private"])
def test_a_proxy_that_names_nobody_gives_nobody_the_limit_of_loopback(tmp_path: Path, settings: dict[str, str]) -> None:
    with serving(tmp_path, REQUEST_RATE="20/hour", **settings) as server, closing(Web(server, origin=None)) as web:
        for header in ("x-real-ip", "via", "forwarded", "x-forwarded-for"):
            assert 429 in statuses(web, "/healthz", 25, **{header: "for=203.0.113.9"})
        assert (429 in statuses(web, "/healthz", 25)) == bool(settings)


def test_games_for_one_screen_may_be_played_on_beyond_the_limit_of_other_calls(behind_proxy: ServerProcess) -> None:
    web = Web(behind_proxy, origin=None)
    web.http.headers.update({"x-forwarded-for": "203.0.113.11", **ORIGIN})
    shared = web.start("PEACE")
    owned = web.start("PEACE", seat="BLACK")
    assert 429 in statuses(web, "/healthz", 30)
    for x in range(3):
        shared.move(x, 0)
    assert owned.post("resign", {"player": "BLACK"}).status_code == 429, "a game with owners is no such game"
    assert web.get(shared.path("record.sgf")).status_code == 429, "nor is a file a quick call"
    assert web.get(f"/api/game/{shared.watch_id}/state").status_code == 429, "nor is the watch id one to play with"
    told = statuses(web, shared.path("state"), 80)
    assert 50 <= told.count(200) <= 60, "and there is an end to it"
    assert told[-1] == 429
    other = Game(web, {"gameId": shared.id, "watchId": "", "state": {}})
    assert web.get(other.path("state"), **OTHER).status_code == 200, "which counts for one address alone"
    web.close()
