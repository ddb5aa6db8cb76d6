"""A position of a record as lines of text, for a terminal of any size or for a pipe. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from tengen.clients.console.symbols import Symbols
from tengen.clients.records.main_line import ReplayPosition, deed, game_title, player_names, result_line
from tengen.core import COLORS, BoardStyle, GameState, Point, Record, Ruleset, format_board, text
from tengen.core.printing import clip, pad, printable, width

_GAP: Final = 3
_NARROWEST_PANEL: Final = 24
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

    def screen(self, at: int, columns: int, rows: int) -> list[str]:
        """The page for a terminal: the board, and beside it what is to be said, or below it where it is narrow.

        At most so many lines, and none of them wider. The last move is told even where there is no room for more.
        """
        board = board_lines(self.positions[at], self.record.ruleset, self.symbols)
        board_columns = max(map(width, board)) + _GAP
        if columns - board_columns >= _NARROWEST_PANEL:
            panel = self._panel(at, min(columns - board_columns, _WIDEST_TEXT), rows)
            lines = [pad(left, board_columns) + right for left, right in zip_longest(board, panel, fillvalue="")]
        else:
            lines = [self._count(self.positions[at]), *board, *self._panel(at, columns, rows, with_count=False)]
        return [clip(line, columns).rstrip() for line in lines[:rows]]

    def _panel(self, at: int, columns: int, rows: int, *, with_count: bool = True) -> list[str]:
        position = self.positions[at]
        lines = [*self._heading(columns), *self._players(position.state), ""]
        if with_count:
            lines.append(self._count(position))
        if at == len(self.positions) - 1:
            lines.append(result_line(self.record, position.state, self.language))
        lines += ["", *wrapped(_comment(position), columns)]
        return [clip(line, columns) for line in lines[:rows]]

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

    def _players(self, state: GameState) -> list[str]:
        lines = []
        names = player_names(self.record, self.language)
        for color, name in zip(COLORS, names, strict=True):
            taken = ""
            if self.record.ruleset.FEATURES.prisoners:
                taken = " " + text(self.language, "console.prisoners", count=state.position.prisoners.of(color))
            lines.append(f"{self.symbols.stone(color)} {name}{taken}")
        return lines

    def _count(self, position: ReplayPosition) -> str:
        count = text(self.language, "replay.move", number=position.number, count=self.positions[-1].number)
        done = deed(position, self.record.ruleset, self.language, self.symbols)
        return f"{count}  {done}".rstrip()

    # --- for a pipe ----------------------------------------------------------------------------

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
