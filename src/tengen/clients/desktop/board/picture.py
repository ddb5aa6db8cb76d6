"""The board of a game as a surface that is repainted only where something has changed. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import pygame
from PIL import Image

from tengen.clients.desktop.board.fit import BoardFit
from tengen.clients.desktop.board.motion import Motion
from tengen.clients.desktop.board.shown import BoardLook, board_scene
from tengen.clients.desktop.board.sprites import Sprites, surface_of
from tengen.clients.play import View
from tengen.clients.sitting.table import Hover
from tengen.core import BLACK, Board, BoardSpec, Point
from tengen.render import (
    CAP_HEIGHT,
    Box,
    Layout,
    Line,
    PictureOptions,
    PixelBox,
    Scene,
    Shape,
    Text,
    Theme,
    changes,
    draw,
    empty_board,
    paint_over,
    paint_part,
)

BLINK_MS: Final = 480
_GHOST: Final = {True: 0.52, False: 0.64}
"""How opaque a half stone is: a black one, a white one."""
_MOST_EMPTY: Final = 6
_LABEL_SIZE: Final = 13.5
"""The most that letters at the edge of a board have, in points of the screen."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What follows the pointer and the keys: `cursor` is the point that the arrow keys chose."""

    hover: Hover | None = None
    cursor: Point | None = None


class BoardPicture:
    """One board on the screen. `show` says what is on it, `draw` puts it there at a moment.

    All moments are in milliseconds of one clock, which is the caller's.
    """

    def __init__(self) -> None:
        self._fit: BoardFit | None = None
        self._look: BoardLook | None = None
        self._density = 1.0
        self._surface = pygame.Surface((1, 1))
        self._scene: Scene | None = None
        self._sprites: Sprites | None = None
        self._shown: tuple[View, Point | None, tuple[Point, ...]] | None = None
        self._motion: Motion | None = None
        self._blink: tuple[Point, int] | None = None
        self._painted: tuple[View, Point | None, tuple[Point, ...]] | None = None
        self._painted_motion: Motion | None = None

    @property
    def fit(self) -> BoardFit:
        """Where the board lies; after `place`."""
        assert self._fit is not None, "a board has a place first"
        return self._fit

    def place(self, spec: BoardSpec, look: BoardLook, room: tuple[int, int], density: float = 1.0) -> tuple[int, int]:
        """Lay the board out in so many pixels; the size that it takes of them. What it shows stays."""
        fit = BoardFit.into(spec, room, coordinates=look.coordinates)
        if (fit, look, density) != (self._fit, self._look, self._density):
            self._fit, self._look, self._density = fit, look, density
            self._scene = self._sprites = None
        return fit.size

    def show(
        self, view: View, hint: Point | None, now_ms: int, *, is_still: bool = False, line: tuple[Point, ...] = ()
    ) -> None:
        """Show a view from now on, with a hint and the line that it begins.

        A single move is seen to move unless all `is_still`.
        """
        before = self._shown
        if before is not None and before[0] is view and before[1:] == (hint, line):
            return
        if before is not None and before[0].board != view.board:
            motion = Motion.between(before[0].board, view.board, view.last_move, now_ms)
            self._motion = None if is_still else motion
        self._shown = (view, hint, line)

    def refuse(self, point: Point, now_ms: int) -> None:
        """Blink once at a point."""
        self._blink = (point, now_ms)

    def is_moving(self, now_ms: int) -> bool:
        """Whether the next frame will differ though nothing new has happened."""
        blinks = self._blink is not None and now_ms < self._blink[1] + BLINK_MS
        return blinks or self._motion is not None

    def draw(self, target: pygame.Surface, left: int, top: int, aim: Aim, now_ms: int) -> None:
        """Draw all of the board, its upper left corner at a pixel of the target."""
        if self._motion is not None and now_ms >= self._motion.ends_ms:
            self._motion = None
        self._paint()
        target.blit(self._surface, (left, top))
        for sprite, point in self._above(aim, now_ms):
            box = self.fit.around(point)
            middle = (box[0] + box[2]) / 2 - sprite.get_width() / 2, (box[1] + box[3]) / 2 - sprite.get_height() / 2
            target.blit(sprite, (left + round(middle[0]), top + round(middle[1])))

    def point_at(self, x: float, y: float) -> Point | None:
        """The point at a pixel of the board."""
        return self.fit.point_at(x, y)

    def _above(self, aim: Aim, now_ms: int) -> Iterator[tuple[pygame.Surface, Point]]:
        """Everything that is not painted on the board itself, from the bottom up."""
        sprites = self._sprites_now()
        if self._motion is not None:
            moving = list(self._motion.stones(now_ms))
            for stone in moving:
                yield sprites.shadow(stone.opacity * stone.width), stone.point
            for stone in moving:
                yield sprites.moving(stone), stone.point
        if aim.hover is not None and aim.hover.is_mark:
            yield sprites.grasp(), aim.hover.point
        elif aim.hover is not None:
            yield sprites.stone(aim.hover.color, _GHOST[aim.hover.color is BLACK]), aim.hover.point
        if aim.cursor is not None:
            yield sprites.cursor(), aim.cursor
        if self._blink is not None and (since := now_ms - self._blink[1]) < BLINK_MS:
            part = since / BLINK_MS
            yield sprites.refusal(part / 0.35 if part < 0.35 else (1 - part) / 0.65), self._blink[0]

    def _sprites_now(self) -> Sprites:
        assert self._look is not None, "a board has a place first"
        if self._sprites is None:
            self._sprites = Sprites(self.fit, self._look.theme, self._density)
        return self._sprites

    def _paint(self) -> None:
        """Bring the surface up to date with what is shown."""
        if self._scene is not None and self._painted is self._shown and self._painted_motion is self._motion:
            return
        assert self._shown is not None, "a board shows something first"
        assert self._look is not None, "a board has a place first"
        view, hint, line = self._shown
        scene = board_scene(view, self._look, hint, self._motion.points if self._motion is not None else (), line)
        before, self._scene = self._scene, scene
        self._painted, self._painted_motion = self._shown, self._motion
        if before is None:
            self._surface = pygame.Surface(self.fit.size, 0, 32)
            self._repaint(scene, (0, 0, *self.fit.size))
        elif before.shapes != scene.shapes:
            for box in changes(before, scene):
                self._repaint(scene, self._pixels(box))

    def _repaint(self, scene: Scene, part: PixelBox) -> None:
        assert self._look is not None, "a board has a place first"
        layout, theme = self.fit.layout, self._look.theme
        image = _empty(layout, theme, self.fit.cell_px, self._density).crop(part)
        above = scene.shapes[len(empty_board(layout, theme)) :]
        paint_over(image, above, self.fit.scale, part[0], part[1])
        self._surface.blit(surface_of(image), part[:2])

    def _pixels(self, box: Box) -> PixelBox:
        """The pixels that a part of the scene can reach, inside the board."""
        scale, (width, height) = self.fit.scale, self.fit.size
        left, top = max(int(box.left * scale) - 2, 0), max(int(box.top * scale) - 2, 0)
        right, bottom = min(int(box.right * scale) + 3, width), min(int(box.bottom * scale) + 3, height)
        return left, top, max(right, left + 1), max(bottom, top + 1)


@lru_cache(maxsize=_MOST_EMPTY)
def still_board(
    board: Board, spec: BoardSpec, look: BoardLook, room: tuple[int, int], density: float = 1.0
) -> pygame.Surface:
    """A board as large as fits into so many pixels, on which nothing happens. Not to be drawn on."""
    fit = BoardFit.into(spec, room, coordinates=look.coordinates)
    image = _empty(fit.layout, look.theme, fit.cell_px, density).copy()
    shapes = draw(board, spec, PictureOptions(look.theme, look.coordinates, on_screen=True)).shapes
    paint_over(image, shapes[len(empty_board(fit.layout, look.theme)) :], fit.scale, 0, 0)
    return surface_of(image)


@lru_cache(maxsize=_MOST_EMPTY)
def _empty(layout: Layout, theme: Theme, cell_px: int, density: float) -> Image.Image:
    """A board without stones, which takes longest to paint."""
    fit = BoardFit(layout, cell_px)
    shapes = tuple(_on_screen(shape, density / fit.scale) for shape in empty_board(layout, theme))
    return paint_part(Scene(layout.width, layout.height, shapes), fit.scale, (0, 0, *fit.size))


def _on_screen(shape: Shape, point: float) -> Shape:
    """Lines and letters keep their size on screens, however large the board is; `point` is one of the screen's."""
    match shape:
        case Line(pixels=pixels) if pixels:
            return replace(shape, width=pixels * point)
        case Text():
            size = min(shape.size, _LABEL_SIZE * point)
            return replace(shape, size=size, y=shape.y - CAP_HEIGHT / 2 * (shape.size - size))
    return shape
