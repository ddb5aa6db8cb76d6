"""What a command has to tell besides its result: a few lines on the error stream, and how far it has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

import typer

from tengen.core import GameError, text
from tengen.core.printing import is_terminal, printable
from tengen.formats import Notice

MOST_LINES: Final = 20
"""So many different notices are told, and so many failures; the others are counted."""

_Item = TypeVar("_Item")


class Report:
    """Lines that wait until the work is done, so that they do not tear its progress bar. Holds only plain values."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._notices = _LineGroups()
        self._failures = _LineGroups()

    @property
    def has_failures(self) -> bool:
        """Whether something could not be done."""
        return self._failures.count > 0

    def note(self, file: str | Path, notices: Iterable[Notice]) -> None:
        """What should be known about a file."""
        for notice in notices:
            reason = notice.text(self._language)
            line = text(self._language, "convert.in_file", file=str(file), reason=reason)
            self._notices.add(line, notice.topic)

    def fail(self, error: GameError) -> None:
        """What could not be done."""
        self._failures.add(error.text(self._language))

    def take_over(self, other: Report) -> None:
        """Add what another report has to tell."""
        self._notices.take_over(other._notices)
        self._failures.take_over(other._failures)

    def tell(self) -> None:
        """Write the lines, first the notices and then the failures."""
        for lines, key in ((self._notices, "convert.more_notices"), (self._failures, "convert.more_failures")):
            for line, times in lines.first.values():
                tell(line if times == 1 else text(self._language, "convert.others", line=line, count=times - 1))
            if lines.more:
                tell(text(self._language, key, count=lines.more))


class _LineGroups:
    """The first few of many lines by their topics, each with how many say the same, and how many more there are."""

    def __init__(self) -> None:
        self.first: dict[object, tuple[str, int]] = {}
        self.count = 0
        self.more = 0

    def add(self, line: str, topic: object = None, times: int = 1) -> None:
        self.count += times
        topic = line if topic is None else topic
        known = self.first.get(topic)
        if known:
            self.first[topic] = (known[0], known[1] + times)
        elif len(self.first) < MOST_LINES:
            self.first[topic] = (line, times)
        else:
            self.more += times

    def take_over(self, other: _LineGroups) -> None:
        for topic, (line, times) in other.first.items():
            self.add(line, topic, times)
        self.count += other.more
        self.more += other.more


def tell(line: str) -> None:
    """One line on the error stream."""
    typer.echo(printable(line), err=True)


def progress(items: Iterable[_Item], count: int) -> Iterator[_Item]:
    """The items, with a bar on the error stream where that is a terminal, and nothing in a pipe."""
    if not is_terminal(sys.stderr):
        yield from items
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    step = max(1, count // 100)
    # No thread draws it: some of those who work on items fork.
    with Progress(
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task("", total=count)
        for number, item in enumerate(items, start=1):
            yield item
            bar.update(task, completed=number, refresh=number % step == 0)


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Shows the latest line that it is called with on the error stream where that is a terminal; else nothing."""
    if not is_terminal(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    with Progress(
        TimeElapsedColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(file=sys.stderr),
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
        transient=True,
    ) as shown:
        task = shown.add_task("", total=None)
        yield lambda line: shown.update(task, description=printable(line), refresh=True)


@contextmanager
def until_the_reader_leaves() -> Iterator[None]:
    """Write to the standard output; whoever stops reading it ends that quietly."""
    try:
        yield
    except BrokenPipeError:
        # What is still in the buffer must not be written when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
