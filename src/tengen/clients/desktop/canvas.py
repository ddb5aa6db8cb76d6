"""What screens draw on: letters and shapes in points and in colours of the theme. Knows no widget and no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import pygame

from tengen.clients.desktop import shapes
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.icons import icon_surface
from tengen.clients.desktop.text import CAP_MIDDLE, Lettering
from tengen.clients.desktop.theme import SMALL, TEXT, Palette

if TYPE_CHECKING:
    from tengen.clients.desktop.widgets import Widget


class Align(StrEnum):
    """Where a line stands in its room."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Look:
    """What the size of things depends on: letters at the density of the screen, and the colours."""

    letters: Lettering
    palette: Palette

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.letters.scale

    def line(self, text: str, size: float = TEXT, *, bold: bool = False) -> Size:
        """The room that one line takes."""
        return Size(self.letters.width(text, size, bold=bold), round(1.4 * size))


@dataclass(frozen=True, slots=True)
class Attention:
    """Where pointer and keyboard are. The ring of the focus is drawn only for who uses keys."""

    hovered: Widget | None = None
    pressed: Widget | None = None
    focused: Widget | None = None
    is_ring_shown: bool = False


class Canvas:
    """One frame. Whatever lies outside of the clip is not drawn."""

    def __init__(self, surface: pygame.Surface, look: Look, attention: Attention | None = None) -> None:
        self.surface = surface
        self.look = look
        self.palette = look.palette
        self.attention = attention or Attention()

    @property
    def scale(self) -> float:
        """Pixels a point."""
        return self.look.scale

    @property
    def size(self) -> Size:
        """The whole of it."""
        return Size(self.surface.get_width() / self.scale, self.surface.get_height() / self.scale)

    # --- places

    def px(self, points: float) -> int:
        """A length in whole pixels; a line is never thinner than one."""
        return max(round(points * self.scale), 1) if points > 0 else round(points * self.scale)

    def pixels(self, rect: Rect) -> pygame.Rect:
        """A place in pixels; neighbours meet without a gap."""
        x, y = round(rect.x * self.scale), round(rect.y * self.scale)
        return pygame.Rect(x, y, round(rect.right * self.scale) - x, round(rect.bottom * self.scale) - y)

    def is_seen(self, rect: Rect) -> bool:
        """Whether any of it lies inside of the clip."""
        return bool(self.surface.get_clip().colliderect(self.pixels(rect)))

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Draw only inside this place meanwhile."""
        before = self.surface.get_clip()
        self.surface.set_clip(before.clip(self.pixels(rect)))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    # --- shapes

    def fill(self, rect: Rect, color: str) -> None:
        """A plain rectangle."""
        self._fill(self.pixels(rect), color)

    def box(
        self,
        rect: Rect,
        fill: str | None = None,
        *,
        edge: str | None = None,
        edge_width: float = 1.0,
        radius: float = 0.0,
    ) -> None:
        """A rectangle with round corners and a line around it, within its place."""
        place = self.pixels(rect)
        width = self.px(edge_width) if edge is not None else 0
        corner = min(self.px(radius) if radius else 0, place.width // 2, place.height // 2)
        if corner:
            self._corners(place, corner, fill, edge, width)
        across, down = place.inflate(-2 * corner, 0), place.inflate(0, -2 * corner)
        if edge is not None:
            for strip in (
                pygame.Rect(across.x, place.y, across.width, width),
                pygame.Rect(across.x, place.bottom - width, across.width, width),
                pygame.Rect(place.x, down.y, width, down.height),
                pygame.Rect(place.right - width, down.y, width, down.height),
            ):
                self._fill(strip, edge)
        if fill is not None:
            rows = max(corner - width, 0)
            self._fill(pygame.Rect(across.x, place.y + width, across.width, rows), fill)
            self._fill(pygame.Rect(across.x, place.bottom - width - rows, across.width, rows), fill)
            middle = place.inflate(-2 * width, -2 * max(corner, width))
            self._fill(middle, fill)

    def _corners(self, place: pygame.Rect, corner: int, fill: str | None, edge: str | None, width: int) -> None:
        tile = shapes.corners(corner, fill, edge, width)
        for right in (False, True):
            for low in (False, True):
                x = place.right - corner if right else place.x
                y = place.bottom - corner if low else place.y
                self.surface.blit(tile, (x, y), (corner * right, corner * low, corner, corner))

    def _fill(self, place: pygame.Rect, color: str) -> None:
        if place.width <= 0 or place.height <= 0:
            return
        red, green, blue, alpha = shapes.rgba(color)
        if alpha == 255:
            self.surface.fill((red, green, blue), place)
            return
        seen = place.clip(self.surface.get_clip())
        if seen.width and seen.height:
            veil = pygame.Surface(seen.size, pygame.SRCALPHA)
            veil.fill((red, green, blue, alpha))
            self.surface.blit(veil, seen)

    def line(self, start: tuple[float, float], end: tuple[float, float], color: str, width: float = 1.0) -> None:
        """A straight line between two points."""
        if start[0] == end[0] or start[1] == end[1]:
            thick = self.px(width)
            (x, y), (right, bottom) = ((round(v * self.scale) for v in at) for at in (start, end))
            self._fill(pygame.Rect(x, y, max(right - x, thick), max(bottom - y, thick)), color)
            return
        first, last = ((x * self.scale, y * self.scale) for x, y in (start, end))
        pygame.draw.aaline(self.surface, shapes.rgba(color), first, last, self.px(width))

    def disc(self, middle: tuple[float, float], radius: float, color: str) -> None:
        """A disc."""
        tile = shapes.disc(radius * self.scale, color)
        x, y = (round(at * self.scale - tile.get_width() / 2) for at in middle)
        self.surface.blit(tile, (x, y))

    def stone(self, middle: tuple[float, float], radius: float, *, is_black: bool) -> None:
        """A small stone beside text."""
        colors = self.palette
        if colors.stone_board is not None:
            self.disc(middle, radius + 3, colors.stone_board)
        self.disc(middle, radius, colors.stone_edge if not is_black else colors.stone_black)
        if not is_black:
            self.disc(middle, radius - 1, colors.stone_white)

    def polygon(self, points: Sequence[tuple[float, float]], color: str) -> None:
        """A filled shape with straight edges."""
        places = [(x * self.scale, y * self.scale) for x, y in points]
        pygame.draw.polygon(self.surface, shapes.rgba(color), places)

    def shadow(self, rect: Rect, radius: float = 6.0) -> None:
        """The soft shadow below a popup or a dialog."""
        place, spread = self.pixels(rect), self.px(20)
        cloud = shapes.shadow(place.width, place.height, self.px(radius), spread, 70)
        self.surface.blit(cloud, (place.x - spread, place.y - spread + self.px(5)))

    def icon(self, name: str, rect: Rect, color: str) -> None:
        """A sign of `icons`, as large as fits."""
        side = min(self.px(rect.width), self.px(rect.height))
        tile = icon_surface(name, side, color)
        place = self.pixels(rect)
        self.surface.blit(tile, (place.centerx - side // 2, place.centery - side // 2))

    def blit(self, surface: pygame.Surface, rect: Rect) -> None:
        """Pixels that somebody else has drawn, from the upper left corner of a place; `pixels(rect)` tells how many."""
        self.surface.blit(surface, self.pixels(rect).topleft)

    # --- letters

    def text(
        self,
        text: str,
        rect: Rect,
        *,
        size: float = TEXT,
        color: str | None = None,
        align: Align = Align.LEFT,
        bold: bool = False,
    ) -> None:
        """One line in the middle of its room's height; what is too long ends with an ellipsis."""
        if not text or not self.is_seen(rect):
            return
        fitted = self.look.letters.fitted(text, size, rect.width + 0.5, bold=bold)
        tile, baseline = self.look.letters.painted(fitted, size, color or self.palette.ink, bold=bold)
        place = self.pixels(rect)
        spare = place.width - tile.get_width()
        x = place.x + {Align.LEFT: 0, Align.CENTER: spare // 2, Align.RIGHT: spare}[align]
        y = round(place.centery + CAP_MIDDLE * size * self.scale) - baseline
        self.surface.blit(tile, (x, y))

    def small(self, text: str, rect: Rect, *, align: Align = Align.LEFT) -> None:
        """One small quiet line."""
        self.text(text, rect, size=SMALL, color=self.palette.muted, align=align)

    # --- attention

    def is_hovered(self, widget: Widget) -> bool:
        """Whether the pointer is over it."""
        return self.attention.hovered is widget

    def is_pressed(self, widget: Widget) -> bool:
        """Whether a button went down on it and is not up yet."""
        return self.attention.pressed is widget

    def is_focused(self, widget: Widget) -> bool:
        """Whether keys go to it."""
        return self.attention.focused is widget

    def focus_ring(self, widget: Widget, rect: Rect, *, radius: float = 6.0) -> None:
        """The ring around what has the focus; nothing for all others, and where only a pointer is used."""
        if self.is_focused(widget) and self.attention.is_ring_shown:
            self.box(rect.inset(-3), edge=self.palette.focus, edge_width=2, radius=radius + 3)
