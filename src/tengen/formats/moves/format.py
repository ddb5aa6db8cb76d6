"""Plain move strings in text files: of Othello on the usual board of 8x8, such as `f5d6c3d3c4`, and of Gomoku.

A text that cannot be Othello, for its first move is none there or a point is beside the board, and has only points of
a board of lines is Gomoku on 15x15, or on the next larger board that has them all: rows count from the bottom. The
rest is about Othello.

Capital or small letters; spaces, commas, lines and move numbers between the moves as people like; `pass`, `pa`, `ps`
or `--` for a pass, or nothing at all where the rules force it. A game may go over several lines and a file may hold
several games: a line that goes on from where the one before ended belongs to the same game, unless an empty line is
between them and it can begin a game. Any other line begins one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tengen.core import BadRecord, GameError, Move, Pass, Place, Record, create_rules
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing
from tengen.formats.gomoku_games import KIND as GOMOKU
from tengen.formats.moves import gomoku
from tengen.formats.notices import (
    Decoded,
    InGame,
    NoticeCollector,
    TextLocator,
    collector_for,
    decode,
    no_games,
    not_held,
    note_losses,
)
from tengen.formats.othello_games import KIND, GameBuilder, checked, moves_of, name_of, point_of, replayed

SIZE: Final = 8
_TOKEN: Final = re.compile(
    r"(?P<gap>[\s,;|]++|-(?!-))|(?P<pass>pass|pa|ps|--)(?=[a-h][1-8]|[^a-z]|\Z)|(?P<point>[a-h][1-8])(?![0-9])"
    r"|(?P<number>[0-9]{1,3})(?:[.):]|(?=\s))",
    re.IGNORECASE,
)
_FIRST_MOVES: Final = [[point_of(name)] for name in ("d3", "c4", "f5", "e6")]
_SAMPLE_BYTES: Final = 256
_CLEARLY: Final = 3
"""So many moves that Othello allows before one that it does not are Othello with a mistake."""


@dataclass(frozen=True, slots=True)
class _Text:
    """The moves of one line of a file, and the offset where it makes no sense, if it does not."""

    moves: list[Move]
    broken: int | None
    after_gap: bool = False


class MovesFormat(Format):
    """Games of Othello or Gomoku as plain move strings."""

    name = "moves"
    endings = (".txt",)

    def recognises(self, data: bytes) -> bool:
        sample = data[:_SAMPLE_BYTES].removeprefix(b"\xef\xbb\xbf").decode("latin-1")
        text = _tokens(sample, 0, len(sample))
        cut = 3 if len(data) > _SAMPLE_BYTES else 0  # the last word may lack its end
        is_all = text.broken is None or text.broken >= len(sample) - cut
        is_othello = is_all and text.moves[:1] in _FIRST_MOVES
        return is_othello or gomoku.are_points(sample, cut)

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        decoded = decode(data)
        if _is_gomoku(decoded.text):
            collector = collector_for(decoded)
            return Reading(tuple(gomoku.read_games(decoded, collector, strict=strict)), collector.notices())
        reader = _Reader(decoded, collector_for(decoded), strict)
        nodes = 0
        for text in _lines(decoded.text):
            nodes += 1 + len(text.moves)
            limits.check_nodes(nodes)
            reader.add(text)
        reader.finish()
        if not reader.records:
            raise reader.first or no_games()
        return Reading(tuple(reader.records), reader.collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if not records:
            raise no_games()
        collector = NoticeCollector()
        written = ""
        before: GameBuilder | None = None
        if any(record.ruleset.KIND == GOMOKU for record in records):
            return _written_gomoku(records, self.name, collector)
        for game, record in enumerate(records, 1):
            names = _names(record, game, self.name, collector)
            line = GameBuilder(create_rules(KIND, SIZE))
            moves = [point_of(name) for name in names]
            if before and _continued(before, moves) is not None:
                written += "\n"
            written += "".join(names) + "\n"
            before = _continued(line, moves)
        return Writing(written.encode(), collector.notices())


FORMAT: Final = MovesFormat()


# --- reading ---------------------------------------------------------------------------------


def _is_gomoku(text: str) -> bool:
    """Whether a text is points of a board of lines, and no game of Othello begins so."""
    if not gomoku.are_points(text):
        return False
    lines = list(_lines(text))
    first = lines[0].moves
    is_on_board = all(line.broken is None for line in lines)
    begins = len(first) >= _CLEARLY and _continued(GameBuilder(create_rules(KIND, SIZE)), first) is not None
    return first[:1] not in _FIRST_MOVES or not (is_on_board or begins)


def _lines(text: str) -> Iterator[_Text]:
    """The lines that are not empty."""
    at, after_gap = 0, True
    for content in text.splitlines(keepends=True):
        end = at + len(content)
        if content.strip():
            yield replace(_tokens(text, at, end), after_gap=after_gap)
        after_gap = not content.strip()
        at = end


def _tokens(text: str, at: int, end: int) -> _Text:
    moves: list[Move] = []
    while at < end:
        token = _TOKEN.match(text, at, end)
        if not token:
            return _Text(moves, at)
        if token["point"] or token["pass"]:
            moves.append(point_of(token["point"]) if token["point"] else None)
        at = token.end()
    return _Text(moves, None)


def _continued(line: GameBuilder, moves: list[Move]) -> GameBuilder | None:
    """The game after some more moves, or None when the rules refuse one of them."""
    longer = line.copy()
    try:
        for move in moves:
            if move is not None or not longer.state.is_over:
                longer.play(move)
    except GameError:
        return None
    return longer


class _Reader:
    """Puts the lines of a file together to games."""

    def __init__(self, decoded: Decoded, collector: NoticeCollector, strict: bool) -> None:
        self.records: list[Record] = []
        self.collector = collector
        self.first: GameError | None = None
        self._locator = TextLocator(decoded)
        self._strict = strict
        self._rules = create_rules(KIND, SIZE)
        self._start = GameBuilder(self._rules)
        self._line: GameBuilder | None = None
        self._number = 0
        self._played = 0
        self._reason: GameError | None = None

    def add(self, text: _Text) -> None:
        """Take the next line. Raises InGame for its first mistake when strict."""
        longer = _continued(self._line, text.moves) if self._line and self._reason is None else None
        begins = text.moves[:1] in _FIRST_MOVES
        if longer and text.after_gap and begins and _continued(self._start, text.moves):
            longer = None
        if self._line is None or (longer is None and (begins or self._line.state.is_over)):
            self.finish()
            self._line, self._reason = self._start.copy(), None
            self._number += 1
            self._played = 0
        if self._reason is None:  # else it belongs to a game that has stopped
            self._play(self._line, text)

    def finish(self) -> None:
        """The game so far is whole, or as much of it as there is."""
        if self._line is None:
            return
        is_there = len(self._line.nodes) > 1
        if self._reason is not None:
            self.collector.stop("format.stopped" if is_there else "format.skipped", self._number, self._reason)
        if is_there:
            nodes, outcome = tuple(self._line.nodes), self._line.state.outcome
            self.records.append(Record(self._rules, nodes=nodes, result=outcome))

    def _play(self, line: GameBuilder, text: _Text) -> None:
        for move in text.moves:
            self._played += move is not None
            if move is None and line.state.is_over:
                self.collector.add("format.pass_after_end", self._number)
                continue
            try:
                line.play(move)
            except GameError as reason:
                self._stop(BadRecord(self._played + (move is None), reason))
                return
        if text.broken is not None:
            self._stop(self._locator.mistake("moves.unexpected", text.broken))

    def _stop(self, reason: GameError) -> None:
        if self._strict:
            raise InGame(self._number, reason)
        self.first = self.first or InGame(self._number, reason)
        self._reason = reason


# --- writing ---------------------------------------------------------------------------------


def _written_gomoku(records: Sequence[Record], format_name: str, collector: NoticeCollector) -> Writing:
    """Games of Gomoku, an empty line between them. Raises InGame where one is not, or would be read as Othello."""
    games = []
    for game, record in enumerate(records, 1):
        if record.ruleset.KIND != GOMOKU:
            raise InGame(game, not_held("format.wrong_game", format_name, game=record.ruleset.KIND))
        games.append(gomoku.write_game(record, game, format_name, collector))
    text = "\n\n".join(games) + "\n"
    if not _is_gomoku(text):
        raise not_held("format.wrong_game", format_name, game=GOMOKU)
    return Writing(text.encode(), collector.notices())


def _names(record: Record, game: int, format_name: str, collector: NoticeCollector) -> list[str]:
    """The points played. A pass that nothing follows is written; the others are clear from the rules."""
    outcome = checked(record, game, format_name)
    rules = create_rules(KIND, SIZE)
    if record.ruleset.size != rules.size:
        raise InGame(game, not_held("format.wrong_size", format_name, size=record.ruleset.size))
    if record.setup is not None:
        raise InGame(game, not_held("format.setup", format_name))
    moves = [action for _, action in moves_of(record)]
    if not moves:
        raise InGame(game, not_held("format.empty_game", format_name))
    note_losses(collector, game, record, holds=frozenset())
    if record.ruleset != rules:
        collector.add("format.lost.rules", game)
    if outcome != replayed(record).state.outcome:
        collector.add("format.lost.result", game)
    names = [name_of(action.point) for action in moves if isinstance(action, Place)]
    return [*names, "--"] if isinstance(moves[-1], Pass) else names
