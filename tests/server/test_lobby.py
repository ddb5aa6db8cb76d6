"""The lobby over REST: challenges from their making to the game, for people, guests and programs."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.server.conftest import NewWeb
from tests.server.in_process import SITE, Calls, serving
from tests.server.people import Person, code_of
from tests.server.process import ServerProcess, Web

CHALLENGES = "/api/lobby/challenges"
BLITZ = {"kind": "fischer", "mainMs": 300_000, "incrementMs": 5_000}
DAYS = {"kind": "per_move", "periodMs": 3 * 24 * 3_600_000}
GOMOKU = {"gameType": "GOMOKU", "boardSize": 15, "clock": BLITZ}


class NewPerson(Protocol):
    """Makes somebody with an account."""

    def __call__(self) -> Person: ...


@pytest.fixture
def new_person(server: ServerProcess) -> Iterator[NewPerson]:
    with ExitStack() as opened:

        def make() -> Person:
            person = Person(server).register()
            opened.callback(person.close)
            return person

        yield make


@pytest.fixture
def ann(new_person: NewPerson) -> Person:
    return new_person()


@pytest.fixture
def ben(new_person: NewPerson) -> Person:
    return new_person()


def made_by(web: Web, **more: Any) -> dict[str, Any]:
    """A challenge that was made."""
    answer = web.post(CHALLENGES, {**GOMOKU, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def answered(web: Web, challenge: dict[str, Any], how: str, body: Any = None) -> Any:
    return web.post(f"{CHALLENGES}/{challenge['challengeId']}/{how}", body)


def lobby_of(web: Web) -> dict[str, Any]:
    answer = web.get("/api/lobby")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def ids(challenges: list[dict[str, Any]]) -> set[str]:
    return {challenge["challengeId"] for challenge in challenges}


# --- from a challenge to a game


def test_a_challenge_carries_all_settings(ann: Person, ben: Person) -> None:
    made = made_by(
        ann,
        gameType="GO",
        boardSize=9,
        rules="japanese",
        komi=0.5,
        handicap=2,
        clock=DAYS,
        color="WHITE",
        absence="claim",
        ratingRange={"below": 300},
    )
    (seen,) = [one for one in lobby_of(ben)["challenges"] if one["challengeId"] == made["challengeId"]]
    assert seen == made
    assert made["by"] == {"name": ann.name, "isGuest": False, "avatar": 0, "rating": None}
    assert (made["gameType"], made["boardSize"], made["komi"], made["handicap"]) == ("GO", 9, 0.5, 2)
    assert (made["speed"], made["color"], made["absence"], made["rated"]) == ("days", "WHITE", "claim", False)
    assert made["ratingRange"] == {"below": 300, "above": None}
    assert made["clock"]["periodMs"] == DAYS["periodMs"]
    assert made["expires"] > made["created"]


def test_who_accepts_plays(ann: Person, ben: Person, new_web: NewWeb) -> None:
    made = made_by(ann, rated=True, color="BLACK")
    accepted = answered(ben, made, "accept")
    assert accepted.status_code == 200, accepted.text
    game = accepted.json()
    assert game["color"] == "WHITE"
    view = ben.get(f"/api/game/{game['gameId']}/view").json()
    assert view["state"]["players"]["BLACK"]["name"] == ann.name
    assert new_web().get(f"/api/game/{game['watchId']}/state").status_code == 200
    move = f"/api/game/{game['gameId']}/move"
    assert code_of(ben.post(move, {"x": 7, "y": 7})) == "NOT_YOUR_TURN"
    assert ann.post(move, {"x": 7, "y": 7}).status_code == 200
    for how in ("accept", "withdraw", "decline"):
        assert code_of(answered(ann, made, how, {} if how == "decline" else None)) == "CHALLENGE_GONE"


def test_a_stranger_becomes_a_guest_by_making_or_taking_one(ann: Person, new_web: NewWeb) -> None:
    maker, taker = new_web(), new_web()
    assert lobby_of(maker)["me"] is None
    made = made_by(maker)
    assert made["by"]["isGuest"] is True
    assert ids(lobby_of(maker)["made"]) == {made["challengeId"]}
    assert answered(taker, made, "accept").status_code == 200
    assert lobby_of(taker)["me"]["isGuest"] is True
    assert code_of(answered(new_web(), made_by(ann, rated=True), "accept")) == "CANNOT_BE_RATED"


def test_a_stranger_enters_as_a_guest_and_whoever_is_known_stays_so(ann: Person, new_web: NewWeb) -> None:
    web = new_web()
    entered = web.post("/api/lobby/enter", {"name": "Passer-by"})
    assert entered.status_code == 200, entered.text
    assert (entered.json()["name"], entered.json()["isGuest"]) == ("Passer-by", True)
    assert lobby_of(web)["me"]["name"] == "Passer-by"
    assert web.post("/api/lobby/enter", {}).json()["name"] == "Passer-by"
    assert ann.post("/api/lobby/enter", {"name": "Another"}).json()["name"] == ann.name
    assert code_of(new_web().post("/api/lobby/enter", {"name": ann.name})) == "NAME_TAKEN"


def test_a_person_is_challenged_and_declines(ann: Person, ben: Person, new_person: NewPerson) -> None:
    made = made_by(ann, to=ben.name)
    assert made["to"]["name"] == ben.name
    assert ids(lobby_of(ben)["challenged"]) == {made["challengeId"]}
    other = new_person()
    assert made["challengeId"] not in other.get("/api/lobby").text
    assert code_of(answered(other, made, "accept")) == "NO_SUCH_CHALLENGE"
    assert code_of(answered(ben, made, "decline", {"reason": "rude words"})) == "BAD_BODY"
    assert answered(ben, made, "decline", {"reason": "level"}).json() == {}
    assert lobby_of(ben)["challenged"] == []


def test_people_say_whose_challenges_they_take(ann: Person, ben: Person, new_web: NewWeb) -> None:
    assert lobby_of(ben)["accepting"] == "all"
    assert ben.post("/api/lobby/accepting", {"mode": "nobody"}).json() == {"mode": "nobody"}
    assert lobby_of(ben)["accepting"] == "nobody"
    assert code_of(ann.post(CHALLENGES, {**GOMOKU, "to": ben.name})) == "NOT_ACCEPTING"
    assert code_of(new_web().post("/api/lobby/accepting", {"mode": "all"})) == "NOT_LOGGED_IN"


def test_rated_conditions_are_told_in_words(ann: Person) -> None:
    answer = ann.post(CHALLENGES, {**GOMOKU, "clock": None, "rated": True}, **{"accept-language": "zh"})
    assert (answer.status_code, code_of(answer)) == (400, "CANNOT_BE_RATED")
    assert answer.json()["detail"] == "Ask for a clock: rated games need one."
    assert answer.json()["words"]["zh"] == "请设置计时：等级分对局必须计时。"


# --- what cannot be


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"gameType": "CHESS"}, 422),
        ({"boardSize": 64}, 400),
        ({"clock": {"kind": "fischer"}}, 400),
        ({"color": "RED"}, 422),
        ({"absence": "explodes"}, 422),
        ({"ratingRange": {"below": -1}}, 422),
        ({"ratingRange": {"below": 3001}}, 422),
        ({"to": "x" * 81}, 422),
        ({"rules": "x" * 41}, 422),
        ({"extra": 1}, 422),
    ],
)
def test_bad_challenges_are_refused_and_nothing_is_made(ann: Person, body: dict[str, Any], status: int) -> None:
    assert ann.post(CHALLENGES, {**GOMOKU, **body}).status_code == status
    assert lobby_of(ann)["made"] == []


def test_bots_need_the_scope_for_challenges(ann: Person, new_web: NewWeb) -> None:
    reader, player, challenger = (
        new_web(origin=None, token=ann.bot(*scopes)) for scopes in (("read",), ("play",), ("read", "challenge"))
    )
    for bot in (reader, player):
        assert code_of(bot.post(CHALLENGES, GOMOKU)) == "BAD_SCOPE"
        assert code_of(bot.post("/api/lobby/enter", {})) == "BAD_SCOPE"
    assert code_of(player.get("/api/lobby")) == "BAD_SCOPE"
    made = made_by(challenger)
    assert ids(lobby_of(reader)["made"]) == {made["challengeId"]}
    assert code_of(answered(reader, made, "withdraw")) == "BAD_SCOPE"
    assert answered(challenger, made, "withdraw").json() == {}
    assert code_of(challenger.post("/api/lobby/accepting", {"mode": "all"})) == "BAD_SCOPE"


# --- many at once


def test_of_many_who_accept_at_once_one_plays(ann: Person, new_person: NewPerson) -> None:
    takers = [new_person() for _ in range(4)]
    made = made_by(ann)
    with ThreadPoolExecutor(len(takers)) as threads:
        answers = list(threads.map(lambda taker: answered(taker, made, "accept"), takers))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert {code_of(answer) for answer in answers} == {None, "CHALLENGE_GONE"}


def test_a_flood_of_challenges_is_bounded(ann: Person) -> None:
    answers = [ann.post(CHALLENGES, GOMOKU) for _ in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [409] * 3
    assert answers[-1].json()["detail"] == "You have 5 open challenges already: withdraw one first."
    assert len(lobby_of(ann)["made"]) == 5


def test_a_flood_of_challenges_delays_no_moves(ann: Person, ben: Person, new_person: NewPerson) -> None:
    """T26's way: some make and withdraw challenges as fast as they can, and two play on as if nobody did."""
    game = answered(ben, made_by(ann, color="BLACK"), "accept").json()["gameId"]
    stop, took_s = threading.Event(), []

    def flood(maker: Person) -> list[int]:
        statuses: list[int] = []
        while not stop.is_set() and len(statuses) < 200:
            answer = maker.post(CHALLENGES, GOMOKU)
            statuses.append(answer.status_code)
            if answer.status_code == 200:
                answered(maker, answer.json(), "withdraw")
        return statuses

    makers = [new_person() for _ in range(4)]
    with ThreadPoolExecutor(len(makers)) as threads:
        floods = [threads.submit(flood, maker) for maker in makers]
        try:
            for number in range(30):
                begin = time.monotonic()
                point = {"x": 3 * (number // 15) + number % 2, "y": number % 15}
                moved = (ann, ben)[number % 2].post(f"/api/game/{game}/move", point)
                assert moved.status_code == 200, moved.text
                took_s.append(time.monotonic() - begin)
        finally:
            stop.set()
        statuses = [flooding.result() for flooding in floods]
    assert sum(map(len, statuses)) > 20, "they did flood"
    assert all(found.count(200) <= 20 and set(found) <= {200, 429} for found in statuses)
    assert sorted(took_s)[len(took_s) * 9 // 10] < 0.25, took_s
    assert max(took_s) < 1.0, took_s


def test_a_call_that_is_sent_again_makes_one_challenge(ann: Person) -> None:
    first, second = (ann.post(CHALLENGES, GOMOKU, **{"idempotency-key": "once"}) for _ in range(2))
    assert first.json() == second.json()
    assert len(lobby_of(ann)["made"]) == 1


# --- a restart


async def test_a_restart_keeps_challenges_of_days(tmp_path: Path) -> None:
    tokens: list[str] = []
    made: list[str] = []

    async def post(calls: Calls, path: str, body: Any, who: int | None = None) -> Any:
        known = {} if who is None else {"authorization": f"Bearer {tokens[who]}"}
        return await calls.post(path, body, "127.0.0.1", SITE, **known)

    async with serving(tmp_path / "data") as calls:
        tokens += [(await post(calls, "/api/auth/guest", {})).json()["token"] for _ in range(2)]
        for clock in (BLITZ, DAYS):
            answer = await post(calls, CHALLENGES, {**GOMOKU, "clock": clock}, 0)
            made.append(answer.json()["challengeId"])
    async with serving(tmp_path / "data") as calls:
        lobby = await calls.call("GET", "/api/lobby", None, "127.0.0.1", SITE)
        assert ids(lobby.json()["challenges"]) == {made[1]}
        live, days = [await post(calls, f"{CHALLENGES}/{one}/accept", None, 1) for one in made]
        assert (code_of(live), days.status_code) == ("CHALLENGE_GONE", 200)
