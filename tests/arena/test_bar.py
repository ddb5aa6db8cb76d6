"""The bar on a terminal: never staler than its interval, never wider than its line."""

from __future__ import annotations

import asyncio
import io
import re

import pytest
from rich.console import Console

from tengen.arena import bar as module
from tengen.arena.bar import Bar
from tengen.core.printing import width


class Course:
    """An arena that goes on while somebody draws it."""

    def __init__(self, columns: int = 60, stream: io.StringIO | None = None) -> None:
        self.done = 0
        self.now_s = 0.0
        self.stream = io.StringIO() if stream is None else stream
        console = Console(file=self.stream, width=columns, force_terminal=True, color_system=None, _environ={})
        self.bar = Bar(console, 20, lambda: self.done, self._score, now_s=lambda: self.now_s)

    def _score(self) -> str:
        return f"{self.done}-0 Elo -∞..+∞"

    def go_to(self, done: int) -> None:
        self.done = done
        self.bar.ask()

    @property
    def lines(self) -> list[str]:
        """What was drawn, each over the one before."""
        shown = re.sub(r"\x1b\[\?25[lh]", "", self.stream.getvalue())
        return [line.rstrip() for line in shown.rstrip("\n").split("\r\x1b[2K")]


async def test_results_that_come_fast_are_shown_after_the_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DRAW_S", 0.02)
    course = Course()
    for done in range(1, 15):
        course.go_to(done)
    before = len(course.lines)
    await asyncio.sleep(0.1)
    assert len(course.lines) == before + 1
    assert "14/20  14-0 Elo" in course.lines[-1]


def test_the_last_line_is_the_truth() -> None:
    async def fast() -> Course:
        course = Course()
        for done in range(1, 21):
            course.go_to(done)
        return course

    course = asyncio.run(fast())
    course.bar.close()
    assert "20/20  20-0 Elo" in course.lines[-1]
    assert "\n" in course.stream.getvalue()


@pytest.mark.parametrize("columns", [1, 2, 10, 20, 30, 40, 80])
def test_it_never_overflows_its_line(columns: int) -> None:
    course = Course(columns)
    course.done = 10
    course.bar.close()
    assert len(course.lines) == 2
    assert all(width(line) <= columns for line in course.lines)
    assert course.stream.getvalue().count("\n") == 1


def test_where_there_is_room_there_is_a_bar_and_the_time_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DRAW_S", 0)

    async def steady() -> Course:
        course = Course()
        for done in (1, 3, 5):
            course.now_s = 60.0 * done
            course.go_to(done)
        return course

    assert asyncio.run(steady()).lines[-1] == "━━━━━━━╸                        5/20  5-0 Elo -∞..+∞ 0:15:00"


def test_where_there_is_no_room_the_words_stand_alone() -> None:
    course = Course(30)
    course.done, course.now_s = 5, 30
    course.bar.close()
    assert course.lines[-1] == "5/20  5-0 Elo -∞..+∞"


def test_a_terminal_that_is_closed_stops_nothing() -> None:
    class Closed(io.StringIO):
        writes = 0

        def write(self, text: str, /) -> int:
            self.writes += bool(text)
            raise OSError

    stream = Closed()

    async def on() -> None:
        course = Course(stream=stream)
        course.go_to(1)
        course.bar.close()

    asyncio.run(on())
    assert stream.writes <= 2, "it is not tried again and again"
