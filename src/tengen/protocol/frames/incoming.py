"""What comes in over a WebSocket, and the answers to it. Reads and refuses; what a message does is not known here."""

from __future__ import annotations

from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tengen.core import ErrorCode, GameError, Point
from tengen.protocol.base import MOST_POINTS, ColorName
from tengen.protocol.commands import MESSAGE_TYPES

LARGEST_FRAME: Final = 8 * 1024
AUTH: Final = "auth"
CHAT: Final = "chat"

_Message = TypeVar("_Message")

_Ident = Annotated[str, Meta(min_length=1, max_length=64)]
_Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]
_Type = Annotated[str, Meta(max_length=20, extra_json_schema={"enum": sorted({AUTH, CHAT, *MESSAGE_TYPES})})]


class Incoming(Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """A message of a client. `id` is unique in the match; sent again, it gets the first answer again.

    `place` has `x` and `y`, `mark_dead` and `unmark_dead` have `points`, `choose` has a `choice`, and `decline` has
    the declined request as its `choice`; `auth` has a `token`, and `chat` has a `text` or a quick `word`; nothing else
    has these. Without `player` the caller acts for the own colour. With a `revision` the message is refused as STALE
    when the game has another one.
    """

    id: _Ident
    type: _Type
    player: ColorName | None = None
    x: _Number | None = None
    y: _Number | None = None
    points: Annotated[list[tuple[_Number, _Number]], Meta(max_length=MOST_POINTS)] = []
    choice: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    revision: _Number | None = None
    token: Annotated[str, Meta(max_length=200)] | None = None
    text: Annotated[str, Meta(min_length=1, max_length=400)] | None = None
    word: Annotated[str, Meta(min_length=1, max_length=20)] | None = None

    def places(self) -> list[Point]:
        """The points that it names, whichever way."""
        single = [] if self.x is None or self.y is None else [Point(self.x, self.y)]
        return single + [Point(x, y) for x, y in self.points]


class Done(Struct, frozen=True, gc=False):
    """The message was carried out; `ok` is the number of the event that came of it."""

    re: str
    ok: int


class Refused(Struct, frozen=True, gc=False, omit_defaults=True):
    """The message was not carried out. `revision` and `ply` say where the match stands, `words` why, by language.

    `re` is null where the message could not be read.
    """

    re: str | None
    error: str
    detail: str
    revision: int | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    words: dict[str, str] | UnsetType = UNSET


_decoder: Final = msgspec.json.Decoder(Incoming)


def read_frame(data: str | bytes) -> Incoming:
    """The message in a frame of a match. Raises BAD_BODY for anything that is none, TOO_LARGE for a long one."""
    return decode_frame(_decoder, data)


def decode_frame(decoder: msgspec.json.Decoder[_Message], data: str | bytes) -> _Message:
    """The message in a frame, as its decoder reads it. Raises BAD_BODY or TOO_LARGE."""
    if len(data) > LARGEST_FRAME:
        raise GameError(ErrorCode.TOO_LARGE)
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise GameError(ErrorCode.BAD_BODY) from None
