"""What one call about accounts costs the server: one line of JSON a figure, as `bench/call_costs.py` tells them.

    .venv/bin/python -m bench.account_costs [--calls 20] [--rounds 3]

Passwords are checked at their full price (Argon2id, 19 MiB, 2 passes). CPU is of all threads of the server.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pyotp
from bench.call_costs import JSON, Call, Server, measure

PASSWORD = "correct horse battery"
FREE = {
    **dict.fromkeys(("LOGIN_RATE", "LOCAL_LOGIN_RATE", "BOT_RATE"), "1000000/second"),
    "LOGIN_TRIES_PER_ADDRESS": "1000000",
    "LOGIN_TRIES_PER_ACCOUNT": "1000000",
    "PASSWORD_CHECKS_PER_SECOND": "1000",
}
_numbers = count(1)


class Browser:
    """Somebody with cookies."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        """All cookies, as a header."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, bytes, int]:
        """The status, the answer, and how many bytes were sent."""
        sent = b"" if body is None else json.dumps(body).encode()
        headers = {**(JSON if sent else {}), **({"cookie": self.cookie} if self._cookies else {})}
        status, answer, got = self._server.exchange(method, path, sent, headers)
        for name, value in got:
            if name.lower() == "set-cookie":
                cookie, _, token = value.partition(";")[0].partition("=")
                self._cookies[cookie] = token
        return status, answer, len(sent)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of a call that succeeds."""
        status, answer, _ = self.call(method, path, body)
        if status != 200:
            raise SystemExit(f"{method} {path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    def measured(self, method: str, path: str, body: Callable[[int], Any] | Any = None, expected: int = 200) -> Call:
        """A call for the measurement; its body may depend on its number."""

        def call(number: int) -> tuple[int, int]:
            status, answer, sent = self.call(method, path, body(number) if callable(body) else body)
            if status != expected:
                raise SystemExit(f"{method} {path}: {status} {answer[:200]!r}")
            return sent, len(answer)

        return call


def administrator(server: Server, folder: Path) -> Browser:
    """Somebody who may keep accounts, with a second factor."""
    command = [sys.executable, "-m", "tengen", "user", "add", "Keeper", "--role", "admin", "--password-stdin"]
    environment = {**os.environ, "TENGEN_DATA_DIR": str(folder)}
    told = f"{PASSWORD}\n".encode()
    subprocess.run(command, env=environment, input=told, check=True, stdout=subprocess.DEVNULL)
    keeper = Browser(server)
    keeper.ask("POST", "/api/auth/login", {"name": "Keeper", "password": PASSWORD})
    secret = keeper.ask("POST", "/api/auth/second-factor/begin", {"password": PASSWORD})["secret"]
    code = pyotp.TOTP(secret).at(int(time.time()))
    keeper.ask("POST", "/api/auth/second-factor/confirm", {"secret": secret, "code": code})
    return keeper


def calls(server: Server, folder: Path) -> dict[str, Call]:
    """Every call about accounts, as it costs most."""
    keeper, ann, stranger = administrator(server, folder), Browser(server), Browser(server)
    named = {"name": "Ann Example", "password": PASSWORD}
    ann.ask("POST", "/api/auth/register", named)
    for number in range(60):
        Browser(server).ask("POST", "/api/auth/register", {"name": f"Pupil {number}", "password": PASSWORD})
    for _ in range(19):
        ann.ask("POST", "/api/auth/tokens", {"label": "x" * 60, "scopes": ["read"], "days": 1})
    for _ in range(40):
        Browser(server).ask("POST", "/api/auth/login", named)

    def new_account(_: int) -> tuple[int, int]:
        body = {"name": f"Newcomer {next(_numbers)}", "password": PASSWORD}
        return Browser(server).measured("POST", "/api/auth/register", body)(0)

    def log_in(_: int) -> tuple[int, int]:
        pupil = {"name": "Pupil 0", "password": PASSWORD}
        return Browser(server).measured("POST", "/api/auth/login", pupil)(0)

    def token(_: int) -> tuple[int, int]:
        body = {"label": "x", "scopes": ["read"], "days": 1}
        _, answer, sent = ann.call("POST", "/api/auth/tokens", body)
        ann.ask("POST", "/api/auth/tokens/revoke", {"id": json.loads(answer)["id"]})
        return sent, len(answer)

    def leave(_: int) -> tuple[int, int]:
        guest = Browser(server)
        guest.ask("POST", "/api/game/start", {"gameType": "PEACE", "seat": "BLACK"})
        return guest.measured("POST", "/api/auth/logout", {})(0)

    def other_names(number: int) -> dict[str, str]:
        return {"name": f"Ann Other {number % 2}", "password": PASSWORD}

    wrong, auth, users = {"password": "x" * 256, "code": "000000"}, "/api/auth", "/api/admin/users"
    return {
        "GET /api/auth/me": ann.measured("GET", f"{auth}/me"),
        "POST /api/auth/register": new_account,
        "POST /api/auth/login": log_in,
        "POST /api/auth/login (wrong)": stranger.measured("POST", f"{auth}/login", {"name": "x", **wrong}, 401),
        "POST /api/auth/login (60 KiB, refused)": stranger.measured(
            "POST", f"{auth}/login", {"name": "x", "password": "x" * 60_000}, 422
        ),
        "POST /api/auth/logout (with a guest who starts a game)": leave,
        "POST /api/auth/password": ann.measured("POST", f"{auth}/password", {"current": PASSWORD, "new": PASSWORD}),
        "POST /api/auth/name": ann.measured("POST", f"{auth}/name", other_names),
        "POST /api/auth/close (wrong)": ann.measured("POST", f"{auth}/close", wrong, 401),
        "POST /api/auth/reset (unknown)": stranger.measured(
            "POST", f"{auth}/reset", {"token": "x", "password": PASSWORD}, 401
        ),
        "GET /api/auth/export": ann.measured("GET", f"{auth}/export"),
        "GET /api/auth/sessions": ann.measured("GET", f"{auth}/sessions"),
        "POST /api/auth/sessions/end": ann.measured("POST", f"{auth}/sessions/end", {"id": "x"}),
        "POST /api/auth/second-factor/begin": ann.measured(
            "POST", f"{auth}/second-factor/begin", {"password": PASSWORD}
        ),
        "POST /api/auth/second-factor/confirm (wrong)": ann.measured(
            "POST", f"{auth}/second-factor/confirm", {"secret": "x", "code": "000000"}, 401
        ),
        "POST /api/auth/second-factor/off (wrong)": ann.measured("POST", f"{auth}/second-factor/off", wrong, 401),
        "GET /api/auth/tokens": ann.measured("GET", f"{auth}/tokens"),
        "POST /api/auth/tokens (with its revoke)": token,
        "GET /api/admin/users": keeper.measured("GET", users),
        "POST /api/admin/users/{name}/role": keeper.measured("POST", f"{users}/Pupil%201/role", {"role": "moderator"}),
        "POST /api/admin/users/{name}/ban": keeper.measured("POST", f"{users}/Pupil%202/ban", {"reason": "x" * 200}),
        "POST /api/admin/users/{name}/unban": keeper.measured("POST", f"{users}/Pupil%202/unban"),
        "POST /api/admin/users/{name}/reset": keeper.measured("POST", f"{users}/Pupil%203/reset"),
        "POST /api/admin/users/{name}/end-sessions": keeper.measured("POST", f"{users}/Pupil%204/end-sessions"),
        "POST /api/admin/users/{name}/export": keeper.measured("POST", f"{users}/Pupil%205/export"),
        "GET /api/admin/audit": keeper.measured("GET", "/api/admin/audit"),
        "POST /api/admin/invites": keeper.measured("POST", "/api/admin/invites", {"uses": 1, "days": 1}),
        "POST /api/admin/registration": keeper.measured("POST", "/api/admin/registration", {"mode": "open"}),
        "POST /api/admin/results/{watch_id}/annul (unknown)": keeper.measured(
            "POST", "/api/admin/results/x/annul", {"reason": "x"}, 404
        ),
    }


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=20, choices=range(2, 201), metavar="2..200")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 21), metavar="1..20")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        server = Server(data_dir, **FREE)
        try:
            for name, call in calls(server, data_dir).items():
                measure(server, name, call, arguments.calls, arguments.rounds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
