"""Places in an SGF file, and what is said about them: refusals with line and byte, notices with the same."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.core import ErrorCode, GameError, text
from tengen.core.errors import Value
from tengen.formats.format import Notice
from tengen.formats.sgf.charset import Decoded

MOST_NOTICES: Final = 100
"""So many different notices are told; of the others only how many there are."""

_OF_ONE_GAME: Final = frozenset({"sgf.read.stopped", "sgf.read.skipped"})
"""Notices of which everyone is told: a game each was not read, or not to its end."""

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
        return self._counted(text(language, self.key, **self.values, reason=reason), language)

    @property
    def topic(self) -> tuple[object, ...]:
        """What it says, for which move it ever is."""
        inner = getattr(self.reason, "reason", self.reason)
        return (self.key, inner.key if isinstance(inner, GameError) else "")


class SgfLocator:
    """Finds line and byte of an offset in a file. Offsets in rising order cost one pass."""

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
    """What a reading notices, by offset; what is noted again is counted where it was noted first."""

    noted: dict[tuple[object, ...], tuple[int, Notice, int]] = field(default_factory=dict)
    more: int = 0

    def add(self, offset: int, key: str, reason: GameError | None = None, **values: Value) -> None:
        """Note something about what stands at this offset."""
        self._take(offset, ReasonedNotice(key, values, reason) if reason else Notice(key, values), 1)

    def extend(self, other: Notes) -> None:
        """Take over what another part of the reading has noted."""
        for offset, notice, times in other.noted.values():
            self._take(offset, notice, times)
        self.more += other.more

    def _take(self, offset: int, notice: Notice, times: int) -> None:
        topic = (*notice.topic, offset) if notice.key in _OF_ONE_GAME else notice.topic
        known = self.noted.get(topic)
        if known:
            self.noted[topic] = (known[0], known[1], known[2] + times)
        elif len(self.noted) < MOST_NOTICES:
            self.noted[topic] = (offset, notice, times)
        else:
            self.more += times

    def notices(self, locator: SgfLocator) -> list[Notice]:
        """Every note as a notice with its place, the first one of those that repeat each other."""
        found: list[Notice] = []
        for offset, notice, times in sorted(self.noted.values(), key=lambda note: note[0]):
            line, byte = locator.of(offset)
            counted = {"times": times} if times > 1 else {}
            found.append(replace(notice, values={"line": line, "byte": byte, **notice.values, **counted}))
        if self.more:
            found.append(Notice("sgf.read.more", {"count": self.more}))
        return found


def shown(value: str, most: int = 20) -> str:
    """The beginning of a value from a file, on one line, for a message."""
    line = "".join(letter if letter.isprintable() else " " for letter in value[:most])
    return line if len(value) <= most else line + "…"
