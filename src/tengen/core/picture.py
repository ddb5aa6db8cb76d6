"""How values show themselves as boards in notebooks. Draws nothing: whoever is installed as the painter does."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Final, TypeAlias

GROUP: Final = "tengen.painters"
"""The entry points of a function that draws a game, a state, a position or a record."""

Painter: TypeAlias = Callable[["Pictured"], str]
"""Gives a picture in SVG of something with a board."""


class Pictured:
    """Something with a board that notebooks show as a picture by themselves.

    The layer that draws is above this one. It registers itself as games do: by an entry point, which is loaded when
    the first picture is asked for.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        painter = _painter(GROUP)
        return None if painter is None else painter(self)


@cache
def _painter(group: str) -> Painter | None:
    """The painter of this installation, or None where there is none or something that it needs is not installed."""
    for entry in entry_points(group=group):
        try:
            painter: Painter = entry.load()
        except ImportError:
            continue
        return painter
    return None
