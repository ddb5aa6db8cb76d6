"""How far an arena has come, as one line of a terminal drawn by Rich. Knows nothing of games."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tengen.arena.throttle import Throttle
from tengen.core.printing import width

if TYPE_CHECKING:
    from rich.console import Console

_NARROWEST_BAR: Final = 8
_TIME_COLUMNS: Final = len(" 0:00:00")
_DRAW_S: Final = 0.5


class Bar:
    """Draws `done` of `planned` and the text of `score`, at most once in half a second, on one line of the console.

    Nothing is drawn from another thread. Where there is no room for a bar and the time left, the words stand alone.
    """

    def __init__(
        self,
        console: Console,
        planned: int,
        done: Callable[[], int],
        score: Callable[[], str],
        *,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
        from rich.table import Column

        self._done, self._planned, self._score = done, planned, score
        words = TextColumn(
            "{task.description}", style="none", markup=False, table_column=Column(no_wrap=True, overflow="crop")
        )
        self._narrow = (words,)
        self._wide = (BarColumn(bar_width=None), words, TimeRemainingColumn())
        self._progress = Progress(
            console=console,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
            get_time=now_s,
            speed_estimate_period=math.inf,
            expand=True,
        )
        self._task = self._progress.add_task("", total=planned, completed=done())
        self._throttle = Throttle(_DRAW_S, self._draw)
        self._is_open = True
        self._update()
        self._write(self._progress.start)

    def ask(self) -> None:
        """There is something new."""
        self._throttle.ask()

    def close(self) -> None:
        """Draw it for the last time, and leave its line."""
        self._throttle.close()
        self._update()
        self._write(self._progress.stop)

    def _draw(self) -> None:
        self._update()
        self._write(self._progress.refresh)

    def _update(self) -> None:
        done = self._done()
        words = f"{done}/{self._planned}  {self._score()}".rstrip()
        room = self._progress.console.width - width(words) - _TIME_COLUMNS - 1
        self._progress.columns = self._wide if room >= _NARROWEST_BAR else self._narrow
        self._progress.update(self._task, completed=done, description=words)

    def _write(self, draw: Callable[[], None]) -> None:
        if self._is_open:
            try:
                draw()
            except OSError:  # a terminal that is closed is no reason to stop the games
                self._is_open = False
