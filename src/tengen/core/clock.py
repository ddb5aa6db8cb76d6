"""Time controls as values: absolute, Fischer, byo-yomi, Canadian, per move.

Nothing here reads a clock: every method is given `now` in milliseconds, from any fixed beginning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from tengen.core.color import BLACK, Color
from tengen.core.errors import ErrorCode, GameError


class ClockKind(StrEnum):
    """The time controls."""

    ABSOLUTE = "absolute"
    FISCHER = "fischer"
    BYOYOMI = "byoyomi"
    CANADIAN = "canadian"
    PER_MOVE = "per_move"


_NEEDS = {
    ClockKind.ABSOLUTE: ("main_ms",),
    ClockKind.FISCHER: ("main_ms", "increment_ms"),
    ClockKind.BYOYOMI: ("period_ms", "periods"),
    ClockKind.CANADIAN: ("period_ms", "stones"),
    ClockKind.PER_MOVE: ("period_ms",),
}
_LONGEST_MS = 365 * 24 * 3600 * 1000
_MOST = 1000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What both sides get.

    `main_ms` is the time at the start. Fischer adds `increment_ms` after each move. Byo-yomi then gives
    `periods` periods of `period_ms`, Canadian `stones` moves in each `period_ms`; per move gives `period_ms`
    for every single move. What a kind does not use is 0.

    Raises BAD_RULES naming the value that does not fit and its bounds.
    """

    kind: ClockKind
    main_ms: int = 0
    increment_ms: int = 0
    period_ms: int = 0
    periods: int = 0
    stones: int = 0

    def __post_init__(self) -> None:
        for name in ("main_ms", "increment_ms", "period_ms", "periods", "stones"):
            value = getattr(self, name)
            used = name == "main_ms" or name in _NEEDS[self.kind]
            limit = 0 if not used else _LONGEST_MS if name.endswith("_ms") else _MOST
            least = 1 if name in _NEEDS[self.kind] else 0
            if not least <= value <= limit:
                raise GameError(
                    ErrorCode.BAD_RULES,
                    "clock.out_of_range",
                    option=name,
                    value=value,
                    minimum=least,
                    maximum=limit,
                )


@dataclass(frozen=True, slots=True)
class SideTime:
    """What one side has left: main time, then byo-yomi periods, or the moves due in a Canadian period.

    `period_ms` is what is left of the running period; while main time lasts it is a whole one.
    """

    main_ms: int
    period_ms: int = 0
    periods: int = 0
    stones: int = 0

    @property
    def is_out(self) -> bool:
        """Whether nothing is left."""
        return self.main_ms <= 0 and self.period_ms <= 0

    @property
    def total_ms(self) -> int:
        """Main time and the running period together; further byo-yomi periods are left out."""
        return self.main_ms + self.period_ms


@dataclass(frozen=True, slots=True)
class Clock:
    """Both sides' times, and whose clock runs since when. Stopped when `running` is None."""

    control: TimeControl
    black: SideTime
    white: SideTime
    running: Color | None = None
    since: int = 0

    @classmethod
    def of(cls, control: TimeControl) -> Clock:
        """A clock before the game, stopped."""
        side = SideTime(control.main_ms, control.period_ms, control.periods, control.stones)
        return cls(control, side, side)

    def left(self, color: Color, now: int) -> SideTime:
        """What this side has left at this moment."""
        side = self.black if color is BLACK else self.white
        return self._spend(side, now - self.since) if color is self.running else side

    def deadline(self) -> int | None:
        """When the running side's flag falls if it does not move, or None when the clock stands."""
        if self.running is None:
            return None
        side = self.black if self.running is BLACK else self.white
        further = max(side.periods - 1, 0) * self.control.period_ms
        return self.since + side.total_ms + further

    def flagged(self, now: int) -> Color | None:
        """Whose time is up, if anyone's."""
        deadline = self.deadline()
        return self.running if deadline is not None and now >= deadline else None

    def start(self, color: Color, now: int) -> Clock:
        """Let this side's clock run; the other's stops. Nothing is added."""
        stopped = self.stop(now)
        return replace(stopped, running=color, since=now)

    def stop(self, now: int) -> Clock:
        """Stop the clock; the running side keeps what it has left."""
        if self.running is None:
            return self
        return replace(self._with(self.running, self.left(self.running, now)), running=None, since=now)

    def cut(self, now: int) -> Clock:
        """Stop the clock of a side whose turn ends without a move, as when a move is taken back.

        What was used stays used, but where every turn has a period the next one begins with a whole one.
        """
        stopped = self.stop(now)
        if self.running is None or self.control.kind not in (ClockKind.BYOYOMI, ClockKind.PER_MOVE):
            return stopped
        side = replace(stopped.left(self.running, now), period_ms=self.control.period_ms)
        return stopped._with(self.running, side)

    def press(self, now: int, lag_ms: int = 0) -> Clock:
        """The running side has moved: add what the control gives, and start the other side.

        `lag_ms` of the time since the start is not charged. The side must not have flagged.
        """
        assert self.running is not None, "a stopped clock is not pressed"
        mover = self.running
        side = self.left(mover, max(now - max(lag_ms, 0), self.since))
        assert not side.is_out, "a fallen flag is judged before the move"
        side = self._moved(side)
        black, white = (side, self.white) if mover is BLACK else (self.black, side)
        return Clock(self.control, black, white, mover.other, now)  # at every move, and `replace` takes much longer

    def exchanged(self) -> Clock:
        """The players have changed colours: each takes the own time along; whoever was running runs on."""
        running = None if self.running is None else self.running.other
        return replace(self, black=self.white, white=self.black, running=running)

    def _with(self, color: Color, side: SideTime) -> Clock:
        return replace(self, black=side) if color is BLACK else replace(self, white=side)

    def _spend(self, side: SideTime, spent_ms: int) -> SideTime:
        """What is left of a side's time after thinking this long."""
        spent_ms = max(spent_ms, 0)
        if spent_ms < side.main_ms:
            return SideTime(side.main_ms - spent_ms, side.period_ms, side.periods, side.stones)
        spent_ms -= side.main_ms
        if spent_ms < side.period_ms:
            return replace(side, main_ms=0, period_ms=side.period_ms - spent_ms)
        spent_ms -= side.period_ms
        period = self.control.period_ms
        lost = 1 + spent_ms // period if period else 1
        if lost < side.periods:
            return replace(side, main_ms=0, period_ms=period - spent_ms % period, periods=side.periods - lost)
        return replace(side, main_ms=0, period_ms=0, periods=0)

    def _moved(self, side: SideTime) -> SideTime:
        """A side's time after its move, by the kind of control."""
        control = self.control
        match control.kind:
            case ClockKind.ABSOLUTE:
                return side
            case ClockKind.FISCHER:
                return SideTime(side.main_ms + control.increment_ms, side.period_ms, side.periods, side.stones)
            case ClockKind.BYOYOMI | ClockKind.PER_MOVE:
                return replace(side, period_ms=control.period_ms)
            case ClockKind.CANADIAN:
                if side.main_ms > 0:
                    return side
                if side.stones > 1:
                    return replace(side, stones=side.stones - 1)
                return replace(side, period_ms=control.period_ms, stones=control.stones)
