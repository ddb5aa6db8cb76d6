"""Which game: one tile each, with a small board that its own rules have filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from tengen.clients.desktop.board import small_board
from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import RADIUS
from tengen.clients.desktop.widgets import Pressable, Widget
from tengen.core import Board, BoardSpec, Game, GameError, GameKind, Place, Point
from tengen.render import Theme

_TILES: Final = 4
"""So many in a row."""
_SAMPLE_SIZE: Final = 9
_SAMPLE_STONES: Final = ((2, 2), (6, 6), (6, 2), (2, 6), (4, 4), (5, 4), (4, 5), (3, 4))
"""Where stones lie on the small board of a tile, on a board of nine lines, as far as the rules let them."""


def tile_rows(tiles: Sequence[Widget]) -> list[Widget]:
    """Tiles in rows, all of the same width."""
    return [_TileRow(tiles[at : at + _TILES]) for at in range(0, len(tiles), _TILES)]


class _TileRow(Widget):
    """Tiles beside each other, as wide as four of them are in the whole width."""

    def __init__(self, tiles: Sequence[Widget]) -> None:
        super().__init__()
        self._tiles = tiles

    @property
    def children(self) -> Sequence[Widget]:
        return self._tiles

    def _wide(self, width: float) -> float:
        return (width - 8 * (_TILES - 1)) / _TILES

    def wanted(self, look: Look, width: float) -> Size:
        wide = self._wide(width)
        return Size(width, max(tile.wanted(look, wide).height for tile in self._tiles))

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        wide = self._wide(rect.width)
        for index, tile in enumerate(self._tiles):
            tile.place(look, Rect(rect.x + index * (wide + 8), rect.y, wide, rect.height))


class Tile(Pressable):
    """A game: a small board and its name."""

    def __init__(self, kind: GameKind, words: str, theme: Theme, on_press: Callable[[], None], *, is_on: bool) -> None:
        super().__init__(on_press, key=f"tile/{kind.name}")
        self._kind = kind
        self._words = words
        self._theme = theme
        self._is_on = is_on

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, min(width - 16, 84) + 8 + 30)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        if self._is_on:
            canvas.box(rect, colors.accent_soft, edge=colors.accent, radius=RADIUS)
        elif canvas.is_hovered(self):
            canvas.box(rect, colors.hover, radius=RADIUS)
        side = rect.height - 38
        board = Rect(rect.x + (rect.width - side) / 2, rect.y + 8, side, side)
        sample, spec = sample_of(self._kind)
        canvas.blit(small_board(sample, spec, self._theme, canvas.pixels(board).width), board)
        ink = colors.accent_strong if self._is_on else colors.muted
        name = Rect(rect.x + 2, rect.bottom - 30, rect.width - 4, 30)
        canvas.text(self._words, name, color=ink, bold=self._is_on, align=Align.CENTER)
        canvas.focus_ring(self, rect, radius=RADIUS)


@lru_cache(maxsize=64)
def sample_of(kind: GameKind) -> tuple[Board, BoardSpec]:
    """A small board of this game with a few stones, as far as its rules let them lie there."""
    rules = kind.rules.parse(min(kind.rules.SIZES, key=lambda size: abs(size - _SAMPLE_SIZE)))
    spec = rules.board_spec()
    game = Game(rules)
    for x, y in _SAMPLE_STONES:
        point = Point(x * spec.columns // _SAMPLE_SIZE, y * spec.rows // _SAMPLE_SIZE)
        with suppress(GameError):
            game.act(Place(game.state.position.to_move, point))
    return game.state.position.board, spec
