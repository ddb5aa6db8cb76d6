"""Commands of GTP that tell of time: its own, those of KGS and those of KataGo. Counts nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tengen.clients.engine.gtp_table import Command, Table
from tengen.clients.engine.gtp_words import SYNTAX_ERROR, Refused, Reply, color_of, exactly, integer, number
from tengen.clients.engine.timing import milliseconds, standard_control
from tengen.core import ClockKind, GameError, TimeControl

_KINDS: Final = ("none", "absolute", "byoyomi", "canadian")
_KATA_KINDS: Final = (*_KINDS, "fischer")


def _time_settings(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    main, period, stones = exactly(words, 3)
    _settle(table, lambda: standard_control(number(main), number(period), integer(stones)))
    return ""


def _kgs_time_settings(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    _settle(table, lambda: _control(words, _KINDS))
    return ""


def _kata_time_settings(table: Table, words: list[str], reply: Reply) -> str:
    """As for KGS, and Fischer. `fischer-capped` is refused: we know no caps."""
    del reply
    _settle(table, lambda: _control(words, _KATA_KINDS))
    return ""


def _list_time_settings(table: Table, words: list[str], reply: Reply) -> str:
    del table, words, reply
    return " ".join(_KATA_KINDS)


def _settle(table: Table, control: Callable[[], TimeControl | None]) -> None:
    try:
        table.times.settle(control())
    except GameError as error:
        raise Refused("unacceptable time settings") from error


def _control(words: list[str], known: tuple[str, ...]) -> TimeControl | None:
    kind, *values = words or [""]
    if kind not in known:
        raise Refused(SYNTAX_ERROR if kind not in ("fischer", "fischer-capped") else f"{kind} is not supported")
    match kind:
        case "none":
            return None
        case "absolute":
            (main,) = exactly(values, 1)
            return TimeControl(ClockKind.ABSOLUTE, milliseconds(number(main)))
        case "fischer":
            main, increment = exactly(values, 2)
            main_ms, increment_ms = milliseconds(number(main)), milliseconds(number(increment))
            return TimeControl(ClockKind.FISCHER, main_ms, increment_ms=increment_ms)
        case _:
            main, period, count = exactly(values, 3)
            main_ms, period_ms = milliseconds(number(main)), milliseconds(number(period))
            if kind == "canadian":
                return TimeControl(ClockKind.CANADIAN, main_ms, period_ms=period_ms, stones=integer(count))
            return TimeControl(ClockKind.BYOYOMI, main_ms, period_ms=period_ms, periods=integer(count))


def _time_left(table: Table, words: list[str], reply: Reply) -> str:
    del reply
    color, left, stones = exactly(words, 3)
    try:
        table.times.tell(color_of(color), number(left), integer(stones))
    except GameError as error:
        raise Refused(SYNTAX_ERROR) from error
    return ""


def _cputime(table: Table, words: list[str], reply: Reply) -> str:
    del table, words, reply
    return f"{time.process_time():.3f}"


COMMANDS: Final[dict[str, Command]] = {
    "time_settings": _time_settings,
    "time_left": _time_left,
    "kgs-time_settings": _kgs_time_settings,
    "kata-time_settings": _kata_time_settings,
    "kata-list_time_settings": _list_time_settings,
    "cputime": _cputime,
}
