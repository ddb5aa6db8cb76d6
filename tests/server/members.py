"""Accounts on a running server, made without its help: a guest whose row gets a name and a password."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from itertools import count
from typing import Any

from tengen.people import name_key
from tests.server.process import Game, ServerProcess, Web

CLOCK = {"kind": "fischer", "mainMs": 600_000, "incrementMs": 5_000}
_numbers = count(1)


class Member:
    """Somebody with an account, and a browser in which they are logged in."""

    def __init__(self, server: ServerProcess, name: str = "Member") -> None:
        self.name = f"{name} {next(_numbers)}x"
        token = _guest_token(server)
        self.account_id = _register(server, token, self.name)
        self.web = Web(server, token=token)

    @property
    def path(self) -> str:
        return f"/api/users/{self.name}"

    def begin(self, other: Member, *, rated: bool = True, size: int = 15, kind: str = "GOMOKU", **more: Any) -> Game:
        """A game in which this one has Black and the other White."""
        started = {"clock": CLOCK, "seat": "BLACK", "rated": rated, **more}
        game = self.web.start(kind, size, **started)
        joined = other.web.post(game.path("join"), {"seat": "WHITE", "invite": game.invite})
        assert joined.status_code == 200, joined.text
        return game

    def play(self, other: Member, *, moves: int = 12, loser: str = "WHITE", **more: Any) -> Game:
        """A game that the other loses by resigning, after so many moves in which nobody wins."""
        game = self.begin(other, **more)
        for number in range(moves):
            mover = (self, other)[number % 2]
            x, y = divmod(number, 4)
            answer = mover.web.post(game.path("move"), {"x": 3 * x + number % 2, "y": y})
            assert answer.status_code == 200, answer.text
        resigning = other if loser == "WHITE" else self
        assert resigning.web.post(game.path("resign"), {"player": loser}).status_code == 200
        return game

    def close(self) -> None:
        self.web.close()


def _guest_token(server: ServerProcess) -> str:
    with closing(Web(server)) as web:
        answer = web.post("/api/auth/guest")
        assert answer.status_code == 200, answer.text
        token: str = answer.json()["token"]
        return token


def _register(server: ServerProcess, token: str, name: str) -> str:
    """Make a guest a registered account; its id."""
    with closing(sqlite3.connect(server.database, timeout=10)) as connection, connection:
        found = "SELECT account_id FROM sessions WHERE token_hash = ?"
        (account_id,) = connection.execute(found, (sha256(token.encode()).digest(),)).fetchone()
        change = "UPDATE accounts SET name = ?, name_key = ?, password_hash = 'none' WHERE id = ?"
        connection.execute(change, (name, name_key(name), account_id))
        found_id: str = account_id
        return found_id
