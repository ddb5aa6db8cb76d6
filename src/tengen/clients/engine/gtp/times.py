"""Commands of GTP that tell of time: its own, those of KGS and those of KataGo. Counts nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from tengen.clients.engine.gtp.context import Command, GtpContext
from tengen.clients.engine.gtp.words import SYNTAX_ERROR, Refused, Reply, color_of, exactly, integer, number
from tengen.clients.engine.timing import UNCAPPED, Caps, milliseconds, standard_control
from tengen.core import ClockKind, GameError, TimeControl

_UNACCEPTABLE: Final = "unacceptable time settings"
_KINDS: Final = ("none", "absolute", "byoyomi", "canadian")
_KATA_KINDS: Final = (*_KINDS, "fischer", "fischer-capped")


def _time_settings(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    main, period, stones = exactly(words, 3)
    values = number(main), number(period), integer(stones)
    if min(values) < 0:
        raise Refused(_UNACCEPTABLE)
    _settle(context, lambda: (standard_control(*values), UNCAPPED))
    return ""


def _kgs_time_settings(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    _settle(context, lambda: _control(words, _KINDS))
    return ""


def _kata_time_settings(context: GtpContext, words: list[str], reply: Reply) -> str:
    """As for KGS, and Fischer, with or without caps."""
    del reply
    _settle(context, lambda: _control(words, _KATA_KINDS))
    return ""


def _list_time_settings(context: GtpContext, words: list[str], reply: Reply) -> str:
    del context, words, reply
    return " ".join(_KATA_KINDS)


def _settle(context: GtpContext, control: Callable[[], tuple[TimeControl | None, Caps]]) -> None:
    try:
        context.times.settle(*control())
    except GameError as error:
        raise Refused(_UNACCEPTABLE) from error


def _control(words: list[str], known: tuple[str, ...]) -> tuple[TimeControl | None, Caps]:
    kind, *values = words or [""]
    if kind not in known:
        raise Refused(SYNTAX_ERROR if kind not in _KATA_KINDS else f"{kind} is not supported")
    match kind:
        case "none":
            return None, UNCAPPED
        case "absolute":
            (main,) = exactly(values, 1)
            return TimeControl(ClockKind.ABSOLUTE, _ms(main)), UNCAPPED
        case "fischer":
            main, increment = exactly(values, 2)
            return TimeControl(ClockKind.FISCHER, _ms(main), increment_ms=_ms(increment)), UNCAPPED
        case "fischer-capped":
            main, increment, gathered, move = exactly(values, 4)
            if min(_ms(gathered), _ms(move)) <= 0:
                raise Refused(_UNACCEPTABLE)
            control = TimeControl(ClockKind.FISCHER, _ms(main), increment_ms=_ms(increment))
            return control, Caps(_ms(gathered), _ms(move))
        case "canadian":
            main, period, stones = exactly(values, 3)
            control = TimeControl(ClockKind.CANADIAN, _ms(main), period_ms=_ms(period), stones=integer(stones))
            return control, UNCAPPED
        case _:
            main, period, periods = exactly(values, 3)
            control = TimeControl(ClockKind.BYOYOMI, _ms(main), period_ms=_ms(period), periods=integer(periods))
            return control, UNCAPPED


def _ms(word: str) -> int:
    return milliseconds(number(word))


def _time_left(context: GtpContext, words: list[str], reply: Reply) -> str:
    del reply
    color, left, stones = exactly(words, 3)
    try:
        context.times.tell(color_of(color), number(left), integer(stones))
    except GameError as error:
        raise Refused(SYNTAX_ERROR) from error
    return ""


def _cputime(context: GtpContext, words: list[str], reply: Reply) -> str:
    del context, words, reply
    return f"{time.process_time():.3f}"


COMMANDS: Final[dict[str, Command]] = {
    "time_settings": _time_settings,
    "time_left": _time_left,
    "kgs-time_settings": _kgs_time_settings,
    "kata-time_settings": _kata_time_settings,
    "kata-list_time_settings": _list_time_settings,
    "cputime": _cputime,
}
