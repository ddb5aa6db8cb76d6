"""Openings: who places the first stones, where they may stand, and who then chooses a colour.

Colours are those the players hold at the moment: after a choice that changes them, Black is the other person.

- `free`: play from the first stone on.
- `pro`: the first stone in the centre, the second anywhere, the third outside the 5x5 square around the first.
  On an even board the centre is any of the four middle points; the square lies around the stone placed there.
- `swap`: Black places a black, a white and a black stone. White chooses a colour; then White plays the fourth.
- `swap2`: as swap, but White may also place a white and a black stone more and leave the choice of a colour to
  Black; then White plays the sixth.

How far an opening has come is told by the phase and the number of stones; nothing else is remembered. With so few
stones neither a line nor a foul is possible.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tengen.core import BLACK, CHOICE, EMPTY, OPENING, PLAY, WHITE, Board, Color, Phase, Point


class Opening(StrEnum):
    """How the first stones come onto the board."""

    FREE = "free"
    PRO = "pro"
    SWAP = "swap"
    SWAP2 = "swap2"


CHOOSING: Final = (Opening.SWAP, Opening.SWAP2)
"""Openings in which one player places stones of both colours and the other chooses a colour."""

PLACE_TWO: Final = "place_two"
"""The choice to add two stones instead of taking a colour. The other choices are the colours' words."""

_FIRST_CHOICE: Final = 3
"""After so many stones White chooses."""
_SECOND_CHOICE: Final = 5
"""After so many stones Black chooses, where White placed two more."""
_PRO_STONES: Final = 3
_PRO_DISTANCE: Final = 3
"""How far from the first stone the third must be, in columns or rows."""


def stone_count(board: Board) -> int:
    """The stones of both colours."""
    return len(board.cells) - board.cells.count(EMPTY)


def phase_with(opening: Opening, stones: int) -> Phase:
    """The phase once this many stones have been placed."""
    match opening:
        case Opening.FREE:
            return PLAY
        case Opening.PRO:
            return OPENING if stones < _PRO_STONES else PLAY
        case Opening.SWAP | Opening.SWAP2:
            return CHOICE if stones in (_FIRST_CHOICE, _SECOND_CHOICE) else OPENING


def actor(opening: Opening, phase: Phase, to_move: Color, stones: int) -> Color:
    """Who places the next stone or makes the choice."""
    if phase == PLAY or opening is Opening.PRO:
        return to_move
    if phase == CHOICE:
        return WHITE if stones == _FIRST_CHOICE else BLACK
    return BLACK if stones < _FIRST_CHOICE else WHITE


def choices(opening: Opening, stones: int) -> tuple[str, ...]:
    """What can be chosen after this many stones."""
    colors = (BLACK.word, WHITE.word)
    may_place = opening is Opening.SWAP2 and stones == _FIRST_CHOICE
    return (*colors, PLACE_TWO) if may_place else colors


def allows(opening: Opening, board: Board, point: Point) -> bool:
    """Whether the next stone of the opening may stand on this empty point."""
    if opening is not Opening.PRO:
        return True
    match stone_count(board):
        case 0:
            return point in centre(board.columns)
        case 1:
            return True
        case _:
            (first,) = board.stones(BLACK)
            return max(abs(point.x - first.x), abs(point.y - first.y)) >= _PRO_DISTANCE


def centre(size: int) -> tuple[Point, ...]:
    """The middle point of an odd board, the four middle points of an even one."""
    middle = sorted({(size - 1) // 2, size // 2})
    return tuple(Point(x, y) for y in middle for x in middle)


def guidance(opening: Opening, phase: Phase, stones: int) -> str | None:
    """The text key, inside the game's table, that tells the player what to do now; None in ordinary play."""
    if phase == PLAY:
        return None
    if opening is Opening.PRO:
        return f"opening.pro.{stones + 1}"
    if phase == CHOICE:
        return f"opening.{opening}.choose" if stones == _FIRST_CHOICE else "opening.swap2.choose_again"
    return "opening.swap.place" if stones < _FIRST_CHOICE else "opening.swap2.place_two"
