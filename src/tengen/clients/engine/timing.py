"""The time that an engine has for a game: told in seconds, and counted along. Reads no clock."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from tengen.core import BLACK, Clock, ClockKind, Color, SideTime, TimeControl
from tengen.players import Budget

_MS: Final = 1000
_OF_A_CAP: Final = 0.9
"""Of what may be spent on one move this much is planned."""


def milliseconds(seconds: float) -> int:
    """Whole milliseconds of so many seconds."""
    return round(seconds * _MS)


def standard_control(main_s: float, period_s: float, stones: int) -> TimeControl | None:
    """The control of GTP's own words: main time, then so many stones in each period. None without any limit.

    A period without stones means no limit; so do three zeros, which nobody could play under. Raises BAD_RULES.
    """
    if (period_s > 0 and stones <= 0) or (main_s <= 0 and period_s <= 0):
        return None
    if period_s <= 0:
        return TimeControl(ClockKind.ABSOLUTE, milliseconds(main_s))
    return TimeControl(ClockKind.CANADIAN, milliseconds(main_s), period_ms=milliseconds(period_s), stones=stones)


class Caps(NamedTuple):
    """To how much time may be gathered, and how much of it spent on one move."""

    gathered_ms: int | None = None
    move_ms: int | None = None


UNCAPPED: Final = Caps()


class Times:
    """Both sides' clocks, as far as somebody told of them."""

    def __init__(self) -> None:
        self._control: TimeControl | None = None
        self._caps = UNCAPPED
        self._clock: Clock | None = None

    def settle(self, control: TimeControl | None, caps: Caps = UNCAPPED) -> None:
        """Play under this control from now on, or under none."""
        self._control, self._caps = control, caps
        self.restart()

    def restart(self) -> None:
        """Another game: everybody has the whole time."""
        self._clock = Clock.of(self._control) if self._control else None

    def tell(self, color: Color, left_s: float, stones: int) -> None:
        """One side has so much left: of its main time where no stones are due, else of the period for these.

        Under byo-yomi the number is that of the periods, as servers send it. Raises BAD_RULES.
        """
        left_ms = max(milliseconds(left_s), 0)
        if self._clock is None:
            least = max(left_ms, 1)
            control = TimeControl(ClockKind.ABSOLUTE, least)
            if stones > 0:
                control = TimeControl(ClockKind.CANADIAN, period_ms=least, stones=stones)
            self._clock = Clock.of(control)
        clock = self._clock
        control = clock.control
        side = SideTime(left_ms, control.period_ms, control.periods, control.stones)
        if stones > 0:
            is_byoyomi = control.kind is ClockKind.BYOYOMI
            side = SideTime(0, left_ms, *((stones, 0) if is_byoyomi else (0, stones)))
        self._clock = replace(clock, black=side) if color is BLACK else replace(clock, white=side)

    def begin(self, color: Color, now_ms: int) -> Budget:
        """This side begins to think; what it may cost."""
        if self._clock is None:
            return Budget()
        self._clock = self._clock.start(color, now_ms)
        budget = Budget(clock=self._clock)
        if self._caps.move_ms is None:
            return budget
        most_ms, planned_ms = int(_OF_A_CAP * self._caps.move_ms), budget.thinking_ms(color)
        return budget if planned_ms is None or planned_ms <= most_ms else replace(budget, ms=most_ms)

    def end(self, now_ms: int, *, is_moved: bool = True) -> None:
        """Whoever was thinking has moved, or only thought: then nothing comes back for a move."""
        clock = self._clock
        if clock is None or clock.running is None:
            return
        if is_moved and clock.flagged(now_ms) is None:
            self._clock = self._capped(replace(clock.press(now_ms), running=None))
        else:
            self._clock = clock.stop(now_ms)

    def _capped(self, clock: Clock) -> Clock:
        most_ms = self._caps.gathered_ms
        if most_ms is None:
            return clock
        black, white = (replace(side, main_ms=min(side.main_ms, most_ms)) for side in (clock.black, clock.white))
        return replace(clock, black=black, white=white)
