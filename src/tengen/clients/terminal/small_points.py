"""Points of two columns in one row: a sign, and between two of them a line or a bracket."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from tengen.clients.terminal.marked_board import Mark, MarkedBoard
from tengen.core import BLACK, BoardStyle, Color, Point


def small_point(board: MarkedBoard, point: Point) -> Segment:
    """The sign of a point."""
    sign, style = _sign(board, point)
    return Segment(sign, board.fill(point) + style)


def between(board: MarkedBoard, left: Point | None, right: Point | None) -> Segment:
    """The column between two points: a bracket beside the cursor and the last stone, else the board itself."""
    ground, shown = board.ground, board.shown
    side = left or right
    assert side is not None, "a column has a point at one side"
    fill = board.fill(side)
    for point, style, brackets in ((board.cursor, ground.cursor, "[]"), (shown.last, ground.last, "()")):
        if point is not None and point in (left, right):
            return Segment(brackets[0] if point == right else brackets[1], fill + style)
    has_line = shown.spec.style is BoardStyle.LINES and left is not None and right is not None
    return Segment(board.look.signs.bar if has_line else " ", fill + ground.line)


def _sign(board: MarkedBoard, point: Point) -> tuple[str, Style]:
    shown, ground, signs = board.shown, board.ground, board.look.signs
    stone = board.stone(point)
    if stone is not None:
        style = ground.stones[stone] + Style(underline=point in shown.won)
        label = shown.labels.get(point)
        sign = signs.stone(stone, is_dead=point in shown.dead)
        return (sign, style) if label is None else (label, style + Style(reverse=True))
    mark, color = board.mark(point)
    side: Color = color or BLACK
    match mark:
        case Mark.LABEL:
            return shown.labels[point], board.look.hint
        case Mark.GHOST:
            return signs.stone(side), ground.ghosts[side]
        case Mark.HINT:
            return signs.hint, board.look.hint
        case Mark.FORBIDDEN:
            return signs.forbidden, ground.forbidden
        case Mark.LEGAL:
            return signs.legal, ground.legal
        case Mark.TERRITORY:
            return signs.territory(side), ground.stones[side]
        case _:
            return _empty(board, point, is_star=mark is Mark.STAR), ground.line


def _empty(board: MarkedBoard, point: Point, *, is_star: bool) -> str:
    signs, spec = board.look.signs, board.shown.spec
    if spec.style is not BoardStyle.LINES:
        return signs.cell
    return signs.star if is_star else signs.grid[_third(point.y, spec.rows)][_third(point.x, spec.columns)]


def _third(index: int, count: int) -> int:
    """0 at the near edge, 2 at the far one, 1 between them."""
    return 0 if index == 0 else 2 if index == count - 1 else 1
