"""What single servers and sites write in their own way, told in the words of SGF. Knows them by their marks."""

from __future__ import annotations

import re
from typing import Final

from tengen.formats.sgf.grammar import RawNode

_FOX: Final = "foxwq"
"""How the Fox server signs, in a second AP beside that of the program it took the file from."""

_OTHER_NAMES: Final = {"KO": "KM", "RD": "DT", "TE": "EV"}
"""Names that Chinese sites have for komi, date and event; in SGF two of them are marks of a move."""

_NUMBER: Final = re.compile(r"\s*[+-]?\d{1,4}(?:\.\d+)?\s*")
_LITERAL_BREAK: Final = re.compile(r"\\r\\n|\\n")


def is_fox(raw: RawNode) -> bool:
    """Whether a root was written by the Fox server."""
    return any(_FOX in value.lower() for value in raw.get("AP", ()))


def in_sgf_words(raw: RawNode) -> RawNode:
    """A root with the usual names beside those of a dialect, where it has only these."""
    found = {
        usual: raw[name]
        for name, usual in _OTHER_NAMES.items()
        if name in raw and usual not in raw and _is_meant(name, raw[name][0])
    }
    return {**raw, **found} if found else raw


def _is_meant(name: str, value: str) -> bool:
    """Whether the value cannot be that of SGF's own property of this name: KO is empty, TE is 1 or 2."""
    return bool(_NUMBER.fullmatch(value)) if name == "KO" else value.strip() not in ("", "1", "2")


def fox_comment(value: str) -> str:
    """A comment of the Fox server, which writes line breaks as a backslash and a letter."""
    return _LITERAL_BREAK.sub("\n", value)


def fox_komi(komi: float, colors: str, handicap: str, rules: str) -> float:
    """The komi of a game on the Fox server, which writes none (0) for even games now and then.

    One without komi has a handicap of 1 there.
    """
    is_even = handicap.strip() in ("", "0") and not colors.startswith("BB")
    if komi or not is_even:
        return komi
    return 7.5 if rules.strip().lower() in ("chinese", "cn") else 6.5
