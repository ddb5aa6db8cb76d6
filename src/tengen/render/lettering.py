"""Text as pictures need it: cleaned, measured, shortened and broken into lines. Paints no letter itself.

Widths are those of Helvetica, which a PDF is set in; the letters of screens and of PNG are near enough for fitting.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

CAP_HEIGHT: Final = 0.72
"""The height of capital letters and digits, in parts of the size: half of it centres a text on a point."""

_ELLIPSIS: Final = "…"

# The advance widths of Helvetica for the characters from the space to the tilde, in thousandths of the size.
_WIDTH_TABLE: Final = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667
667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556
500 722 500 500 500 334 260 334 584
"""
_WIDTHS: Final = tuple(map(int, _WIDTH_TABLE.split()))

# And those of the other signs that game records like to use.
_SIGNS: Final = {"–": 556, "—": 1000, "…": 1000, "·": 278, "•": 350, "×": 584, "±": 584, "°": 400, "½": 834} | {
    "‘": 222,
    "’": 222,
    "“": 333,
    "”": 333,
}

_UNPRINTABLE: Final = {"Cc", "Cf", "Cn", "Co", "Cs"}


def one_line(text: str) -> str:
    """The text without control characters and line breaks, so that every painter can set it as it is."""
    kept = (" " if character.isspace() else character for character in text)
    return " ".join("".join(c for c in kept if unicodedata.category(c) not in _UNPRINTABLE).split())


def text_width(text: str, size: float) -> float:
    """How wide the text is when set in this size."""
    return sum(map(character_width, text)) * size / 1000


@lru_cache(maxsize=4096)
def character_width(character: str) -> int:
    """The width of a character in thousandths of the size: exact for Latin letters, 1000 for wide scripts."""
    if character in _SIGNS:
        return _SIGNS[character]
    base = unicodedata.normalize("NFD", character)[0]
    code = ord(base) - 32
    if 0 <= code < len(_WIDTHS):
        return _WIDTHS[code]
    if unicodedata.combining(character):
        return 0
    return 1000 if unicodedata.east_asian_width(character) in "WFA" else 600


def fitted(text: str, size: float, room: float, smallest: float = 0.7) -> tuple[str, float]:
    """The text and the size in which it fits into `room`: made smaller down to a part of its size, then cut off."""
    wide = text_width(text, size)
    if wide <= room:
        return text, size
    size = max(size * room / wide, size * smallest)
    if text_width(text, size) <= room * 1.001:
        return text, size
    room -= text_width(_ELLIPSIS, size)
    kept = 0
    while kept < len(text) and room >= (wide := text_width(text[kept], size)):
        room -= wide
        kept += 1
    return text[:kept].rstrip() + _ELLIPSIS, size


def wrapped(text: str, size: float, room: float, most_lines: int) -> list[str]:
    """The text in lines that fit into `room`, broken between words or between wide characters; the rest is cut off."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and text_width((line + piece).rstrip(), size) > room:
            lines.append(line.strip())
            line = ""
        line += piece
    lines.append(line.strip())
    lines = [line for line in lines if line]
    if len(lines) > most_lines:
        lines = [*lines[: most_lines - 1], " ".join(lines[most_lines - 1 :])]
    return [fitted(line, size, room, 1.0)[0] for line in lines]


def _pieces(text: str) -> list[str]:
    """What a line may be broken between: words, and the characters of a script without spaces.

    Marks such as the full stop stay with the character before them.
    """
    pieces = [""]
    may_break = False
    for character in text:
        is_wide = unicodedata.east_asian_width(character) in "WF"
        if (may_break or is_wide) and pieces[-1] and not _closes(character):
            pieces.append("")
        pieces[-1] += character
        may_break = is_wide or character == " "
    return pieces


def _closes(character: str) -> bool:
    """Whether a line may not begin with this mark."""
    return unicodedata.category(character) in ("Po", "Pe", "Pf") and not character.isascii()
