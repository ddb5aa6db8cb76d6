"""How long a choice may take: the budget it is given, what a player plans of it, and how long to wait for the answer.

The only place that turns clocks and limits into milliseconds of thinking. Reads no clock itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tengen.core import BLACK, Clock, Color, SideTime

LONGEST_S: Final = 600.0
"""How long one choice or analysis may take where nobody sets a shorter limit."""

_MOVES_AHEAD = 30
"""Main time is shared as if this many moves were still to come."""
_SPARE_SHARE = 5
_MOST_SPARE_MS = 3000
"""A fifth of the main time is kept for delays, but no more than this."""
_PART_OF_CLOCK = 0.85
"""No choice takes more of what is left of main time and period."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much thinking a choice may cost; None sets no limit, and the first limit reached ends it.

    `ms` is for this one choice. `clock` holds both sides' clocks in full, for players who plan their time.
    """

    ms: int | None = None
    nodes: int | None = None
    clock: Clock | None = None

    def thinking_ms(self, color: Color) -> int | None:
        """The time to spend on this choice: `ms`, else a fair share of the side's clock, else no limit."""
        if self.ms is not None or self.clock is None:
            return self.ms
        return _share_ms(self.clock, color)

    def most_ms(self, color: Color, stretch: int) -> int | None:
        """The time never to pass where a choice may be worth more than what is planned: `stretch` times as much.

        A time set for this one choice stays what it is, and a clock keeps a part of what the side has left.
        """
        planned_ms = self.thinking_ms(color)
        if planned_ms is None or self.ms is not None or self.clock is None:
            return planned_ms
        left_ms = _side_of(self.clock, color).total_ms
        return max(planned_ms, int(min(stretch * planned_ms, _PART_OF_CLOCK * left_ms)))

    def at_most(self, ms: int, color: Color) -> Budget:
        """This budget, with at most so much time planned; without any limit it stays without."""
        planned_ms = self.thinking_ms(color)
        return self if planned_ms is None or planned_ms <= ms else replace(self, ms=ms)


@dataclass(frozen=True, slots=True)
class TimePolicy:
    """What has to be added to the thinking time of a player before its answer is late.

    `startup_s` is for getting ready to be asked, `margin_s` for how much later than planned an answer may come. One
    that `plans_itself` spends its clock as it likes: only the flag limits it. With a clock, a choice may take up to
    `stretch` times what is planned.
    """

    startup_s: float = 0.0
    margin_s: float = 0.0
    plans_itself: bool = False
    stretch: int = 1

    def answer_s(self, budget: Budget, color: Color, longest_s: float) -> float:
        """How long to wait for the answer of a player who is ready and has been asked."""
        planned_ms = budget.most_ms(color, self.stretch)
        if self.plans_itself and budget.ms is None and budget.clock is not None:
            planned_ms = _until_flag_ms(budget.clock, color)
        planned_s = longest_s if planned_ms is None else min(planned_ms / 1000, longest_s)
        return planned_s + self.margin_s

    def whole_ms(self, budget: Budget, color: Color, longest_ms: int) -> int:
        """How long a question may take in all, for one who asks from outside and sees only the answer."""
        planned_ms = None if self.plans_itself else budget.most_ms(color, self.stretch)
        thinking_ms = longest_ms if planned_ms is None else min(planned_ms, longest_ms)
        return thinking_ms + round(1000 * (self.startup_s + self.margin_s))


def _share_ms(clock: Clock, color: Color) -> int:
    """A share of the main time and most of what comes back after the move; never near all that is left.

    A little of the main time is never planned: pipes, wires and a busy machine take some of every move.
    """
    control, side = clock.control, _side_of(clock, color)
    spare_ms = min(control.main_ms / _SPARE_SHARE, _MOST_SPARE_MS)
    renewed_ms = control.increment_ms + side.period_ms / max(side.stones, 1)
    planned_ms = max(side.main_ms - spare_ms, 0) / _MOVES_AHEAD + 0.8 * renewed_ms
    return int(min(planned_ms, 0.8 * side.total_ms))


def _side_of(clock: Clock, color: Color) -> SideTime:
    return clock.black if color is BLACK else clock.white


def _until_flag_ms(clock: Clock, color: Color) -> int:
    side = _side_of(clock, color)
    return side.total_ms + max(side.periods - 1, 0) * clock.control.period_ms
