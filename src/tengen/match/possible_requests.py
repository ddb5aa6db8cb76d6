"""Which requests make sense now, for a side or for a caller. Asks nothing of anybody."""

from __future__ import annotations

from typing import Final

from tengen.core import BLACK, Color
from tengen.match.decide import can_ask
from tengen.match.match import Match
from tengen.match.requests import RequestKind

UNPAUSE: Final = "unpause"
ASKED_OF_PROGRAMS: Final = (RequestKind.PAUSE, RequestKind.ESTIMATE)
"""What whoever holds a match of two programs may ask for, without a seat."""


def requests_of(match: Match, color: Color) -> tuple[str, ...]:
    """What the person of this colour could ask for or agree to, `unpause` among it; nothing for a program.

    Two programs can be halted by whoever holds them, for either colour, and how they stand be asked.
    """
    seat = match.seat(color)
    if match.is_between_programs:
        found = tuple(str(kind) for kind in can_ask(match, BLACK) if kind in ASKED_OF_PROGRAMS)
    elif seat.is_human and not seat.is_open:
        found = tuple(map(str, can_ask(match, color)))
    else:
        return ()
    return (*found, UNPAUSE) if match.is_paused else found


def possible_requests(match: Match, caller: str | None) -> tuple[str, ...]:
    """What this caller could ask for or agree to. Two programs can be halted without a seat."""
    asker = match.speaker(caller)
    if asker is None and not match.is_between_programs:
        return ()
    return requests_of(match, BLACK if asker is None else asker)
