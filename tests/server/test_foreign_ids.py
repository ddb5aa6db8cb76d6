"""T52: ids of others lead nowhere. Every call that takes an id or a name, as four who have no business there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Any, Final

import pytest

from tests.server.people import PASSWORD, PUPILS, Person, code_of
from tests.server.process import Game, ServerProcess, Web

BODIES: Final[dict[str, Any]] = {
    "/api/game/{game_id}/move": {"x": 4, "y": 4},
    "/api/game/{game_id}/pass": {"player": "BLACK"},
    "/api/game/{game_id}/resign": {"player": "BLACK"},
    "/api/game/{game_id}/act": {"player": "BLACK", "type": "resign"},
    "/api/game/{game_id}/join": {"seat": "WHITE", "invite": "guess"},
    "/api/saves": {"gameId": "x", "name": "theft"},
    "/api/saves/{save_id}/rename": {"name": "theft"},
    "/api/admin/results/{watch_id}/annul": {"reason": "x"},
    "/api/admin/users/{name}/role": {"role": "admin"},
    "/api/admin/users/{name}/ban": {"reason": "x"},
    "/api/game/{game_id}/chat": {"text": "psst"},
    "/api/reports": {"about": "Wu", "reason": "spam"},
    "/api/notices/seen": {"upTo": 2**53},
    "/api/moderation/reports/{report_id}/handle": {"outcome": "acted"},
    "/api/lobby/challenges/{challenge_id}/decline": {"reason": "no"},
}
OFFICE: Final = {
    f"/api/moderation/users/{{name}}/{act}": {"reason": "x"}
    for act in ("warn", "silence", "ban", "reset-name", "reset-avatar")
} | {"/api/moderation/results/{watch_id}/annul": {"reason": "x"}}
"""What calls are sent; those of an office to others. A moderator may do these, and is tried for that elsewhere."""


class Ann:
    """Somebody whose things are her own."""

    def __init__(self, server: ServerProcess) -> None:
        self.web = Person(server).register()
        self.phone = self.web.elsewhere().log_in()
        self.token = self.web.must("tokens", {"label": "canary label", "scopes": ["read"], "days": 1})
        self.game: Game = self.web.start("GO", 9, seat="BLACK")
        self.game.move(0, 0)
        saved = self.web.post("/api/saves", {"gameId": self.game.id, "name": "canary save"})
        assert saved.status_code == 200, saved.text
        self.save_id: str = saved.json()["id"]
        self.bo = Person(server).register()
        said = self.web.post(self.game.path("chat"), {"text": "canary line"})
        assert said.status_code == 200, said.text
        self.web.post("/api/relations/block", {"name": self.bo.name})
        reported = {"about": self.bo.name, "reason": "spam", "text": "canary report"}
        assert self.web.post("/api/reports", reported).status_code == 200
        challenge = {"gameType": "GO", "boardSize": 9, "to": PUPILS[0]}
        self.challenge_id: str = self.web.post("/api/lobby/challenges", challenge).json()["challengeId"]
        self.sessions = [session["id"] for session in self.web.get("/api/auth/sessions").json()["sessions"]]
        with closing(sqlite3.connect(server.database)) as connection:
            question = "SELECT id FROM accounts WHERE name = ?"
            self.account_id: str = connection.execute(question, (self.web.name,)).fetchone()[0]

    def secrets(self) -> list[str]:
        tokens = [
            self.web.token,
            self.phone.token,
            self.token["token"],
            self.token["id"],
            "canary label",
            "canary save",
            "canary line",
        ]
        return [*tokens, *self.sessions, self.account_id, str(self.game.invite)]

    def is_unharmed(self) -> bool:
        assert [person.me["name"] for person in (self.web, self.phone)] == 2 * [self.web.name]
        bot = Web(self.web.server, origin=None, token=self.token["token"])
        assert bot.get("/api/auth/me").json()["name"] == self.web.name
        bot.close()
        assert [save["name"] for save in self.web.get("/api/saves").json()["saves"]] == ["canary save"]
        assert [one["name"] for one in self.web.get("/api/relations").json()["blocked"]] == [self.bo.name]
        assert [line["text"] for line in self.web.get(self.game.path("chat")).json()["lines"]] == ["canary line"]
        made = self.web.get("/api/lobby").json()["made"]
        assert [challenge["challengeId"] for challenge in made] == [self.challenge_id]
        state = self.game.state
        return (state["moveNumber"], state["isGameOver"], state["players"]["WHITE"]["isOpen"]) == (1, False, True)


@pytest.fixture
def others(server: ServerProcess) -> Iterator[dict[str, Person]]:
    found = {
        "stranger": Person(server),
        "guest": Person(server),
        "member": Person(server).register(),
        "moderator": Person(server, "Wu").log_in(),
    }
    found["guest"].start("GO", 9, seat="BLACK")
    with ExitStack() as opened:
        for person in found.values():
            opened.callback(person.close)
        yield found


@pytest.fixture(scope="module")
def ann(server: ServerProcess) -> Iterator[Ann]:
    found = Ann(server)
    yield found
    found.bo.close()
    found.web.close()


def test_no_call_tells_or_changes_what_is_another_s(ann: Ann, others: dict[str, Person]) -> None:
    described = ann.web.get("/openapi.json").json()["paths"]
    told = []
    for path, item in described.items():
        for method in item:
            for role, person in others.items():
                for game_id in (ann.game.id, ann.game.watch_id):
                    ids = {"game_id": game_id, "watch_id": game_id, "save_id": ann.save_id, "name": ann.web.name}
                    more = {"ext": "json", "game": 1, "rating_class": "GO-9", "asked": "block"}
                    more |= {"report_id": "x", "challenge_id": ann.challenge_id}
                    body = (BODIES if role == "moderator" else BODIES | OFFICE).get(path)
                    answer = person.http.request(method, path.format(**ids, **more), json=body)
                    told += [(role, path, secret) for secret in ann.secrets() if secret in answer.text]
                    if role != "moderator":
                        assert "canary report" not in answer.text, (role, path)
                    is_for_moderators = path.startswith("/api/moderation") and role != "moderator"
                    if is_for_moderators or ("{name}" in path and path.startswith("/api/admin")):
                        assert answer.status_code in (401, 403), (role, path)
    assert told == []
    assert ann.is_unharmed()


def test_ids_in_bodies_reach_only_what_is_the_caller_s_own(ann: Ann, others: dict[str, Person]) -> None:
    for role in ("member", "moderator"):
        person = others[role]
        for session_id in ann.sessions:
            assert person.must("sessions/end", {"id": session_id}) == {}
        assert person.must("tokens/revoke", {"id": ann.token["id"]}) == {}
        assert code_of(person.call("name", {"name": ann.web.name, "password": PASSWORD})) == "NAME_TAKEN"
        assert person.must("logout", {"name": ann.web.name})["name"] == person.name
        listed = person.get("/api/auth/sessions").text + person.get("/api/auth/tokens").text
        assert not any(secret in listed for secret in ann.secrets())
    assert ann.is_unharmed()


def test_who_sits_beside_somebody_manages_only_the_first_account(ann: Ann, others: dict[str, Person]) -> None:
    bo = others["member"].elsewhere().log_in()
    bo.must("login", {"name": ann.web.name, "password": PASSWORD, "beside": True})
    for path in ("/api/auth/sessions", "/api/auth/tokens", "/api/auth/export"):
        said = bo.get(path).text
        assert ann.token["id"] not in said
        assert ann.sessions[0] not in said
    bo.must("logout")
    bo.close()
    assert ann.is_unharmed()
