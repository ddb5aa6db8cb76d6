"""Games brought to a certain point over REST, with everybody who could come near them. Says nothing of who may."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any, Final, Protocol

from tests.server.people import Person
from tests.server.process import Game, ServerProcess, Web
from tests.server.sockets import Socket, cookie_of, socket_to

GO: Final[dict[str, Any]] = {"gameType": "GO", "boardSize": 5, "rules": {"dead_stones": "agree"}}
SWAP2: Final[dict[str, Any]] = {"gameType": "GOMOKU", "boardSize": 15, "rules": {"opening": "swap2"}}

SCENES: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "waiting": (GO, ""),
    "playing": (GO, "BLACK 0,0  WHITE 1,0  BLACK 2,0  BLACK takeback  WHITE takeback"),
    "asked": (GO, "BLACK 0,0  WHITE 1,0  WHITE takeback  WHITE draw"),
    "choosing": (SWAP2, "BLACK 7,7  BLACK 7,8  BLACK 7,9"),
    "settling": (GO, "BLACK 0,0  WHITE pass  BLACK pass"),
    "paused": (GO, "BLACK 0,0  WHITE 1,0  BLACK pause  WHITE pause"),
    "over": (GO, "BLACK 0,0  WHITE 1,0  BLACK resign"),
}
"""The game, and how it came to where it is. In `playing` something can be played again; one side is to move in all
but `settling`, where both are, and `over`, where nobody is."""

TO_MOVE: Final = {"choosing": "WHITE", "settling": "WHITE"}
"""Who is to move, where it is not Black."""


def other(color: str) -> str:
    return "WHITE" if color == "BLACK" else "BLACK"


class People:
    """Whoever may come: two who sit down, a guest with a session but no seat, and a stranger without one.

    With `have_accounts` those who sit down have accounts. Two accounts at one screen, `account`, have no seat anywhere.
    """

    def __init__(self, server: ServerProcess, *, have_accounts: bool = False) -> None:
        self.server = server
        self.ann, self.bo = Person(server), Person(server)
        self.guest, self.stranger = Web(server), Web(server)
        self.account, beside = Person(server).register(), Person(server).register()
        self.account.must("login", {"name": beside.name, "password": beside.password, "beside": True})
        beside.close()
        if have_accounts:
            self.ann.register()
            self.bo.register()
        self.guest.start("PEACE", seat="BLACK")

    def close(self) -> None:
        for web in (self.ann, self.bo, self.guest, self.stranger, self.account):
            web.close()


class Scene:
    """One game at one point. Sockets are opened as they are needed and closed with it."""

    def __init__(self, people: People, name: str, *, is_owned: bool, side_by_side: bool = False) -> None:
        self.people, self.name = people, name
        self.to_move = TO_MOVE.get(name, "BLACK")
        self._sockets: dict[tuple[str, str], Socket] = {}
        self._open = ExitStack()
        begin, course = SCENES[name]
        owned: dict[str, Any] = {"seat": "BLACK", "name": "Ann"} if is_owned else {}
        owned = {"seat": "BLACK", "beside": True} if side_by_side else owned
        first = people.account if side_by_side else people.ann
        self.game = Game(first, first.post("/api/game/start", {**begin, **owned}).json())
        self.owners = {"BLACK": first, "WHITE": people.bo if is_owned else first}
        if is_owned and name != "waiting":
            self._must(people.bo, "join", {"seat": "WHITE", "invite": self.game.invite, "name": "Bo"})
        for step in course.split("  "):
            if step:
                self._play(*step.split(), is_owned=is_owned)
        self.before = self.game.state

    def is_as_before(self) -> bool:
        """Whether nothing has happened to the game: every event has a number, and the number only grows."""
        return self.game.state == self.before

    def socket(self, web: Web, game_id: str) -> Socket:
        """The socket of this person to the game under this id."""
        cookie = cookie_of(Game(web, {"gameId": "", "watchId": "", "state": {}}))
        key = (cookie, game_id)
        if key not in self._sockets:
            opened = socket_to(self.people.server, game_id, since=self.before["eventNumber"], cookie=cookie)
            self._sockets[key] = self._open.enter_context(opened)
        return self._sockets[key]

    def close(self) -> None:
        self._open.close()
        if self.name == "settling":  # or the server works out its dead stones while other games wait for theirs
            self.owners["BLACK"].post(self.game.path("resign"), {"player": "BLACK"})

    def _play(self, color: str, deed: str, *, is_owned: bool) -> None:
        is_agreement = self.name in ("playing", "paused") and color == "WHITE" and deed in ("takeback", "pause")
        if is_agreement and not is_owned:
            return  # who has both seats needs no agreement
        body: dict[str, Any] = {"player": color, "type": deed}
        if "," in deed:
            x, y = map(int, deed.split(","))
            body |= {"type": "place", "points": [{"x": x, "y": y}]}
        self._must(self.owners[color], "act", body)

    def _must(self, web: Web, call: str, body: dict[str, Any]) -> None:
        answer = web.post(self.game.path(call), body)
        assert answer.status_code == 200, answer.text


class Way(Protocol):
    """A way to ask for something: the code of the refusal, or None."""

    def __call__(self, scene: Scene, web: Web, game_id: str, color: str, deed: dict[str, Any]) -> str | None: ...


def by_call(scene: Scene, web: Web, game_id: str, color: str, deed: dict[str, Any]) -> str | None:
    """The call that takes every action and request."""
    del scene
    body = {"player": color, **deed}
    if "points" in body:
        body["points"] = [{"x": x, "y": y} for x, y in body["points"]]
    answer = web.post(f"/api/game/{game_id}/act", body)
    code: str | None = answer.json().get("code")
    assert (code is None) == (answer.status_code == 200), answer.text
    assert (code == "NOT_YOUR_SEAT") == (answer.status_code == 403), answer.text
    return code


def by_message(scene: Scene, web: Web, game_id: str, color: str, deed: dict[str, Any]) -> str | None:
    """A message of a socket that names the colour."""
    more = {name: value for name, value in deed.items() if name != "type"}
    code: str | None = scene.socket(web, game_id).ask(deed["type"], player=color, **more).get("error")
    return code


def by_message_without_colour(scene: Scene, web: Web, game_id: str, color: str, deed: dict[str, Any]) -> str | None:
    """A message of a socket that leaves the colour to the server: it is the sender's own."""
    del color
    more = {name: value for name, value in deed.items() if name != "type"}
    code: str | None = scene.socket(web, game_id).ask(deed["type"], **more).get("error")
    return code


SHORT_CALLS: Final = {
    "place": "move",
    "takeback": "undo",
    "redo": "redo",
    "restart": "restart",
    "pass": "pass",
    "resign": "resign",
}


def by_short_call(scene: Scene, web: Web, game_id: str, color: str, deed: dict[str, Any]) -> str | None:
    """The call that is a shorthand for this deed."""
    del scene
    call = SHORT_CALLS[deed["type"]]
    body: dict[str, Any] | None = {"player": color} if call in ("pass", "resign") else None
    if call == "move":
        (x, y), *_ = deed["points"]
        body = {"x": x, "y": y}
    code: str | None = web.post(f"/api/game/{game_id}/{call}", body).json().get("code")
    return code
