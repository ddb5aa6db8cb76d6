"""Files of Piskvork (.psq), the manager of Gomocup tournaments: one game of Gomoku on a square board.

    Piskvorky 15x15, 11:11, 0       size; the level of each player, 0 for a person; which of them began
    8,8,1200                        a stone: column and row from 1 at the top left, milliseconds
    pbrain-one.exe                  the players, in tournaments: engines by their file, persons as homo-…
    homo-2
    -1                              how it ended: 15 on time, 0 or below by the rules or not at all
    1,Freestyle                     in later versions: the player who won, 0 for none, and the rules

Where the rules are not told we take freestyle, and where the game goes on after such a line, the rules under which it
does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from tengen.core import (
    Choose,
    ErrorCode,
    GameError,
    Node,
    Outcome,
    Participant,
    Place,
    Point,
    Reason,
    Record,
    create_rules,
    program_named,
)
from tengen.core.record import RULES
from tengen.formats.format import UNHURRIED, Beside, Format, Reading, ReadLimits, Writing
from tengen.formats.gomoku_games import KIND, TRIED, played
from tengen.formats.notices import NoticeCollector, TextLocator, collector_for, decode, not_held, note_losses

TIMEOUT: Final = 15
LEVELS: Final = "PSQLEVELS"
"""The property of the root with the levels of Black and White."""
PLAYERS: Final = "PSQPLAYERS"
"""The property of the root with the lines of Black and White, where we would write them in other words."""
_RULES: Final = {"freestyle": "Freestyle", "standard": "Standard", "renju": "Renju", "caro": "Caro"}
_PRESETS: Final = {
    **{name: name for name in _RULES},
    "exact five": "standard",
    "exactfive": "standard",
    "free": "freestyle",
    "gomoku": "freestyle",
}
_HEADER: Final = re.compile(
    r"\s*+Piskvorky\s++([0-9]{1,6})\s*+x\s*+([0-9]{1,6})\s*+,\s*+([0-9]{1,3})\s*+:\s*+([0-9]{1,3})\s*+,\s*+([01])\s*+",
    re.IGNORECASE,
)
_MOVE: Final = re.compile(r"\s*+([0-9]{1,6})\s*+,\s*+([0-9]{1,6})\s*+(?:,\s*+(-?)([0-9]{1,10})\s*+)?")
_RULE_LINE: Final = re.compile(r"\s*+[0-9]{1,2}\s*+,\s*+([A-Za-z][A-Za-z 0-9-]{0,40}?)\s*+")
_CODE: Final = re.compile(r"\s*+(-?[0-9]{1,6})\s*+")
_ENGINE: Final = re.compile(r"(?:pbrain-)?(.+?)(?:\.exe|\.zip)?", re.IGNORECASE)
_PERSON: Final = "homo-"
_HOLDS: Final = frozenset({"times", "names", "players"})


class PsqFormat(Format):
    """One game of Gomoku in Piskvork's file."""

    name = "psq"
    endings = (".psq",)
    holds_many = False

    def recognises(self, data: bytes) -> bool:
        head = data[:100].removeprefix(b"\xef\xbb\xbf").decode("latin-1")
        return _HEADER.match(head) is not None

    def read(
        self, data: bytes, *, strict: bool = True, beside: Beside = lambda _: None, limits: ReadLimits = UNHURRIED
    ) -> Reading:
        del beside
        decoded = decode(data)
        collector = collector_for(decoded)
        file = _parse(decoded.text, TextLocator(decoded))
        limits.check_nodes(1 + len(file.moves))
        if file.broken and strict:
            raise file.broken
        game, reason = played(file.size, file.moves, (file.preset,) if file.preset else TRIED)
        if reason and strict:
            raise reason
        if stop := reason or file.broken:
            collector.stop("format.stopped", 1, stop)
        if not file.preset:
            collector.add("psq.rules", 1, rules=game.rules.preset or "-")
        result = game.state.outcome
        if result is None and file.code == TIMEOUT:
            result = Outcome.won(game.state.position.to_move.other, Reason.TIME)
        elif result is None and file.code > 0:
            collector.add("psq.code", 1, code=file.code)
        black, white = file.players
        levels = f"{file.levels[0]}:{file.levels[1]}"
        kept: list[tuple[str, tuple[str, ...]]] = [(LEVELS, (levels,))] if any(file.levels) else []
        if any(line != _usual(player, seat) for seat, (line, player) in enumerate(file.lines, 1)):
            kept.append((PLAYERS, tuple(line for line, _ in file.lines)))
        nodes = (Node(properties=tuple(kept)), *game.nodes[1:])
        unstated = frozenset() if file.preset else frozenset({RULES})
        return Reading((Record(game.rules, None, black, white, nodes, result, unstated=unstated),), collector.notices())

    def write(self, records: Sequence[Record]) -> Writing:
        if len(records) != 1:
            raise not_held("format.one_game", self.name, count=len(records))
        collector = NoticeCollector()
        return Writing(_text(records[0], self.name, collector).encode(), collector.notices())


FORMAT: Final = PsqFormat()


# --- reading ---------------------------------------------------------------------------------


@dataclass(slots=True)
class _File:
    """A file taken apart. Players, their lines and levels: Black first."""

    size: int
    levels: tuple[int, int]
    players: tuple[Participant, Participant] = (Participant(), Participant())
    lines: list[tuple[str, Participant]] = field(default_factory=list)
    preset: str = ""
    moves: list[tuple[Point, int | None]] = field(default_factory=list)
    code: int = 0
    broken: GameError | None = None


def _parse(text: str, locator: TextLocator) -> _File:
    """The parts of a file. Raises GameError when it has no header for a board that can be played on."""
    lines: list[tuple[int, str]] = []
    at = 0
    for content in text.splitlines(keepends=True):
        if content.strip():
            lines.append((at, content.strip()))
        at += len(content)
    header = _HEADER.fullmatch(lines[0][1]) if lines else None
    if not header:
        raise locator.mistake("psq.no_header", lines[0][0] if lines else 0)
    columns, rows, *levels, began = map(int, header.groups())
    if columns != rows:
        raise GameError(ErrorCode.BAD_RECORD, "psq.not_square", columns=columns, rows=rows)
    create_rules(KIND, columns)  # refuses a size that is not played
    first, second = (levels[1], levels[0]) if began else (levels[0], levels[1])
    file = _File(columns, (first, second))
    count = 1
    while count < len(lines) and (move := _MOVE.fullmatch(lines[count][1])):
        ms = int(move[4]) if move[4] and not move[3] else None
        file.moves.append((Point(int(move[1]) - 1, int(move[2]) - 1), ms))
        count += 1
    if not any(ms for _, ms in file.moves):  # nobody took the time
        file.moves = [(point, None) for point, _ in file.moves]
    rest = [line for _, line in lines[count:]]
    is_end = len(rest) != 1 or _CODE.fullmatch(rest[0])
    if is_end and not any(_looks_like_move(line) for line in rest):
        _read_end(file, rest, began)
    else:
        file.broken = locator.mistake("psq.unexpected", lines[count][0])
    return file


def _looks_like_move(line: str) -> bool:
    """Whether a line was meant for a move: no name and no code has only digits and commas."""
    return "," in line and not line.strip("0123456789,-. \t")


def _read_end(file: _File, lines: list[str], began: int) -> None:
    """The names and the code that follow the moves, both of which may be missing; what else follows is nobody's."""
    names = lines[:2] if len(lines) > 1 and not (_CODE.fullmatch(lines[0]) or _RULE_LINE.fullmatch(lines[0])) else []
    code = _CODE.fullmatch(lines[len(names)]) if len(lines) > len(names) else None
    file.code = int(code[1]) if code else 0
    if len(names) == 2:
        players = [_participant(name, seat) for seat, name in enumerate(names, 1)]
        file.players = (players[1], players[0]) if began else (players[0], players[1])
        in_turn = list(zip(names, players, strict=True))
        file.lines = in_turn[::-1] if began else in_turn
    told = [match[1].lower() for line in lines[len(names) :] if (match := _RULE_LINE.fullmatch(line))]
    file.preset = next((_PRESETS[name] for name in told if name in _PRESETS), "")


def _participant(line: str, seat: int) -> Participant:
    if line.lower().startswith(_PERSON):
        name = line[len(_PERSON) :].strip()
        return Participant("" if name == str(seat) else name)
    match = _ENGINE.fullmatch(line)
    name = match[1] if match else line
    return Participant(name, player=_program(name))


def _program(name: str) -> str:
    """The player that a program of this name is: one of our own, or an engine."""
    return program_named(name) or f"engine:{name}"


# --- writing ---------------------------------------------------------------------------------


def _text(record: Record, format_name: str, collector: NoticeCollector) -> str:
    """The file's text. Raises GameError for a record that it cannot hold."""
    rules = record.ruleset
    if rules.KIND != KIND:
        raise not_held("format.wrong_game", format_name, game=rules.KIND)
    if record.setup is not None:
        raise not_held("format.setup", format_name)
    line = [record.nodes[index] for index in record.line()]
    if any(node.setup for node in line):
        raise not_held("format.middle_setup", format_name)
    computed = record.replay().game.state.outcome
    note_losses(collector, 1, record, holds=_HOLDS, own=lambda name: name in (LEVELS, PLAYERS))
    stones = [(node.action, node.ms) for node in line if isinstance(node.action, Place)]
    file = _File(rules.size, _levels(record), moves=[(action.point, ms) for action, ms in stones])
    tells = RULES not in record.unstated and rules.preset in _RULES
    again, _ = played(file.size, file.moves, (str(rules.preset),) if tells else TRIED)
    if again.rules != rules or any(isinstance(node.action, Choose) for node in line):
        collector.add("format.lost.rules", 1)
    result = record.result or computed
    code = 0 if again.state.is_over else -1
    if result and result.reason is Reason.TIME and result.winner is again.state.position.to_move.other:
        code = TIMEOUT
    elif result != again.state.outcome:
        collector.add("format.lost.result", 1)
    kept = _kept_lines(record)
    people = (record.black, record.white)
    names = [
        line if _participant(line, seat) == player else _name(player, seat, collector)
        for seat, (line, player) in enumerate(zip(kept, people, strict=True), 1)
    ]
    winner = 0 if result is None or result.winner is None else int(result.winner)
    rule_line = [f"{winner},{_RULES[str(rules.preset)]}"] if tells else []
    moves = [f"{point.x + 1},{point.y + 1},{ms or 0}" for point, ms in file.moves]
    header = f"Piskvorky {rules.size}x{rules.size}, {file.levels[0]}:{file.levels[1]}, 0"
    return "".join(f"{text}\n" for text in (header, *moves, *names, code, *rule_line))


def _kept_lines(record: Record) -> tuple[str, str]:
    """The lines of Black and White as they were read, or empty ones. What is no line of a name is passed over."""
    kept = next((values for name, values in record.nodes[0].properties if name == PLAYERS), ())
    is_fit = len(kept) == 2 and all(line.strip() == line and line.isprintable() for line in kept)
    names = [line for line in kept if line and not (_CODE.fullmatch(line) or _RULE_LINE.fullmatch(line))]
    fit = is_fit and len(names) == 2 and not any(_looks_like_move(line) for line in names)
    return (names[0], names[1]) if fit else ("", "")


def _levels(record: Record) -> tuple[int, int]:
    """The levels that were kept, else 0 for a person and 1 for a program."""
    kept = next((values[0] for name, values in record.nodes[0].properties if name == LEVELS and values), "")
    match = re.fullmatch(r"([0-9]{1,3}):([0-9]{1,3})", kept)
    black, white = (int(player.player != Participant().player) for player in (record.black, record.white))
    return (int(match[1]), int(match[2])) if match else (black, white)


def _usual(player: Participant, seat: int) -> str:
    """The line that we write for a player."""
    return _name(player, seat, NoticeCollector())


def _name(player: Participant, seat: int, collector: NoticeCollector) -> str:
    name = " ".join(player.name.replace("\0", " ").split()).encode("utf-8", "replace").decode()
    if name != player.name or name == str(seat):  # which is what a person without a name is called
        collector.add("format.text_changed", 1)
    if player.player not in (Participant().player, _program(name)):
        collector.add("format.lost.players", 1)
    return f"{_PERSON}{name or seat}" if player.player == Participant().player else f"pbrain-{name or seat}.exe"
