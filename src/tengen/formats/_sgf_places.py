"""Places in an SGF file, and what is said about them: refusals with line and byte, notices with the same."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from tengen.core import ErrorCode, GameError, text
from tengen.core.errors import Value
from tengen.formats._sgf_charset import Decoded
from tengen.formats.format import Notice

MOST_NOTICES: Final = 100
"""After so many a reading only counts them."""

_SPACE: Final = re.compile(r"\s*+")


class SgfError(GameError):
    """A mistake in a file, by its line and byte (both from 1), with the `reason`, which may be the rules' own."""

    def __init__(self, line: int, byte: int, reason: GameError) -> None:
        code = reason.code if reason.code is ErrorCode.TOO_LARGE else ErrorCode.BAD_RECORD
        super().__init__(code, "sgf.at", line=line, byte=byte, reason=str(reason))
        self.line = line
        self.byte = byte
        self.reason = reason

    def text(self, language: str = "en") -> str:
        """The place and the reason, both in one language."""
        return text(language, self.key, line=self.line, byte=self.byte, reason=self.reason.text(language))


@dataclass(frozen=True, slots=True)
class ReasonedNotice(Notice):
    """A notice that tells a refusal as well."""

    reason: GameError | None = None

    def text(self, language: str = "en") -> str:
        """The notice in words, its reason in the same language."""
        reason = self.reason.text(language) if self.reason else ""
        return text(language, self.key, **self.values, reason=reason)


class Places:
    """Lines and bytes of a file by offset in its text. Asked in rising order it goes through the text once."""

    def __init__(self, decoded: Decoded) -> None:
        self._decoded = decoded
        self._at = (0, 1, 1 + decoded.mark_bytes)

    def of(self, offset: int) -> tuple[int, int]:
        """The line and the byte at which the first thing from this offset on stands, both counted from 1."""
        text = self._decoded.escaped
        space = _SPACE.match(text, offset)
        offset = space.end() if space else offset
        if offset < self._at[0]:
            self._at = (0, 1, 1 + self._decoded.mark_bytes)
        known, line, byte = self._at
        passed = text[known:offset]
        line += passed.count("\n") + passed.count("\r") - passed.count("\r\n")
        byte += len(_encoded(passed, self._decoded.codec))
        self._at = (offset, line, byte)
        return line, byte

    def error(self, offset: int, reason: GameError) -> SgfError:
        """The refusal of the file because of what stands here."""
        return SgfError(*self.of(offset), reason)


def _encoded(passed: str, codec: str) -> bytes:
    try:
        return passed.encode(codec, "surrogateescape")
    except UnicodeEncodeError:
        return passed.encode(codec, "replace")


@dataclass(slots=True)
class Notes:
    """What a reading notices, by offset; turned into notices at the end, the first ones in full."""

    noted: list[tuple[int, str, dict[str, Value], GameError | None]] = field(default_factory=list)
    more: int = 0

    def add(self, offset: int, key: str, reason: GameError | None = None, **values: Value) -> None:
        """Note something about what stands at this offset."""
        if len(self.noted) < MOST_NOTICES:
            self.noted.append((offset, key, values, reason))
        else:
            self.more += 1

    def extend(self, other: Notes) -> None:
        """Take over what another part of the reading has noted."""
        for offset, key, values, reason in other.noted:
            self.add(offset, key, reason, **values)
        self.more += other.more

    def notices(self, places: Places) -> list[Notice]:
        """Every note as a notice with its place."""
        found: list[Notice] = []
        for offset, key, values, reason in sorted(self.noted, key=lambda note: note[0]):
            line, byte = places.of(offset)
            placed = {"line": line, "byte": byte, **values}
            found.append(ReasonedNotice(key, placed, reason) if reason else Notice(key, placed))
        if self.more:
            found.append(Notice("sgf.read.more", {"count": self.more}))
        return found


def shown(value: str, most: int = 20) -> str:
    """The beginning of a value from a file, on one line, for a message."""
    line = "".join(letter if letter.isprintable() else " " for letter in value[:most])
    return line if len(value) <= most else line + "…"
