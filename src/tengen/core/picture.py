"""How values show themselves as boards in notebooks. Draws nothing: the render layer does, where it is installed."""

from __future__ import annotations

import importlib
from typing import Final

_PAINTER: Final = "tengen.render.notebook"


class Pictured:
    """Something with a board that notebooks show as a picture by themselves.

    The layer that draws is above this one, so it is looked up by name when a picture is asked for, as games are.
    """

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        try:
            painter = importlib.import_module(_PAINTER)
        except ImportError:
            return None
        svg: str = painter.show(self).svg
        return svg
