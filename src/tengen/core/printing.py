"""Text as it looks on a terminal: what may be shown, and the columns that it takes. Writes nothing."""

from __future__ import annotations

import unicodedata
from typing import TextIO


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads this stream as it is written; a standard stream that is closed is None."""
    return stream is not None and stream.isatty()


def printable(text: str) -> str:
    """The text without what is not meant to be seen: control characters, broken bytes, marks of direction."""
    return "".join(" " if char.isspace() else char for char in text if char.isspace() or char.isprintable())


def width(text: str) -> int:
    """The columns that the text takes on a terminal: two for a Chinese character, none for a combining accent."""
    return sum(_char_width(char) for char in text)


def pad(text: str, columns: int) -> str:
    """The text with spaces behind it up to this many columns."""
    return text + " " * (columns - width(text))


def clip(text: str, columns: int) -> str:
    """The beginning of the text that fits, and never more characters than columns."""
    kept = text[:columns]
    while width(kept) > columns:
        kept = kept[:-1]
    return kept


def _char_width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
