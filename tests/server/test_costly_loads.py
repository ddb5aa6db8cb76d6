"""What strangers send to be read: it is bounded, it costs little, and nobody else waits for it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx2
import pytest

from tests.server.files import BAD_BODIES, COSTLY_FILES, LETTERS, MIB, TOO_LONG, sgf, variations
from tests.server.process import ServerProcess, Web
from tests.server.watched import Watched, until

pytestmark = pytest.mark.long

PROMPT_S: Final = 1.0
"""How long anybody else waits at most, on a busy machine."""
MOST_KIB: Final = 64 * 1024
"""What a file and its answer may take of the server itself."""
MOST_CPU_S: Final = 6.0
"""Of the server itself, while it serves others too; the work on a file is done elsewhere."""
JSON: Final = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    # As much CPU as a busy machine needs: what happens beyond it is looked at in test_file_work.
    server = ServerProcess(tmp_path_factory.mktemp("costly") / "data", {"FILE_CPU_S": "60"}).start()
    web = Web(server)
    web.http.timeout = httpx2.Timeout(60)
    try:
        yield Watched(server, web)
    finally:
        web.close()
        server.stop()


@contextmanager
def others_are_served(watched: Watched) -> Iterator[None]:
    """Somebody else plays meanwhile and is answered in time; memory and CPU time stay within their bounds."""
    web = Web(watched.server)
    game = web.start("PEACE")
    is_over = threading.Event()
    took_s: list[float] = []

    def play() -> None:
        while not is_over.wait(0.01):
            begin = time.monotonic()
            game.move(0, 0)
            assert game.post("undo").status_code == 200
            took_s.append((time.monotonic() - begin) / 2)
            watched.look()

    watched.peak_kib = 0
    before_kib, before_s = watched.look(), watched.cpu_s()
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play)
        try:
            yield
        finally:
            is_over.set()
        playing.result()
    web.close()
    assert max(took_s, default=0) < PROMPT_S
    assert watched.peak_kib - before_kib < MOST_KIB
    assert watched.cpu_s() - before_s < MOST_CPU_S


# --- /api/game/load


@pytest.mark.parametrize("name", TOO_LONG)
def test_a_game_longer_than_a_log_is_refused_before_it_is_played(watched: Watched, name: str) -> None:
    with others_are_served(watched):
        before_s = watched.cpu_s()
        answer = watched.web.post("/api/game/load", {"save": TOO_LONG[name]})
        took_s = watched.cpu_s() - before_s
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE"), answer.text[:200]
    assert "at most" in answer.json()["detail"]
    assert took_s < 1.5, "also with the moves of the other player"


def test_the_longest_game_that_may_be_loaded_holds_up_nobody(watched: Watched) -> None:
    head = "(;GM[1]FF[4]SZ[19]RU[Chinese]"
    with others_are_served(watched):
        answer = watched.web.post("/api/game/load", {"save": sgf(2_000, head=head)})
    assert answer.status_code == 200, answer.text[:200]
    state = answer.json()["state"]
    assert (state["moveNumber"], state["eventNumber"]) == (2_999, 3_000), "players went on after two passes"
    again = watched.web.get(f"/api/game/{answer.json()['gameId']}/state").json()
    assert again["moves"] == state["moves"]


def test_a_game_of_many_moves_goes_on_from_one_of_the_first(watched: Watched) -> None:
    """The line that is played on is what counts, not the file."""
    answer = watched.web.post("/api/game/load", {"save": sgf(6_000), "node": 7})
    assert answer.status_code == 200, answer.text[:200]
    assert answer.json()["state"]["moveNumber"] == 7


def test_a_state_with_more_moves_than_a_log_takes_is_refused(watched: Watched) -> None:
    moves = [{"player": color, "pass": True} for color in ("BLACK", "WHITE")] * 1_200
    state = {"grid": [[None] * 9 for _ in range(9)], "currentPlayer": "BLACK", "moves": moves}
    body = {"config": {"gameType": "GO", "boardSize": 9}, "state": state, "timestamp": 0}
    answer = watched.web.post("/api/game/load", body)
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")
    assert "2400" in answer.json()["detail"]


@pytest.mark.parametrize("name", BAD_BODIES)
def test_a_large_body_that_is_wrong_costs_little(watched: Watched, name: str) -> None:
    content = BAD_BODIES[name]
    assert len(content) <= MIB
    with others_are_served(watched):
        before_s, before_kib = watched.cpu_s(), watched.look()
        answer = watched.web.http.post("/api/game/load", content=content, headers=JSON)
        assert watched.cpu_s() - before_s < 1.5
        assert watched.peak_kib - before_kib < 64 * 1024
    assert (answer.status_code, answer.json()["code"]) == (422, "BAD_BODY"), answer.text[:200]
    assert len(answer.json()["detail"]) < 200


# --- /api/records


@pytest.mark.parametrize("call", ["open", "formats", "convert/sgf", "picture/gif"])
@pytest.mark.parametrize("name", COSTLY_FILES)
def test_a_file_that_costs_all_it_can_is_read_or_refused_and_holds_up_nobody(
    watched: Watched, name: str, call: str
) -> None:
    with others_are_served(watched):
        answer = watched.web.http.post(f"/api/records/{call}", content=COSTLY_FILES[name])
    assert answer.status_code in (200, 400, 413), answer.text[:200]


@pytest.mark.parametrize("call", ["open", "formats", "convert/sgf", "picture/svg"])
def test_a_file_of_too_many_nodes_is_refused_before_it_is_played(watched: Watched, call: str) -> None:
    before_s = watched.cpu_s()
    answer = watched.web.http.post(f"/api/records/{call}", content=sgf(250_000).encode())
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")
    assert watched.cpu_s() - before_s < 1.0


def test_semicolons_in_comments_are_no_nodes(watched: Watched) -> None:
    answer = watched.web.http.post("/api/records/open", content=f"(;C[{';' * 30_000}];B[aa])".encode())
    assert answer.status_code == 200, answer.text[:200]
    assert len(answer.json()["nodes"]) == 2


def test_a_file_too_large_for_a_save_can_be_looked_at(watched: Watched) -> None:
    answer = watched.web.http.post("/api/records/open", content=sgf(19_999).encode())
    assert answer.status_code == 200, answer.text[:200]
    assert len(answer.json()["nodes"]) >= 20_000
    assert answer.json()["save"] is None


def test_of_many_who_bring_files_at_once_some_are_asked_to_come_again(watched: Watched) -> None:
    content = variations(2_000).encode()

    def bring(_: int) -> httpx2.Response:
        return httpx2.post(f"{watched.server.address}/api/records/formats", content=content, timeout=120, verify=False)

    with others_are_served_for_long(watched), ThreadPoolExecutor(40) as many:
        answers = list(many.map(bring, range(40)))
    refused = [answer for answer in answers if answer.status_code != 200]
    assert 0 < len(refused) <= 14, "two at once, 24 of one address who wait"
    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (503, "TRY_AGAIN")
        assert int(answer.headers["retry-after"]) >= 1
    assert until(lambda: bring(0).status_code == 200)


@pytest.mark.parametrize(("count", "width"), [(3, 300), (20, 1_500)])
def test_many_moving_pictures_at_once_cost_others_nothing_they_notice(watched: Watched, count: int, width: int) -> None:
    def corner(number: int) -> str:
        return LETTERS[number % 19] + LETTERS[number // 19]

    save = sgf(300, corner, head="(;GM[1]FF[4]SZ[19]RU[Chinese]")
    loaded = watched.web.post("/api/game/load", {"save": save})
    assert loaded.status_code == 200, loaded.text[:200]
    path = f"/api/game/{loaded.json()['gameId']}/picture.gif"

    def draw(width: int) -> httpx2.Response:
        return httpx2.get(f"{watched.server.address}{path}?width={width}", timeout=300)

    with others_are_served_for_long(watched), ThreadPoolExecutor(count) as many:
        answers = list(many.map(draw, range(width, width + count)))
    assert {answer.status_code for answer in answers} == {200}
    before_s = time.monotonic()
    assert draw(width).content == answers[0].content
    assert time.monotonic() - before_s < PROMPT_S, "it was kept"


def test_a_picture_that_was_kept_is_drawn_again_after_a_move(watched: Watched) -> None:
    game = watched.web.start("PEACE")
    pictures = [watched.web.get(game.path("picture.svg")).text]
    pictures.append(watched.web.get(game.path("picture.svg")).text)
    game.move(0, 0)
    pictures.append(watched.web.get(game.path("picture.svg")).text)
    assert pictures[0] == pictures[1] != pictures[2]
    assert game.post("undo").status_code == 200
    assert watched.web.get(game.path("picture.svg")).text == pictures[0]


@contextmanager
def others_are_served_for_long(watched: Watched) -> Iterator[None]:
    """As before, without a bound on what many calls take together."""
    game = watched.web.start("PEACE")
    took_s: list[float] = []
    is_over = threading.Event()

    def look() -> None:
        with httpx2.Client(base_url=watched.server.address, timeout=60, verify=False) as http:
            while not is_over.wait(0.02):
                begin = time.monotonic()
                assert http.get(game.path("state")).status_code == 200
                took_s.append(time.monotonic() - begin)

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(look)
        try:
            yield
        finally:
            is_over.set()
        looking.result()
    assert max(took_s) < PROMPT_S


def test_a_server_whose_processes_are_busy_stops_in_time_and_leaves_none_behind(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", {"FILE_CPU_S": "60"}).start()
    assert server.process is not None
    own = server.process.pid
    children = Path(f"/proc/{own}/task/{own}/children")
    with ThreadPoolExecutor(4) as many:
        for _ in range(4):
            content = variations(19_000).encode()
            many.submit(httpx2.post, f"{server.address}/api/records/open", content=content, timeout=60)
        assert until(lambda: len(children.read_text().split()) == 2)
        started = [int(number) for number in children.read_text().split()]
        time.sleep(0.5)
        took_s = server.stop(patience_s=30)
    assert took_s < 5 + PROMPT_S
    assert until(lambda: not any(Path(f"/proc/{number}").exists() for number in started), 5.0)


# --- memory


def test_many_long_games_leave_memory_again_when_nobody_looks_at_them(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", {"MATCH_MEMORY_MB": "32"}).start()
    web = Web(server)
    try:
        watched = Watched(server, web)
        body: dict[str, Any] = {"save": sgf(2_000, head="(;GM[1]FF[4]SZ[19]RU[Chinese]")}
        ids = [web.post("/api/game/load", body).json()["gameId"] for _ in range(5)]
        before_kib = watched.look()
        ids += [web.post("/api/game/load", body).json()["gameId"] for _ in range(40)]
        assert watched.look() - before_kib < 64 * 1024
        assert all(web.get(f"/api/game/{name}/state").json()["moveNumber"] == 2_999 for name in ids)
        assert watched.look() - before_kib < 64 * 1024
    finally:
        web.close()
        server.stop()


def test_the_moving_picture_of_a_long_game_is_made_smaller_and_costs_no_more_than_another(watched: Watched) -> None:
    head = "(;GM[1]FF[4]SZ[19]RU[Chinese]"
    game_id = watched.web.post("/api/game/load", {"save": sgf(2_000, head=head)}).json()["gameId"]
    for call in (f"/api/game/{game_id}/picture.gif?width=2000", "/api/records/picture/gif?width=2000"):
        with others_are_served(watched):
            is_file = "records" in call
            content = sgf(600).encode() if is_file else None
            answer = watched.web.http.request("POST" if is_file else "GET", call, content=content)
        assert answer.status_code == 200, answer.text[:200]
        width = int.from_bytes(answer.content[6:8], "little")
        assert 300 < width < 900
