"""The way into the console, with this machine's streams, clock and chance."""

from __future__ import annotations

import io
import os
import secrets
import sys
import time
from typing import Final

from tengen.clients.console.computers import Pace
from tengen.clients.console.seating import Seating
from tengen.clients.console.session import Session
from tengen.clients.console.streams import Terminal
from tengen.clients.language import ENGLISH
from tengen.core import BLACK, WHITE, text

_PACE_MS: Final = 700
"""How long a person sees each position of a game between computers, unless they say otherwise."""


def play(
    *,
    black: str,
    white: str,
    language: str,
    plain: bool = False,
    seed: int | None = None,
    pace_ms: int | None = None,
) -> None:
    """Play at this terminal until the person quits. Raises BAD_PLAYER for a name that is no player.

    A terminal that cannot show the language gets English. A reader who goes away ends the session quietly. Games
    between computers take `pace_ms` a move at least; without one a terminal has a usual pace and a pipe none.
    """
    seed = secrets.randbits(32) if seed is None else seed
    terminal = Terminal(sys.stdin, sys.stdout or io.StringIO(), plain=plain)
    if not terminal.can_write(text(language, "color.black")):
        language = ENGLISH
    seating = Seating({BLACK: black, WHITE: white}, language, seed)
    try:
        if pace_ms is None:
            pace_ms = _PACE_MS if terminal.is_interactive else 0
        Session(terminal, seating, language, _now_ms, Pace(pace_ms)).play()
    except BrokenPipeError:
        # What is still in the buffer must not be written when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
