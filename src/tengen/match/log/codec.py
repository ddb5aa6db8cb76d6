"""Events as the log keeps them: compact JSON, read back exactly.

An entry does not hold the event's number, which is the key of its row. What was once written is a contract: a key
may be added with a default, but never changes its meaning. Points are column and row from the top left, colours are
the numbers of board cells, and a stone that lies where its player put it is not said twice.
"""

from __future__ import annotations

from typing import Final

import msgspec

from tengen.core import GameError
from tengen.match.events import Event
from tengen.match.log.entries import AnyEntry, entry_of

_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(AnyEntry)


class BadLogEntry(Exception):
    """An entry of the log is not one that was written here: the store is damaged, or newer than this program."""


def encode_event(event: Event) -> bytes:
    """The event's entry for the log, without its number."""
    return _encoder.encode(entry_of(event))


def decode_event(n: int, body: bytes) -> Event:
    """The event of this number that was written as this entry. Raises BadLogEntry."""
    try:
        read: AnyEntry = _decoder.decode(body)
        return read.event(n)
    except (msgspec.MsgspecError, GameError, KeyError, ValueError) as error:
        raise BadLogEntry(f"event {n}: {error}") from error
