"""Lines that come at any time: read ahead, never lost, able to interrupt."""

from __future__ import annotations

import os
import threading
from io import BytesIO, FileIO

import pytest

from tengen.clients.engine.line_io import LONGEST_LINE, TOO_LONG, Gone, LineReader, LineWriter
from tengen.players import StopToken


def lines_of(data: bytes) -> list[str]:
    lines = LineReader(BytesIO(data))
    found = []
    while (line := lines.next()) is not None:
        found.append(line)
    return found


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\r\nb\n\nc", ["a\r", "b", "", "c"]),
        (b"\n\n", ["", ""]),
        ("é\n".encode(), ["é"]),
        (b"\xff\n", ["\udcff"]),
        (b"x" * LONGEST_LINE + b"\n", ["x" * LONGEST_LINE]),
        (b"x" * (LONGEST_LINE + 1) + b"\nb\n", [TOO_LONG, "b"]),
        (b"x" * (3 * LONGEST_LINE), [TOO_LONG]),
    ],
)
def test_a_source_is_cut_into_lines(data: bytes, lines: list[str]) -> None:
    assert lines_of(data) == lines


def test_very_many_lines_wait_their_turn() -> None:
    count = 25_000
    assert lines_of(b"".join(b"%d\n" % number for number in range(count))) == [str(n) for n in range(count)]


def test_after_the_end_there_is_only_the_end() -> None:
    lines = LineReader(BytesIO(b"a\n"))
    assert [lines.next(), lines.next(), lines.next()] == ["a", None, None]


def test_a_line_that_comes_interrupts() -> None:
    source, sink = os.pipe()
    with FileIO(source) as stream:
        lines = LineReader(stream)
        with lines.interrupting(StopToken(), lambda line: line == "now") as stop:
            os.write(sink, b"not yet\n")
            assert not stop.wait(0.1)
            os.write(sink, b"now\n")
            assert stop.wait(5)
        assert (lines.next(), lines.next()) == ("not yet", "now")
        with lines.interrupting(StopToken(), lambda _: True) as stop:
            pass
        os.write(sink, b"later\n")
        assert lines.next() == "later"
        assert not stop.stopped
        os.close(sink)
        assert lines.next() is None


def test_a_line_that_waits_interrupts_too() -> None:
    source, sink = os.pipe()
    with FileIO(source) as stream:
        lines = LineReader(stream)
        os.write(sink, b"first\nnow\n")
        assert lines.next() == "first"
        with lines.interrupting(StopToken(), lambda line: line == "now") as stop:
            assert stop.wait(5)
        os.close(sink)


def test_the_end_interrupts_only_where_it_is_wished() -> None:
    lines = LineReader(BytesIO(b""))
    assert lines.next() is None
    with lines.interrupting(StopToken(), lambda _: True) as stop:
        assert not stop.wait(0.05)
    with lines.interrupting(StopToken(), lambda _: True, at_end=True) as stop:
        assert stop.stopped


def test_the_end_may_come_while_it_is_waited_for() -> None:
    source, sink = os.pipe()
    with FileIO(source) as stream:
        lines = LineReader(stream)
        with lines.interrupting(StopToken(), lambda _: False, at_end=True) as stop:
            threading.Timer(0.05, os.close, (sink,)).start()
            assert stop.wait(5)
        assert lines.next() is None


class Broken:
    """A stream that fails."""

    def read(self, size: int = -1, /) -> bytes:
        raise OSError(size)

    def write(self, data: bytes, /) -> None:
        raise BrokenPipeError(len(data))

    def flush(self) -> None:
        """Never reached."""


def test_a_source_that_fails_has_ended() -> None:
    assert LineReader(Broken()).next() is None


def test_nobody_listens_any_more() -> None:
    with pytest.raises(Gone):
        LineWriter(Broken()).line("x")


def test_what_is_no_text_is_written_as_question_marks() -> None:
    sink = BytesIO()
    LineWriter(sink).line("é\udcff")
    assert sink.getvalue() == "é?\n".encode()
