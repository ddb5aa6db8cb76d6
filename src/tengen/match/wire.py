"""Events as the log keeps them: one line of compact JSON each, read back exactly.

A line does not hold the event's number, which is the key of its row. An event once written is a contract: a key
may be added with a default, but never changes its meaning. Points are column and row from the top left, colours are
the numbers of board cells, and a stone that lies where its player put it is not said twice.
"""

from __future__ import annotations

from typing import Final

import msgspec

from tengen.core import GameError
from tengen.match.events import Event
from tengen.match.lines import AnyLine, line_of

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AnyLine)


class BadLine(Exception):
    """A line of the log is not one that was written here: the store is damaged, or newer than this program."""


def encode_event(event: Event) -> bytes:
    """The event's line for the log, without its number."""
    return _encoder.encode(line_of(event))


def decode_event(n: int, line: bytes) -> Event:
    """The event of this number that was written as this line. Raises BadLine."""
    try:
        read: AnyLine = _decoder.decode(line)
        return read.event(n)
    except (msgspec.MsgspecError, GameError, KeyError, ValueError) as error:
        raise BadLine(f"event {n}: {error}") from error
