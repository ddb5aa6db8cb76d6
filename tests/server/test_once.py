"""`Idempotency-Key`: who gets an answer again, and how much is kept. Two callers may use the same key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from starlette.types import Message

from tengen.server.http.idempotency import Answers, IdempotencyLimits
from tests.server.conftest import NewWeb
from tests.server.process import ServerProcess, Web
from tests.server.test_rates import ORIGIN, PROXIED

KEY: Final = {"Idempotency-Key": "the same for all"}
SEATED: Final = {"gameType": "PEACE", "boardSize": 4, "seat": "BLACK"}
SHARED: Final = {"gameType": "PEACE", "boardSize": 4}


def guest(new_web: NewWeb) -> Web:
    """A program with a token of its own."""
    return new_web(origin=None, token=new_web().post("/api/auth/guest").json()["token"])


def test_two_guests_with_the_same_key_get_answers_of_their_own(new_web: NewWeb) -> None:
    ann, bo = guest(new_web), guest(new_web)
    first, second = ann.post("/api/game/start", SEATED, **KEY), bo.post("/api/game/start", SEATED, **KEY)
    assert first.json()["gameId"] != second.json()["gameId"]
    assert ann.post("/api/game/start", SEATED, **KEY).json() == first.json()
    assert bo.post("/api/game/start", SEATED, **KEY).json() == second.json()


def test_no_stranger_is_given_the_session_of_another_with_the_same_key(new_web: NewWeb) -> None:
    key = {"Idempotency-Key": "strangers at one address"}
    ann, bo = new_web(), new_web()
    first, second = ann.post("/api/game/start", SEATED, **key), bo.post("/api/game/start", SEATED, **key)
    cookies = [answer.headers["set-cookie"] for answer in (first, second)]
    assert cookies[0] != cookies[1]
    assert first.json()["gameId"] != second.json()["gameId"]
    tokens = [web.post("/api/auth/guest", **key).json()["token"] for web in (new_web(), new_web())]
    assert tokens[0] != tokens[1]


def test_who_became_a_guest_by_a_call_gets_its_answer_again_without_the_cookie(new_web: NewWeb) -> None:
    key = {"Idempotency-Key": "begin as a stranger"}
    ann = new_web()
    first = ann.post("/api/game/start", SEATED, **key)
    again = ann.post("/api/game/start", SEATED, **key)
    assert again.json() == first.json()
    assert "set-cookie" in first.headers
    assert "set-cookie" not in again.headers
    other = new_web()
    joined = other.post(f"/api/game/{first.json()['gameId']}/join", {"seat": "WHITE", **invite(first.json())}, **key)
    again = other.post(f"/api/game/{first.json()['gameId']}/join", {"seat": "WHITE", **invite(first.json())}, **key)
    assert (again.status_code, again.json()) == (200, joined.json())
    assert "set-cookie" not in again.headers


def invite(started: dict[str, Any]) -> dict[str, str]:
    return {"invite": started["invite"]}


def test_cookies_that_are_no_session_make_nobody_the_same_caller(new_web: NewWeb) -> None:
    key = {"Idempotency-Key": "with a cookie", "cookie": "lang=en; tengen_session=nobody"}
    answers = [new_web().post("/api/game/start", SEATED, **key) for _ in range(2)]
    assert answers[0].json()["gameId"] != answers[1].json()["gameId"]
    assert answers[0].headers["set-cookie"] != answers[1].headers["set-cookie"]


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("once") / "data", dict(PROXIED)).start()
    yield process
    process.stop()


def test_strangers_are_told_apart_by_their_address_and_guests_are_not(proxied: ServerProcess) -> None:
    def call(address: str, body: dict[str, Any], **headers: str) -> Any:
        sent = {**KEY, **ORIGIN, "x-forwarded-for": address, "x-forwarded-proto": "https", **headers}
        web = Web(proxied, origin=None)
        answer = web.post("/api/game/start", body, **sent)
        web.close()
        assert answer.status_code == 200, answer.text
        return answer

    ids = [call(address, SHARED).json()["gameId"] for address in ("203.0.113.9", "203.0.113.10", "203.0.113.9")]
    assert ids[0] == ids[2] != ids[1]
    begun = call("203.0.113.9", {**SHARED, "seat": "BLACK"}, **{"Idempotency-Key": "on the way"})
    cookie = begun.headers["set-cookie"].partition(";")[0]
    again = call("198.51.100.7", {**SHARED, "seat": "BLACK"}, cookie=cookie, **{"Idempotency-Key": "on the way"})
    assert again.json() == begun.json(), "a phone changes its address"


def test_a_guest_who_calls_from_another_address_after_a_restart_does_nothing_twice(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "data", dict(PROXIED)).start()
    try:
        web = Web(server, origin=None)
        there = {**ORIGIN, "x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
        begun = web.post("/api/game/start", SEATED, **KEY, **there)
        there |= {"x-forwarded-for": "198.51.100.7", "cookie": begun.headers["set-cookie"].partition(";")[0]}
        server.stop()
        server.start()
        again = web.post("/api/game/start", SEATED, **KEY, **there)
        assert again.json()["gameId"] == begun.json()["gameId"]
        web.close()
    finally:
        server.stop()


# --- how much is kept


def answer(octets: int, *more: tuple[bytes, bytes]) -> list[Message]:
    start: Message = {"type": "http.response.start", "status": 200, "headers": list(more)}
    return [start, {"type": "http.response.body", "body": bytes(octets)}]


def test_the_answers_that_are_kept_are_bounded_by_bytes_each_of_one_caller_and_in_all() -> None:
    kept = Answers(IdempotencyLimits(answer_octets=10_000, caller_octets=20_000, octets=50_000))
    kept.keep(("ann", b"large"), b"", answer(10_001))
    assert len(kept) == 0
    kept.keep(("bo", b"only"), b"", answer(5_000))
    for number in range(100):
        kept.keep(("ann", b"%d" % number), b"", answer(5_000))
        assert kept.octets <= 26_100
    assert kept.find(("ann", b"99")) is not None
    assert kept.find(("ann", b"0")) is None
    assert kept.find(("bo", b"only")) is not None, "who asks much uses up nobody else's space"
    for number in range(100):
        kept.keep((f"guest {number}", b""), b"", answer(5_000))
        assert kept.octets <= 50_000
    assert len(kept) == 8
    assert kept.find(("bo", b"only")) is None
    kept.keep(("guest 99", b""), b"", answer(1))
    assert len(kept) == 8


def test_no_cookie_is_kept() -> None:
    kept = Answers()
    kept.keep(("ann", b""), b"", answer(1, (b"Set-Cookie", b"secret"), (b"set-cookie", b"secret"), (b"x", b"y")))
    found = kept.find(("ann", b""))
    assert found is not None
    assert found.messages[0]["headers"] == [(b"x", b"y")]
