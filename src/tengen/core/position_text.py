"""A position of any game as one line of text. Boards as pictures of several lines are in `diagram`."""

from __future__ import annotations

import re
from math import isqrt
from typing import Final

from tengen.core.board import Board
from tengen.core.color import BLACK, EMPTY, WHITE
from tengen.core.errors import ErrorCode, GameError, shown
from tengen.core.position import Prisoners, Setup

_CELLS: Final = {"X": BLACK, "O": WHITE, "-": EMPTY, ".": EMPTY}
_SIDES: Final = {"X": BLACK, "O": WHITE}
_PRISONERS: Final = re.compile(r"(\d{1,6}):(\d{1,6})")
_MOST_LINES: Final = 64
"""No game has a larger board."""


def parse_position(text: str) -> Setup:
    """The position of a line such as `-X- XO- --- O`: every cell row by row from the top left, then the side to move.

    `X` is black, `O` white, `-` or `.` empty, in any case; blanks between cells mean nothing. Where stones were taken,
    `3:2` at the end tells those that Black and White have. Raises BAD_NOTATION.
    """
    parts = text.upper().split()
    prisoners = Prisoners()
    if parts and (found := _PRISONERS.fullmatch(parts[-1])):
        prisoners = Prisoners(int(found[1]), int(found[2]))
        parts.pop()
    if len(parts) < 2 or parts[-1] not in _SIDES:
        raise GameError(ErrorCode.BAD_NOTATION, "position.no_side", text=shown(text))
    cells = "".join(parts[:-1])
    unknown = next((cell for cell in cells if cell not in _CELLS), None)
    if unknown is not None:
        raise GameError(ErrorCode.BAD_NOTATION, "position.bad_cell", cell=shown(unknown))
    lines = isqrt(len(cells))
    if lines * lines != len(cells) or lines > _MOST_LINES:
        raise GameError(ErrorCode.BAD_NOTATION, "position.not_square", count=len(cells))
    return Setup(Board(lines, lines, bytes(_CELLS[cell] for cell in cells)), _SIDES[parts[-1]], prisoners)
