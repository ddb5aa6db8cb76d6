"""Smooth shapes as small surfaces, made once for each look: round corners, discs, soft shadows. All in pixels."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

import pygame
from PIL import Image, ImageChops, ImageDraw, ImageFilter

_FINER: Final = 8
"""Edges are drawn so much larger and made smaller again, which smoothes them."""

Color = tuple[int, int, int, int]


@lru_cache(maxsize=512)
def rgba(color: str) -> Color:
    """`#rrggbb` or `#rrggbbaa` as numbers."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue, int(color[7:9], 16) if len(color) > 7 else 255


def to_surface(image: Image.Image) -> pygame.Surface:
    """A picture of Pillow as a surface."""
    image = image.convert("RGBA")
    return pygame.image.frombytes(image.tobytes(), image.size, "RGBA")


@lru_cache(maxsize=512)
def disc(radius: float, color: str) -> pygame.Surface:
    """A disc; its middle is that of the surface."""
    side = 2 * math.ceil(radius)
    mask = Image.new("L", (side * _FINER, side * _FINER))
    middle, reach = side * _FINER / 2, radius * _FINER
    ImageDraw.Draw(mask).ellipse((middle - reach, middle - reach, middle + reach - 1, middle + reach - 1), fill=255)
    return _colored(mask.resize((side, side), Image.Resampling.BOX), color)


@lru_cache(maxsize=512)
def corners(radius: int, fill: str | None, edge: str | None, edge_width: int) -> pygame.Surface:
    """The four corners of a box as one square of twice the radius, to be cut apart by whoever draws the box."""
    side = 2 * radius
    outer = _rounded(side, radius, 0)
    inner = _rounded(side, radius, edge_width)
    found = Image.new("RGBA", (side, side))
    if edge is not None:
        rim = ImageChops.subtract(outer, inner)
        found.paste(_plain(edge, side), mask=rim)
        found.putalpha(_faded(rim, edge))
    if fill is not None:
        body = inner if edge is not None else outer
        if edge is None:
            found = _plain(fill, side)
            found.putalpha(_faded(body, fill))
        else:
            whole = Image.composite(_plain(fill, side), _plain(edge, side), inner)
            whole.putalpha(outer)
            found = whole
    return to_surface(found)


@lru_cache(maxsize=32)
def shadow(width: int, height: int, radius: int, spread: int, strength: int) -> pygame.Surface:
    """A soft dark cloud, so much larger on every side than what it lies under."""
    mask = Image.new("L", (width + 2 * spread, height + 2 * spread))
    ImageDraw.Draw(mask).rounded_rectangle((spread, spread, spread + width, spread + height), radius, fill=strength)
    return _colored(mask.filter(ImageFilter.GaussianBlur(spread / 2.2)), "#000000")


def _rounded(side: int, radius: int, inset: int) -> Image.Image:
    mask = Image.new("L", (side * _FINER, side * _FINER))
    at, until = inset * _FINER, (side - inset) * _FINER - 1
    ImageDraw.Draw(mask).rounded_rectangle((at, at, until, until), max(radius - inset, 0) * _FINER, fill=255)
    return mask.resize((side, side), Image.Resampling.BOX)


def _plain(color: str, side: int) -> Image.Image:
    return Image.new("RGBA", (side, side), rgba(color))


def _faded(mask: Image.Image, color: str) -> Image.Image:
    alpha = rgba(color)[3]
    return mask if alpha == 255 else mask.point(lambda value: value * alpha // 255)


def _colored(mask: Image.Image, color: str) -> pygame.Surface:
    image = Image.new("RGB", mask.size, rgba(color)[:3])
    image.putalpha(_faded(mask, color))
    return to_surface(image)
