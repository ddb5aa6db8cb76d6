"""Text inside SGF brackets: escapes, soft line breaks, values of two parts. Knows no property and no encoding."""

from __future__ import annotations

import re
from typing import Final

_ESCAPE_OR_BREAK: Final = re.compile(r"\\(\r\n|\n\r|\n|\r)|\\(.)|\r\n|\n\r|\r", re.DOTALL)
_COMPOSED: Final = re.compile(r"([^\\:]*+(?:\\.[^\\:]*+)*+):(.*)", re.DOTALL)
_WELL_FORMED: Final = re.compile(r"[^\\\]]*+(?:\\.[^\\\]]*+)*+", re.DOTALL)


def unescape(value: str) -> str:
    """A text as people read it: escapes resolved, soft line breaks gone, every other line break a `\\n`."""
    if "\\" not in value and "\r" not in value:
        return value
    return _ESCAPE_OR_BREAK.sub(_resolved, value)


def _resolved(match: re.Match[str]) -> str:
    soft, kept = match.groups()
    if soft is not None:
        return ""
    return "\n" if kept is None else kept


def unescape_line(value: str) -> str:
    """A text of one line (SimpleText): as `unescape`, with spaces for the line breaks."""
    return unescape(value).replace("\n", " ")


def escape(text: str) -> str:
    """A text for the inside of brackets."""
    text = text.replace("\\", "\\\\").replace("]", "\\]")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def escape_line(text: str) -> str:
    """A text of one line for the inside of brackets."""
    return " ".join(escape(text).split("\n"))


def escape_part(text: str) -> str:
    """A text of one line as part of a composed value, where a colon is escaped too."""
    return escape_line(text).replace(":", "\\:")


def parts(value: str) -> tuple[str, str] | None:
    """The two raw parts of a composed value, or None when no bare colon divides it."""
    match = _COMPOSED.fullmatch(value)
    return None if match is None else (match[1], match[2])


def is_well_formed(value: str) -> bool:
    """Whether this may stand between brackets as it is: no bare `]`, no lone backslash at the end."""
    return _WELL_FORMED.fullmatch(value) is not None
