"""WTHOR, the game base of the French Othello federation: one file of games (.wtb), names in two others.

Numbers are little-endian. The header, 16 bytes in all three files:

    century, year of century, month, day      when the file was made, a byte each
    games (4 bytes), names (2), year (2)      how many games or names; the year in which the games were played
    size, solitaires, depth, 0                0 or 8 for the usual board; whether it holds problems; how many empty
                                              cells before the end the theoretical score is for, 0 for 22

A game, 68 bytes: tournament, Black and White by number (2 bytes each), Black's score and the score with best play
from there (a byte each), then 60 moves, column + 10 * row from 11 for a1, or 0. Passes are not written, and empty
cells count for the winner. Players (.jou) have 20 bytes, tournaments (.trn) 26, Latin-1 with zeros after the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final

from tengen.core import (
    BLACK,
    BadRecord,
    ErrorCode,
    GameError,
    Outcome,
    Participant,
    Place,
    Point,
    Reason,
    Record,
    Score,
    create_rules,
)
from tengen.formats.format import UNHURRIED, Beside, Format, Notice, Reading, ReadLimits, Writing
from tengen.formats.notices import InGame, NoticeCollector, no_games, not_held, note_losses
from tengen.formats.othello_games import KIND, GameBuilder, checked, moves_of, replayed

SIZE: Final = 8
CELLS: Final = SIZE * SIZE
MOST_MOVES: Final = 60
NOBODY: Final = "???"
"""The name at number 0, for whoever or whatever is not known."""
NAME_BYTES: Final = {".jou": 20, ".trn": 26}
_HEADER: Final = Struct("<4BIHH4B")
_GAME: Final = Struct(f"<3H2B{MOST_MOVES}s")
_FIRST_MOVES: Final = {34, 43, 56, 65, 0}
_THEORY: Final = "theoretical_score"
_DEPTH: Final = "theoretical_depth"
_DAY: Final = re.compile(r"([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?")


@dataclass(frozen=True, slots=True)
class _Header:
    century: int
    year_of_century: int
    month: int
    day: int
    games: int
    names: int
    year: int
    size: int
    solitaires: int
    depth: int
    reserved: int = 0

    @classmethod
    def read(cls, data: bytes) -> _Header:
        return cls(*_HEADER.unpack_from(data))

    @property
    def is_likely(self) -> bool:
        """Whether the numbers make sense for a file of games."""
        has_day = 18 <= self.century <= 21 and self.year_of_century < 100 and 1 <= self.month <= 12
        return has_day and 1 <= self.day <= 31 and self.games > 0 and self.size in (0, 8, 10) and self.solitaires <= 1


class WthorFormat(Format):
    """Games of the WTHOR base."""

    name = "wthor"
    endings = (".wtb",)

    def recognises(self, data: bytes) -> bool:
        if len(data) < _HEADER.size or not _Header.read(data).is_likely:
            return False
        first_move = _HEADER.size + _GAME.size - MOST_MOVES
        return len(data) <= first_move or data[first_move] in _FIRST_MOVES

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        header = _check_header(data)
        collector = NoticeCollector()
        whole = (len(data) - _HEADER.size) // _GAME.size
        if len(data) != _HEADER.size + header.games * _GAME.size:
            reason = GameError(ErrorCode.BAD_RECORD, "wthor.length", games=header.games, bytes=len(data), found=whole)
            if strict:
                raise reason
            collector.stop("format.stopped", min(whole, header.games) + 1, reason)
        limits.check_nodes(min(whole, header.games) + _count_moves(data))
        names = {ending: _names(beside(ending), ending, strict, collector) for ending in NAME_BYTES}
        start = GameBuilder(create_rules(KIND, SIZE, {"empties_to_winner": True}))
        reader = _Reader(header, names, start, collector, strict)
        starts = range(_HEADER.size, _HEADER.size + min(whole, header.games) * _GAME.size, _GAME.size)
        games = (_Game(*_GAME.unpack_from(data, start)) for start in starts)
        records = tuple(reader.record(game, number) for number, game in enumerate(games, 1))
        if not records:
            raise no_games()
        return Reading(records, collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if not records:
            raise no_games()
        collector = NoticeCollector((Notice("wthor.names_apart"),))
        for game, record in enumerate(records, 1):
            _check(record, game, self.name, collector)
        numbers = {ending: _numbers(names) for ending, names in _all_names(records).items()}
        games = [_game_bytes(record, game, numbers, collector) for game, record in enumerate(records, 1)]
        return Writing(_header(records, len(records), 0, collector) + b"".join(games), collector.notices())

    def companions(self, records: Sequence[Record]) -> dict[str, bytes]:
        """The files of names that belong to what `write` gives for these records, by their endings."""
        files = {}
        for ending, names in _all_names(records).items():
            listed = list(_numbers(names))
            header = _header(records, 0, len(listed), NoticeCollector())
            files[ending] = header + b"".join(_name_bytes(name, NAME_BYTES[ending]) for name in listed)
        return files


FORMAT: Final = WthorFormat()


def _count_moves(data: bytes) -> int:
    """How many moves the games of a file have in all."""
    ends = range(_HEADER.size + _GAME.size, len(data) + 1, _GAME.size)
    return sum(MOST_MOVES - data.count(0, end - MOST_MOVES, end) for end in ends)


# --- reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Game:
    tournament: int
    black: int
    white: int
    score: int
    theory: int
    moves: bytes


def _check_header(data: bytes) -> _Header:
    """The header. Raises BAD_RECORD for files of another kind."""
    if len(data) < _HEADER.size:
        raise GameError(ErrorCode.BAD_RECORD, "wthor.no_header", bytes=len(data))
    header = _Header.read(data)
    if header.games == 0 and header.names:
        raise GameError(ErrorCode.BAD_RECORD, "wthor.names_file")
    if header.size not in (0, SIZE):
        raise not_held("format.wrong_size", FORMAT.name, size=header.size)
    if header.solitaires:
        raise GameError(ErrorCode.BAD_RECORD, "wthor.solitaires")
    return header


def _names(data: bytes | None, ending: str, strict: bool, collector: NoticeCollector) -> list[str] | None:
    """The names in a file beside the games, or None when there is no such file."""
    if data is None:
        return None
    length = NAME_BYTES[ending]
    count = _Header.read(data).names if len(data) >= _HEADER.size else 0
    if len(data) < _HEADER.size + count * length or not count:
        if strict:
            raise GameError(ErrorCode.BAD_RECORD, "wthor.bad_names", ending=ending)
        collector.add("wthor.names_unread", 1, ending=ending)
        return None
    starts = range(_HEADER.size, _HEADER.size + count * length, length)
    names = [data[start : start + length].split(b"\0", 1)[0].decode("latin-1").strip() for start in starts]
    return ["" if name == NOBODY else name for name in names]


@dataclass(frozen=True, slots=True)
class _Reader:
    """What all games of a file share."""

    header: _Header
    names: dict[str, list[str] | None]
    start: GameBuilder
    collector: NoticeCollector
    strict: bool

    def record(self, game: _Game, number: int) -> Record:
        """The record of a game. Raises InGame; when not strict it keeps the moves before the mistake."""
        line = self.start.copy()
        reason = _play(line, game.moves)
        if reason is None and max(game.score, game.theory) > CELLS:
            reason = GameError(ErrorCode.BAD_RECORD, "wthor.score", score=max(game.score, game.theory))
        if reason is not None:
            if self.strict:
                raise InGame(number, reason)
            self.collector.stop("format.stopped", number, reason)
        told = Outcome.by_score(Score(game.score, CELLS - game.score)) if game.score <= CELLS else None
        if told and reason is None and line.state.outcome not in (None, told):
            self.collector.add("format.result_differs", number)
        info = {"event": self._name(game.tournament, ".trn", number), _THEORY: str(game.theory)}
        info[_DEPTH] = str(self.header.depth) if 0 < self.header.depth <= CELLS else ""
        return Record(
            line.ruleset,
            None,
            Participant(self._name(game.black, ".jou", number)),
            Participant(self._name(game.white, ".jou", number)),
            tuple(line.nodes),
            told,
            f"{self.header.year:04}" if self.header.year else "",
            info=tuple((name, text) for name, text in info.items() if text),
        )

    def _name(self, number: int, ending: str, game: int) -> str:
        names = self.names[ending]
        if names is not None and number < len(names):
            return names[number]
        self.collector.add("wthor.no_names" if names is None else "wthor.no_such_name", game)
        return f"#{number}"


def _play(line: GameBuilder, moves: bytes) -> GameError | None:
    """Play the moves up to the first 0; the first that cannot be is returned as a reason."""
    played = moves.rstrip(b"\0")
    for number, move in enumerate(played, 1):
        try:
            line.play(Point(move % 10 - 1, move // 10 - 1))
        except GameError as reason:
            return BadRecord(number, reason)
    return None


# --- writing ---------------------------------------------------------------------------------


def _check(record: Record, game: int, format_name: str, collector: NoticeCollector) -> None:
    """Refuse what the base cannot hold, and note what it leaves out."""
    checked(record, game, format_name)
    if record.ruleset.size != SIZE:
        raise InGame(game, not_held("format.wrong_size", format_name, size=record.ruleset.size))
    if record.setup is not None:
        raise InGame(game, not_held("format.setup", format_name))
    holds = {"names", "date"} if len(record.created) == 4 else {"names"}
    note_losses(collector, game, record, holds=frozenset(holds), info=frozenset({"event", _THEORY, _DEPTH}))
    if not record.ruleset.options().get("empties_to_winner"):
        collector.add("wthor.empties", game)


def _all_names(records: Iterable[Record]) -> dict[str, set[str]]:
    people, events = set(), set()
    for record in records:
        people |= {record.black.name, record.white.name}
        events.add(_event(record))
    return {".jou": people, ".trn": events}


def _event(record: Record) -> str:
    return dict(record.info).get("event", "")


def _numbers(names: set[str]) -> dict[str, int]:
    """A number for each name, in the order of the alphabet. Raises TOO_LARGE for more than two bytes can count."""
    listed = ["", *sorted(names - {""}, key=lambda name: (name.casefold(), name))]
    if len(listed) > 0xFFFF:
        raise GameError(ErrorCode.TOO_LARGE)
    return {name: number for number, name in enumerate(listed)}


def _name_bytes(name: str, length: int) -> bytes:
    written = " ".join((name or NOBODY).replace("\0", " ").split()).encode("latin-1", "replace")
    return written[: length - 1].ljust(length, b"\0")


def _header(records: Sequence[Record], games: int, names: int, collector: NoticeCollector) -> bytes:
    """The header. Nothing here knows what day it is: the file is dated with its latest game."""
    days = sorted(match.groups("01") for record in records if (match := _DAY.match(record.created)))
    year, month, day = map(int, days[-1]) if days else (2000, 1, 1)
    if games and days and (len(days) < len(records) or days[0][0] != days[-1][0]):
        collector.add("wthor.one_year", 1, year=year)
    depths = {dict(record.info).get(_DEPTH, "") for record in records}
    depth = depths.pop() if len(depths) == 1 else ""
    return _HEADER.pack(
        *(year // 100 % 256, year % 100, month, day, games, names, year if games and days else 0),
        *(SIZE, 0, _byte(depth) or 0, 0),
    )


def _byte(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,2}", text) and int(text) <= CELLS else None


def _game_bytes(record: Record, game: int, numbers: dict[str, dict[str, int]], collector: NoticeCollector) -> bytes:
    people, events = numbers[".jou"], numbers[".trn"]
    for name, ending in ((record.black.name, ".jou"), (record.white.name, ".jou"), (_event(record), ".trn")):
        if _name_bytes(name, NAME_BYTES[ending]).rstrip(b"\0").decode("latin-1") != (name or NOBODY):
            collector.add("format.text_changed", game)
    score = _black_score(record, game, collector)
    theory = _byte(dict(record.info).get(_THEORY, ""))
    points = [action.point for _, action in moves_of(record) if isinstance(action, Place)]
    return _GAME.pack(
        *(events[_event(record)], people[record.black.name], people[record.white.name]),
        *(score, score if theory is None else theory),
        bytes(point.x + 1 + 10 * (point.y + 1) for point in points),
    )


def _black_score(record: Record, game: int, collector: NoticeCollector) -> int:
    """Black's discs with the empty cells of the winner; where the result tells no points, what comes nearest."""
    line, result = replayed(record), record.result
    if result and result.score and sum(result.score) == CELLS and result.score.black in range(CELLS + 1):
        return int(result.score.black)  # what was declared, also where it is not what the moves lead to
    ended = line.outcome_with_empties()
    if ended and ended.score and (result is None or result.winner is ended.winner):
        return int(ended.score.black)
    if result and result.margin is not None and result.reason is Reason.SCORE:
        doubled = CELLS + (result.margin if result.winner is BLACK else -result.margin)
        if doubled / 2 in range(CELLS + 1):
            return int(doubled / 2)
    collector.add("wthor.no_score", game)
    if result and result.winner:
        return CELLS if result.winner is BLACK else 0
    return CELLS // 2 if result and result.is_draw else line.state.position.board.count(BLACK)
