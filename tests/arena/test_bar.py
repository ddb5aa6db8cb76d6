"""The bar on a terminal: never staler than its interval, never wider than its line."""

from __future__ import annotations

import asyncio
import io

import pytest

from tengen.arena import bar as module
from tengen.arena.bar import Bar
from tengen.core.printing import width


class Course:
    """An arena that goes on while somebody draws it."""

    def __init__(self, columns: int = 60) -> None:
        self.done = 0
        self.now_s = 0.0
        self.stream = io.StringIO()
        self.bar = Bar(
            self.stream, 20, lambda: self.done, self._score, columns=lambda: columns, now_s=lambda: self.now_s
        )

    def _score(self) -> str:
        return f"{self.done}-0 Elo -∞..+∞"

    def go_to(self, done: int) -> None:
        self.done = done
        self.bar.ask()

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().rstrip("\n").split("\r")


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
    assert course.stream.getvalue().endswith("\n")


@pytest.mark.parametrize("columns", [1, 2, 10, 20, 30, 40, 80])
def test_it_never_overflows_its_line(columns: int) -> None:
    course = Course(columns)
    course.done = 10
    course.bar.close()
    assert all(width(line) < columns for line in course.lines)


def test_where_there_is_room_there_is_a_bar_and_the_time_that_is_left() -> None:
    course = Course()
    course.done, course.now_s = 5, 30
    course.bar.close()
    assert course.lines[-1] == "[######--------------------]  5/20  5-0 Elo -∞..+∞  0:01:30"


def test_a_shorter_line_leaves_nothing_of_a_longer_one() -> None:
    course = Course(30)
    course.done, course.now_s = 5, 30
    course.bar.close()
    course.done = 20
    course.bar.close()
    longer, shorter = (line.rstrip("\n") for line in course.lines[-2:])
    assert width(shorter) == width(longer)
    assert shorter.rstrip() == "20/20  20-0 Elo -∞..+∞"
