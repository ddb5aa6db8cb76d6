"""T51: what a program may do with a bot token: its scopes, in games alone, until it is revoked or expires."""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.in_process import SITE, serving
from tests.server.people import PASSWORD, Person, code_of
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.test_session_endings import SESSION_ENDED, closed

SCOPES: Final = (("read",), ("play",), ("challenge",), ("read", "play"), ("read", "play", "challenge"))


@pytest.fixture(scope="module")
def owner(server: ServerProcess) -> Iterator[Person]:
    person = Person(server).register()
    yield person
    person.close()


@pytest.fixture
def bots(owner: Person) -> Iterator[dict[tuple[str, ...], Web]]:
    """A program for each set of scopes."""
    with ExitStack() as opened:
        found: dict[tuple[str, ...], Web] = {}
        for scopes in SCOPES:
            found[scopes] = Web(owner.server, origin=None, token=owner.bot(*scopes))
            opened.callback(found[scopes].close)
        yield found
        for token in owner.get("/api/auth/tokens").json()["tokens"]:
            owner.must("tokens/revoke", {"id": token["id"]})


def test_a_token_is_shown_once_and_listed_without_its_text(owner: Person) -> None:
    made = owner.must("tokens", {"label": " My\u202e bot ", "scopes": ["play", "read"], "days": 30})
    assert made["token"].startswith("tengen_")
    assert len(made["token"]) == 50
    listed = owner.get("/api/auth/tokens").json()["tokens"]
    assert listed[0] == {name: value for name, value in made.items() if name != "token"}
    assert (listed[0]["label"], listed[0]["scopes"], listed[0]["seen"]) == ("My bot", ["read", "play"], None)
    assert abs(listed[0]["expires"] - time.time() * 1000 - 30 * 24 * 3_600_000) < 60_000
    with closing(sqlite3.connect(owner.server.database)) as connection:
        dump = "\n".join(connection.iterdump())
    assert made["token"] not in dump
    owner.must("tokens/revoke", {"id": made["id"]})


@pytest.mark.parametrize(
    "body",
    [
        {"label": "", "scopes": ["read"], "days": 1},
        {"label": "x" * 61, "scopes": ["read"], "days": 1},
        {"label": "x", "scopes": [], "days": 1},
        {"label": "x", "scopes": ["admin"], "days": 1},
        {"label": "x", "scopes": ["read"] * 4, "days": 1},
        {"label": "x", "scopes": ["read"], "days": 0},
        {"label": "x", "scopes": ["read"], "days": 366},
        {"label": "x", "scopes": ["read"], "days": 10_001},
    ],
)
def test_tokens_that_cannot_be_are_refused(owner: Person, body: dict[str, Any]) -> None:
    assert owner.call("tokens", body).status_code == 422


def test_an_account_has_only_so_many_tokens(server: ServerProcess) -> None:
    ann = Person(server).register()
    for _ in range(20):
        ann.bot("read")
    answer = ann.call("tokens", {"label": "x", "scopes": ["read"], "days": 1})
    assert (answer.status_code, code_of(answer)) == (409, "TOO_MANY")
    ann.close()


# --- scopes

READS: Final = (
    "GET /api/auth/me",
    "GET {game}/view",
    "GET /api/users/x/games",
    "GET /api/users/x/games.zip",
    "GET /api/saves",
    "GET /api/saves/x/file",
    "GET {game}/chat",
    "GET /api/lobby",
)
PLAYS: Final[dict[str, Any]] = {
    "POST /api/game/start": {"gameType": "GO", "boardSize": 5, "seat": "BLACK"},
    "POST /api/game/load": {"save": "(;GM[1]SZ[9];B[aa])"},
    "POST {game}/move": {"x": 0, "y": 0},
    "POST {game}/undo": None,
    "POST {game}/redo": None,
    "POST {game}/restart": None,
    "POST {game}/pass": {"player": "BLACK"},
    "POST {game}/resign": {"player": "BLACK"},
    "POST {game}/act": {"player": "BLACK", "type": "pass"},
    "POST {game}/join": {"seat": "WHITE", "invite": "none"},
    "POST {game}/chat": {"word": "hello"},
}
CHALLENGES: Final[dict[str, Any]] = {
    "POST /api/lobby/enter": {},
    "POST /api/lobby/challenges": {"gameType": "GO", "boardSize": 99},
    "POST /api/lobby/challenges/x/accept": None,
    "POST /api/lobby/challenges/x/withdraw": None,
    "POST /api/lobby/challenges/x/decline": {},
}
NEVER: Final[dict[str, Any]] = {
    "POST /api/auth/guest": None,
    "POST /api/auth/register": {"name": "Somebody", "password": PASSWORD},
    "POST /api/auth/login": {"name": "Somebody", "password": PASSWORD},
    "POST /api/auth/logout": {},
    "POST /api/auth/password": {"current": PASSWORD, "new": PASSWORD + "!"},
    "POST /api/auth/name": {"name": "Somebody", "password": PASSWORD},
    "POST /api/auth/close": {"password": PASSWORD},
    "POST /api/auth/reset": {"token": "x", "password": PASSWORD},
    "GET /api/auth/export": None,
    "GET /api/auth/sessions": None,
    "POST /api/auth/sessions/end": {"others": True},
    "POST /api/auth/second-factor/begin": {"password": PASSWORD},
    "POST /api/auth/second-factor/confirm": {"secret": "x", "code": "000000"},
    "POST /api/auth/second-factor/off": {"password": PASSWORD, "code": "000000"},
    "POST /api/auth/second-factor/codes": {"password": PASSWORD, "code": "000000"},
    "GET /api/auth/tokens": None,
    "POST /api/auth/tokens": {"label": "x", "scopes": ["read"], "days": 1},
    "POST /api/auth/tokens/revoke": {"id": "x"},
    "POST /api/saves": {"gameId": "x", "name": "x"},
    "POST /api/saves/x/open": None,
    "POST /api/saves/x/rename": {"name": "x"},
    "DELETE /api/saves/x": None,
    "GET /api/admin/users": None,
    "GET /api/admin/audit": None,
    "POST /api/admin/users/x/role": {"role": None},
    "POST /api/admin/users/x/ban": {"reason": "x"},
    "POST /api/admin/users/x/unban": None,
    "POST /api/admin/users/x/reset": None,
    "POST /api/admin/users/x/end-sessions": None,
    "POST /api/admin/users/x/delete": None,
    "POST /api/admin/users/x/export": None,
    "POST /api/admin/invites": {},
    "POST /api/admin/registration": {"mode": "open"},
    "POST /api/lobby/accepting": {"mode": "all"},
    "POST /api/auth/talk": {"on": True},
    "GET /api/relations": None,
    "POST /api/relations/x": {"name": "x"},
    "POST /api/reports": {"about": "x", "reason": "spam"},
    "GET /api/notices": None,
    "POST /api/notices/seen": {"upTo": 0},
    "GET /api/moderation/reports": None,
    "GET /api/moderation/reports/x": None,
    "POST /api/moderation/reports/x/handle": {"outcome": "acted"},
    "POST /api/moderation/users/x/warn": {"reason": "x"},
    "POST /api/moderation/users/x/silence": {"reason": "x"},
    "POST /api/moderation/users/x/unsilence": None,
    "POST /api/moderation/users/x/ban": {"reason": "x"},
    "POST /api/moderation/users/x/unban": None,
    "POST /api/moderation/users/x/reset-name": {"reason": "x"},
    "POST /api/moderation/users/x/reset-avatar": {"reason": "x"},
    "POST /api/moderation/results/x/annul": {"reason": "x"},
    "POST /api/analysis/position": {"game": {"save": "(;GM[1]SZ[9];B[aa])"}},
}


def code(web: Web, call: str, game: Game, body: Any) -> str | None:
    method, _, path = call.format(game=f"/api/game/{game.id}").partition(" ")
    return code_of(web.http.request(method, path, json=body))


def test_a_bot_may_do_what_its_scopes_say_and_nothing_about_accounts(
    owner: Person, bots: dict[tuple[str, ...], Web]
) -> None:
    game = owner.start("GO", 9, seat="BLACK")
    wrong = []
    for scopes, bot in bots.items():
        for call in READS:
            wrong += [(scopes, call)] * ((code(bot, call, game, None) == "BAD_SCOPE") == ("read" in scopes))
        for call, body in NEVER.items():
            wrong += [(scopes, call)] * (code(bot, call, game, body) != "BAD_SCOPE")
        for call, body in PLAYS.items():
            wrong += [(scopes, call)] * ((code(bot, call, game, body) == "BAD_SCOPE") == ("play" in scopes))
        for call, body in CHALLENGES.items():
            wrong += [(scopes, call)] * ((code(bot, call, game, body) == "BAD_SCOPE") == ("challenge" in scopes))
    assert wrong == []
    assert owner.me["name"] == owner.name


def test_every_call_that_asks_who_calls_is_in_the_matrix(server: ServerProcess) -> None:
    web = Web(server)
    described = web.get("/openapi.json").json()["paths"]
    web.close()
    calls = {
        re.sub(r"\{\w+\}", "x", f"{method.upper()} {path}")
        for path, item in described.items()
        for method, call in item.items()
        if "401" in call["responses"]
    }
    assert calls == {call.format(game="/api/game/x") for call in (*READS, *PLAYS, *CHALLENGES, *NEVER)}


def test_over_a_socket_a_bot_reads_with_one_scope_and_plays_with_another(
    owner: Person, bots: dict[tuple[str, ...], Web]
) -> None:
    game = owner.start("GO", 9, seat="BLACK")
    for scopes, bot in bots.items():
        token = bot.http.headers["authorization"].partition(" ")[2]
        if "read" not in scopes:
            with pytest.raises(InvalidStatus) as refused, socket_to(owner.server, game.id, origin=None, token=token):
                pass
            assert refused.value.response.status_code == 403
            with socket_to(owner.server, game.id) as socket:
                assert socket.ask("auth", token=token)["error"] == "BAD_SCOPE"
            continue
        with socket_to(owner.server, game.id, origin=None, token=token) as socket:
            answer = socket.ask("restart")
            assert answer.get("error") == (None if "play" in scopes else "BAD_SCOPE")


# --- tokens that are worth nothing


def test_a_revoked_token_is_refused_at_once_and_its_socket_is_cut(owner: Person) -> None:
    made = owner.must("tokens", {"label": "x", "scopes": ["read", "play"], "days": 1})
    bot = Web(owner.server, origin=None, token=made["token"])
    game = bot.start("GO", 9, seat="BLACK")
    assert game.state["players"]["BLACK"]["name"] == owner.name
    with socket_to(owner.server, game.id, origin=None, token=made["token"]) as socket:
        owner.must("tokens/revoke", {"id": made["id"]})
        assert closed(socket) == SESSION_ENDED
    answer = bot.post(game.path("resign"), {"player": "BLACK"})
    assert (answer.status_code, code_of(answer)) == (401, "BAD_TOKEN")
    bot.close()


def test_an_expired_token_is_refused(owner: Person) -> None:
    made = owner.must("tokens", {"label": "x", "scopes": ["read"], "days": 1})
    bot = Web(owner.server, origin=None, token=made["token"])
    assert bot.get("/api/auth/me").status_code == 200
    with closing(sqlite3.connect(owner.server.database)) as connection, connection:
        change = "UPDATE bot_tokens SET expires_at = ? WHERE id = ?"
        assert connection.execute(change, (int(time.time() * 1000) - 1, made["id"])).rowcount == 1
    assert code_of(bot.get("/api/auth/me")) == "BAD_TOKEN"
    bot.close()


def test_a_token_in_an_address_is_no_token(owner: Person) -> None:
    token = owner.bot("read", "play")
    stranger = Web(owner.server)
    for name in ("token", "access_token", "authorization", "bearer", "auth"):
        assert stranger.get(f"/api/auth/me?{name}={token}").json()["name"] is None
    game = owner.start("GO", 9, seat="BLACK")
    assert code_of(stranger.post(f"{game.path('resign')}?token={token}", {"player": "BLACK"})) == "NOT_YOUR_SEAT"
    stranger.close()


def test_a_bot_token_is_no_cookie_and_a_session_is_no_bot(owner: Person) -> None:
    token = owner.bot("read", "play")
    stranger = Web(owner.server)
    assert stranger.get("/api/auth/me", cookie=f"tengen_session={token}").json()["name"] is None
    stranger.close()
    for text in ("tengen_", "tengen_" + "x" * 43, token[:-1], token + "x", "tengen_" + "y" * 10_000):
        bot = Web(owner.server, origin=None, token=text)
        assert code_of(bot.get("/api/auth/me")) == "BAD_TOKEN"
        bot.close()


def test_bot_tokens_made_and_refused_are_in_the_audit_log(tmp_path: Path) -> None:
    """On a server of its own: of many refusals in a minute not all are written down."""
    server = ServerProcess(tmp_path / "data").start()
    owner = Person(server).register()
    made = owner.must("tokens", {"label": "x", "scopes": ["read"], "days": 1})
    owner.must("tokens/revoke", {"id": made["id"]})
    bot = Web(owner.server, origin=None, token=made["token"])
    bot.get("/api/auth/me")
    bot.close()
    owner.close()
    server.stop()
    with closing(sqlite3.connect(server.database)) as connection:
        rows = connection.execute("SELECT body FROM audit ORDER BY n DESC LIMIT 3").fetchall()
    actions = [json.loads(body)["action"] for (body,) in rows]
    assert actions == ["token_refused", "token_revoked", "token_made"]


async def test_a_bot_that_calls_too_often_is_told_the_limit_and_how_long_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, bot_rate="3/minute") as calls:
        body = {"name": "Ann Example", "password": PASSWORD}
        entered = await calls.post("/api/auth/register", body, "127.0.0.1", SITE)
        cookie = next(found for found in entered.headers.get_list("set-cookie") if "session" in found).partition(";")[0]
        asked = {"label": "x", "scopes": ["read"], "days": 1}
        made = [await calls.post("/api/auth/tokens", asked, "127.0.0.1", SITE, cookie=cookie) for _ in range(2)]
        first, second = ({"authorization": f"Bearer {answer.json()['token']}"} for answer in made)
        there = [f"203.0.113.{number}" for number in range(4)]
        answers = [await calls.call("GET", "/api/auth/me", None, address, SITE, **first) for address in there]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        seconds = int(answers[-1].headers["retry-after"])
        assert 1 <= seconds <= 60
        assert answers[-1].json()["detail"] == f"Too many calls with this token: 3/minute at most; wait {seconds} s."
        assert (await calls.call("GET", "/api/auth/me", None, there[0], SITE, **second)).status_code == 200
