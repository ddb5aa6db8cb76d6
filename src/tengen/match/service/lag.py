"""How much of a turn the network is blamed for. Trusts what the server measured, never what a client claims.

Who answers pings late on purpose looks like somebody with a slow line, so what is credited over a whole game is small
beside the time that the control gives: enough for a stumbling line, nothing worth cheating for.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final

from tengen.core import TimeControl
from tengen.match.events import Event, Moved
from tengen.match.match import Match

_MOVES: Final = 30
"""A control gives as much time as this many moves may take."""
_MEASURED: Final = 5


@dataclass(frozen=True, slots=True)
class LagLimits:
    """What a seat may be credited.

    Its bank holds one `share`-th of the time that the control gives, `bank_ms` at most; with each move a seventieth of
    that comes back.
    """

    bank_ms: int = 700
    share: int = 400
    refills: int = 70

    def bank_of(self, control: TimeControl) -> int:
        """How much the bank holds under this control, in milliseconds."""
        period_ms = control.period_ms / max(control.stones, 1)
        given_ms = control.main_ms + _MOVES * (control.increment_ms + period_ms)
        return int(min(given_ms / self.share, self.bank_ms))


class RoundTrips:
    """The latest round trips of one connection. The shortest of them counts: a line can be slow by chance only once."""

    __slots__ = ("_ms",)

    def __init__(self) -> None:
        self._ms: deque[float] = deque(maxlen=_MEASURED)

    def note(self, ms: float) -> float:
        """Another one was measured; the one that counts."""
        self._ms.append(ms)
        return min(self._ms)


class LagBank:
    """What both seats of a match may still be credited. The log says it all: it is what the events have left."""

    __slots__ = ("_limits", "_missing_ms")

    def __init__(self, limits: LagLimits) -> None:
        self._limits = limits
        self._missing_ms = [0.0, 0.0]

    def allowance_ms(self, is_first: bool, rtt_ms: float, control: TimeControl) -> int:
        """What a seat is credited that answers over a connection with this measured round trip."""
        if not 0 < rtt_ms < float("inf"):  # also false for what is no number
            return 0
        return int(min(rtt_ms, self._limits.bank_of(control) - self._missing_ms[not is_first]))

    def record(self, before: Match, event: Event) -> None:
        """An event happened to a match."""
        if isinstance(event, Moved) and before.clock is not None:
            seat = not before.state.is_first_seat(event.action.player)
            refill_ms = self._limits.bank_of(before.clock.control) / self._limits.refills
            self._missing_ms[seat] = max(self._missing_ms[seat] + event.lag_ms - refill_ms, 0.0)
