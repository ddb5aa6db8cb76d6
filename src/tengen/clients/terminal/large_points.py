"""Points of four columns in two rows: stones are discs of blocks, lines cross in the middle between the characters."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style

from tengen.clients.terminal.marked_board import Mark, MarkedBoard
from tengen.core import BLACK, BoardStyle, Color, Point

_DISC = ("▟██▙", "▜██▛")
_RING = ("╭──╮", "╰──╯")
_DEAD = (" ▄▄ ", " ▀▀ ")
_DOT = (" ▗▖ ", " ▝▘ ")
_CROSS = (" ╲╱ ", " ╱╲ ")
_CORNERS = ("┌  ┐", "└  ┘")
_MIDDLE = ("▄▄", "▀▀")
_COLUMNS = 4


def large_point(board: MarkedBoard, point: Point, half: int) -> list[Segment]:
    """The upper (0) or the lower half (1) of a point."""
    stone = board.stone(point)
    cells = _empty(board, point, half) if stone is None else _stone(board, point, stone, half)
    if point == board.cursor:
        has_disc = stone is not None and stone not in board.ground.outlined and point not in board.shown.dead
        cells = _with_cursor(board, cells, half, has_disc=has_disc)
    fill = board.fill(point)
    return [Segment(sign, fill + style) for sign, style in cells]


_Cells = list[tuple[str, Style]]


def _stone(board: MarkedBoard, point: Point, color: Color, half: int) -> _Cells:
    shown, ground = board.shown, board.ground
    body = ground.discs[color][half]
    if point in shown.dead:
        return _each(_DEAD[half], ground.stones[color] if color in ground.outlined else body)
    is_ring = color in ground.outlined
    inside = Style(bgcolor=ground.discs[color][0].color)
    ink = ground.stones[color] + inside if is_ring else body
    cells = _each((_RING if is_ring else _DISC)[half], ink)
    label = shown.labels.get(point)
    if label is not None and half == 0:
        cells[1] = (label, ground.line + Style(bgcolor=body.color, bold=True) if not is_ring else ink)
    elif label is None and (point == shown.last or point in shown.won):
        over = Style(color=ground.last.color, bgcolor=body.color) if not is_ring else inside + ground.last
        cells[1:3] = _each(_MIDDLE[half], over)
    return cells


def _empty(board: MarkedBoard, point: Point, half: int) -> _Cells:
    ground, look = board.ground, board.look
    cells = _lines(board, point, half) if board.shown.spec.style is BoardStyle.LINES else _each(" " * _COLUMNS, Style())
    mark, color = board.mark(point)
    side: Color = color or BLACK
    match mark:
        case Mark.LABEL:
            if half == 0:
                cells[1] = (board.shown.labels[point], look.hint)
        case Mark.GHOST:
            return _each((_RING if side in ground.outlined else _DISC)[half], ground.ghosts[side])
        case Mark.HINT:
            return _each(_DEAD[half], look.hint)
        case Mark.FORBIDDEN:
            cells[1:3] = _each(_CROSS[half][1:3], ground.forbidden)
        case Mark.LEGAL:
            cells[1:3] = _each(_DOT[half][1:3], ground.legal)
        case Mark.TERRITORY:
            cells[1:3] = _each(_DEAD[half][1:3], ground.stones[side])
        case Mark.STAR if board.shown.spec.style is BoardStyle.LINES:
            cells[1:3] = _each(_DOT[half][1:3], ground.line)
    return cells


def _lines(board: MarkedBoard, point: Point, half: int) -> _Cells:
    """The grid: a line below the upper half, and one at the right of the second column."""
    spec, line = board.shown.spec, board.ground.line
    left, right = (("▁" if half == 0 and crosses else " ") for crosses in (point.x > 0, point.x < spec.columns - 1))
    has_bar = point.y > 0 if half == 0 else point.y < spec.rows - 1
    return _each(f"{left}{'▕' if has_bar else left}{right}{right}", line)


def _with_cursor(board: MarkedBoard, cells: _Cells, half: int, *, has_disc: bool) -> _Cells:
    """Corners around the point; those of a disc are the ground behind it."""
    cursor = board.ground.cursor
    first, *middle, last = cells
    if has_disc:
        behind = Style(bgcolor=board.ground.last.color)  # neither black nor white
        return [(first[0], first[1] + behind), *middle, (last[0], last[1] + behind)]
    return [(_CORNERS[half][0], cursor), *middle, (_CORNERS[half][-1], cursor)]


def _each(signs: str, style: Style) -> _Cells:
    return [(sign, style) for sign in signs]
