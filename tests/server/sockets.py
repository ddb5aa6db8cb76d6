"""A client of the WebSocket: sends messages, collects events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.server.process import Game, ServerProcess

PATIENCE_S = 5.0


class Socket:
    """One open socket; answers and events are told apart as they come."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.events: list[dict[str, Any]] = []
        self.frames: list[dict[str, Any]] = []
        self._count = 0

    def receive(self) -> dict[str, Any]:
        """The next frame of any kind."""
        frame: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE_S))
        self.frames.append(frame)
        return frame

    def event(self) -> dict[str, Any]:
        """The next event."""
        while not self.events:
            frame = self.receive()
            if "n" in frame:
                self.events.append(frame)
        return self.events.pop(0)

    def until(self, type_: str) -> dict[str, Any]:
        """The next frame of this type; those before it are forgotten."""
        while (frame := self.receive()).get("type") != type_:
            pass
        return frame

    def ask(self, type_: str, *, id_: str | None = None, **more: Any) -> dict[str, Any]:
        """Send a message and wait for its answer; events that come before it are kept."""
        self._count += 1
        name = id_ or f"m{self._count}"
        self.connection.send(json.dumps({"id": name, "type": type_, **more}))
        return self.answer(name)

    def answer(self, name: str | None) -> dict[str, Any]:
        """The answer to a message that was sent."""
        while True:
            frame = self.receive()
            if "re" in frame and frame["re"] == name:
                return frame
            if "n" in frame:
                self.events.append(frame)


def socket_to(
    server: ServerProcess,
    game_id: str,
    *,
    since: int | None = None,
    origin: str | None = "own",
    cookie: str | None = None,
    token: str | None = None,
) -> AbstractContextManager[Socket]:
    """An open socket to a match."""
    query = "" if since is None else f"?since={since}"
    return open_socket(server, f"/api/game/{game_id}/ws{query}", origin=origin, cookie=cookie, token=token)


def lobby_of(
    server: ServerProcess, *, origin: str | None = "own", cookie: str | None = None, token: str | None = None
) -> AbstractContextManager[Socket]:
    """An open socket to the lobby."""
    return open_socket(server, "/api/lobby/ws", origin=origin, cookie=cookie, token=token)


@contextmanager
def open_socket(
    server: ServerProcess, path: str, *, origin: str | None, cookie: str | None, token: str | None
) -> Iterator[Socket]:
    """An open socket at this address."""
    headers = {}
    if cookie is not None:
        headers["cookie"] = cookie
    if token is not None:
        headers["authorization"] = f"Bearer {token}"
    with connect(
        f"{server.ws_address}{path}",
        origin=server.origin if origin == "own" else origin,  # type: ignore[arg-type]  # any text, also a wrong one
        additional_headers=headers,
        compression=None,
        proxy=None,
        close_timeout=2,
    ) as connection:
        yield Socket(connection)


def cookie_of(game: Game) -> str:
    """The session cookie of whoever began this game."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in game.web.http.cookies.jar)
