"""Single shapes of a board as small surfaces with transparent ground, kept: stones, rings, the frame of the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final

import pygame
from PIL import Image

from tengen.clients.desktop.board.fit import BoardFit
from tengen.clients.desktop.board.motion import MovingStone
from tengen.clients.desktop.board.shown import small_scene
from tengen.core import Board, BoardSpec, Color, Point
from tengen.render import CELL, Circle, PixelBox, PointPainter, Rect, Scene, Shape, Theme, cut_out, paint_part

_ORIGIN: Final = Point(0, 0)
_LINE: Final = 2.0
"""The width of rings and frames that follow the pointer, in points of the screen."""
_MOST_SMALL: Final = 128


def surface_of(image: Image.Image) -> pygame.Surface:
    """An image of Pillow's as a surface of SDL's."""
    return pygame.image.frombytes(image.tobytes(), image.size, "RGBA" if image.mode == "RGBA" else "RGB")


@lru_cache(maxsize=_MOST_SMALL)
def small_board(
    board: Board, spec: BoardSpec, theme: Theme, width_px: int, last: Point | None = None
) -> pygame.Surface:
    """A small board for lists, as wide as asked; the height follows. Not to be drawn on."""
    scene = small_scene(board, spec, theme, last)
    scale = width_px / scene.width
    return surface_of(paint_part(scene, scale, (0, 0, width_px, max(1, round(scene.height * scale)))))


class Sprites:
    """The sprites of one board in one theme. Each covers `BoardFit.around` of a point."""

    def __init__(self, fit: BoardFit, theme: Theme, density: float) -> None:
        """`density` is how many pixels a point of the screen has."""
        self._fit = fit
        self._theme = theme
        self._line = _LINE * density / fit.scale
        self._painter = PointPainter(fit.layout, theme, Board.empty(fit.layout.spec.columns, fit.layout.spec.rows))
        self._kept: dict[object, pygame.Surface] = {}

    def stone(self, color: Color, opacity: float = 1.0) -> pygame.Surface:
        """A stone as it rests on the board, without its shadow."""
        return _faint(self._sprite(("stone", color), lambda: self._painter.stone(_ORIGIN, color)), opacity)

    def shadow(self, opacity: float = 1.0) -> pygame.Surface:
        """The shadow of a stone; nothing in themes without any."""
        return _faint(self._sprite("shadow", lambda: self._painter.shadow(_ORIGIN)), opacity)

    def moving(self, stone: MovingStone) -> pygame.Surface:
        """A stone on its way. Its middle is that of the surface."""
        sprite = self.stone(stone.color)
        if stone.size != 1:
            sprite = pygame.transform.smoothscale_by(sprite, stone.size)
        if stone.width < 1:
            # SDL turns against the clock, and y grows down.
            turned = pygame.transform.rotozoom(sprite, stone.angle, 1)
            narrow = (max(1, round(turned.get_width() * stone.width)), turned.get_height())
            sprite = pygame.transform.rotozoom(pygame.transform.smoothscale(turned, narrow), -stone.angle, 1)
        return _faint(sprite, stone.opacity)

    def grasp(self) -> pygame.Surface:
        """A ring around a stone that can be called dead or alive."""
        x, y = self._fit.layout.at(_ORIGIN)
        radius = self._fit.layout.stone_radius + 0.03 * CELL
        return self._sprite("grasp", lambda: [Circle(x, y, radius, None, self._theme.arrow, self._line)])

    def cursor(self) -> pygame.Surface:
        """The frame around the point that the arrow keys have chosen."""
        x, y = self._fit.layout.at(_ORIGIN)
        half, radius = 0.48 * CELL, 0.16 * CELL

        def frame() -> Iterable[Shape]:
            for color, width in ((self._theme.frame, 2.4 * self._line), (self._theme.arrow, self._line)):
                yield Rect(x - half, y - half, 2 * half, 2 * half, None, radius, color, width)

        return self._sprite("cursor", frame)

    def refusal(self, opacity: float = 1.0) -> pygame.Surface:
        """What blinks once at a point where one may not play."""
        x, y = self._fit.layout.at(_ORIGIN)
        color = self._fit.layout.surface(self._theme).forbidden

        def ring() -> Iterable[Shape]:
            yield Circle(x, y, 0.4 * CELL, color, opacity=0.28)
            yield Circle(x, y, 0.4 * CELL, None, color, self._line)

        return _faint(self._sprite("refusal", ring), opacity)

    def _sprite(self, name: object, shapes: Callable[[], Iterable[Shape]]) -> pygame.Surface:
        if name not in self._kept:
            self._kept[name] = self._cut(tuple(shapes()))
        return self._kept[name]

    def _cut(self, shapes: tuple[Shape, ...]) -> pygame.Surface:
        part: PixelBox = self._fit.around(_ORIGIN)
        layout = self._fit.layout
        return surface_of(cut_out(Scene(layout.width, layout.height, shapes), self._fit.scale, part))


def _faint(sprite: pygame.Surface, opacity: float) -> pygame.Surface:
    if opacity >= 1:
        return sprite
    copy = sprite.copy()
    copy.set_alpha(round(255 * opacity))
    return copy
