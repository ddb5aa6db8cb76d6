"""What readers and writers tell about a file: where a mistake is, what was doubtful, what was left out."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tengen.core import ErrorCode, GameError, Participant, Record, text
from tengen.core.errors import Because, Value
from tengen.formats.format import Notice

MOST_NOTICES: Final = 100
"""So many broken games of a file are named one by one."""


class InGame(Because):
    """A mistake in one game of a file: the game's number, counted from 1, and the `reason`."""

    def __init__(self, game: int, reason: GameError) -> None:
        super().__init__(reason.code, "format.in_game", reason, game=game)
        self.game = game


class InLine(Because):
    """A mistake in a line of a file that is read line by line: its number, counted from 1, and the `reason`."""

    def __init__(self, line: int, reason: GameError) -> None:
        super().__init__(reason.code, "format.in_line", reason, line=line)


@dataclass(frozen=True, slots=True)
class Stopped(Notice):
    """A game that was read in part or not at all, and why."""

    reason: GameError | None = None

    def text(self, language: str = "en") -> str:
        """The notice with its reason, both in one language."""
        reason = self.reason.text(language) if self.reason else ""
        return text(language, self.key, **self.values, reason=reason)


class NoticeCollector:
    """Collects the notices of one reading or writing.

    A doubt that many games of a file share is one notice, with the `count` of games and the first `game`. Of games
    that were read in part or not at all the first ones are named and the others counted.
    """

    def __init__(self, notices: tuple[Notice, ...] = ()) -> None:
        self._notices = list(notices)
        self._doubts: dict[str, dict[str, Value]] = {}
        self._games: Counter[str] = Counter()
        self._latest: dict[str, int] = {}
        self._named = 0
        self._more = 0

    def add(self, key: str, game: int, **values: Value) -> None:
        """Note a doubt about a game; noted again for the same game it counts once."""
        self._doubts.setdefault(key, {"game": game, **values})
        if self._latest.get(key) != game:
            self._latest[key] = game
            self._games[key] += 1

    def stop(self, key: str, game: int, reason: GameError) -> None:
        """Note that a game was read in part (`format.stopped`) or left out (`format.skipped`)."""
        if self._named < MOST_NOTICES:
            self._named += 1
            self._notices.append(Stopped(key, {"game": game}, reason))
        else:
            self._more += 1

    def notices(self) -> tuple[Notice, ...]:
        """Every notice."""
        doubts = [Notice(key, {**values, "count": self._games[key]}) for key, values in self._doubts.items()]
        more = [Notice("format.more", {"count": self._more})] if self._more else []
        return (*self._notices, *more, *doubts)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, and how it was written in bytes."""

    text: str
    codec: str
    mark_bytes: int = 0


def decode(data: bytes) -> Decoded:
    """A file's text: UTF-8, or else Latin-1. Raises BAD_RECORD for what is no text."""
    mark_bytes = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
    try:
        decoded = Decoded(data[mark_bytes:].decode("utf-8"), "utf-8", mark_bytes)
    except UnicodeDecodeError:
        decoded = Decoded(data.decode("latin-1"), "latin-1")
    if (zero := decoded.text.find("\0")) >= 0:
        raise TextLocator(decoded).mistake("format.has_nul", zero)
    return decoded


def collector_for(decoded: Decoded) -> NoticeCollector:
    """A collector that begins with the notice of an unexpected encoding, if there is one to tell."""
    return NoticeCollector((Notice("format.latin1"),) if decoded.codec == "latin-1" else ())


class TextLocator:
    """Finds line and byte of an offset in a file, both counted from 1. Offsets in rising order cost one pass."""

    def __init__(self, decoded: Decoded) -> None:
        self._decoded = decoded
        self._at = self._begin = (0, 1, 1 + decoded.mark_bytes)

    def of(self, offset: int) -> dict[str, int]:
        """The place of a character, as the values `line` and `byte`."""
        if offset < self._at[0]:
            self._at = self._begin
        known, line, byte = self._at
        passed = self._decoded.text[known:offset]
        line += passed.count("\n")
        byte += len(passed.encode(self._decoded.codec))
        self._at = (offset, line, byte)
        return {"line": line, "byte": byte}

    def mistake(self, key: str, offset: int, **values: Value) -> GameError:
        """The refusal of what stands at this place."""
        return GameError(ErrorCode.BAD_RECORD, key, **self.of(offset), **values)


def no_games() -> GameError:
    """The refusal of a file without a game."""
    return GameError(ErrorCode.BAD_RECORD, "format.no_games")


def not_held(key: str, format_name: str, **values: Value) -> GameError:
    """The refusal of a record that a format cannot hold."""
    return GameError(ErrorCode.BAD_RECORD, key, format=format_name, **values)


def note_losses(
    collector: NoticeCollector,
    game: int,
    record: Record,
    *,
    holds: frozenset[str],
    info: frozenset[str] = frozenset(),
    own: Callable[[str], bool] = lambda _: False,
) -> None:
    """Note what a record has and a format leaves out.

    `holds` names what the format has a place for; `info` the facts of the occasion and `own` the properties it
    writes. Words: `format.lost.<name>`.
    """
    line = [record.nodes[index] for index in record.line()]
    players = (record.black, record.white)
    has = {
        "variations": len(line) != len(record.nodes),
        "comments": any(node.comment for node in line),
        "marks": any(node.marks for node in line),
        "properties": any(not own(name) for node in line for name, _ in node.properties),
        "times": any(node.ms is not None for node in line),
        "clock": record.control is not None,
        "names": any(player.name for player in players),
        "ranks": any(player.rank for player in players),
        "teams": any(player.team for player in players),
        "players": any(player.player != Participant().player for player in players),
        "date": bool(record.created),
        "occasion": any(name not in info for name, _ in record.info),
    }
    for name, is_there in has.items():
        if is_there and name not in holds:
            collector.add(f"format.lost.{name}", game)
