"""A small live board with two names and whose move it is: how a match is shown wherever several are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tengen.clients.desktop.board import small_board
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS, SMALL
from tengen.clients.desktop.widgets import Deed, Pressable
from tengen.core import COLORS, Board, BoardSpec, Color, Point
from tengen.render import Theme

CARD_WIDTH: Final = 188.0
_PAD: Final = 8.0
_ROW: Final = 20.0
_STONE: Final = 6.0


@dataclass(frozen=True, slots=True)
class CardWords:
    """What is said below a small board: the game, both players, how it stands, and what is left of a time of days."""

    title: str
    names: Mapping[Color, str]
    turn: str
    aside: str = ""
    to_move: Color | None = None
    is_yours: bool = False
    """Whether it waits for somebody at this screen."""


class GameCard(Pressable):
    """One match, small; a click goes there."""

    def __init__(
        self,
        board: Board,
        spec: BoardSpec,
        theme: Theme,
        words: CardWords,
        on_press: Deed,
        *,
        key: str,
        last: Point | None = None,
    ) -> None:
        super().__init__(on_press, key=key, tip=words.title)
        self._board, self._spec, self._theme, self._last = board, spec, theme, last
        self.words = words

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        side = CARD_WIDTH - 2 * _PAD
        return Size(CARD_WIDTH, side + 2 * _PAD + 4 * _ROW + 4)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        edge = colors.accent if self.words.is_yours else colors.line
        canvas.box(rect, colors.hover if canvas.is_hovered(self) else colors.raised, edge=edge, radius=RADIUS)
        side = rect.width - 2 * _PAD
        self._draw_board(canvas, Rect(rect.x + _PAD, rect.y + _PAD, side, side))
        row = Rect(rect.x + _PAD, rect.y + side + 2 * _PAD, side, _ROW)
        canvas.text(self.words.title, row, size=SMALL, bold=True)
        for color in COLORS:
            row = _below(row)
            middle = (row.x + _STONE + 3, row.y + _ROW / 2)
            canvas.stone(middle, _STONE, is_black=color is COLORS[0])
            name = Rect(row.x + 22, row.y, row.width - 22, _ROW)
            canvas.text(self.words.names[color], name, size=SMALL, bold=self.words.to_move is color)
        row = _below(row)
        aside = canvas.look.line(self.words.aside, SMALL).width
        canvas.small(self.words.aside, Rect(row.right - aside, row.y, aside + 1, _ROW))
        room = Rect(row.x, row.y, row.width - aside - (8 if aside else 0), _ROW)
        color_name = colors.accent_strong if self.words.is_yours else colors.muted
        canvas.text(self.words.turn, room, size=SMALL, color=color_name, bold=self.words.is_yours)
        canvas.focus_ring(self, rect, radius=RADIUS)

    def _draw_board(self, canvas: Canvas, room: Rect) -> None:
        pixels = canvas.pixels(room)
        surface = small_board(self._board, self._spec, self._theme, pixels.width, self._last)
        spare = max(pixels.height - surface.get_height(), 0) / canvas.scale / 2
        canvas.blit(surface, Rect(room.x, room.y + spare, room.width, room.height - 2 * spare))


def _below(row: Rect) -> Rect:
    return Rect(row.x, row.bottom, row.width, row.height)
