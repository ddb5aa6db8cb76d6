"""What a board shows of a view: stones, last move, legal points, territory, dead stones, a hint, an estimate.

The page's choices, in the shapes of `tengen.render`. Nothing here follows the pointer or moves.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from tengen.clients.play import View, kind_of
from tengen.clients.sitting.ownership import shares
from tengen.clients.sitting.preferences import Preferences
from tengen.core import AGREE, BLACK, CHOICE, Board, BoardSpec, Color, Mark, Pass, Place, Point, restricts_placing
from tengen.render import (
    CELL,
    THEMES,
    Circle,
    Layout,
    Line,
    PictureOptions,
    Scene,
    Shape,
    Theme,
    draw,
)

_SIGN: Final = 0.15
_SIGN_ON_SQUARE: Final = 0.085
_SIGN_WIDTH: Final = 0.053
_ROW_WIDTH: Final = 0.0875
_FREE: Final = 0.74
"""How much of a stone a winning row leaves free from its middle where something is written there, in radii."""


@dataclass(frozen=True, slots=True)
class BoardLook:
    """How boards are shown: the theme, and what a person wants to see on them."""

    theme: Theme
    coordinates: bool = True
    numbers: bool = False
    legal: bool = True


def look_of(preferences: Preferences, *, is_dark: bool) -> BoardLook:
    """How boards look for a person; without a theme of their own as the window around them does."""
    usual = THEMES["dark" if is_dark else "wood"]
    theme = THEMES.get(preferences.theme or "", usual)
    return BoardLook(theme, preferences.coordinates, preferences.numbers, preferences.show_legal)


def board_scene(
    view: View,
    look: BoardLook,
    hint: Point | None = None,
    without: Collection[Point] = (),
    line: Sequence[Point] = (),
) -> Scene:
    """The scene of a view, with the point of a hint and numbers for the moves that follow it in its `line`.

    The stones `without` are drawn by somebody else, as they move.
    """
    board = view.board.with_stones(dict.fromkeys(without)) if without else view.board
    dead = view.dead if view.proposal is None else view.proposal.dead
    owners = {} if view.estimate is not None else _owners(view)
    last = view.last_move if view.last_move is not None and board[view.last_move] is not None else None
    numbers = _numbers(view, board) if look.numbers else {}
    options = PictureOptions(
        theme=look.theme,
        coordinates=look.coordinates,
        last=last,
        numbers=numbers,
        legal=view.legal if look.legal and helps_to_dot(view) else (),
        forbidden=view.forbidden,
        owners=shares(view.estimate, board) if view.estimate else _certain(owners),
        dead=dead,
        marks=[Mark("label", (point,), str(number)) for number, point in enumerate(line, 1) if number > 1],
        on_screen=True,
    )
    scene = draw(board, view.spec, options)
    layout = Layout(view.spec, look.coordinates, on_screen=True)
    signs = [
        *_dead_signs(layout, look.theme, view, board, owners),
        *_rows(layout, look.theme, view, board, is_written_on=look.numbers),
        *(_hint(layout, look.theme, hint) if hint is not None and board[hint] is None else ()),
    ]
    return Scene(scene.width, scene.height, (*scene.shapes, *signs), scene.title)


def small_scene(board: Board, spec: BoardSpec, theme: Theme, last: Point | None = None) -> Scene:
    """A board to look at in a list."""
    return draw(board, spec, PictureOptions(theme=theme, coordinates=False, last=last, on_screen=True))


def helps_to_dot(view: View) -> bool:
    """Whether it helps to show where one may play: not in games in which nearly every empty point is free."""
    if view.asked is None or view.phase in (AGREE, CHOICE) or view.is_over:
        return False
    if restricts_placing(kind_of(view).rules):
        return True
    return view.guidance is not None and 0 < 2 * len(view.legal) < len(view.board.empties())


def _owners(view: View) -> Mapping[Point, Color]:
    """Whose the points are, where the board is counted."""
    is_counted = view.phase == AGREE if view.result is None else view.result.is_counted
    territory = view.territory if view.proposal is None else view.proposal.territory or view.territory
    if not is_counted or territory is None:
        return {}
    return {point: color for color, points in territory.items() for point in points}


def _certain(owners: Mapping[Point, Color]) -> dict[Point, float]:
    return {point: 1.0 if color is BLACK else -1.0 for point, color in owners.items()}


def _numbers(view: View, board: Board) -> dict[Point, int]:
    """The numbers of moves for the stones that still stand; of two on the same point the later one's."""
    numbers = {}
    played = (move for move in view.moves if isinstance(move, Place | Pass))
    for number, move in enumerate(played, 1):
        if isinstance(move, Place) and board[move.point] is not None:
            numbers[move.point] = number
    return numbers


def _dead_signs(
    layout: Layout, theme: Theme, view: View, board: Board, owners: Mapping[Point, Color]
) -> Iterator[Shape]:
    """A small cross on every dead stone, a small ring on those that are only proposed."""
    is_proposal = view.proposal is not None
    for point in sorted(view.dead if view.proposal is None else view.proposal.dead):
        color = board[point]
        if color is None:
            continue
        owner = owners.get(point, color)
        half = CELL * (_SIGN if owner is color else _SIGN_ON_SQUARE)
        x, y = layout.at(point)
        ink, width = theme.stone(owner).ink, _SIGN_WIDTH * CELL * theme.strokes
        if is_proposal:
            yield Circle(x, y, half, None, ink, width)
        else:
            yield Line(x - half, y - half, x + half, y + half, ink, width)
            yield Line(x - half, y + half, x + half, y - half, ink, width)


def _rows(layout: Layout, theme: Theme, view: View, board: Board, *, is_written_on: bool) -> Iterator[Shape]:
    """A stroke along the rows that won, in the ink of their stones."""
    free = _FREE * layout.stone_radius if is_written_on else 0.0
    for row in view.won:
        colors = {board[point] for point in row}
        color = colors.pop()
        if colors or color is None:
            continue  # a stone of it is still on its way
        for first, second in pairwise(row):
            (x1, y1), (x2, y2) = layout.at(first), layout.at(second)
            share = free / hypot(x2 - x1, y2 - y1)
            dx, dy = share * (x2 - x1), share * (y2 - y1)
            width = _ROW_WIDTH * CELL * theme.strokes
            yield Line(x1 + dx, y1 + dy, x2 - dx, y2 - dy, theme.stone(color).ink, width)


def _hint(layout: Layout, theme: Theme, point: Point) -> Iterator[Shape]:
    """A ring with a dot, in the colour that is neither side's."""
    x, y = layout.at(point)
    radius = layout.stone_radius
    yield Circle(x, y, 0.8 * radius, theme.white.shade, opacity=0.5)
    yield Circle(x, y, 0.8 * radius, None, theme.white.shade, 0.15 * CELL)
    yield Circle(x, y, 0.8 * radius, None, theme.arrow, 0.085 * CELL)
    yield Circle(x, y, 0.2 * radius, theme.arrow)
