"""Finds words on a picture of a screen by their letters, as a person would: the program tells nothing.

A word is painted as the window paints it, and looked for in dark on light and in light on dark.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import pygame
from PIL import Image

from tengen.clients.desktop.text import Lettering
from tengen.clients.desktop.theme import HUGE, LARGE, SMALL, TEXT, TITLE

SIZES = (TEXT, SMALL, LARGE, TITLE, HUGE)
_GAP_PX = 3
"""What is free on both sides of a text, so that "Pass" is not found in "Password"."""
_FAINT, _FULL, _EDGE = 70, 186, 2
"""What is painted weaker is no ink, what is painted stronger is; between them it depends on the colours."""
_MOST_WRONG = 0.02
_ANCHORS = 6
# Half way between letters and what is behind them, in both palettes: plain, muted, accented, disabled.
_LEVELS = ((141, True), (167, True), (205, True), (90, True), (167, False), (128, False), (95, False), (60, False))


@dataclass(frozen=True, slots=True)
class Place:
    """Where a text was found, in pixels of the picture."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True)
class _Template:
    """A painted text as rows of bytes: 1 where there is ink, 0 where there is none, 2 at the edges of letters."""

    rows: tuple[bytes, ...]
    width: int
    is_whole: bool
    anchors: tuple[tuple[int, int, bytes], ...]
    """The most telling pieces without edges: the row, the column, the bytes."""


class Glance:
    """One picture, in which many texts can be looked for."""

    def __init__(self, picture: Image.Image, scale: float = 1.0) -> None:
        self._grey = picture.convert("L")
        self._scale = scale
        self._inked: dict[tuple[int, bool], bytes] = {}

    def find(self, text: str, *, is_beginning: bool = False) -> Place | None:
        """Where a line of text stands, the uppermost; with `is_beginning` it may go on."""
        return next(iter(self.all(text, is_beginning=is_beginning)), None)

    def all(self, text: str, *, is_beginning: bool = False) -> list[Place]:
        """Everywhere that a line of text stands, in whatever size is found first."""
        for size in SIZES:
            for bold in (False, True):
                template = _painted(text, size, bold, self._scale, is_beginning)
                found = {place for level in _LEVELS for place in self._matches(template, *level)}
                if found:
                    return sorted(found, key=lambda place: (place.top, place.left))
        return []

    def _matches(self, template: _Template, level: int, is_dark: bool) -> Iterator[Place]:
        screen, width = self._ink(level, is_dark), self._grey.width
        row, column, piece = template.anchors[0]
        offsets = [((y - row) * width + x - column, other) for y, x, other in template.anchors[1:]]
        for hit in _hits(screen, piece):
            if all(screen.startswith(other, hit + offset) for offset, other in offsets if hit + offset >= 0):
                top, left = hit // width - row, hit % width - column
                is_inside = top >= 0 and 0 <= left <= width - template.width
                if is_inside and self._fits(screen, template, left, top):
                    yield Place(left, top, template.width, len(template.rows))

    def _fits(self, screen: bytes, template: _Template, left: int, top: int) -> bool:
        wrong, width = 0, self._grey.width
        most = _MOST_WRONG * template.width * len(template.rows)
        for index, row in enumerate(template.rows):
            start = (top + index) * width + left
            there = screen[start : start + template.width]
            if len(there) < template.width or any(there[:_GAP_PX]):
                return False
            if template.is_whole and any(there[-_GAP_PX:]):
                return False
            wrong += sum(a != b for a, b in zip(there, row, strict=True) if b != _EDGE)
            if wrong > most:
                return False
        return True

    def _ink(self, level: int, is_dark: bool) -> bytes:
        """The picture as bytes, 1 where it is darker than a level, or lighter."""
        key = (level, is_dark)
        if key not in self._inked:
            table = [int((value < level) == is_dark) for value in range(256)]
            self._inked[key] = self._grey.point(table).tobytes()
        return self._inked[key]


@lru_cache(maxsize=512)
def _painted(text: str, size: float, bold: bool, scale: float, is_beginning: bool) -> _Template:
    surface, _ = Lettering(scale).painted(text, size, "#000000", bold=bold)
    alpha = Image.frombytes("L", surface.get_size(), pygame.image.tobytes(surface, "RGBA")[3::4])
    bits = alpha.point([_EDGE if _FAINT < value < _FULL else int(value >= _FULL) for value in range(256)])
    left, top, right, bottom = bits.getbbox() or (0, 0, 1, 1)
    bits = bits.crop((left - _GAP_PX, top, right + (0 if is_beginning else _GAP_PX), bottom))
    data = bits.tobytes()
    rows = tuple(data[start : start + bits.width] for start in range(0, len(data), bits.width))
    return _Template(rows, bits.width, not is_beginning, _anchors(rows))


def _anchors(rows: tuple[bytes, ...]) -> tuple[tuple[int, int, bytes], ...]:
    pieces = []
    for index, row in enumerate(rows):
        at = 0
        for piece in row.split(bytes([_EDGE])):
            pieces.append((_changes(piece), index, at, piece))
            at += len(piece) + 1
    best = sorted(pieces, key=lambda piece: (-piece[0], -len(piece[3])))[:_ANCHORS]
    return tuple((row, column, piece) for _, row, column, piece in best if piece)


def _changes(piece: bytes) -> int:
    return sum(a != b for a, b in pairwise(piece))


def _hits(screen: bytes, piece: bytes) -> Iterator[int]:
    at = screen.find(piece)
    while at >= 0:
        yield at
        at = screen.find(piece, at + 1)
