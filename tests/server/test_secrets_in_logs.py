"""T58: nothing secret and nothing forged is in the log or the audit log, whatever the calls of accounts are sent."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any
from urllib.parse import quote

from tests.server.people import PASSWORD, Person
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to

FORGED = 'x\r\n{"level": "info", "event": "forged"}\x1b[2J\u202e'


def everything(server: ServerProcess, admin: Person) -> list[str]:
    """Every kind of call about accounts, right and wrong; the secrets that went either way."""
    ann, other = Person(server), Person(server)
    agent = {"user-agent": "canary-agent/1.0 (secret-in-agent)"}
    ann.must("register", {"name": ann.name, "password": PASSWORD}, **agent)
    ann.add_second_factor()
    made = ann.must("tokens", {"label": "canary-label", "scopes": ["read", "play"], "days": 1})
    wrong = {"password": "canary-wrong-password", "code": "918273"}
    secrets = [str(ann.secret), str(admin.secret), PASSWORD, made["token"], "canary-wrong-password", "918273"]
    secrets += ["secret-in-agent", "canary-unknown-name"]
    secrets += ["canary-link", "canary-invite", "canary-cookie", "canary-bearer"]
    for body in ({"name": ann.name}, {"name": "canary-unknown-name"}, {"name": FORGED}):
        ann.call("login", {**body, **wrong})
        other.call("register", {**body, "password": "tiny", "invite": "canary-invite"})
    ann.call("password", {"current": wrong["password"], "new": PASSWORD})
    ann.call("close", wrong)
    ann.call("name", {"name": FORGED, "password": PASSWORD})
    ann.call("reset", {"token": "canary-link", "password": wrong["password"]})
    ann.call("reset", {"name": ann.name, "recoveryCode": ann.recovery_codes.pop(), "password": "short"})
    ann.call("second-factor/off", wrong)
    ann.call("tokens", {"label": FORGED, "scopes": ["read"], "days": 1})
    ann.get("/api/auth/me", cookie="tengen_session=canary-cookie")
    ann.get(f"/api/auth/me?token={made['token']}")
    bot = Web(server, origin=None, token="canary-bearer")
    bot.get("/api/auth/me")
    bot.close()
    game = ann.start("GO", 9, seat="BLACK")
    with socket_to(server, game.id) as socket:
        socket.ask("auth", token=made["token"])
        socket.ask("auth", token="canary-bearer")
        socket.connection.send('{"id": "1", "type": "auth", "token": {"canary-broken": 1}}')
    link = admin.post(f"/api/admin/users/{ann.name}/reset").json()["token"]
    invite = admin.post("/api/admin/invites", {"uses": 1, "days": 1}).json()["code"]
    admin.post(f"/api/admin/users/{ann.name}/ban", {"reason": FORGED})
    admin.post(f"/api/admin/users/{quote(FORGED, safe='')}/ban", {"reason": "x"})
    admin.get(f"/api/admin/users?search={quote(FORGED)}")
    secrets += [link, invite, ann.token, admin.token, "canary-broken"]
    secrets += [*ann.recovery_codes, *admin.recovery_codes]
    for person in (ann, other):
        person.close()
    return secrets


def test_a_run_of_all_calls_of_accounts_leaves_no_secret_behind(server: ServerProcess, keeper: Person) -> None:
    secrets = everything(server, keeper)
    metrics = keeper.get("/metrics").text
    log = server.log.read_text(encoding="utf-8")
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    assert all(line["event"] != "forged" for line in lines)
    with closing(sqlite3.connect(server.database)) as connection:
        dump = "\n".join(connection.iterdump())
        audit = " ".join(str(row) for row in connection.execute("SELECT body FROM audit"))
    for secret in secrets:
        assert secret not in log, secret
        assert secret not in audit, secret
        assert secret not in metrics, secret
    assert {found for found in secrets if found in dump} == {secrets[0], secrets[1]}, "the secrets of second factors"
    for control in ("\r", "\x1b", "\u202e"):
        assert control not in log
        assert control not in audit
