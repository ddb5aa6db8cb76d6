"""Boards as text pictures, for tests, documents and terminals. Reads and prints stones, nothing else."""

from __future__ import annotations

import re
from typing import Final

from tengen.core.board import Board
from tengen.core.boardspec import BoardSpec
from tengen.core.color import BLACK, EMPTY, WHITE, Point
from tengen.core.errors import ErrorCode, GameError

_CELLS: Final = {
    **dict.fromkeys(".+,-", EMPTY),
    **dict.fromkeys("#Xx●*", BLACK),
    **dict.fromkeys("oO○", WHITE),
}
_ROW_LABEL: Final = re.compile(r"^\s*\d+\s+|\s+\d+\s*$")


def parse_board(text: str) -> Board:
    """The board in a picture: one line a row, `#` black, `o` white, `.` empty.

    Spaces, row numbers and a line of column letters are allowed; `● ○ X O *` are read as stones
    and `+` as an empty point too. Raises BAD_NOTATION for anything else.
    """
    rows = []
    for line in text.splitlines():
        symbols = _ROW_LABEL.sub("", line).replace(" ", "").replace("\t", "")
        if symbols and not _is_column_labels(symbols):
            rows.append(symbols)
    columns = len(rows[0]) if rows else 0
    for row in rows:
        unknown = [symbol for symbol in row if symbol not in _CELLS]
        if unknown or len(row) != columns:
            raise GameError(ErrorCode.BAD_NOTATION, "diagram.bad_row", row=row[:40])
    return Board(columns, len(rows), bytes(_CELLS[symbol] for row in rows for symbol in row))


def _is_column_labels(symbols: str) -> bool:
    return symbols.upper().startswith("ABC")


def format_board(
    board: Board, spec: BoardSpec | None = None, *, symbols: str = ".#o", marks: dict[Point, str] | None = None
) -> str:
    """A picture of the board; with labels when a BoardSpec is given, and with marks on some points."""
    marks = marks or {}
    lines = []
    width = max((len(label) for label in spec.row_labels), default=0) if spec else 0
    if spec:
        lines.append(" " * width + " " + " ".join(label.upper() for label in spec.column_labels))
    for y in range(board.rows):
        cells = [marks.get(Point(x, y)) or symbols[board.cells[y * board.columns + x]] for x in range(board.columns)]
        label = f"{spec.row_labels[y]:>{width}} " if spec else ""
        lines.append(label + " ".join(cells))
    return "\n".join(lines)
