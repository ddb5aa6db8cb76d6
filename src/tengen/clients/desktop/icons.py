"""The signs on buttons, drawn as strokes in a square of 24: no font has them on every machine."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

import pygame
from PIL import Image, ImageDraw

from tengen.clients.desktop.shapes import rgba, to_surface

_FINER: Final = 4
_GRID: Final = 24.0
_STROKE: Final = 1.8


class _Pen:
    """Draws in a square of 24 units, with round ends."""

    def __init__(self, side: int, color: str) -> None:
        self._unit = side * _FINER / _GRID
        self._ink = rgba(color)
        self.image = Image.new("RGBA", (side * _FINER, side * _FINER), (*self._ink[:3], 0))
        self._draw = ImageDraw.Draw(self.image)

    def lines(self, *points: tuple[float, float]) -> None:
        """Strokes from point to point."""
        places = [(x * self._unit, y * self._unit) for x, y in points]
        width = round(_STROKE * self._unit)
        self._draw.line(places, self._ink, width, joint="curve")
        for x, y in (places[0], places[-1]):
            self._draw.circle((x, y), width / 2, self._ink)

    def arc(self, x: float, y: float, radius: float, start: float = 0, end: float = 360) -> None:
        """A piece of a circle, in degrees clockwise from the right."""
        steps = max(int(abs(end - start) / 6), 2)
        angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
        self.lines(*((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles))

    def disc(self, x: float, y: float, radius: float, *, is_hole: bool = False) -> None:
        """A filled disc, or a hole of that shape."""
        ink = (*self._ink[:3], 0) if is_hole else self._ink
        self._draw.circle((x * self._unit, y * self._unit), radius * self._unit, ink)

    def area(self, *points: tuple[float, float]) -> None:
        """A filled shape."""
        self._draw.polygon([(x * self._unit, y * self._unit) for x, y in points], self._ink)


def _brand(pen: _Pen) -> None:
    pen.arc(12, 12, 9.2)
    pen.disc(12, 12, 4.6)


def _moon(pen: _Pen) -> None:
    pen.disc(11.4, 12.6, 8.4)
    pen.disc(15.2, 9.2, 7.4, is_hole=True)


def _sun(pen: _Pen) -> None:
    pen.arc(12, 12, 4)
    for turn in range(8):
        dx, dy = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
        pen.lines((12 + 7 * dx, 12 + 7 * dy), (12 + 9.4 * dx, 12 + 9.4 * dy))


def _gear(pen: _Pen) -> None:
    for y, knob in ((6, 15), (12, 8.5), (18, 14)):
        pen.lines((4, y), (20, y))
        pen.disc(knob, y, 3.2)
        pen.disc(knob, y, 1.5, is_hole=True)


def _person(pen: _Pen) -> None:
    pen.arc(12, 8.4, 3.8)
    pen.arc(12, 21, 7.6, 188, 352)


def _people(pen: _Pen) -> None:
    pen.arc(9, 8.6, 3.4)
    pen.arc(9, 20.5, 6.4, 188, 352)
    pen.arc(16, 8.6, 3.4, -100, 100)
    pen.arc(15, 20.5, 6.4, 290, 352)


def _close(pen: _Pen) -> None:
    pen.lines((6, 6), (18, 18))
    pen.lines((18, 6), (6, 18))


def _chevron(*points: tuple[float, float]) -> Callable[[_Pen], None]:
    return lambda pen: pen.lines(*points)


def _help(pen: _Pen) -> None:
    pen.arc(12, 9, 4.2, 180, 410)
    pen.lines((14.6, 12.2), (12, 14), (12, 15.2))
    pen.disc(12, 19, 1.3)


def _exchange(pen: _Pen) -> None:
    pen.lines((8, 4), (8, 19))
    pen.lines((4.5, 7.5), (8, 4), (11.5, 7.5))
    pen.lines((16, 5), (16, 20))
    pen.lines((12.5, 16.5), (16, 20), (19.5, 16.5))


def _play(pen: _Pen) -> None:
    pen.area((7, 4.5), (20, 12), (7, 19.5))


def _pause(pen: _Pen) -> None:
    pen.area((6, 5), (10, 5), (10, 19), (6, 19))
    pen.area((14, 5), (18, 5), (18, 19), (14, 19))


def _first(pen: _Pen) -> None:
    pen.lines((17, 5), (9, 12), (17, 19))
    pen.lines((6, 5), (6, 19))


def _last(pen: _Pen) -> None:
    pen.lines((7, 5), (15, 12), (7, 19))
    pen.lines((18, 5), (18, 19))


def _eye(pen: _Pen) -> None:
    pen.arc(12, 19, 11.5, 218, 322)
    pen.arc(12, 5, 11.5, 38, 142)
    pen.disc(12, 12, 3)


def _check(pen: _Pen) -> None:
    pen.lines((5, 12.5), (10, 17.5), (19.5, 7))


def _plus(pen: _Pen) -> None:
    pen.lines((12, 5), (12, 19))
    pen.lines((5, 12), (19, 12))


def _minus(pen: _Pen) -> None:
    pen.lines((5, 12), (19, 12))


def _sound(pen: _Pen) -> None:
    pen.area((3.5, 9), (7.5, 9), (12.5, 4.8), (12.5, 19.2), (7.5, 15), (3.5, 15))
    pen.arc(13, 12, 4, -50, 50)
    pen.arc(13, 12, 7.6, -50, 50)


def _silent(pen: _Pen) -> None:
    pen.area((3.5, 9), (7.5, 9), (12.5, 4.8), (12.5, 19.2), (7.5, 15), (3.5, 15))
    pen.lines((16, 9.5), (21, 14.5))
    pen.lines((21, 9.5), (16, 14.5))


def _more(pen: _Pen) -> None:
    for x in (5.5, 12, 18.5):
        pen.disc(x, 12, 1.7)


def _full_screen(pen: _Pen) -> None:
    pen.lines((4, 9), (4, 4), (9, 4))
    pen.lines((15, 4), (20, 4), (20, 9))
    pen.lines((20, 15), (20, 20), (15, 20))
    pen.lines((9, 20), (4, 20), (4, 15))


def _bell(pen: _Pen) -> None:
    pen.arc(12, 10.5, 6, 180, 360)
    pen.lines((6, 10.5), (6, 14), (4.2, 17.5), (19.8, 17.5), (18, 14), (18, 10.5))
    pen.arc(12, 18.6, 2.2, 20, 160)


def _chat(pen: _Pen) -> None:
    pen.lines((8, 17), (4, 20.5), (4, 5), (20, 5), (20, 17), (8, 17))


def _undo(pen: _Pen) -> None:
    pen.lines((8.5, 4.5), (4.5, 8.5), (8.5, 12.5))
    pen.lines((4.5, 8.5), (14, 8.5))
    pen.arc(14, 13.5, 5, -90, 90)
    pen.lines((14, 18.5), (8, 18.5))


def _redo(pen: _Pen) -> None:
    pen.lines((15.5, 4.5), (19.5, 8.5), (15.5, 12.5))
    pen.lines((19.5, 8.5), (10, 8.5))
    pen.arc(10, 13.5, 5, 90, 270)
    pen.lines((10, 18.5), (16, 18.5))


def _restart(pen: _Pen) -> None:
    pen.arc(12, 12.5, 7.5, -60, 230)
    pen.lines((4.6, 2.8), (6.9, 6.9), (11.4, 5.9))


def _pass(pen: _Pen) -> None:
    pen.lines((4, 12), (19, 12))
    pen.lines((13.5, 6.5), (19, 12), (13.5, 17.5))


def _flag(pen: _Pen) -> None:
    pen.lines((6, 21), (6, 4), (18, 4), (15, 8.5), (18, 13), (6, 13))


def _save(pen: _Pen) -> None:
    pen.lines((12, 4), (12, 15))
    pen.lines((7.5, 10.5), (12, 15), (16.5, 10.5))
    pen.lines((4.5, 15.5), (4.5, 20), (19.5, 20), (19.5, 15.5))


def _load(pen: _Pen) -> None:
    pen.lines((12, 15), (12, 4))
    pen.lines((7.5, 8.5), (12, 4), (16.5, 8.5))
    pen.lines((4.5, 15.5), (4.5, 20), (19.5, 20), (19.5, 15.5))


def _hint(pen: _Pen) -> None:
    pen.arc(12, 9.5, 5.8, 130, 410)
    pen.lines((8.3, 14), (9.5, 16.8), (14.5, 16.8), (15.7, 14))
    pen.lines((10, 20), (14, 20))


def _draw(pen: _Pen) -> None:
    pen.lines((5, 9), (19, 9))
    pen.lines((5, 15), (19, 15))


def _estimate(pen: _Pen) -> None:
    pen.lines((12, 4), (12, 19.5))
    pen.lines((8, 19.5), (16, 19.5))
    pen.lines((5, 7), (19, 7))
    pen.lines((2.5, 14), (5, 7), (7.5, 14), (2.5, 14))
    pen.lines((16.5, 14), (19, 7), (21.5, 14), (16.5, 14))


_SIGNS: Final[Mapping[str, Callable[[_Pen], None]]] = {
    "brand": _brand,
    "moon": _moon,
    "sun": _sun,
    "settings": _gear,
    "person": _person,
    "people": _people,
    "close": _close,
    "down": _chevron((6, 9.5), (12, 15.5), (18, 9.5)),
    "up": _chevron((6, 14.5), (12, 8.5), (18, 14.5)),
    "back": _chevron((15, 5), (8, 12), (15, 19)),
    "on": _chevron((9, 5), (16, 12), (9, 19)),
    "first": _first,
    "last": _last,
    "help": _help,
    "exchange": _exchange,
    "play": _play,
    "pause": _pause,
    "eye": _eye,
    "check": _check,
    "plus": _plus,
    "minus": _minus,
    "sound": _sound,
    "silent": _silent,
    "more": _more,
    "full_screen": _full_screen,
    "bell": _bell,
    "chat": _chat,
    "undo": _undo,
    "redo": _redo,
    "restart": _restart,
    "pass": _pass,
    "flag": _flag,
    "save": _save,
    "load": _load,
    "hint": _hint,
    "draw": _draw,
    "estimate": _estimate,
}
ICONS: Final = frozenset(_SIGNS)
"""The names of all signs."""


@lru_cache(maxsize=256)
def icon_surface(name: str, side: int, color: str) -> pygame.Surface:
    """A sign in this size, in pixels, and colour."""
    pen = _Pen(max(side, 1), color)
    _SIGNS[name](pen)
    return to_surface(pen.image.resize((max(side, 1), max(side, 1)), Image.Resampling.BOX))
