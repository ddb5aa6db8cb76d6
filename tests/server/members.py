"""Accounts that play each other on a running server."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.server.people import Person
from tests.server.process import Game, ServerProcess

CLOCK = {"kind": "fischer", "mainMs": 600_000, "incrementMs": 5_000}
_numbers = count(1)


class Member:
    """Somebody with an account, and a browser in which they are logged in."""

    def __init__(self, server: ServerProcess, name: str = "Member") -> None:
        self.name = f"{name} {next(_numbers)} xx"
        self.web = Person(server, self.name).register()

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
