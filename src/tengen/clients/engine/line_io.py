"""The two ends of an engine: lines come in at any time, answers go out at once. Knows no protocol."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

from tengen.players import StopToken

LONGEST_LINE: Final = 1 << 20
TOO_LONG: Final = "\N{REPLACEMENT CHARACTER}"
"""What is heard instead of a longer line: a word that no protocol knows."""

_PIECE: Final = 1 << 16
_MOST_WAITING: Final = 10_000
"""So many lines are read ahead; whoever talks faster has to wait."""


class Source(Protocol):
    """Where octets come from; fewer than asked for as soon as there are any, none at the end."""

    def read(self, size: int = ..., /) -> bytes | None: ...


class Sink(Protocol):
    """Where octets go."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> None: ...


class Gone(Exception):
    """Nobody listens any more."""


class LineReader:
    """Reads lines in a thread, so that the next one can interrupt what is done about the last.

    Every line comes without its end, also the last one of a source that ends in the middle of it. Bytes that are no
    text stay what they are, as lone surrogates: they may be part of a file's name.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._waiting: deque[str] = deque()
        self._is_over = False
        self._changed = threading.Condition()
        self._on_line: Callable[[str], None] = _nothing
        self._on_end: Callable[[], None] = _nothing_at_all
        threading.Thread(target=self._read, name="engine-input", daemon=True).start()

    def next(self) -> str | None:
        """The next line, as soon as there is one; None at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_over)
            line = self._waiting.popleft() if self._waiting else None
            self._changed.notify_all()
            return line

    @contextmanager
    def interrupting(
        self, stop: StopToken, is_urgent: Callable[[str], bool], *, at_end: bool = False
    ) -> Iterator[StopToken]:
        """Stop the token when an urgent line comes or waits already, and if so wished at the end of all lines."""

        def hear(line: str) -> None:
            if is_urgent(line):
                stop.stop()

        with self._changed:
            for line in self._waiting:
                hear(line)
            if at_end and self._is_over:
                stop.stop()
            self._on_line, self._on_end = hear, stop.stop if at_end else _nothing_at_all
        try:
            yield stop
        finally:
            with self._changed:
                self._on_line, self._on_end = _nothing, _nothing_at_all

    def _read(self) -> None:
        begun = bytearray()
        try:
            while piece := self._source.read(_PIECE):
                *ended, rest = piece.split(b"\n")
                for part in ended:
                    begun += part
                    self._hear(begun)
                    begun.clear()
                begun += rest
                del begun[LONGEST_LINE + 1 :]
        except (OSError, ValueError):
            pass  # closed in our face: the same as an end
        if begun:
            self._hear(begun)
        with self._changed:
            self._is_over = True
            self._on_end()
            self._changed.notify_all()

    def _hear(self, octets: bytearray) -> None:
        line = TOO_LONG if len(octets) > LONGEST_LINE else octets.decode("utf-8", "surrogateescape")
        with self._changed:
            self._changed.wait_for(lambda: len(self._waiting) < _MOST_WAITING)
            self._waiting.append(line)
            self._on_line(line)
            self._changed.notify_all()


def _nothing(line: str) -> None:
    del line


def _nothing_at_all() -> None:
    pass


class LineWriter:
    """Writes text and flushes it at once."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def write(self, text: str) -> None:
        """Send this text. Raises Gone when nobody takes it."""
        try:
            self._sink.write(text.encode("utf-8", "replace"))
            self._sink.flush()
        except (OSError, ValueError) as error:
            raise Gone from error

    def line(self, text: str) -> None:
        """Send a line."""
        self.write(f"{text}\n")
