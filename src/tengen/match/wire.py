"""Events as the log keeps them: one line of compact JSON each, read back exactly; and as frames for listeners.

A line does not hold the event's number, which is the key of its row. An event once written is a contract: a key
may be added with a default, but never changes its meaning. Points are column and row from the top left, colours are
the numbers of board cells, and a stone that lies where its player put it is not said twice.

A frame is the line with the number in front, the time that both sides have left behind it, and without what
listeners must not know: owners of seats, and ids that would let them play.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from tengen.core import BLACK, COLORS, Clock, Color, GameError
from tengen.match.events import Created, Event, Joined, Rematched
from tengen.match.lines import AnyLine, line_of
from tengen.match.match import Match

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


def encode_frame(event: Event, after: Match, *, watching: bool = False) -> bytes:
    """The event for listeners, with the clocks of the match after it as [main, period, periods, stones] a side.

    Zeros at the end of a side are left out. The id of a rematch is told to players, not to those who only watch.
    """
    line = encode_event(_without_secrets(event, watching))
    if after.clock is None:
        return b'{"n":%d,%b' % (event.n, line[1:])
    clock = _encoder.encode([_left(after.clock, color, event.at) for color in COLORS])
    return b'{"n":%d,%b,"clock":%b}' % (event.n, line[1:-1], clock)


def _without_secrets(event: Event, watching: bool) -> Event:
    match event:
        case Created():
            first, second = replace(event.first, owner=None), replace(event.second, owner=None)
            return replace(event, match_id="", first=first, second=second)
        case Joined():
            return replace(event, seat=replace(event.seat, owner=None))
        case Rematched() if watching:
            return replace(event, next_id="")
        case _:
            return event


def _left(clock: Clock, color: Color, at: int) -> list[int]:
    side = clock.left(color, at) if at > clock.since else clock.black if color is BLACK else clock.white
    parts = [side.main_ms, side.period_ms, side.periods, side.stones]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return parts
