"""Text that people write to others: one line, with nothing in it that is not to be seen. Knows no names."""

from __future__ import annotations

import unicodedata
from typing import Final

from tengen.core.printing import printable
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.names import INVISIBLE

_MOST_MARKS: Final = 4
"""So many marks may stand on one letter; the rest of a pile is left out."""
_LONGEST_UNSEEN: Final = 5
"""Texts so many times too long are refused before they are looked at."""


def clean_text(text: str, most: int, fewest: int = 1) -> str:
    """The text composed (NFC), in one line, without control characters, marks of direction and what has no width.

    Raises BAD_TEXT where it has fewer or more characters then than it may have.
    """
    if len(text) > most * _LONGEST_UNSEEN:
        raise PeopleError(PeopleCode.BAD_TEXT, most=most)
    seen = "".join(char for char in printable(text) if char not in INVISIBLE)
    cleaned = " ".join(unicodedata.normalize("NFC", _with_few_marks(seen)).split())
    if not fewest <= len(cleaned) <= most:
        raise PeopleError(PeopleCode.BAD_TEXT, most=most)
    return cleaned


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char).startswith("M") else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)
