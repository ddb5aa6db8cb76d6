"""The grain of a wooden board: long fibres, nearly straight, as shapes. The same on every run and in every painter."""

from __future__ import annotations

from math import sin, tau
from random import Random

from tengen.render.shapes import Box, Curve

_SEED = 361
_PIECES = 7


def grain(area: Box, colors: tuple[str, ...]) -> list[Curve]:
    """Fibres from the top to the bottom of an area: broad soft bands below, fine lines above.

    The colours are those of the late wood, of the early wood, and of the light between.
    """
    random = Random(_SEED)
    late, early, light = colors
    bands = [
        Curve(
            _fibre(random, area, x, width := round(random.uniform(14, 42), 1)),
            random.choice((light, early)),
            width,
            round(random.uniform(0.05, 0.13), 2),
        )
        for x in _across(random, area, 16, 44)
    ]
    lines = [
        Curve(
            _fibre(random, area, x, width := round(random.uniform(0.5, 1.5), 1)),
            random.choice((late, late, early)),
            width,
            round(random.uniform(0.1, 0.3), 2),
        )
        for x in _across(random, area, 3, 15)
    ]
    return bands + lines


def _across(random: Random, area: Box, least: float, most: float) -> list[float]:
    """Where fibres begin at the top: unevenly spaced from the left to the right."""
    found = []
    x = area.left + random.uniform(0, most)
    while x < area.right:
        found.append(x)
        x += random.uniform(least, most)
    return found


def _fibre(random: Random, area: Box, x: float, width: float) -> tuple[tuple[float, float], ...]:
    """The course of a fibre. Neighbours sway together, as the sway depends on their place; each also strays a little.

    A fibre stays inside the area with all of its width.
    """
    half = width / 2
    step = (area.bottom - area.top) / _PIECES
    points = []
    for piece in range(_PIECES + 1):
        sway = 3.2 * sin(tau * (piece / 9.5 + x / 610)) + 1.4 * sin(tau * (piece / 4.1 + x / 233))
        stray = random.uniform(-0.45, 0.45)
        inside = min(max(x + sway + stray, area.left + half), area.right - half)
        points.append((round(inside, 1), round(area.top + piece * step, 1)))
    return tuple(points)
