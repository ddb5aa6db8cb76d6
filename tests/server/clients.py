"""A client as it should be: cut off anywhere, it comes back, resumes, and asks again what was not answered."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.server.process import Game, ServerProcess, Web
from tests.server.proxy import Line, Proxy, Way
from tests.server.sockets import cookie_of

PATIENCE_S: Final = 10.0
Frame = dict[str, Any]


class Client:
    """Hears every event of a match once and in order, over however many connections that takes.

    `heard` has all events from the first one on, `answers` what was said to each message, by its id. Ids are counted
    from 1 by every client for itself, so that different people use the same ones; a second tab of one person needs a
    `prefix` of its own.
    """

    def __init__(
        self, server: ServerProcess, proxy: Proxy, game_id: str, cookie: str = "", *, prefix: str = "m"
    ) -> None:
        self.server, self.proxy, self.game_id, self.cookie, self.prefix = server, proxy, game_id, cookie, prefix
        self.heard: list[Frame] = []
        self.answers: dict[str, Frame] = {}
        self.sent: dict[str, str] = {}
        self.unanswered: list[str] = []
        self.connections = 0
        self.line: Line
        self._next_cut: tuple[Way, int, bool] | None = None
        self._is_there = False
        self._socket: ClientConnection | None = None
        self._open = ExitStack()

    @property
    def number(self) -> int:
        """The last event that was heard."""
        return len(self.heard)

    @property
    def is_there(self) -> bool:
        """Whether it means to listen; the line may have been cut without its knowing."""
        return self._is_there

    # --- coming and going

    def connect(self) -> None:
        """Resume after the last event that was heard, and ask again what was not answered."""
        self.hang_up()
        self._is_there = True
        sock, self.line = self.proxy.dial()
        if self._next_cut is not None:
            way, octets, abruptly = self._next_cut
            self.line.cut_after(way, octets, abruptly=abruptly)
            self._next_cut = None
        try:
            self._socket = self._open.enter_context(
                connect(
                    f"{self.server.ws_address}/api/game/{self.game_id}/ws?since={self.number}",
                    sock=sock,
                    origin=Origin(self.server.origin),
                    additional_headers={"cookie": self.cookie} if self.cookie else {},
                    compression=None,
                    proxy=None,
                    ping_interval=None,
                    close_timeout=2,
                )
            )
        except BaseException:
            sock.close()
            raise
        self.connections += 1
        for name in self.unanswered:
            self._send(name)

    def cut_next(self, way: Way, octets: int, *, abruptly: bool = False) -> None:
        """Have the next connection cut after so many bytes, which may be in the middle of the handshake."""
        self._next_cut = (way, octets, abruptly)

    def forget_cuts(self) -> None:
        """Cut nothing that was to be cut and was not reached."""
        self._next_cut = None
        self.line.forget_cuts()

    def hang_up(self) -> None:
        """Leave, whether the connection still holds or not."""
        self._is_there = False
        self._socket = None
        self._open.close()

    # --- talking

    def send(self, type_: str, **more: Any) -> str:
        """Send a message under a new id, and do not wait."""
        name = f"{self.prefix}{len(self.sent) + 1}"
        self.sent[name] = json.dumps({"id": name, "type": type_, **more}, separators=(",", ":"))
        self.unanswered.append(name)
        self._send(name)
        return name

    def ask(self, type_: str, **more: Any) -> Frame:
        """Send a message; its answer."""
        return self.answer(self.send(type_, **more))

    def answer(self, name: str) -> Frame:
        """The answer to a message, however often it must be sent until it comes."""
        self._take_until(lambda: name not in self.unanswered)
        return self.answers[name]

    def ask_again(self, name: str) -> Frame:
        """Send a message once more that was answered; the answer that comes now."""
        first = self.answers.pop(name)
        self.unanswered.append(name)
        self._send(name)
        again = self.answer(name)
        self.answers[name] = first
        return again

    def catch_up(self, number: int) -> None:
        """Hear everything up to this event, and nothing beyond it."""
        self._take_until(lambda: self.number >= number)
        assert self.number == number, "nobody hears of what did not happen"

    def _take_until(self, is_enough: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not is_enough():
            assert time.monotonic() < deadline, f"waited in vain after event {self.number} for {self.unanswered}"
            if self._socket is None:
                self.come_back()
                continue
            try:
                self._take(json.loads(self._socket.recv(timeout=PATIENCE_S)))
            except ConnectionClosed:
                self._socket = None

    def come_back(self) -> None:
        """Connect, or try to: the line may be cut or the server be away."""
        self._is_there = True
        try:
            self.connect()
        except (OSError, InvalidHandshake, EOFError):
            time.sleep(0.02)

    def _take(self, frame: Frame) -> None:
        if "n" in frame:
            assert frame["type"] != "reset", "who says where it was is not told everything anew"
            assert frame["n"] == self.number + 1, "every event comes once and in order"
            self.heard.append(frame)
        elif frame.get("error") == "TRY_AGAIN":
            self._socket = None
        elif "re" in frame:
            name = frame["re"]
            assert self.answers.setdefault(name, frame) == frame, "a message has one answer"
            with suppress(ValueError):
                self.unanswered.remove(name)

    def _send(self, name: str) -> None:
        """Send it, or leave it for when the connection is back."""
        if self._socket is not None:
            try:
                self._socket.send(self.sent[name])
            except ConnectionClosed:
                self._socket = None


@dataclass(frozen=True)
class Cut:
    """Where the line of whoever asks is cut: after so many bytes one way; and again while coming back."""

    way: Way
    octets: int
    abruptly: bool
    again: int | None

    def prepare(self, client: Client) -> None:
        client.line.cut_after(self.way, self.octets, abruptly=self.abruptly)
        if self.again is not None:
            client.cut_next(self.way, self.again, abruptly=self.abruptly)


class Table:
    """A game between two guests, with Black's, White's and a watcher's client."""

    def __init__(self, server: ServerProcess, proxy: Proxy, game_type: str, size: int, **more: Any) -> None:
        self.webs = (Web(server), Web(server))
        first, second = self.webs
        self.game = first.start(game_type, size, seat="BLACK", name="Ann", **more)
        self.joined = Game(second, {"gameId": self.game.id, "watchId": self.game.watch_id, "state": {}})
        taken = self.joined.post("join", {"seat": "WHITE", "invite": self.game.invite, "name": "Bo"})
        assert taken.status_code == 200, taken.text
        self.black = Client(server, proxy, self.game.id, cookie_of(self.game))
        self.white = Client(server, proxy, self.game.id, cookie_of(self.joined))
        self.watcher = Client(server, proxy, self.game.watch_id)
        self.clients: tuple[Client, ...] = (self.black, self.white, self.watcher)
        for client in self.clients:
            client.connect()
            client.catch_up(2)

    def second_tab(self, client: Client, prefix: str = "second") -> Client:
        """Another connection of the same person, from now on."""
        tab = Client(client.server, client.proxy, client.game_id, client.cookie, prefix=prefix)
        tab.connect()
        tab.catch_up(self.game.state["eventNumber"])
        self.clients += (tab,)
        return tab

    def all_hear_the_same(self) -> list[Frame]:
        """Everybody hears everything; what it is."""
        number = self.game.state["eventNumber"]
        for client in self.clients:
            client.catch_up(number)
            if client is not self.watcher:
                assert client.heard == self.black.heard
        return self.black.heard

    def close(self) -> None:
        for client in self.clients:
            client.hang_up()
        for web in self.webs:
            web.close()
