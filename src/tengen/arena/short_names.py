"""Long names of players, cut so that they fit a table and still differ: of commands that are alike, where they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LONGEST: Final = 40
_HEAD: Final = 14
_GAP: Final = "…"


def short_names(names: Sequence[str]) -> dict[str, str]:
    """A short form of every name, each another one."""
    short = {name: _cut(name) for name in names}
    for form in set(short.values()):
        alike = [name for name in short if short[name] == form]
        if len(alike) > 1:
            short |= _told_apart(alike)
    return short


def _cut(name: str) -> str:
    """The beginning and the end of a name."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 2 - 1]}{_GAP}{name[-LONGEST // 2 :]}"


def _told_apart(names: Sequence[str]) -> dict[str, str]:
    """The beginning of each name and the words in which it differs, with the word before them; at last a number."""
    words = [name.split(" ") for name in names]
    before = _shared(words)
    after = min(_shared([found[::-1] for found in words]), min(map(len, words)) - before)
    room = LONGEST - _HEAD - 2 * len(_GAP)
    found: dict[str, str] = {}
    for number, (name, of_name) in enumerate(zip(names, words, strict=True), start=1):
        own = " ".join(of_name[max(before - 1, 0) : len(of_name) - after])
        form = f"{name[:_HEAD]}{_GAP}{own[:room]}{_GAP if after or len(own) > room else ''}"
        found[name] = f"{name[: LONGEST - 4]}{_GAP}{number}" if form in found.values() else form
    return found


def _shared(lines: Sequence[Sequence[str]]) -> int:
    """How many words all of them begin with."""
    return next((at for at, words in enumerate(zip(*lines, strict=False)) if len(set(words)) > 1), min(map(len, lines)))
