"""What a text looks like: Unicode's table of confusable characters as a map to one text for all that look alike.

Knows nothing of accounts: `names` says what a name may be and uses this to tell names apart.

The table (confusables.txt of UTS 39, as the package confusable-homoglyphs carries it) puts characters into classes,
each around a prototype. The map differs from the skeleton of UTS 39 in what follows, because names are told apart
without regard to case, and because people with ordinary names shall not be in each other's way:

- A class with a Latin letter or digit stands for that character in lower case. `1`, `I`, `i` and `l` are one, and so
  are `0`, `O` and `o`: I looks like l and is i in capitals. Small capitals (ʙ) count as the letter.
- Only single characters are looked at. `rn` is not m, and `vv` is not w: too many names have them.
- Letters and digits only stand for letters and digits, so that no name vanishes: `ノ` is not a slash.
- Where one case of a letter looks Latin and the other does not (Cyrillic г and Г), both count as what the one looks
  like. Where both look Latin but differ (Greek ν is v, Ν is N), a text in which everything that has a case looks Latin
  goes by what is seen, any other by the lower case. So neither ΝΙΝΑ passes for NINA, nor are Νίκος and νίκος two.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Final

_PACKAGE: Final = "confusable_homoglyphs"
_FILE: Final = "confusables.json"
_LEFT_TO_RIGHT: Final = "\u200e"
"""Stands around right-to-left characters in the table, for whoever reads it."""

_ONE_OF_MANY: Final = str.maketrans({"1": "l", "i": "l", "0": "o"})
_SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "

_MOST_ROUNDS: Final = 8
"""A text is mapped until nothing changes, which takes three rounds at most with the table as it is."""

_Table = dict[int, str]


def appearance(text: str) -> str:
    """The same for texts that look alike, in whatever case; applied again it changes nothing.

    Costs what the text is long: the caller bounds that. What it gives is for comparing only, not for showing.
    """
    for _ in range(_MOST_ROUNDS):
        before, text = text, _mapped_once(text)
        if text == before:
            break
    return text


def _mapped_once(text: str) -> str:
    shown = unicodedata.normalize("NFKD", text)
    by_shape, by_letter = _tables()
    cased = (char for char in shown if char.lower() != char.upper())
    if all(by_shape.get(ord(char), char).isascii() for char in cased):
        mapped = shown.translate(by_shape)
    else:
        mapped = unicodedata.normalize("NFKD", shown.casefold()).translate(by_letter)
    return unicodedata.normalize("NFKD", mapped.casefold())


@cache
def _tables() -> tuple[_Table, _Table]:
    """What a character stands for as it is shown, and without regard to case."""
    shapes: dict[str, str] = {char: _latin(char) or char for char in map(chr, range(128)) if char.isalnum()}
    shapes |= {char: letter for char in map(chr, range(0x250, 0x2000)) if (letter := _latin(char))}
    for members in _classes():
        shape = _shape_of(members)
        shapes |= {char: shape for char in members if shape and len(char) == 1 and _is_part_of_word(char)}
    by_letter = {char: _shape_in_any_case(char, shapes) for known in shapes for char in _cases(known)}
    return _plain(shapes), _plain(by_letter)


def _plain(table: Mapping[str, str]) -> _Table:
    return {ord(char): shape for char, shape in table.items() if char != shape}


def _classes() -> Iterator[frozenset[str]]:
    """The characters, and runs of them, that look alike."""
    raw = json.loads((resources.files(_PACKAGE) / _FILE).read_text(encoding="utf-8"))
    table = {key: {entry["c"] for entry in entries} for key, entries in raw.items()}
    for key, alike in table.items():
        is_centre = len(alike) > 1 or all(len(table[other]) == 1 for other in alike)
        if is_centre:
            yield frozenset(member.strip(_LEFT_TO_RIGHT) for member in {key, *alike})


def _shape_of(members: frozenset[str]) -> str | None:
    """What stands for a class: a Latin letter or digit, else a run of characters that it looks like, else its first."""
    if latin := sorted(letter for member in members if (letter := _latin(member))):
        return latin[0]
    runs = sorted(member for member in members if len(member) > 1)
    if runs and all(map(_is_part_of_word, runs[0])):
        return runs[0]
    settled = [member for member in members if len(member) == 1 and _is_part_of_word(member) and _is_settled(member)]
    return min(settled, default=None)


def _latin(char: str) -> str | None:
    """The Latin letter or digit that stands for this one or this small capital; None for all others."""
    if len(char) != 1:
        return None
    name = unicodedata.name(char, "")
    letter = name.removeprefix(_SMALL_CAPITAL) if name.startswith(_SMALL_CAPITAL) else char
    return (
        letter.lower().translate(_ONE_OF_MANY) if len(letter) == 1 and letter.isascii() and letter.isalnum() else None
    )


def _shape_in_any_case(char: str, shapes: Mapping[str, str]) -> str:
    lower = char.casefold()
    shown = {shape for case in _cases(char) if (shape := shapes.get(case, case)).isascii()}
    if len(shown) == 1:
        return shown.pop()
    return shapes.get(lower, lower)


def _cases(char: str) -> set[str]:
    return {case for case in (char, char.lower(), char.upper(), char.casefold()) if len(case) == 1}


def _is_part_of_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _is_settled(char: str) -> bool:
    return unicodedata.normalize("NFKD", char).casefold() == char
