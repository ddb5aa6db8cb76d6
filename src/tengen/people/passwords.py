"""Which passwords are taken. Hashes none and keeps none: what is accepted is used exactly as it was received.

There are no rules of composition. Refused is what an attacker tries first:

- the account's own name, also reversed, doubled, or with digits and signs around it;
- one character or a short piece repeated, and runs along the alphabet, the digits or a keyboard, also several in a row;
- a date of eight digits;
- what is in the list of common passwords, `common_passwords.txt`.

The list has bases, not every form of them. A password is common if it leads to a base when what people do to one is
undone: capitals, letters written as digits and signs (p4$$w0rd), and up to six digits or signs at either end
(dragon1990!). So some thousand bases stand for millions of passwords, and nothing is asked over a network.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import date
from functools import cache
from importlib import resources
from itertools import takewhile
from typing import Final

from tengen.people.bad_input import BadInput

SHORTEST_PASSWORD: Final = 8
LONGEST_PASSWORD: Final = 256
"""Lengths are in characters; in UTF-8 these are 1,024 bytes at most."""
ADVISED_LENGTH: Final = 15

_LIST: Final = "common_passwords.txt"
_MOST_AROUND: Final = 6
"""So many digits or signs at an end are taken for decoration of a common password."""
_LONGEST_RUNS_AROUND: Final = 20
_MOST_AROUND_NAME: Final = 8
_NO_SEPARATORS: Final = str.maketrans("", "", " _.-·・")
_LONGEST_UNIT: Final = 4
"""Pieces up to this length may not make up a password by being repeated."""
_LONGEST_STUB: Final = 3
_SHORTEST_RUN: Final = 3
_SHORTEST_PATTERN: Final = 6
"""Repeated pieces and runs of this length count as common with decoration, too: tingting88, asdfgh!!"""

_ROWS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
)
_RUNS: Final = tuple(way for row in _ROWS for way in (row, row[::-1]))

_UNSHIFTED: Final = str.maketrans("!@#$%^&*()", "1234567890")
"""Digits typed with the shift key held down."""

_LEET: Final = tuple(str.maketrans("@483605$7" + "1!|", "aabegosst" + 3 * one) for one in "il")
"""Letters written as digits and signs; 1 may be i or l."""
_DATE_ORDERS: Final = ((0, 4, 4, 6, 6, 8), (4, 8, 2, 4, 0, 2), (4, 8, 0, 2, 2, 4))
"""Where year, month and day stand among eight digits."""
_YEARS: Final = range(1920, 2040)


class BadPassword(BadInput):
    """A password that no account may have."""


def check_password(password: str, name: str) -> None:
    """Let a password pass for the account of this name. Raises BadPassword. Works on at most 256 characters."""
    if len(password) > LONGEST_PASSWORD:
        raise BadPassword("password.too_long", most=LONGEST_PASSWORD)
    if len(password) < SHORTEST_PASSWORD:
        raise BadPassword("password.too_short", fewest=SHORTEST_PASSWORD, advised=ADVISED_LENGTH)
    if "\0" in password or any(unicodedata.category(char) == "Cs" for char in password):
        raise BadPassword("password.bad_character")
    folded = _folded(password)
    if _is_name(folded, _folded(name)):
        raise BadPassword("password.name")
    unit = _unit(folded)
    if len(unit) <= _LONGEST_UNIT and unit != folded:
        raise BadPassword("password.repeated")
    if _is_made_of_runs(folded) or _is_made_of_runs(folded.translate(_UNSHIFTED)):
        raise BadPassword("password.run")
    if _is_date(folded) or _is_common(unit):
        raise BadPassword("password.common")


def advise(password: str) -> bool:
    """Whether to advise a longer one: it is allowed, and shorter than what is recommended."""
    return len(password) < ADVISED_LENGTH


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _is_name(folded: str, name: str) -> bool:
    """Whether the password is the name with at most some digits and signs around it or between two of it."""
    bare, name = folded.translate(_NO_SEPARATORS), name.translate(_NO_SEPARATORS)
    forms = {name, name[::-1]} - {""}
    for form in forms:
        rest = bare.replace(form, "")
        if rest != bare and len(rest) <= _MOST_AROUND_NAME and not any(map(str.isalpha, rest)):
            return True
    return any(core in forms for core in _cores(bare))


def _unit(text: str) -> str:
    """The shortest piece that makes up the text when it is repeated; the text itself where there is none."""
    return text[: (text + text).index(text, 1)]


def _is_made_of_runs(text: str) -> bool:
    """Whether it is nothing but runs, each of three characters or more: qwer1234, abcdefgh, aaaa1111."""
    while text:
        length = _run_length(text)
        if length < _SHORTEST_RUN:
            return False
        text = text[length:]
    return True


def _run_length(text: str) -> int:
    """The length of the longest run or repetition that the text begins with."""
    longest = len(text) - len(text.lstrip(text[0]))
    for run in _RUNS:
        start = run.find(text[0])
        if start >= 0:
            alike = takewhile(lambda pair: pair[0] == pair[1], zip(text, run[start:], strict=False))
            longest = max(longest, len(list(alike)))
    return longest


def _is_date(text: str) -> bool:
    if len(text) != 8 or not (text.isascii() and text.isdecimal()):
        return False
    for year, year_end, month, month_end, day, day_end in _DATE_ORDERS:
        if int(text[year:year_end]) in _YEARS:
            try:
                date(int(text[year:year_end]), int(text[month:month_end]), int(text[day:day_end]))
            except ValueError:
                continue
            return True
    return False


def _is_common(text: str) -> bool:
    return _is_stub(text) or any(map(_is_base, _cores(text)))


def _is_base(core: str) -> bool:
    """Whether it is in the list, a piece of the list repeated, or made of what is refused without decoration."""
    bases, longest = _bases()
    if len(core) <= longest and core in bases:
        return True
    if len(core) < _SHORTEST_PATTERN:
        return False
    unit = _unit(core)
    return (unit != core and (len(unit) <= _LONGEST_UNIT or unit in bases)) or _is_made_of_runs(core)


def _is_stub(text: str) -> bool:
    """Whether it is a few letters between runs of digits and signs: a12345678, 123abc456."""
    signs = _signs(text)
    head, rest = text[:signs], text[signs:]
    letters = len(rest) - _signs(rest[::-1])
    return letters <= _LONGEST_STUB and all(map(_is_made_of_runs, (head, rest[letters:])))


def _cores(text: str) -> Iterator[str]:
    """What may be left of a password without the digits and signs around it, as written and with letters put back."""
    ends = [len(text) - cut for cut in _cuts(text[::-1])]
    for start in _cuts(text):
        for end in ends:
            core = text[start:end]
            yield core
            yield from (core.translate(table) for table in _LEET)


def _cuts(text: str) -> list[int]:
    """How much of the beginning may be decoration: up to six digits and signs, or more of them that are runs."""
    signs = _signs(text)
    longer = range(_MOST_AROUND + 1, min(signs, _LONGEST_RUNS_AROUND) + 1)
    return [*range(min(signs, _MOST_AROUND) + 1), *(cut for cut in longer if _is_made_of_runs(text[:cut]))]


def _signs(text: str) -> int:
    """How many characters at the beginning are no letters."""
    return next((at for at, char in enumerate(text) if char.isalpha()), len(text))


@cache
def _bases() -> tuple[frozenset[str], int]:
    """The bases of common passwords, and the length of the longest."""
    lines = (resources.files("tengen.people") / _LIST).read_text(encoding="utf-8").splitlines()
    bases = frozenset(base for line in lines if not line.startswith("#") for base in line.split())
    return bases, max(map(len, bases))
