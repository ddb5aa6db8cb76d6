"""What a terminal can show: a whole screen or only lines, and how many colours. Writes nothing."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Final, TextIO

from tengen.core.printing import is_terminal

_WITHOUT_SCREEN: Final = ("", "dumb", "unknown")
"""Terminals that only print: what moves a cursor there is noise."""
_WITHOUT_COLORS: Final = re.compile(r"vt[1-4]\d\d\b.*|.+-m(ono)?", re.ASCII)
"""Terminals with one colour, by their names: the old ones of DEC, and those that say so."""
_MANY: Final = ("truecolor", "24bit")


class Colors(IntEnum):
    """How many colours a terminal has."""

    NONE = 0
    FEW = 16
    MANY = 256
    ALL = 1 << 24


def has_full_screen(streams: Sequence[TextIO | None], environment: Mapping[str, str]) -> bool:
    """Whether a screen can be shown: these streams are a terminal that moves its cursor and writes UTF-8.

    The first is read, the others are written to.
    """
    if not all(map(is_terminal, streams)) or environment.get("TERM", "") in _WITHOUT_SCREEN:
        return False
    return all(stream is not None and _is_utf8(stream) for stream in streams[1:])


def count_colors(environment: Mapping[str, str]) -> Colors:
    """The colours of the terminal; none where the user wants none (`NO_COLOR`)."""
    if environment.get("NO_COLOR"):
        return Colors.NONE
    if environment.get("COLORTERM", "").strip().lower() in _MANY:
        return Colors.ALL
    term = environment.get("TERM", "")
    if "256color" in term or term.endswith("-direct"):
        return Colors.MANY
    return Colors.NONE if _WITHOUT_COLORS.fullmatch(term) else Colors.FEW


def has_light_ground(environment: Mapping[str, str]) -> bool:
    """Whether the terminal says that its ground is light, as some do in `COLORFGBG`."""
    return environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")


def _is_utf8(stream: TextIO) -> bool:
    try:
        return codecs.lookup(stream.encoding or "").name == "utf-8"
    except LookupError:
        return False
