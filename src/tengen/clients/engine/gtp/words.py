"""What a line of GTP says: an identity, a command, its arguments. Knows no command."""

from __future__ import annotations

import math
import re
from typing import Final, NamedTuple

from tengen.clients.engine.line_io import LineWriter
from tengen.core import BLACK, WHITE, BoardSpec, Color, Move
from tengen.players.engines import read_vertex

SYNTAX_ERROR: Final = "syntax error"
_UNSEEN: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_REQUEST: Final = re.compile(r"(?:([0-9]+)(?:\s+|$))?(.*)", re.DOTALL)
_INTEGER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,12}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,2})?")
_COLORS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_INTERRUPT: Final = re.compile(r"\s*#\s*interrupt\s*")


class Refused(Exception):
    """A command fails; the text is the answer."""


class Request(NamedTuple):
    """A command with the identity that its answer must carry; empty where it has none."""

    identity: str
    word: str
    words: list[str]


def read_request(line: str) -> Request | None:
    """The command of a line, or None where there is none: comments and control characters are not seen.

    A line with an identity alone is a request for nothing: its word is empty.
    """
    seen = _UNSEEN.sub("", line).partition("#")[0].strip()
    if not seen:
        return None
    found = _REQUEST.fullmatch(seen)
    assert found is not None, "everything fits the last part"
    word, *words = found[2].split() or [""]
    return Request(found[1] or "", word, words)


def is_interrupt(line: str) -> bool:
    """Whether a line is the comment that asks to hurry."""
    return _INTERRUPT.fullmatch(line) is not None


class Reply:
    """The answer to one request. What is streamed comes before its end."""

    def __init__(self, answers: LineWriter, identity: str) -> None:
        self._answers = answers
        self._identity = identity
        self._has_begun = False

    def stream(self, line: str) -> None:
        """Send a line of an answer that is not finished yet; the first is the sign that the command is accepted."""
        if not self._has_begun:
            self._has_begun = True
            self._answers.write(f"={self._identity}\n")
        if line:
            self._answers.line(line)

    def succeed(self, text: str) -> None:
        """End the answer. Empty lines are left out: they would end it too soon."""
        lines = [line.rstrip() for line in text.split("\n")]
        shown = "\n".join([lines[0], *filter(None, lines[1:])])
        if self._has_begun:
            self._answers.write(f"{shown}\n\n" if shown else "\n")
        else:
            self._answers.write(f"={self._identity} {shown}\n\n")

    def resign(self) -> None:
        """The answer of a player who gives up, as it is said where a move was asked for."""
        self.succeed("play resign" if self._has_begun else "resign")

    def fail(self, text: str) -> None:
        """Refuse, or end an answer that had begun well."""
        shown = " ".join(text.split())
        self._answers.write("\n" if self._has_begun else f"?{self._identity} {shown}\n\n")


# --- arguments


def exactly(words: list[str], count: int) -> list[str]:
    """The arguments, so many. Raises Refused."""
    if len(words) != count:
        raise Refused(SYNTAX_ERROR)
    return words


def integer(word: str) -> int:
    """A whole number. Raises Refused."""
    if not _INTEGER.fullmatch(word):
        raise Refused(SYNTAX_ERROR)
    return int(word)


def number(word: str) -> float:
    """A number. Raises Refused."""
    value = float(word) if _NUMBER.fullmatch(word) else math.nan
    if not math.isfinite(value):
        raise Refused(SYNTAX_ERROR)
    return value


def color_of(word: str) -> Color:
    """A side. Raises Refused."""
    color = _COLORS.get(word.lower())
    if color is None:
        raise Refused(SYNTAX_ERROR)
    return color


def is_color(word: str) -> bool:
    """Whether a word names a side."""
    return word.lower() in _COLORS


def move_of(word: str, spec: BoardSpec) -> Move:
    """A point, on the board or not, or a pass. Raises Refused."""
    try:
        return read_vertex(word, spec)
    except ValueError:
        raise Refused(SYNTAX_ERROR) from None
