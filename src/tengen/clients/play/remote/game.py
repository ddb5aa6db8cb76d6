"""A match on a server that a client plays: messages go over its socket, the view follows its frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

from tengen.clients.play.changes import ChangeStream, Listeners, Stream, next_of
from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.port import Game
from tengen.clients.play.remote.following import Following
from tengen.clients.play.remote.rest import Rest
from tengen.clients.play.remote.socket import Frame, MatchSocket
from tengen.clients.play.view import Change, Connection, View
from tengen.core import (
    ACTION_NAMES,
    Action,
    Choose,
    ErrorCode,
    GameError,
    MarkDead,
    Pass,
    Place,
    Record,
    UnmarkDead,
)
from tengen.formats.save import FORMAT as SAVE
from tengen.match import UNPAUSE, RequestKind
from tengen.protocol import CHAT, NAMES, ChatLineOut
from tengen.protocol import View as Answer

_CATCH_UP_S: Final = 20.0
_ESTIMATE_S: Final = 10.0


class RemoteGame(Game):
    """Follows one match of a server, over as many connections as that takes."""

    def __init__(self, rest: Rest, game_id: str, answer: Answer, now: Callable[[], int]) -> None:
        self._rest = rest
        self._path = game_path(game_id)
        self._listeners = Listeners[Change]()
        self._hearers = Listeners[ChatLineOut | None]()
        self._moved_on = asyncio.Event()
        self._failure: Exception | None = None
        self._is_closed = False
        self._is_hearing = False
        self._following = Following(rest, f"{self._path}/view", answer, now)
        self._socket = MatchSocket(rest, game_id, self.view.number, self)

    @classmethod
    async def follow(cls, rest: Rest, game_id: str, now: Callable[[], int]) -> RemoteGame:
        """The match of this id, followed from now on. Raises NO_SUCH_GAME."""
        answer = await rest.get_as(f"{game_path(game_id)}/view", Answer)
        return cls(rest, game_id, answer, now)

    @property
    def view(self) -> View:
        return self._following.view

    def changes(self) -> ChangeStream:
        return self._listeners.add()

    def said(self) -> Stream[ChatLineOut | None]:
        """What people say at the match from now on, as far as this client hears it.

        None where a new connection begins to tell it: what was said before then REST tells.
        """
        return self._hearers.add()

    async def say(self, *, text: str | None = None, word: str | None = None) -> None:
        """Say something at the match, or one of the quick words. Raises PeopleError."""
        await self._socket.send(type=CHAT, **({"text": text} if word is None else {"word": word}))

    def renew(self) -> None:
        """Follow the match as whoever is here now."""
        if not self._is_closed and self._failure is None:
            self._socket.renew()

    async def advance(self) -> Change:
        return await next_of(self.changes())

    async def act(self, action: Action) -> View:
        fields: dict[str, object] = {"type": ACTION_NAMES[type(action)], "player": NAMES[action.player]}
        match action:
            case Place(point=point):
                fields |= {"x": point.x, "y": point.y, "revision": self.view.revision}
            case MarkDead(points=points) | UnmarkDead(points=points):
                fields["points"] = [(point.x, point.y) for point in points]
            case Choose(choice=choice):
                fields |= {"choice": choice, "revision": self.view.revision}
            case Pass():
                fields["revision"] = self.view.revision
        return await self._sent(fields)

    async def ask(self, request: RequestKind) -> View:
        view = await self._sent({"type": str(request)})
        return await self._estimated(view) if request is RequestKind.ESTIMATE else view

    async def decline(self, request: RequestKind) -> View:
        return await self._sent({"type": "decline", "choice": str(request)})

    async def pause(self) -> View:
        return await self._sent({"type": str(RequestKind.PAUSE)})

    async def unpause(self) -> View:
        return await self._sent({"type": UNPAUSE})

    async def claim(self) -> View:
        return await self._sent({"type": "claim"})

    async def record(self, created: str | None = None) -> Record:
        data = await self._rest.get(f"{self._path}/record.json")
        record = SAVE.read(data).records[0]
        return record if created is None else replace(record, created=created)

    async def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        await self._socket.close()
        self._following.view = replace(self.view, connection=Connection.CLOSED)
        self._listeners.close()
        self._hearers.close()

    # --- messages out

    async def _sent(self, fields: dict[str, object]) -> View:
        """Send a message; the view in which what it led to has happened."""
        speaker = self.view.speaker
        if "player" not in fields and (speaker is not None or self.view.is_between_programs):
            fields["player"] = NAMES[speaker or self.view.next_stone]
        number = await self._socket.send(**fields)
        try:
            async with asyncio.timeout(_CATCH_UP_S):
                while self.view.number < number:
                    self._moved_on.clear()
                    if self._failure is not None:
                        raise self._failure
                    await self._moved_on.wait()
        except TimeoutError:
            raise ServerTrouble(Trouble.LOST) from None
        return self.view

    async def _estimated(self, asked: View) -> View:
        """The view with the estimate, unless the other side must agree first or something else has happened."""
        is_waiting = any(offer.kind is RequestKind.ESTIMATE for offer in asked.offers)
        try:
            async with asyncio.timeout(_ESTIMATE_S):
                while not is_waiting and self.view.estimate is None and self.view.revision == asked.revision:
                    self._moved_on.clear()
                    if self._failure is not None:
                        raise self._failure
                    await self._moved_on.wait()
        except TimeoutError:
            raise GameError(ErrorCode.NO_ESTIMATE, "estimate.none") from None
        return self.view

    # --- frames in

    async def on_frame(self, frame: Frame, data: bytes) -> None:
        if not self._is_hearing:
            self._is_hearing = True
            self._hearers.tell(None)
        if frame.type == CHAT:
            self._hearers.tell(self._line_in(data))
            return
        change = await self._following.follow(frame.type, frame.n, data)
        if change is not None:
            self._tell(change)

    def on_connected(self, is_open: bool) -> None:
        connection = Connection.OPEN if is_open else Connection.LOST
        self._is_hearing = False
        if self.view.connection is not connection and self._failure is None:
            self._following.view = replace(self.view, connection=connection)
            self._tell(Change(self.view))

    def on_failure(self, error: Exception) -> None:
        """The match cannot be followed any more."""
        self._failure = error
        self._following.view = replace(self.view, connection=Connection.CLOSED)
        self._tell(Change(self.view))
        self._listeners.close()

    def _line_in(self, data: bytes) -> ChatLineOut:
        try:
            return _Said.model_validate_json(data).line
        except ValidationError:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self._rest.address.url) from None

    def _tell(self, change: Change) -> None:
        self._listeners.tell(change)
        self._moved_on.set()


class _Said(BaseModel):
    """The frame that tells a line of chat."""

    line: ChatLineOut


def game_path(game_id: str) -> str:
    """Where the calls of a match are."""
    return f"/api/game/{quote(game_id, safe='')}"
