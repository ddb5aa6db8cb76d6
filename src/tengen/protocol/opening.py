"""From the bytes of a file to one of its games: strictly where play goes on from it, leniently to look at it.

A game is only ever begun from what was read strictly. Whoever only looks is shown what could be read, and is told in
`Opened.trouble` why the file would be refused otherwise. Nothing of a file is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import ErrorCode, GameError, Record
from tengen.core.errors import Because
from tengen.formats import UNHURRIED, Notice, Reading, ReadLimits, find_format, formats
from tengen.protocol.replaying import Replay, replay_of, title_of

_CONTRADICTIONS: Final = frozenset({"record.board_differs", "record.check_differs"})


@dataclass(frozen=True, slots=True)
class Opened:
    """A game of a file. `trouble` is why a strict reader refuses the file; what it says was left out, or is doubtful.

    `titles` are the games of the file where there are several, `index` is this one among them.
    """

    record: Record
    notices: tuple[Notice, ...] = ()
    trouble: GameError | None = None
    titles: tuple[str, ...] = ()
    index: int = 0

    @property
    def contradicts_itself(self) -> bool:
        """Whether the file tells another board than its moves lead to, so that nobody knows which of them is wrong."""
        reason = self.trouble
        while isinstance(reason, Because):
            reason = reason.reason
        return reason is not None and reason.key in _CONTRADICTIONS

    def replay(self) -> Replay:
        """The game to step through; without a save to go on from where the file contradicts itself."""
        return replay_of(
            self.record,
            self.notices,
            self.titles,
            self.index,
            trouble=self.trouble,
            may_go_on=not self.contradicts_itself,
        )


def open_record(data: bytes, index: int = 0, *, strict: bool = False, limits: ReadLimits = UNHURRIED) -> Opened:
    """A game of a file in any format. Raises BAD_RECORD where there is none; with `strict` for the first mistake."""
    trouble = None
    try:
        reading = read_any(data, limits=limits)
    except GameError as refused:
        if strict or refused.code is ErrorCode.TOO_LARGE:
            raise
        reading, trouble = read_any(data, strict=False, limits=limits), refused
    records = reading.records
    if not records:
        raise GameError(ErrorCode.BAD_RECORD, "format.no_games")
    if index >= len(records):
        raise GameError(ErrorCode.BAD_RECORD, "record.no_such_node")
    titles = tuple(map(title_of, records)) if len(records) > 1 else ()
    return Opened(records[index], reading.notices, trouble, titles, index)


def read_any(data: bytes, *, strict: bool = True, limits: ReadLimits = UNHURRIED) -> Reading:
    """The games of a file, whatever its format. Raises BAD_RECORD for what is in none, and what its reader raises."""
    known = [format_ for format_ in formats() if format_.recognises(data)]
    if not known:
        raise GameError(ErrorCode.BAD_RECORD)
    return find_format(known[0].endings[0], data).read(data, strict=strict, limits=limits)
