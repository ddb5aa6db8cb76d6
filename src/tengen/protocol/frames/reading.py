"""What a server sends, as a client reads it. What it means is in `following`."""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

import msgspec

from tengen.core import ErrorCode, GameError
from tengen.protocol.frames.incoming import Done, Refused
from tengen.protocol.frames.outgoing import OutgoingFrame, frame_type

Sent: TypeAlias = OutgoingFrame | Done | Refused
"""Whatever a server sends."""


class _Any(msgspec.Struct):
    type: str | None = None
    ok: int | None = None


_tags: Final = msgspec.json.Decoder(_Any)
_Decoder: TypeAlias = msgspec.json.Decoder[OutgoingFrame]
_frames: Final[dict[str, _Decoder]] = {
    frame_type(frame): msgspec.json.Decoder(frame) for frame in get_args(OutgoingFrame)
}
FRAME_TYPES: Final = frozenset(_frames)
_done: Final = msgspec.json.Decoder(Done)
_refused: Final = msgspec.json.Decoder(Refused)


def read_outgoing(data: str | bytes) -> Sent:
    """The frame or answer in this text. Raises BAD_BODY for anything else, and for a frame of an unknown type."""
    try:
        tag = _tags.decode(data)
        if tag.type is None:
            return _refused.decode(data) if tag.ok is None else _done.decode(data)
        decoder = _frames.get(tag.type)
        if decoder is None:
            raise GameError(ErrorCode.BAD_BODY)
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise GameError(ErrorCode.BAD_BODY) from None
