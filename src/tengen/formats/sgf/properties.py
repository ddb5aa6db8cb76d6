"""The names of SGF's properties by what they are about, and the one that is our own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.core import Prisoners
from tengen.formats.sgf.text import parts, unescape_line

APPLICATION: Final = "Tengen"
OURS: Final = "TENGEN"
"""A property of our own, `TENGEN[name:value]`, for what the platform knows and SGF has no word for."""

FORM: Final = frozenset({"FF", "GM", "CA", "SZ", "AP"})
"""Properties about the file itself, which a writer makes anew."""

INFO: Final = {
    "EV": "event",
    "RO": "round",
    "PC": "place",
    "GN": "game_name",
    "GC": "game_comment",
    "ON": "opening",
    "US": "user",
    "SO": "source",
    "AN": "annotator",
    "CP": "copyright",
}
TOLD: Final = ("RU", "KM", "HA", "RE", "TM", "OT", "DT")
"""Properties whose texts are understood; one that we would write in other words is kept as it is besides."""

PLAYERS: Final = frozenset({"PB", "PW", "BR", "WR", "BT", "WT"})
STONES: Final = ("AE", "AB", "AW")
SETUP: Final = frozenset({*STONES, "PL"})
READ_FROM_ROOT: Final = frozenset({*FORM, *INFO, *TOLD, *PLAYERS, *SETUP, OURS})
"""All that a root may tell here; the rest of it is like any other node."""


def read_facts(values: Sequence[str]) -> list[tuple[str, str]]:
    """What our own property tells, by name."""
    divided = [parts(value) for value in values]
    return [(unescape_line(pair[0]), unescape_line(pair[1])) for pair in divided if pair]


def read_fact(values: Sequence[str], name: str) -> str | None:
    """One thing that our own property tells."""
    return dict(read_facts(values)).get(name)


def read_counts(text: str) -> Prisoners | None:
    """The prisoners of both sides in our own property, `3 5`."""
    counts = text.split(" ")
    if len(counts) != 2 or not all(count.isdecimal() and len(count) <= 6 for count in counts):
        return None
    return Prisoners(int(counts[0]), int(counts[1]))
