"""T58: nothing secret and nothing forged is in the log or the audit log, whatever the calls of accounts are sent."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tengen.people import Role
from tests.server.people import PASSWORD, Person, add_accounts
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to

FORGED = 'x\r\n{"level": "info", "event": "forged"}\x1b[2J\u202e'


def everything(server: ServerProcess) -> list[str]:
    """Every kind of call about accounts, right and wrong; the secrets that went either way."""
    admin = Person(server, "The Keeper").log_in().add_second_factor()
    ann = Person(server)
    agent = {"user-agent": "canary-agent/1.0 (secret-in-agent)"}
    ann.must("register", {"name": ann.name, "password": PASSWORD}, **agent)
    ann.add_second_factor()
    made = ann.must("tokens", {"label": "canary-label", "scopes": ["read", "play"], "days": 1})
    wrong = {"password": "canary-wrong-password", "code": "918273"}
    secrets = [PASSWORD, "canary-wrong-password", "918273", "secret-in-agent", "canary-unknown-name", made["token"]]
    secrets += ["canary-link", "canary-invite", "canary-cookie", "canary-bearer"]
    for body in ({"name": ann.name}, {"name": "canary-unknown-name"}, {"name": FORGED}):
        ann.call("login", {**body, **wrong})
        ann.call("register", {**body, "password": wrong["password"], "invite": "canary-invite"})
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
    admin.post(f"/api/admin/users/{FORGED}/ban", {"reason": "x"})
    admin.get(f"/api/admin/users?search={FORGED}")
    secrets += [link, invite, ann.token, admin.token, str(ann.secret), str(admin.secret), "canary-broken"]
    secrets += [*ann.recovery_codes, *admin.recovery_codes]
    for person in (ann, admin):
        person.close()
    return secrets


def test_a_run_of_all_calls_of_accounts_leaves_no_secret_behind(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    add_accounts(folder, [("The Keeper", Role.ADMIN)])
    server = ServerProcess(folder).start()
    try:
        secrets = everything(server)
        page = Web(server)
        metrics = page.get("/metrics").text
        page.close()
    finally:
        server.stop()
    log = server.log.read_text(encoding="utf-8")
    lines: list[dict[str, Any]] = [json.loads(line) for line in log.splitlines()]
    assert all(line["event"] != "forged" for line in lines)
    assert not [line for line in lines if line["level"] in ("error", "critical")]
    with closing(sqlite3.connect(server.database)) as connection:
        dump = "\n".join(connection.iterdump())
        audit = " ".join(str(row) for row in connection.execute("SELECT * FROM audit"))
    for secret in secrets:
        assert secret not in log, secret
        assert secret not in audit, secret
        assert secret not in metrics, secret
    # The label, the agent's name and the secret of a second factor are kept where they belong; nothing else is.
    kept = {found for found in secrets if found in dump}
    assert len(kept) == 2, kept
    for control in ("\r", "\x1b", "\u202e"):
        assert control not in log
        assert control not in audit
