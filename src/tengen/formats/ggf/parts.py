"""The values of GGF properties in both directions: boards, clocks, results, dates, kinds of game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from tengen.core import (
    BLACK,
    EMPTY,
    WHITE,
    Board,
    ClockKind,
    Color,
    GameError,
    Outcome,
    Reason,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.othello_games import KIND

MOVES: Final = {"B": BLACK, "W": WHITE}
TOLD: Final = frozenset({"GM", "PC", "PB", "PW", "RB", "RW", "RE", "BO"})
"""Properties whose values have places of their own in a record."""
OWN: Final = "GGF"
"""What the names of kept properties begin with."""
VALUE: Final = "V"
"""The property of a node with the value of its position for Black, as SGF names it."""

# --- boards and kinds of game ----------------------------------------------------------------

_SIGNS: Final = {"-": EMPTY, "*": BLACK, "O": WHITE}
_BOARD: Final = re.compile(r"([0-9]{1,3})\s++([-*O\s]++)")
_TYPE: Final = re.compile(r"(s?)([0-9]{1,3})([a-z0-9+-]*)", re.IGNORECASE)


def read_board(text: str) -> Setup | None:
    """The position in a text such as `8 ---*O--- … *`, or None when there is none.

    Raises BAD_RULES for a size that is not played.
    """
    match = _BOARD.fullmatch(text.strip())
    if not match:
        return None
    size = create_rules(KIND, int(match[1])).size
    cells = "".join(match[2].split())
    to_move = _SIGNS[cells[-1]]
    if len(cells) != size * size + 1 or to_move == EMPTY:
        return None
    return Setup(Board(size, size, bytes(_SIGNS[cell] for cell in cells[:-1])), Color(to_move))


def board_text(setup: Setup) -> str:
    """A position, row by row."""
    signs = {value: sign for sign, value in _SIGNS.items()}
    size, cells = setup.board.columns, "".join(signs[cell] for cell in setup.board.cells)
    rows = [cells[start : start + size] for start in range(0, len(cells), size)]
    return f"{size} {' '.join(rows)} {signs[setup.to_move]}"


@dataclass(frozen=True, slots=True)
class GameType:
    """What TY tells: the length of a side, whether komi is bid for, whether fewer discs win."""

    size: int
    has_komi: bool
    is_anti: bool


def read_type(text: str) -> GameType | None:
    """The kind of game in a text such as `8` or `s8r18`, or None when it is none."""
    match = _TYPE.fullmatch(text.strip())
    if not match:
        return None
    return GameType(int(match[2]), "k" in match[3].lower(), "a" in match[3].lower())


# --- clocks ----------------------------------------------------------------------------------

_TIME: Final = r"(?:(?:([0-9]{1,4}):)?([0-9]{1,4}):)?([0-9]{1,7})"
_PART: Final = re.compile(rf"(?:{_TIME})?(?:,(N?)([0-9]{{1,4}}))?")
_SPENT: Final = re.compile(rf"{_TIME}(?:\.([0-9]{{1,9}}))?")


@dataclass(frozen=True, slots=True)
class _Period:
    """One of the three parts of a clock. What `is_not` turns round differs from part to part."""

    ms: int
    is_not: bool
    moves: int


@dataclass(frozen=True, slots=True)
class ClockRead:
    """The control nearest to a clock of GGF; `lost` is the text key of what it leaves out, or empty."""

    control: TimeControl | None
    lost: str = ""


def read_clock(text: str) -> ClockRead | None:
    """The clock `initial/increment/overtime`, each `[[h:]m:]s[,[N]moves]`, or None when the text is none.

    The initial time is for the whole game, or N: then overtime follows. Overtime N is so many moves in each period.
    Any other overtime only softens a loss on time, for which there is no control here.
    """
    parts = [_PART.fullmatch(part) for part in "".join(text.split()).split("/", 3)]
    if len(parts) > 3 or None in parts:
        return None
    periods = [_Period(_ms(part[1], part[2], part[3]), part[4] == "N", int(part[5] or 0)) for part in parts if part]
    first, increment, overtime = (*periods, *[_Period(0, False, 0)] * (3 - len(periods)))
    if not first.ms and not increment.ms and not overtime.ms:
        return ClockRead(None)
    try:
        return _clock(first, increment, overtime)
    except GameError:  # longer than any clock here
        return ClockRead(None, "ggf.clock")


def _clock(first: _Period, increment: _Period, overtime: _Period) -> ClockRead:
    if first.is_not and not first.moves and not increment.ms and overtime.is_not and overtime.moves:
        if overtime.moves > 1:
            return ClockRead(TimeControl(ClockKind.CANADIAN, first.ms, period_ms=overtime.ms, stones=overtime.moves))
        if first.ms:
            return ClockRead(TimeControl(ClockKind.BYOYOMI, first.ms, period_ms=overtime.ms, periods=1))
        return ClockRead(TimeControl(ClockKind.PER_MOVE, period_ms=overtime.ms))
    if first.is_not or first.moves or increment.is_not or increment.moves > 1:
        return ClockRead(None, "ggf.clock")
    lost = "ggf.clock_overtime" if overtime.ms else ""
    if increment.ms:
        return ClockRead(TimeControl(ClockKind.FISCHER, first.ms, increment_ms=increment.ms), lost)
    return ClockRead(TimeControl(ClockKind.ABSOLUTE, first.ms), lost)


def clock_text(control: TimeControl) -> str | None:
    """The clock as GGF writes it, or None when it cannot: for more than one period, or parts of seconds."""
    if any(ms % 1000 for ms in (control.main_ms, control.increment_ms, control.period_ms)):
        return None
    main, increment, period = map(_time_text, (control.main_ms, control.increment_ms, control.period_ms))
    match control.kind:
        case ClockKind.ABSOLUTE | ClockKind.FISCHER:
            return f"{main}/{increment}/00:00"
        case ClockKind.CANADIAN:
            return f"{main},N0/00:00/{period},N{control.stones}" if control.stones > 1 else None
        case ClockKind.BYOYOMI:
            return f"{main},N0/00:00/{period},N1" if control.periods == 1 else None
        case ClockKind.PER_MOVE:
            return f"{main},N0/00:00/{period},N1"


def _ms(hours: str | None, minutes: str | None, seconds: str | None) -> int:
    return (int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)) * 1000


def _time_text(ms: int) -> str:
    seconds = ms // 1000
    hours = f"{seconds // 3600:02}:" if seconds >= 3600 else ""
    return f"{hours}{seconds // 60 % 60:02}:{seconds % 60:02}"


def read_spent(text: str) -> int | None:
    """The thinking time of a move in milliseconds, or None when the text tells none."""
    match = _SPENT.fullmatch(text.strip())
    return _ms(match[1], match[2], match[3]) + round(float(f"0.{match[4] or 0}") * 1000) if match else None


def spent_text(ms: int) -> str:
    """A thinking time in seconds, with two decimals or three."""
    return f"{ms // 1000}.{ms % 1000:03}".removesuffix("0")


_NUMBER: Final = re.compile(r"([+-]?)([0-9]{1,6}(?:\.[0-9]{1,9})?)")


def for_black(value: str, player: Color) -> str | None:
    """A value for the player as one for Black, or one for Black as one for the player; None when it is no number."""
    match = _NUMBER.fullmatch(value)
    if not match:
        return None
    is_minus = (match[1] == "-") is (player is BLACK) and float(match[2]) != 0
    return f"{'-' if is_minus else ''}{match[2]}"


# --- results ---------------------------------------------------------------------------------

_RESULT: Final = re.compile(r"([+-]?[0-9]{1,4}(?:\.[0-9]{1,6})?)(?::([rtls]))?", re.IGNORECASE)
_REASONS: Final = {"r": Reason.RESIGN, "t": Reason.TIME, "l": Reason.ABANDONED, "s": Reason.AGREEMENT}
_FLAGS: Final = {reason: flag for flag, reason in _REASONS.items()} | {Reason.SCORE: ""}


def read_result(text: str, size: int) -> Outcome | None:
    """The result for Black in a text such as `+12` or `-64.00:r`, or None when it tells none.

    With a flag the whole board is no margin: it stands for the loss itself.
    """
    match = _RESULT.fullmatch("".join(text.split()))
    if not match:
        return None
    points = float(match[1])
    winner = None if not points else BLACK if points > 0 else WHITE
    reason = _REASONS[match[2].lower()] if match[2] else Reason.SCORE
    margin = abs(points)
    has_margin = reason is Reason.SCORE or margin not in (0, size * size)
    return Outcome(winner, reason, margin if has_margin else None)


def result_text(outcome: Outcome, size: int) -> str:
    """The result for Black. A reason without a flag of its own is left out, and so is a game without result."""
    if outcome.no_result:
        return "?"
    margin = outcome.margin if outcome.margin is not None else size * size
    points = 0 if outcome.winner is None else margin if outcome.winner is BLACK else -margin
    flag = _FLAGS.get(outcome.reason, "")
    number = f"{points:+.2f}" if round(points, 2) == points else f"{points:+.6f}"
    return f"{number}{flag and ':' + flag}"


def is_whole(outcome: Outcome, size: int) -> bool:
    """Whether the text of a result tells all of it."""
    told = read_result(result_text(outcome, size), size)
    return told is not None and told == replace(outcome, score=None)


# --- dates -----------------------------------------------------------------------------------

_MOMENT: Final = re.compile(
    r"([0-9]{4})[-.]([0-9]{1,2})[-.]([0-9]{1,2})(?:[_ T]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?:\.[0-9]+)?(.*))?"
)
_ISO_YEAR: Final = re.compile(r"[0-9]{4}(-[0-9]{2})?")
_SECONDS: Final = re.compile(r"[0-9]{9,10}")
_OFFSET: Final = re.compile(r"[+-][0-9]{2}:[0-9]{2}")
_GREENWICH: Final = {"Z", "GMT", "UTC", "+00:00"}


def read_date(text: str) -> str:
    """The moment in a text in ISO form, or an empty text. Of the zones by name only Greenwich's is kept."""
    text = text.strip()
    if _SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(text), UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if _ISO_YEAR.fullmatch(text):
        return text
    match = _MOMENT.fullmatch(text)
    if not match:
        return ""
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    try:
        moment = datetime(year, month, day, hour, minute, second)
    except ValueError:
        return ""
    if match[4] is None:
        return moment.date().isoformat()
    zone = match[7].strip(" .")
    zone = "Z" if zone in _GREENWICH else zone if _OFFSET.fullmatch(zone) else ""
    return moment.isoformat(timespec="seconds") + zone


def date_text(created: str) -> str:
    """A moment as GGF writes it, or an empty text when it is none."""
    day, _, rest = read_date(created).partition("T")
    day = day.replace("-", ".") if day.count("-") == 2 else day
    if not rest:
        return day
    zone = "GMT" if rest.endswith("Z") else rest[8:]
    return f"{day}_{rest[:8]}{zone and '.' + zone}"
