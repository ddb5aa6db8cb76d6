"""SGF, the Smart Game Format, for every game that has traits of it. FF[1] to FF[4] are read, FF[4] is written in UTF-8.

What a record keeps of a file, and what a file keeps of a record:

- A node of the record is a node of the file. Only these differ: a node that has a set-up and a move, or two moves,
  is divided; the stones of a free handicap (HA with as many stones of AB on unusual points) become moves of the
  record; a forced pass that files of a game may leave out is added, and so is the going on after an agreement.
- A move out of turn is no mistake in SGF: its node has a set-up that only changes the turn.
- Moves that the rules refuse: on the main line the file is refused, or, with `strict=False`, the line ends there;
  a variation always ends there, with a notice, but a suicide or a ko in a lesson is shown as a set-up.
- Every property that is not understood stays on its node, as does the text of one that is understood but would be
  written differently. Values in `Node.properties` are as they stand between the brackets, escapes and all.
- SGF has no word for some things that the platform knows: who plays (a person, a level), thinking times, single
  rules, prisoners of a set-up. They stand in a property of our own, TENGEN, which other programs pass over.
- SGF has no move for resigning, for the choices of an opening, for marking dead stones and agreeing on them. The
  result tells of the first; choices become comments; agreed stones become territory (TB, TW). Notices say so.
- A game without traits has no number in SGF and cannot be written.

Files without rules (RU) are read by the platform's default, without komi (KM) as without one; the record remembers
that nobody told them, and they are not written. How single servers write is in `dialects`; how a game is told (its
number, its points, the names of its rules) is in the game's folder: see `core.sgf_traits`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tengen.core import Record
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing
from tengen.formats.sgf.read import read_file
from tengen.formats.sgf.write import write_file

_BEGINNING: Final = 4096
_START: Final = re.compile(rb"\(\s*+(?:;|(?:FF|GM|CA|AP|SZ|US|EV|GN|DT|PB|PW|KM|HA)\s*+\[)")
_OTHER_GAME: Final = re.compile(rb"\(\s*+;\s*+GM\s*+\[\s*+[A-Za-z]")
"""The same brackets with a game's name in them are GGF."""


class Sgf(Format):
    """The format as the rest of the program meets it."""

    name = "sgf"
    endings = (".sgf",)

    def recognises(self, data: bytes) -> bool:
        """Whether a game begins near the beginning of the file."""
        beginning = bytes(data[:_BEGINNING]).replace(b"\0", b"")  # also in two bytes a character
        return bool(_START.search(beginning)) and not _OTHER_GAME.search(beginning)

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        """The games of a file. Raises BAD_RECORD with line and byte of the first mistake, or TOO_LARGE."""
        del beside
        return read_file(bytes(data), limits, strict=strict)

    def write(self, records: Sequence[Record]) -> Writing:
        """The records as one collection. Raises BAD_RECORD for a game that SGF has no number for."""
        return write_file(records)


FORMAT: Final = Sgf()
