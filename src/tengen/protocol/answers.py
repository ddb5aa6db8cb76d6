"""What goes out over REST besides `state`: the answers of each call, and refusals."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from tengen.core import ErrorCode
from tengen.people import PeopleCode
from tengen.protocol.base import Message
from tengen.protocol.state import State


class ServerCode(StrEnum):
    """Refusals that only a server knows. Words: `rest.error.<value>`."""

    BAD_ORIGIN = "BAD_ORIGIN"
    NO_SUCH_PAGE = "NO_SUCH_PAGE"
    BAD_METHOD = "BAD_METHOD"
    BAD_TOKEN = "BAD_TOKEN"
    NEEDS_TLS = "NEEDS_TLS"
    TRY_AGAIN = "TRY_AGAIN"
    RATED_GAME_RUNNING = "RATED_GAME_RUNNING"
    ANALYSIS_BUSY = "ANALYSIS_BUSY"
    BROKEN = "BROKEN"


class Started(Message):
    """A game has begun. `watchId` only lets people look on; `invite` is for whoever takes the open seat."""

    game_id: str
    watch_id: str
    state: State
    invite: str | None = None


class MoveResult(Message):
    """A stone was placed."""

    success: Literal[True] = True
    state: State


class StateAnswer(Message):
    """The match after what was asked."""

    state: State


class Refusal(Message):
    """Why nothing was done: words for people, a stable code for programs, and the match as it stands where known.

    `words` say it to players, by language, where the rules or a record are to blame and the caller names languages
    (`Accept-Language`, as browsers do); else there are none.
    """

    success: Literal[False] = False
    error: str
    detail: str
    code: ErrorCode | ServerCode | PeopleCode
    state: State | None = None
    words: dict[str, str] | None = None


class GuestAnswer(Message):
    """A guest's token, for programs that send it as `Authorization: Bearer` or in an `auth` message."""

    name: str
    token: str


class FormatsAnswer(Message):
    """The endings of the record formats that can hold a game as it stands, and of those that cannot."""

    fit: list[str]
    unfit: list[str]


class NetworkAnswer(Message):
    """How others reach this server: the address and port it listens on, and where its page can be opened.

    `addresses` end in `/`. While `isReachable` is false only this machine reaches the server; they are then what they
    would be if it listened on `0.0.0.0`.
    """

    host: str
    port: int
    is_reachable: bool
    addresses: list[str]


class Health(Message):
    """Whether the server can do its work."""

    status: Literal["ok"] = "ok"
    version: str
