"""OBF, Othello board files: positions to be solved, one a line, as Edax and other programs test themselves with.

    --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; A8:+18; H4:-4; % FFO #40

A line has the 64 cells from a1 to h8 (X or * black, O white, - or . empty), the side to move, and, each up to a
semicolon, moves with the discs that they win by; what follows a per cent sign is a comment. A position is a record
without moves that begins from it; the values of its moves and the comment are the comment of its beginning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tengen.core import BLACK, WHITE, Board, GameError, Node, Record, Setup, create_rules
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing
from tengen.formats.notices import (
    InGame,
    NoticeCollector,
    TextLocator,
    collector_for,
    decode,
    no_games,
    not_held,
    note_losses,
)
from tengen.formats.othello_games import KIND

SIZE: Final = 8
MOST_POSITIONS: Final = 200_000
_CELLS: Final = {"x": BLACK, "*": BLACK, "b": BLACK, "o": WHITE, "w": WHITE, "-": 0, ".": 0}
_LINE: Final = re.compile(rf"\s*+([xob*w.-]{{{SIZE * SIZE}}})\s*+([xob*w])\s*+(?:;(?P<rest>.*))?", re.IGNORECASE)
_VALUE: Final = re.compile(r"(?:[a-h][1-8]|pa|pass|ps):[^%;]{1,20}", re.IGNORECASE)
_SAMPLE_BYTES: Final = 4096


class ObfFormat(Format):
    """Positions of Othello on lines."""

    name = "obf"
    endings = (".obf",)
    is_for_many = True

    def recognises(self, data: bytes) -> bool:
        """Whether the first line that is no comment is a position."""
        sample = data[:_SAMPLE_BYTES].removeprefix(b"\xef\xbb\xbf").decode("latin-1")
        lines = (line.partition("%")[0].strip() for line in sample.splitlines())
        first = next((line for line in lines if line), "")
        return _LINE.fullmatch(first) is not None

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        decoded = decode(data)
        collector, locator = collector_for(decoded), TextLocator(decoded)
        records: list[Record] = []
        first: GameError | None = None
        at = number = 0
        for content in decoded.text.splitlines(keepends=True):
            told, _, comment = content.partition("%")
            if told.strip():
                number += 1
                limits.check_nodes(number)
                try:
                    if number > MOST_POSITIONS:
                        raise locator.mistake("obf.too_many", at, most=MOST_POSITIONS)
                    records.append(_position(told, comment, locator, at))
                except GameError as reason:
                    if strict or number > MOST_POSITIONS:
                        raise InGame(number, reason) from reason
                    first = first or InGame(number, reason)
                    collector.stop("format.skipped", number, reason)
            at += len(content)
        if not records:
            raise first or no_games()
        return Reading(tuple(records), collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if not records:
            raise no_games()
        collector = NoticeCollector()
        lines = [_written(record, game, self.name, collector) for game, record in enumerate(records, 1)]
        return Writing("".join(lines).encode("utf-8", "replace"), collector.notices())


FORMAT: Final = ObfFormat()


def _position(told: str, comment: str, locator: TextLocator, at: int) -> Record:
    """The record of one line."""
    found = _LINE.fullmatch(told.rstrip())
    if not found:
        raise locator.mistake("obf.unexpected", at)
    cells = bytes(int(_CELLS[cell]) for cell in found[1].lower())
    to_move = BLACK if _CELLS[found[2].lower()] == BLACK else WHITE
    setup = Setup(Board(SIZE, SIZE, cells), to_move)
    words = _comment(found["rest"] or "", comment)
    rules = create_rules(KIND, SIZE)
    usual = rules.initial().position
    is_usual = (setup.board, setup.to_move) == (usual.board, usual.to_move)
    rules.initial(setup)
    return Record(rules, None if is_usual else setup, nodes=(Node(comment=words),))


def _comment(values: str, comment: str) -> str:
    """What stands behind a position as the comment of a record: the values of its moves, and the words."""
    told = "; ".join(part.strip() for part in values.split(";") if part.strip())
    return "\n".join(filter(None, (told, comment.strip())))


def _written(record: Record, game: int, format_name: str, collector: NoticeCollector) -> str:
    """The line of a record without moves, with its line break. Raises InGame for what such a line cannot hold."""
    if record.ruleset.KIND != KIND:
        raise InGame(game, not_held("format.wrong_game", format_name, game=record.ruleset.KIND))
    if record.ruleset.size != SIZE:
        raise InGame(game, not_held("format.wrong_size", format_name, size=record.ruleset.size))
    if record.main_actions() or any(record.nodes[index].setup for index in record.line()):
        raise InGame(game, not_held("obf.moves", format_name))
    end = record.end()
    note_losses(collector, game, record, holds=frozenset({"comments"}))
    if record.ruleset != create_rules(KIND, SIZE):
        collector.add("format.lost.rules", game)
    if record.result is not None and record.result != end.outcome:
        collector.add("format.lost.result", game)
    board = "".join("-XO"[cell] for cell in end.board.cells)
    words = "\n".join(comment for index in record.line() if (comment := record.nodes[index].comment))
    values, comment = _words(words)
    if _comment(values, comment) != words:
        collector.add("format.text_changed", game)
    rest = f" % {comment}" if comment else ""
    return f"{board} {'X' if end.to_move is BLACK else 'O'};{values}{rest}\n"


def _words(comment: str) -> tuple[str, str]:
    """A comment as what stands behind a position: its first line, where that is values of moves, and the rest."""
    lines = comment.replace("\0", " ").encode("utf-8", "replace").decode().splitlines()
    parts = [part.strip() for part in lines[0].split(";")] if lines else []
    are_values = bool(parts) and all(_VALUE.fullmatch(part) for part in parts)
    rest = " ".join(" ".join(lines[1:] if are_values else lines).split())
    values = "".join(f" {part};" for part in parts) if are_values else ""
    return values, rest
