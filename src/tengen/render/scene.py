"""A moment of a game as a scene: the one place where it is decided what is drawn, where, and in which colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Final

from tengen.core import Board, BoardSpec, Color, GameState, Mark, Point, Position
from tengen.render.board import CELL, Layout, empty_board
from tengen.render.lettering import CAP_HEIGHT, fitted, one_line, wrapped
from tengen.render.marks import PointPainter, is_written, stone
from tengen.render.shapes import Anchor, Rect, Scene, Shape, Text
from tengen.render.themes import WOOD, Theme

_MOST_CAPTION_LINES: Final = 4
_MOST_MESSAGE_LINES: Final = 4


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Options of a picture: what it shows besides the stones, and its theme.

    `last` is the point of the last move, `numbers` are moves by their points, `legal` and `forbidden` points of the
    side to move. `owners` says for points whose they are, from 1 (Black's) to -1 (White's). Dead stones are faded:
    those of the state unless `dead` names others. `message` stands below the board, line for line, with a small
    stone of the side `turn` before its first; an empty message keeps the room, None needs none. `caption` comes
    below, in up to four lines. `on_screen` lays the board out as the page does (`Layout`).
    """

    theme: Theme = WOOD
    coordinates: bool = True
    last: Point | None = None
    numbers: Mapping[Point, int] = field(default_factory=dict)
    marks: Sequence[Mark] = ()
    legal: Sequence[Point] = ()
    forbidden: Sequence[Point] = ()
    owners: Mapping[Point, float] = field(default_factory=dict)
    dead: Set[Point] | None = None
    message: str | None = None
    turn: Color | None = None
    caption: str = ""
    on_screen: bool = False


def draw(shown: GameState | Position | Board, spec: BoardSpec, options: PictureOptions | None = None) -> Scene:
    """The scene of a moment: a state, a position or bare stones on a board of this description.

    Points outside the board are left out.
    """
    options = options or PictureOptions()
    board = _board_of(shown)
    assert (board.columns, board.rows) == (spec.columns, spec.rows), "a board needs its own description"
    dead = options.dead if options.dead is not None else shown.dead if isinstance(shown, GameState) else frozenset()
    layout = Layout(spec, options.coordinates, options.on_screen)
    below = _text_below(layout.width, options)
    height = layout.height + below.height
    shapes: list[Shape] = [*empty_board(layout, options.theme)]
    shapes += _stones(PointPainter(layout, options.theme, board), board, options, dead)
    shapes += below.shapes(layout.height)
    return Scene(layout.width, height, tuple(shapes), _title(options))


def _board_of(shown: GameState | Position | Board) -> Board:
    if isinstance(shown, GameState):
        return shown.position.board
    return shown.board if isinstance(shown, Position) else shown


def _title(options: PictureOptions) -> str:
    return one_line(" ".join(filter(None, (options.caption, options.message))))


def _stones(painter: PointPainter, board: Board, options: PictureOptions, dead: Set[Point]) -> Iterator[Shape]:
    """Everything on the points, from the bottom up."""
    occupied = [(point, color) for point in board.points() if (color := board[point]) is not None]
    for point, _ in occupied:
        if point not in dead:
            yield from painter.shadow(point)
    for point, color in occupied:
        yield from painter.stone(point, color, options.theme.faded if point in dead else 1.0)
    for point, value in options.owners.items():
        if point in board:
            yield from painter.owner(point, value)
    for point in options.legal:
        if point in board:
            yield from painter.legal(point)
    for point in options.forbidden:
        if point in board:
            yield from painter.forbidden(point)
    marked = {Point(*point) for mark in options.marks if is_written(mark) for point in mark.points}
    for point, number in options.numbers.items():
        if point in board and point not in marked:
            yield from painter.number(point, number)
    for mark in options.marks:
        yield from painter.marks(mark)
    if options.last is not None and options.last in board:
        yield from painter.last(options.last, is_written_on=options.last in marked or options.last in options.numbers)


@dataclass(frozen=True, slots=True)
class _Below:
    """The text below a board: a message, its lines with their sizes, and a caption, already in lines that fit."""

    theme: Theme
    width: float
    size: float
    message: tuple[tuple[str, float], ...]
    turn: Color | None
    caption: tuple[str, ...]

    @property
    def _row(self) -> float:
        return 1.4 * self.size

    @property
    def height(self) -> float:
        """How much room it takes; none when there is nothing to say."""
        rows = len(self.message) + len(self.caption)
        return rows * self._row + 0.9 * self.size if rows else 0.0

    def shapes(self, top: float) -> Iterator[Shape]:
        """The shapes, from this height down."""
        if not self.height:
            return
        yield Rect(0, top, self.width, self.height, self.theme.ground)
        middle = top + 0.45 * self.size + self._row / 2
        for index, (line, size) in enumerate(self.message):
            yield from self._message_line(middle, line, size, self.turn if index == 0 else None)
            middle += self._row
        for line in self.caption:
            y = middle + CAP_HEIGHT / 2 * self.size
            if not self.message:
                yield Text(self.width / 2, y, line, self.size, self.theme.ink)
            else:
                yield Text(_inset(self.size), y, line, self.size, self.theme.ink, Anchor.START)
            middle += self._row

    def _message_line(self, middle: float, line: str, size: float, turn: Color | None) -> Iterator[Shape]:
        x = _inset(self.size)
        if turn is not None:
            radius = 0.48 * self.size
            yield from stone(x + radius, middle, radius, self.theme.stone(turn))
            x += 2 * radius + 0.5 * self.size
        if line:
            yield Text(x, middle + CAP_HEIGHT / 2 * size, line, size, self.theme.ink, Anchor.START)


def _inset(size: float) -> float:
    """From the edge of a picture to its text."""
    return 0.8 * size


def _text_below(width: float, options: PictureOptions) -> _Below:
    size = max(0.46 * CELL, 0.027 * width)
    room = width - 2 * _inset(size)
    has_line = options.message is not None or options.turn is not None
    lines = (options.message or "").split("\n")[:_MOST_MESSAGE_LINES] if has_line else []
    rooms = [room - (1.46 * size if options.turn is not None and index == 0 else 0.0) for index in range(len(lines))]
    message = tuple(fitted(one_line(line), size, wide) for line, wide in zip(lines, rooms, strict=True))
    caption = wrapped(one_line(options.caption), size, room, _MOST_CAPTION_LINES)
    return _Below(options.theme, width, size, message, options.turn, tuple(caption))
