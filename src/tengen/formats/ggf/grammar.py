"""GGF text as games of raw properties. Knows the meaning of no property; goes through the text once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tengen.core import GameError
from tengen.formats.notices import Decoded, NoticeCollector, TextLocator

_START: Final = re.compile(r"\(\s*+;")
_PROPERTY: Final = re.compile(r"\s*+([A-Za-z]{1,8})\s*+\[([^\]]*+)\]")
_END: Final = re.compile(r"\s*+;?\s*+\)")
_NOTHING_MORE: Final = re.compile(r"\s*+\Z")
_BETWEEN: Final = re.compile(r"\s*+(?:([0-9]{1,9})\s*+(?=\())?")


@dataclass(slots=True)
class RawGame:
    """One game of a file: its number from 1, its properties with their offsets, and where its text breaks off."""

    number: int
    offset: int
    pairs: list[tuple[str, str, int]] = field(default_factory=list)
    broken: tuple[str, int] | None = None
    end: int = 0

    def value(self, name: str) -> str:
        """The first value of a property, or an empty text."""
        return next((value for found, value, _ in self.pairs if found == name), "")

    def offset_of(self, name: str) -> int:
        """Where the property stands."""
        return next((offset for found, _, offset in self.pairs if found == name), self.offset)


def raw_games(decoded: Decoded, locator: TextLocator, forgiving: NoticeCollector | None) -> Iterator[RawGame]:
    """The games one by one, in the order of the text.

    Raises BAD_RECORD for what stands between them, or for fewer games than a number before them says. With a collector
    it is noted there instead, and the search goes on at the next beginning of a game.
    """
    text, last_close = decoded.text, decoded.text.rfind("]")
    at, number, announced, since = 0, 0, 0, 0
    while True:
        between = _BETWEEN.match(text, at)
        assert between is not None, "nothing at all is between games too"
        at = between.end()
        if between[1] is not None or at == len(text):
            if announced and number - since != announced:
                found = number - since
                _complain(locator.mistake("ggf.count", at, announced=announced, found=found), number, forgiving)
            announced, since = int(between[1] or 0), number
        if at == len(text):
            return
        start = _START.match(text, at)
        if not start:
            _complain(locator.mistake("ggf.unexpected", at), number + 1, forgiving)
            start = _START.search(text, at)
            if not start:
                return
        number += 1
        game = RawGame(number, start.start())
        _parse(text, start.end(), last_close, game)
        yield game
        at = game.end


def _complain(reason: GameError, game: int, forgiving: NoticeCollector | None) -> None:
    if forgiving is None:
        raise reason
    forgiving.stop("format.stopped", max(game, 1), reason)


def _parse(text: str, at: int, last_close: int, game: RawGame) -> None:
    """Read a game's properties up to its end, or to where they make no sense."""
    while at <= last_close and (found := _PROPERTY.match(text, at)):
        game.pairs.append((found[1].upper(), found[2], found.start(1)))
        at = found.end()
    end = _END.match(text, at)
    if end:
        game.end = end.end()
        return
    game.broken = ("ggf.open" if _NOTHING_MORE.match(text, at) else "ggf.unexpected", at)
    following = _START.search(text, at)
    game.end = following.start() if following else len(text)
