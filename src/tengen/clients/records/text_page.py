"""A position of a record as lines of text. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.clients.console.symbols import Symbols
from tengen.clients.records.main_line import ReplayPosition, deed, game_title, player_names, result_line
from tengen.core import COLORS, BoardStyle, Point, Record, Ruleset, format_board, text
from tengen.core.printing import printable, width

_WIDEST_TEXT: Final = 100
_LONGEST_COMMENT: Final = 4000


@dataclass(frozen=True, slots=True)
class Pages:
    """Everything that the positions of one record are shown with. `of_file` tells which game of how many it is."""

    record: Record
    positions: list[ReplayPosition]
    language: str
    symbols: Symbols
    of_file: tuple[int, int] = (1, 1)

    def _heading(self, columns: int) -> list[str]:
        number, count = self.of_file
        title = game_title(self.record.ruleset, self.language)
        about = [word for word in (dict(self.record.info).get("event", ""), self.record.created) if word]
        if count > 1:
            about.append(text(self.language, "replay.of_file", game=number, count=count))
        return [
            *wrapped(title, columns),
            *wrapped(" · ".join(" ".join(printable(word).split()) for word in about), columns)[:2],
        ]

    def _count(self, position: ReplayPosition) -> str:
        count = text(self.language, "replay.move", number=position.number, count=self.positions[-1].number)
        done = deed(position, self.record.ruleset, self.language, self.symbols)
        return f"{count}  {done}".rstrip()

    def head(self) -> list[str]:
        """What stands above all positions."""
        return [*self._heading(_WIDEST_TEXT), *self._players_alone(), ""]

    def position(self, at: int) -> list[str]:
        """One position with what is said about it."""
        position = self.positions[at]
        board = board_lines(position, self.record.ruleset, self.symbols)
        return [
            self._count(position),
            *(line.rstrip() for line in board),
            *wrapped(_comment(position), _WIDEST_TEXT),
            "",
        ]

    def foot(self) -> list[str]:
        """How it ended."""
        result = result_line(self.record, self.positions[-1].state, self.language)
        return [result] if result else []

    def _players_alone(self) -> list[str]:
        names = player_names(self.record, self.language)
        return [f"{self.symbols.stone(color)} {name}" for color, name in zip(COLORS, names, strict=True)]


def board_lines(position: ReplayPosition, ruleset: Ruleset, symbols: Symbols) -> list[str]:
    """The board with its labels, dead stones in another shape, and the last stone in brackets."""
    state, spec = position.state, ruleset.board_spec()
    board = state.position.board
    marks: dict[Point, str] = {}
    if spec.style is BoardStyle.LINES:
        marks |= {point: symbols.star for point in spec.stars if board[point] is None}
    marks |= {point: symbols.stone(stone, dead=True) for point in state.dead if (stone := board[point]) is not None}
    lines = format_board(board, spec, symbols=symbols.empty + symbols.black + symbols.white, marks=marks).split("\n")
    if position.last is not None:
        row = position.last.y + 1
        before = max(map(len, spec.row_labels)) + 2 * position.last.x
        line = lines[row]
        lines[row] = f"{line[:before]}({line[before + 1]}){line[before + 3 :]}"
    return lines


def wrapped(words: str, columns: int) -> list[str]:
    """The text in lines of at most so many columns, broken at spaces where there are any."""
    lines: list[str] = []
    for paragraph in words.splitlines():
        line, used = "", 0
        for word in printable(paragraph).split():
            if line and used + 1 + width(word) <= columns:
                line, used = f"{line} {word}", used + 1 + width(word)
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, columns)
            lines += full
            used = width(line)
        lines.append(line)
    return lines


def _pieces(word: str, columns: int) -> list[str]:
    """A word in pieces that fit; a character that is too wide stands alone."""
    pieces, used = [""], 0
    for char in word:
        size = width(char)
        if pieces[-1] and used + size > columns:
            pieces.append("")
            used = 0
        pieces[-1] += char
        used += size
    return pieces


def _comment(position: ReplayPosition) -> str:
    return position.node.comment[:_LONGEST_COMMENT]
