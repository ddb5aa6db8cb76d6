"""Time controls to choose from, and one's own: which values a kind has, in which unit, within which bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Final

from tengen.core import ClockKind, ErrorCode, GameError, TimeControl

SECOND_MS: Final = 1000
MINUTE_MS: Final = 60 * SECOND_MS
DAY_MS: Final = 24 * 60 * MINUTE_MS

NO_CLOCK: Final = "none"
CUSTOM: Final = "custom"

CLOCKS: Final[Mapping[str, TimeControl]] = {
    "quick": TimeControl(ClockKind.FISCHER, main_ms=5 * MINUTE_MS, increment_ms=3 * SECOND_MS),
    "sudden": TimeControl(ClockKind.ABSOLUTE, main_ms=10 * MINUTE_MS),
    "japanese": TimeControl(ClockKind.BYOYOMI, main_ms=10 * MINUTE_MS, period_ms=30 * SECOND_MS, periods=3),
    "canadian": TimeControl(ClockKind.CANADIAN, main_ms=25 * MINUTE_MS, period_ms=5 * MINUTE_MS, stones=15),
}
"""By name. Words: `start.clock.<name>`."""

CORRESPONDENCE: Final[Mapping[str, TimeControl]] = {
    "day": TimeControl(ClockKind.PER_MOVE, period_ms=DAY_MS),
    "days": TimeControl(ClockKind.PER_MOVE, period_ms=3 * DAY_MS),
    "week": TimeControl(ClockKind.PER_MOVE, period_ms=7 * DAY_MS),
}
"""The same for games on a server, which go on while nobody sits at the board."""

CLOCK_NAMES: Final = (NO_CLOCK, *CLOCKS, *CORRESPONDENCE, CUSTOM)

CLOCK_FIELDS: Final[Mapping[ClockKind, tuple[str, ...]]] = {
    ClockKind.ABSOLUTE: ("main_ms",),
    ClockKind.FISCHER: ("main_ms", "increment_ms"),
    ClockKind.BYOYOMI: ("main_ms", "period_ms", "periods"),
    ClockKind.CANADIAN: ("main_ms", "period_ms", "stones"),
    ClockKind.PER_MOVE: ("period_ms",),
}
"""Which values a kind has. Words of a kind: `start.clock.kind.<kind>`."""

FIELD_KEYS: Final[Mapping[str, str]] = {
    "main_ms": "start.clock.mainMs",
    "increment_ms": "start.clock.incrementMs",
    "period_ms": "start.clock.periodMs",
    "periods": "start.clock.periods",
    "stones": "start.clock.stones",
}
"""Where the words of a value are."""

_USUAL: Final[Mapping[str, int]] = {
    "main_ms": 10 * MINUTE_MS,
    "increment_ms": 5 * SECOND_MS,
    "period_ms": 30 * SECOND_MS,
    "periods": 3,
    "stones": 15,
}


@dataclass(frozen=True, slots=True)
class ClockChoice:
    """`name` is one of CLOCK_NAMES; `custom` is remembered while another is chosen."""

    name: str = NO_CLOCK
    custom: TimeControl = field(default_factory=lambda: CLOCKS["japanese"])

    @property
    def control(self) -> TimeControl | None:
        """The time control; None without a clock."""
        if self.name == NO_CLOCK:
            return None
        return self.custom if self.name == CUSTOM else {**CLOCKS, **CORRESPONDENCE}[self.name]

    def kept(self) -> dict[str, object]:
        """What to remember, as plain values for JSON."""
        return {"name": self.name, "custom": {**asdict(self.custom), "kind": str(self.custom.kind)}}


def unit_ms(name: str) -> int:
    """The unit in which a value is typed: minutes, seconds, or 1 for what is counted."""
    if name == "main_ms":
        return MINUTE_MS
    return SECOND_MS if name.endswith("_ms") else 1


def bounds(kind: ClockKind, name: str) -> tuple[int, int]:
    """The least and the most that a value may be, in its unit."""
    if name == "main_ms":
        return (1 if kind in (ClockKind.ABSOLUTE, ClockKind.FISCHER) else 0), 600
    return (1, 3600) if name.endswith("_ms") else (1, 100)


def with_kind(control: TimeControl, kind: ClockKind) -> TimeControl:
    """The same clock as another kind: what that kind needs and this one has not has a usual value."""
    values = {}
    for name in CLOCK_FIELDS[kind]:
        least = bounds(kind, name)[0]
        had = getattr(control, name)
        is_meant = had > 0 or (least == 0 and control.kind is kind)
        values[name] = had if is_meant else _USUAL[name]
    return TimeControl(kind, **values)


def with_value(control: TimeControl, name: str, value: int) -> TimeControl:
    """The same clock with a value in its unit. Raises BAD_RULES beyond the bounds, and for a value that it has not."""
    least, most = bounds(control.kind, name)
    if name not in CLOCK_FIELDS[control.kind] or not least <= value <= most:
        raise GameError(
            ErrorCode.BAD_RULES, "clock.out_of_range", option=name, value=value, minimum=least, maximum=most
        )
    known = {other: getattr(control, other) for other in CLOCK_FIELDS[control.kind]}
    return TimeControl(control.kind, **{**known, name: value * unit_ms(name)})


def read_clock(kept: object) -> ClockChoice:
    """What was kept; a broken clock is none."""
    given = kept if isinstance(kept, dict) else {}
    name = given.get("name")
    return ClockChoice(name if name in CLOCK_NAMES else NO_CLOCK, _read_custom(given.get("custom")))


def _read_custom(kept: object) -> TimeControl:
    given = kept if isinstance(kept, dict) else {}
    usual = CLOCKS["japanese"]
    kind = next((known for known in ClockKind if known == given.get("kind")), None)
    if kind is None:
        return usual
    values = {}
    for name in CLOCK_FIELDS[kind]:
        value = given.get(name)
        least, most = (limit * unit_ms(name) for limit in bounds(kind, name))
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            return usual
        values[name] = value
    return TimeControl(kind, **values)
