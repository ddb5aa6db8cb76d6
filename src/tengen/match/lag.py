"""How much of a turn the network is blamed for. Trusts what the server measured, never what a client claims."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.match.events import Event, Moved
from tengen.match.match import Match


@dataclass(frozen=True, slots=True)
class LagLimits:
    """At most `move_ms` a move, and never more than a seat has in its bank, which fills by `gain_ms` a move."""

    move_ms: int = 1_000
    bank_ms: int = 5_000
    gain_ms: int = 250


class LagBank:
    """What both seats of a match may still be credited. The log says it all: it is what the events have left."""

    __slots__ = ("_left_ms", "_limits")

    def __init__(self, limits: LagLimits) -> None:
        self._limits = limits
        self._left_ms = [limits.bank_ms, limits.bank_ms]

    def allowance_ms(self, is_first: bool, rtt_ms: float) -> int:
        """What a seat is credited that answers over a connection with this measured round trip."""
        if not 0 < rtt_ms < float("inf"):  # also false for what is no number
            return 0
        return int(min(rtt_ms, self._limits.move_ms, self._left_ms[not is_first]))

    def record(self, before: Match, event: Event) -> None:
        """An event happened to a match."""
        if isinstance(event, Moved):
            seat = not before.state.is_first_seat(event.action.player)
            left_ms = self._left_ms[seat] - event.lag_ms + self._limits.gain_ms
            self._left_ms[seat] = min(left_ms, self._limits.bank_ms)
