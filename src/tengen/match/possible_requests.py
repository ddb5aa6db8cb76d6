"""Which requests make sense now, found by trying each. Asks nothing of anybody."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from tengen.core import BLACK, GameError
from tengen.match.decide import decide
from tengen.match.match import Match
from tengen.match.requests import Request, RequestKind

UNPAUSE: Final = "unpause"


def possible_requests(match: Match, caller: str | None, now: int) -> tuple[str, ...]:
    """What this caller could ask for or agree to, `unpause` among it. Two programs can be halted without a seat."""
    asker, kinds = match.speaker(caller), tuple(RequestKind)
    if asker is None:
        if not match.is_between_programs:
            return ()
        asker, kinds = BLACK, (RequestKind.PAUSE,)
    found = []
    for kind in kinds:
        with suppress(GameError):
            decide(match, Request(kind, asker, "next"), now)
            found.append(str(kind))
    return (*found, UNPAUSE) if match.is_paused else tuple(found)
