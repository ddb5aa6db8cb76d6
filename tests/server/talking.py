"""A game between two members with people who watch it, and sockets over which all of them talk."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import httpx2

from tests.server.members import Member
from tests.server.process import ServerProcess
from tests.server.sockets import Socket, socket_to


class Talker:
    """Somebody at an open socket of a match."""

    def __init__(self, member: Member | None, socket: Socket, game_id: str) -> None:
        self.member, self.socket, self.game_id = member, socket, game_id

    def say(self, text: str) -> dict[str, Any]:
        """The answer to a line."""
        return self.socket.ask("chat", text=text)

    def hears(self) -> dict[str, Any]:
        """The next line that comes."""
        while True:
            for at, frame in enumerate(self.socket.frames):
                if frame.get("type") == "chat":
                    del self.socket.frames[at]
                    line: dict[str, Any] = frame["line"]
                    return line
            self.socket.receive()

    def texts(self, last: str) -> list[str]:
        """What comes up to this text, itself included."""
        heard = [self.hears()["text"]]
        while heard[-1] != last:
            heard.append(self.hears()["text"])
        return heard

    def call(self, body: dict[str, Any], **headers: str) -> httpx2.Response:
        """The same over REST."""
        assert self.member is not None
        return self.member.web.post(f"/api/game/{self.game_id}/chat", body, **headers)

    def read(self, **query: Any) -> httpx2.Response:
        """What was said, over REST."""
        assert self.member is not None
        return self.member.web.http.get(f"/api/game/{self.game_id}/chat", params=query)

    def lines(self, **query: Any) -> list[str]:
        answer = self.read(**query)
        assert answer.status_code == 200, answer.text
        return [line["text"] for line in answer.json()["lines"]]


class Board:
    """Ann has Black, Bo White; Cy and Di watch with accounts, a stranger without."""

    def __init__(self, server: ServerProcess, opened: ExitStack) -> None:
        self.server, self.opened = server, opened
        self.members = [Member(server, name) for name in ("Ann", "Bo", "Cy", "Di")]
        for member in self.members:
            opened.callback(member.close)
        ann, bo, cy, di = self.members
        self.game = ann.begin(bo, rated=False)
        self.ann, self.bo = self.sit(ann), self.sit(bo)
        self.cy, self.di = self.sit(cy, watching=True), self.sit(di, watching=True)
        self.stranger = self.sit(None, watching=True)

    def sit(self, member: Member | None, *, watching: bool = False, token: str | None = None) -> Talker:
        """One more socket."""
        game_id = self.game.watch_id if watching else self.game.id
        cookie = None if member is None or token is not None else member.web.cookie
        origin = "own" if token is None else None
        socket = self.opened.enter_context(
            socket_to(self.server, game_id, cookie=cookie, token=token, origin=origin, since=0)
        )
        talker = Talker(member, socket, game_id)
        assert "error" in socket.ask("place"), "no point is named; and from here on the socket listens"
        return talker

    def end(self) -> None:
        answer = self.members[1].web.post(self.game.path("resign"), {"player": "WHITE"})
        assert answer.status_code == 200, answer.text
