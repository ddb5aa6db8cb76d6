"""The two ends of a console: a line comes in, lines go out. Knows nothing of games."""

from __future__ import annotations

import contextlib
import io
import sys
from collections.abc import Iterable
from getpass import getpass
from typing import Final, TextIO

from tengen.core.printing import printable

LONGEST_LINE: Final = 1000
"""A longer line comes back one character longer than this, however long it was."""

_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"


class Terminal:
    """Questions and answers over two text streams.

    On a terminal the screen can be cleared and a line can be edited. In a pipe what was typed is repeated
    behind the question, so that the output reads like the session did. What the output cannot write becomes
    a question mark, and bytes that are no text come in as ones. Names and messages of anybody may stand in what is
    written: nothing in it moves the cursor.

    `is_terminal` says whether a person sees what is written, `is_interactive` whether one can answer as well, and
    `is_live` whether the screen is cleared for every picture. One that does not `draws` is read aloud: there are no
    pictures, and nothing is said twice.
    """

    def __init__(self, source: TextIO | None, sink: TextIO, *, plain: bool = False, draws: bool = True) -> None:
        self._source = source
        self._sink = sink
        self._echoes = source is not None and not source.isatty()
        self._edits = source is sys.stdin and not self._echoes and sink is sys.stdout and sink.isatty()
        self._at_line_start = True
        self.is_terminal = sink.isatty()
        self.is_interactive = self.is_terminal and source is not None and not self._echoes
        self.is_live = self.is_terminal and not plain and draws
        self.draws = draws
        for stream in (source, sink):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        if self._edits:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives `input` its arrow keys

    def can_write(self, text: str) -> bool:
        """Whether every character of the text can be shown."""
        try:
            text.encode(self._sink.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def ask(self, question: str) -> str | None:
        """The line that is typed next, without its end; None when there is no more input."""
        question = printable(question)
        line = self._edited(question) if self._edits else self._read(question)
        self._at_line_start = self._at_line_start or line is not None
        return line

    def ask_secret(self, question: str) -> str | None:
        """The line that is typed next, without showing it: neither at a terminal, nor in a pipe."""
        question = printable(question)
        if self._source is not sys.stdin or self._echoes:
            line = self._read(question, echoes=False)
            self.write("\n")
            return line
        self._at_line_start = True
        try:
            return getpass(question)
        except EOFError:
            return None

    def say(self, *lines: str) -> None:
        """Write whole lines."""
        self.write("".join(f"{printable(line)}\n" for line in lines))

    def show(self, lines: Iterable[str]) -> None:
        """Write a picture: at the top of an empty screen, or below what was written before."""
        self.write((_CLEAR if self.is_live else "") + "".join(f"{printable(line)}\n" for line in lines))

    def write(self, text: str) -> None:
        """Write as it is, and at once."""
        if text:
            self._sink.write(text)
            self._sink.flush()
            self._at_line_start = text.endswith("\n")

    def end_line(self) -> None:
        """Begin a new line unless that is where we are."""
        if not self._at_line_start:
            self.write("\n")

    def _edited(self, question: str) -> str | None:
        encoding = self._sink.encoding or "utf-8"
        self._at_line_start = not question
        try:
            return input(question.encode(encoding, "replace").decode(encoding))
        except EOFError:
            return None

    def _read(self, question: str, *, echoes: bool = True) -> str | None:
        self.write(question)
        line = self._source.readline(LONGEST_LINE + 2) if self._source else ""
        if not line:
            return None
        rest = line
        while self._source and rest and not rest.endswith("\n"):
            rest = self._source.readline(LONGEST_LINE)
        line = line.removesuffix("\n")[: LONGEST_LINE + 1]
        if self._echoes and echoes:
            self.write(f"{printable(line)}\n")
        return line
