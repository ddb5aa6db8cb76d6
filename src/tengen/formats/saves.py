"""Many games in one file: a save file on every line (JSON Lines). Arenas keep games so that SGF cannot hold.

Each line is what `save` reads, without line breaks; `save.schema.json` holds for each. Blank lines are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tengen.core import ErrorCode, GameError, Record
from tengen.formats import save
from tengen.formats.format import UNHURRIED, Beside, Format, Notice, Reading, ReadLimits, Writing
from tengen.formats.json_fields import too_large
from tengen.formats.notices import InGame, InLine, NoticeCollector, Stopped, no_games

MOST_BYTES: Final = 64 << 20
MOST_GAMES: Final = 100_000
_LINE: Final = re.compile(rb"\S[^\n]*")


class SavesFormat(Format):
    """Save files on lines."""

    name = "saves"
    endings = (".jsonl",)
    is_for_many = True

    def recognises(self, data: bytes) -> bool:
        """Also a single save, when it is on one line."""
        return save.has_whole_line(data) or save.has_many(data)

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        if len(data) > MOST_BYTES:
            raise too_large(MOST_BYTES)
        collector = NoticeCollector()
        records: list[Record] = []
        first: GameError | None = None
        nodes = 0
        for game, line in enumerate(_lines(data), 1):
            if game > MOST_GAMES:
                raise GameError(ErrorCode.TOO_LARGE, "record.too_many_games", most=MOST_GAMES)
            try:
                left = replace(limits, nodes=limits.nodes - nodes)
                reading = save.FORMAT.read(line.data, strict=strict, limits=left)
            except GameError as refusal:
                nodes += 1
                limits.check_nodes(nodes)
                reason = _placed(refusal, line)
                if strict or refusal.code is ErrorCode.TOO_LARGE:
                    raise reason from refusal
                first = first or reason
                collector.stop("format.skipped", game, reason)
                continue
            records += reading.records
            nodes += len(reading.records[0].nodes)
            for notice in reading.notices:
                _note(collector, game, notice)
        if not records:
            raise first or no_games()
        return Reading(tuple(records), collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if not records:
            raise no_games()
        return Writing("".join(_written(record, game) for game, record in enumerate(records, 1)).encode())


FORMAT: Final = SavesFormat()


@dataclass(frozen=True, slots=True)
class _NumberedLine:
    """A line that is not blank: its number from 1, where in the file and in its line it begins, from 0."""

    number: int
    offset: int
    indent: int
    data: bytes


def _lines(data: bytes) -> Iterator[_NumberedLine]:
    number, seen = 1, 0
    for match in _LINE.finditer(data):
        begin = match.start()
        number, seen = number + data.count(b"\n", seen, begin), begin
        yield _NumberedLine(number, begin, begin - data.rfind(b"\n", 0, begin) - 1, match[0])


def _placed(refusal: GameError, line: _NumberedLine) -> GameError:
    """The refusal of a line, with its place in the whole file."""
    key, values = refusal.key, refusal.values
    match key:
        case "record.bad_json":
            return GameError(refusal.code, key, line=line.number, column=line.indent + int(values["column"]))
        case "record.not_text":
            return InLine(line.number, GameError(refusal.code, key, byte=line.offset + int(values["byte"])))
        case _:
            return InLine(line.number, refusal)


def _note(collector: NoticeCollector, game: int, notice: Notice) -> None:
    if isinstance(notice, Stopped) and notice.reason is not None:
        collector.stop(notice.key, game, notice.reason)
    else:
        collector.stop("format.in_game", game, GameError(ErrorCode.BAD_RECORD, notice.key, **notice.values))


def _written(record: Record, game: int) -> str:
    try:
        return save.dumps_line(record, MOST_BYTES)
    except GameError as reason:
        raise InGame(game, reason) from reason
