"""One line of a terminal that shows how far an arena has come, at last the truth. Knows nothing of games."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TextIO

from tengen.arena.throttle import Throttle
from tengen.core.printing import clip, width

_USUAL_COLUMNS: Final = 80
_LEAST_BAR: Final = 8
_DRAW_S: Final = 0.5


def columns_of(stream: TextIO) -> int:
    """How wide the terminal is."""
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or _USUAL_COLUMNS
    return _USUAL_COLUMNS


class Bar:
    """Draws `done` of `planned` and what `said` says, at most once in half a second, and never wider than `columns`."""

    def __init__(
        self,
        stream: TextIO,
        planned: int,
        done: Callable[[], int],
        said: Callable[[], str],
        *,
        columns: Callable[[], int],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream, self._planned, self._done, self._said = stream, planned, done, said
        self._columns, self._now_s = columns, now_s
        self._before, self._began_s = done(), now_s()
        self._drawn = 0
        self._seldom = Throttle(_DRAW_S, self._draw)
        self._draw()

    def ask(self) -> None:
        """There is something new."""
        self._seldom.ask()

    def close(self) -> None:
        """Draw it for the last time, and leave its line."""
        self._seldom.close()
        self._draw()
        self._write("\n")

    def _draw(self) -> None:
        line = clip(self._line(), self._columns() - 1)
        rest = min(self._drawn, self._columns() - 1) - width(line)
        self._drawn = width(line)
        self._write(f"\r{line}{' ' * rest}")

    def _line(self) -> str:
        done = self._done()
        words = "  ".join(word for word in (f"{done}/{self._planned}", self._said(), self._left(done)) if word)
        room = self._columns() - 1 - width(f"[]  {words}")
        if room < _LEAST_BAR:
            return words
        full = room * done // self._planned
        return f"[{'#' * full}{'-' * (room - full)}]  {words}"

    def _left(self, done: int) -> str:
        """How long the rest will take, if it goes on like this."""
        if not self._before < done < self._planned:
            return ""
        seconds = round((self._now_s() - self._began_s) / (done - self._before) * (self._planned - done))
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"

    def _write(self, text: str) -> None:
        with suppress(OSError):  # a terminal that has gone is no reason to stop
            self._stream.write(text)
            self._stream.flush()
