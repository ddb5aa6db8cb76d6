"""How stones look in plain text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import BLACK, Color


@dataclass(frozen=True, slots=True)
class Symbols:
    """One character for everything that a point can show."""

    black: str
    white: str
    dead_black: str
    dead_white: str
    empty: str = "."
    star: str = ","
    legal: str = "+"
    forbidden: str = "!"

    def stone(self, color: Color, *, dead: bool = False) -> str:
        """A stone of this colour."""
        if dead:
            return self.dead_black if color is BLACK else self.dead_white
        return self.black if color is BLACK else self.white

    @property
    def characters(self) -> str:
        """Everything a terminal must be able to show."""
        return self.black + self.white + self.dead_black + self.dead_white


DISCS: Final = Symbols("●", "○", "◆", "◇")
LETTERS: Final = Symbols("X", "O", "x", "o")
"""For terminals that know no more than letters."""
