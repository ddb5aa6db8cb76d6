"""Letters of the window: measured, wrapped and painted with the fonts that pictures use, and kept as surfaces."""

from __future__ import annotations

import math
from collections import OrderedDict
from functools import lru_cache
from typing import Final

import pygame
from PIL import Image, ImageDraw

from tengen.clients.desktop.shapes import rgba
from tengen.render import runs

CAP_MIDDLE: Final = 0.36
"""The middle of capital letters, and nearly that of Chinese ones, above the baseline, in parts of the size."""
_ASCENT: Final = 1.15
_DESCENT: Final = 0.4
_BOLDER: Final = 0.022
"""Half of what the strokes of bold letters are wider, in parts of the size: no font here has a bold face of its own."""
_MOST_PAINTED: Final = 2000
_MOST_WRAPPED: Final = 4000
_LONGEST: Final = 1000
"""No line of a window needs more letters."""


class Lettering:
    """All letters at one density: `scale` is pixels a point."""

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self._painted: OrderedDict[tuple[str, float, str, bool], pygame.Surface] = OrderedDict()
        self._wrapped: OrderedDict[tuple[str, float, float, bool, int], list[str]] = OrderedDict()

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        """How wide a line is, in points."""
        return _length(text[:_LONGEST], size * self.scale, bold) / self.scale

    def fitted(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """The line, or its beginning and an ellipsis where it is too wide."""
        if self.width(text, size, bold=bold) <= width:
            return text[:_LONGEST]
        least, most = 0, min(len(text), _LONGEST)
        while least < most:
            middle = (least + most + 1) // 2
            if self.width(text[:middle].rstrip() + "…", size, bold=bold) <= width:
                least = middle
            else:
                most = middle - 1
        return text[:least].rstrip() + "…"

    def wrapped(self, text: str, size: float, width: float, *, bold: bool = False, most: int = 100) -> list[str]:
        """The text in lines of at most this width: broken between words, Chinese anywhere that is allowed."""
        key = (text, size, width, bold, most)
        lines = self._wrapped.get(key)
        if lines is None:
            lines = self._wrapped[key] = self._wrap(text, size, width, bold=bold, most=most)
            if len(self._wrapped) > _MOST_WRAPPED:
                self._wrapped.popitem(last=False)
        else:
            self._wrapped.move_to_end(key)
        return lines

    def _wrap(self, text: str, size: float, width: float, *, bold: bool, most: int) -> list[str]:
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line, about = "", 0.0
            for piece in _pieces(paragraph):
                long = self.width(piece, size, bold=bold)
                if line and self._is_too_long(line + piece, about + long, size, width, bold=bold):
                    lines.append(line.rstrip())
                    line, about = piece.lstrip(), long
                else:
                    line, about = line + piece, about + long
                while len(line) > 1 and self._is_too_long(line, about, size, width, bold=bold):
                    cut = self._cut(line, size, width, bold=bold)
                    lines.append(line[:cut])
                    line = line[cut:]
                    about = self.width(line, size, bold=bold)
            lines.append(line.rstrip())
        if len(lines) > most:
            return [*lines[: most - 1], self.fitted(" ".join(lines[most - 1 :]), size, width, bold=bold)]
        return lines

    def _is_too_long(self, line: str, about: float, size: float, width: float, *, bold: bool) -> bool:
        """Whether a line has no room; it is measured as a whole only where its pieces together do not tell."""
        return about > width - size and self.width(line.rstrip(), size, bold=bold) > width

    def _cut(self, line: str, size: float, width: float, *, bold: bool) -> int:
        count = 1
        while count < len(line) and self.width(line[: count + 1], size, bold=bold) <= width:
            count += 1
        return count

    def painted(self, text: str, size: float, color: str, *, bold: bool = False) -> tuple[pygame.Surface, int]:
        """A line as a surface, and the row of its baseline there, both in pixels."""
        key = (text[:_LONGEST], size, color, bold)
        px = size * self.scale
        surface = self._painted.get(key)
        if surface is None:
            surface = self._painted[key] = _paint(key[0], px, color, bold)
            if len(self._painted) > _MOST_PAINTED:
                self._painted.popitem(last=False)
        else:
            self._painted.move_to_end(key)
        return surface, _baseline(px)


def _baseline(px: float) -> int:
    return math.ceil(_ASCENT * px)


@lru_cache(maxsize=4096)
def _length(text: str, px: float, bold: bool) -> float:
    if _spacing(text, px, bold):  # letter by letter, as they are painted
        each = (font.getlength(char) for piece, font in runs(text, px) for char in piece)
        return float(sum(each)) + _spacing(text, px, bold) * len(text)
    return float(sum(font.getlength(piece) for piece, font in runs(text, px)))


def _spacing(text: str, px: float, bold: bool) -> float:
    """How much further apart bold letters stand; those that are joined to each other stay so."""
    return 1.6 * _BOLDER * px if bold and all(char < "\u0250" or char > "\u2e80" for char in text) else 0.0


def _paint(text: str, px: float, color: str, bold: bool) -> pygame.Surface:
    stroke = _BOLDER * px if bold else 0.0
    width = math.ceil(_length(text, px, bold)) + 2
    mask = Image.new("L", (width, _baseline(px) + math.ceil(_DESCENT * px)))
    pen = ImageDraw.Draw(mask)
    spacing = _spacing(text, px, bold)
    x = stroke
    for piece, font in runs(text, px):
        for part in piece if spacing else (piece,):
            pen.text((x, _baseline(px)), part, fill=255, font=font, anchor="ls", stroke_width=stroke)
            x += font.getlength(part) + spacing
    red, green, blue, alpha = rgba(color)
    image = Image.new("RGB", mask.size, (red, green, blue))
    image.putalpha(mask if alpha == 255 else mask.point(lambda value: value * alpha // 255))
    return pygame.image.frombytes(image.tobytes(), image.size, "RGBA")


_NOT_FIRST: Final = "，。、；：！？）》”’…"
"""Signs that never begin a line of Chinese."""


def _pieces(text: str) -> list[str]:
    """Where a line may be broken: behind spaces, and between Chinese characters."""
    pieces: list[str] = []
    for char in text:
        is_new = not pieces or pieces[-1][-1] == " " or ((_is_wide(char) or _is_wide(pieces[-1][-1])) and char != " ")
        if is_new and not (pieces and char in _NOT_FIRST):
            pieces.append(char)
        else:
            pieces[-1] += char
    return pieces


def _is_wide(char: str) -> bool:
    return "\u2e80" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef" or "\u3000" <= char <= "\u303f"
