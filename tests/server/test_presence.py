"""Who is at the board, over real sockets: told to who comes and when it changes, with nothing else about anybody."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from tests.server.messages import plain
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import Socket, cookie_of, socket_to

SHORT: Final = {"ABSENCE_AWAY_S": "1", "ABSENCE_GONE_S": "1.5", "ABSENCE_CLAIM_S": "2", "ABSENCE_END_S": "60"}
LIVE: Final = {"kind": "fischer", "mainMs": 600_000, "incrementMs": 5_000}
PATIENCE_S: Final = 10.0


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that waits for nobody for long."""
    process = ServerProcess(tmp_path_factory.mktemp("hasty") / "data", dict(SHORT)).start()
    yield process
    process.stop()


class Two:
    """A match that Ann, who is Black and to move, and Bo have begun. Who sits down has a socket until they leave."""

    def __init__(self, server: ServerProcess, **more: Any) -> None:
        self.server = server
        self.ann, self.bo = Web(server), Web(server)
        self.game = self.ann.start("GO", 9, seat="BLACK", name="Ann", **more)
        joined = self.bo.post(self.game.path("join"), {"seat": "WHITE", "invite": self.game.invite, "name": "Bo"})
        assert joined.status_code == 200, joined.text
        self.game.move(0, 0)
        assert self.bo.post(self.game.path("move"), {"x": 1, "y": 1}).status_code == 200
        self._open: list[ExitStack] = []

    def sit(self, web: Web | None, *, watching: bool = False) -> tuple[Socket, ExitStack]:
        stack = ExitStack()
        cookie = None if web is None else cookie_of(Game(web, {"gameId": "", "watchId": "", "state": {}}))
        game_id = self.game.watch_id if watching else self.game.id
        socket = stack.enter_context(socket_to(self.server, game_id, since=4, cookie=cookie))
        self._open.append(stack)
        return socket, stack

    def view(self, web: Web) -> dict[str, Any]:
        found: dict[str, Any] = web.get(self.game.path("view")).json()["presence"]
        return found

    def claim(self, web: Web, player: str = "WHITE", **headers: str) -> Any:
        return web.post(self.game.path("act"), {"player": player, "type": "claim"}, **headers)

    def close(self) -> None:
        for stack in self._open:
            stack.close()
        self.ann.close()
        self.bo.close()


@pytest.fixture
def two(hasty: ServerProcess) -> Iterator[Two]:
    people = Two(hasty, clock=LIVE)
    yield people
    people.close()


def told(socket: Socket, player: str, presence: str) -> dict[str, Any]:
    """Wait until this is told of a player."""
    while True:
        frame = socket.receive()
        if (frame.get("type"), frame.get("player"), frame.get("presence")) == ("presence", player, presence):
            return frame


def test_who_comes_is_told_who_is_there_and_everybody_hears_of_comings_and_goings(two: Two) -> None:
    bo, _ = two.sit(two.bo)
    assert told(bo, "WHITE", "here") == {
        "type": "presence",
        "player": "WHITE",
        "presence": "here",
        "claimMs": None,
        "endsMs": None,
    }
    watcher, _ = two.sit(None, watching=True)
    told(watcher, "WHITE", "here")
    _, leaving = two.sit(two.ann)
    for socket in (bo, watcher):
        told(socket, "BLACK", "here")
    leaving.close()
    for socket in (bo, watcher):
        away = told(socket, "BLACK", "away")
        assert set(away) == {"type", "player", "presence", "claimMs", "endsMs"}, "and nothing else about anybody"
        assert 0 < away["claimMs"] <= 1_000
        assert 58_000 < away["endsMs"] <= 59_000
        told(socket, "BLACK", "gone")
    assert two.view(two.bo)["BLACK"]["presence"] == "gone"
    assert two.view(two.bo)["WHITE"] == {"presence": "here", "claimMs": None, "endsMs": None}
    late, _ = two.sit(None, watching=True)
    told(late, "BLACK", "gone")
    two.sit(two.ann)
    for socket in (bo, watcher, late):
        told(socket, "BLACK", "here")


def test_the_win_is_claimed_over_a_call_once_it_may_be_and_once_only(two: Two) -> None:
    bo, _ = two.sit(two.bo)
    _, leaving = two.sit(two.ann)
    leaving.close()
    early = two.claim(two.bo)
    assert (early.status_code, early.json()["code"]) == (400, "NO_CLAIM")
    told(bo, "BLACK", "gone")
    deadline = time.monotonic() + PATIENCE_S
    while two.view(two.bo)["BLACK"]["claimMs"] > 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert two.claim(two.ann, "BLACK").json()["code"] == "NO_CLAIM"
    assert two.claim(two.ann).status_code == 403
    answers = [two.claim(two.bo, **{"idempotency-key": "once"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    state = two.game.state
    assert (state["winner"], state["result"]["reason"]) == ("WHITE", "abandoned")
    assert bo.event()["type"] == "ended"
    assert two.claim(two.bo).json()["code"] == "GAME_OVER"


def test_the_win_is_claimed_over_a_socket(two: Two) -> None:
    bo, _ = two.sit(two.bo)
    _, leaving = two.sit(two.ann)
    leaving.close()
    refused = bo.ask("claim")
    assert refused["error"] == "NO_CLAIM"
    assert "zh" in refused["words"]
    assert bo.ask("claim", x=1, y=1)["error"] == "BAD_BODY"
    deadline = time.monotonic() + PATIENCE_S
    while "error" in (answer := bo.ask("claim")) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert answer.get("ok") == 5
    assert plain(bo.event()) == {"n": 5, "type": "ended", "winner": "WHITE", "reason": "abandoned"}


@pytest.mark.parametrize("clock", [None, {"kind": "per_move", "periodMs": 86_400_000}], ids=["no clock", "days"])
def test_nothing_can_be_claimed_without_a_clock_or_in_correspondence(
    hasty: ServerProcess, clock: dict[str, Any] | None
) -> None:
    two = Two(hasty, **({"clock": clock} if clock else {}))
    bo, _ = two.sit(two.bo)
    _, leaving = two.sit(two.ann)
    leaving.close()
    last = told(bo, "BLACK", "away" if clock else "gone")
    assert (last["claimMs"], last["endsMs"]) == (None, None)
    time.sleep(1.5)
    assert two.claim(two.bo).json()["code"] == "NO_CLAIM"
    two.close()


def test_where_the_rule_is_to_claim_nothing_ends_by_itself(hasty: ServerProcess) -> None:
    two = Two(hasty, clock=LIVE, absence="claim")
    assert two.game.state["absence"] == "claim"
    bo, _ = two.sit(two.bo)
    _, leaving = two.sit(two.ann)
    leaving.close()
    away = told(bo, "BLACK", "away")
    assert 0 < away["claimMs"] <= 1_000
    assert away["endsMs"] is None
    two.close()


def test_a_rule_of_absence_that_nobody_knows_is_refused(hasty: ServerProcess) -> None:
    web = Web(hasty)
    for wrong in ("sometimes", 1, None, ["waits"]):
        answer = web.post("/api/game/start", {"gameType": "GO", "absence": wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, "BAD_BODY")
    days = web.start("GO", 9, seat="BLACK", clock={"kind": "per_move", "periodMs": 86_400_000}, absence="loses")
    assert days.state["absence"] == "waits", "as every correspondence game"
    web.close()


def test_a_page_that_is_loaded_again_was_never_away(two: Two) -> None:
    bo, _ = two.sit(two.bo)
    _, leaving = two.sit(two.ann)
    for _ in range(5):
        leaving.close()
        time.sleep(0.2)
        _, leaving = two.sit(two.ann)
    bo.connection.send(json.dumps({"id": "last", "type": "draw"}))
    heard = []
    while (frame := bo.receive()).get("re") != "last":
        heard.append(frame)
    assert [frame for frame in heard if frame["type"] == "presence" and frame["presence"] != "here"] == []


def test_a_server_that_was_started_again_calls_nobody_gone(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", dict(SHORT)).start()
    two = Two(server, clock=LIVE)
    try:
        for web in (two.ann, two.bo):
            two.sit(web)
        server.stop()
        server.start()
        bo, _ = two.sit(two.bo)
        assert two.view(two.bo)["BLACK"] is None, "nobody can say yet"
        told(bo, "BLACK", "away")
        time.sleep(1)
        assert two.view(two.bo)["BLACK"] == {"presence": "away", "claimMs": None, "endsMs": None}
    finally:
        two.close()
        server.stop()
