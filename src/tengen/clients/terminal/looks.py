"""How boards look in a terminal: signs and colours by theme and by how many colours there are. Draws nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Final

from rich.color import Color as RichColor
from rich.style import Style

from tengen.clients.terminal.abilities import Colors
from tengen.core import BLACK, WHITE, BoardStyle, Color
from tengen.render import THEMES, Theme


@dataclass(frozen=True, slots=True)
class Signs:
    """One character for everything that a point can show. `corners` are those of a grid, row by row."""

    black: str
    white: str
    dead_black: str
    dead_white: str
    territory_black: str
    territory_white: str
    star: str
    legal: str
    forbidden: str
    hint: str
    cell: str
    grid: tuple[str, str, str]
    bar: str

    def stone(self, color: Color, *, is_dead: bool = False) -> str:
        """A stone of this colour."""
        if is_dead:
            return self.dead_black if color is BLACK else self.dead_white
        return self.black if color is BLACK else self.white

    def territory(self, color: Color) -> str:
        """A point that belongs to this colour."""
        return self.territory_black if color is BLACK else self.territory_white


DISCS: Final = Signs("●", "○", "◆", "◇", "▪", "▫", "╋", "·", "×", "★", " ", ("┌┬┐", "├┼┤", "└┴┘"), "─")
LETTERS: Final = Signs("X", "O", "x", "o", "'", '"', ",", "+", "!", "*", ".", ("...", "...", "..."), " ")
"""For terminals without colours: the same signs as the console's."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What stones lie on: `fill` and `other_fill` take turns on boards of cells."""

    fill: Style
    other_fill: Style
    line: Style
    legal: Style
    forbidden: Style
    stones: dict[Color, Style] = field(hash=False)
    ghosts: dict[Color, Style] = field(hash=False)
    territory: dict[Color, Style] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Look:
    """A theme in this terminal. `cursor`, `last` and `hint` lie over the ground."""

    name: str
    signs: Signs
    lined: Ground
    celled: Ground
    label: Style
    cursor: Style
    last: Style
    hint: Style

    def ground(self, style: BoardStyle) -> Ground:
        """What a board of this style is made of."""
        return self.lined if style is BoardStyle.LINES else self.celled


@cache
def find_look(theme: str | None, colors: Colors) -> Look:
    """The look of a theme; of the usual one where there is none of this name."""
    if colors is Colors.NONE:
        return _plain()
    chosen = THEMES.get(theme or "") or next(iter(THEMES.values()))
    return _few(chosen) if colors is Colors.FEW else _many(chosen)


def _plain() -> Look:
    """Without a single colour: what matters is a sign, and the cursor stands in brackets."""
    none = Style()
    same = {BLACK: none, WHITE: none}
    ground = Ground(none, none, none, none, none, same, {BLACK: Style(dim=True), WHITE: Style(dim=True)}, same)
    return Look("plain", LETTERS, ground, ground, none, Style(bold=True), none, Style(bold=True))


_FEW_GROUNDS: Final = {
    "wood": ("yellow", "green"),
    "paper": ("white", "white"),
    "dark": ("bright_black", "bright_black"),
    "contrast": ("bright_yellow", "bright_yellow"),
    "print": ("bright_white", "bright_white"),
}
"""The sixteen colours are those of the terminal's own palette: grounds of lined and of celled boards by theme."""


def _few(theme: Theme) -> Look:
    lined, celled = (_few_ground(name) for name in _FEW_GROUNDS[theme.name])
    accent = Style(color="red", bold=True)
    return Look(theme.name, DISCS, lined, celled, Style(), accent, Style(color="red"), accent)


def _few_ground(name: str) -> Ground:
    fill = Style(bgcolor=name)
    dark, light = Style(color="black"), Style(color="bright_white", bold=True)
    stones = {BLACK: dark, WHITE: dark if name in ("white", "bright_white", "bright_yellow") else light}
    line = Style(color="white" if name == "bright_black" else "black")
    return Ground(fill, fill, line, line, Style(color="red"), stones, stones, stones)


def _many(theme: Theme) -> Look:
    lined = _ground(theme, BoardStyle.LINES)
    celled = _ground(theme, BoardStyle.CELLS)
    accent = Style(color=theme.arrow, bold=True)
    return Look(theme.name, DISCS, lined, celled, Style(dim=True), accent, Style(color=theme.arrow), accent)


def _ground(theme: Theme, style: BoardStyle) -> Ground:
    surface = theme.lined if style is BoardStyle.LINES else theme.celled
    is_flat = theme.white.edge is not None and isinstance(theme.white.fill, str)
    white = theme.white.edge if is_flat and theme.white.edge is not None else theme.white.shade
    stones = {BLACK: theme.black.shade, WHITE: white}
    other = surface.fill if style is BoardStyle.LINES else _mixed(surface.fill, surface.line, 0.13)
    return Ground(
        Style(bgcolor=surface.fill),
        Style(bgcolor=other),
        Style(color=_mixed(surface.line, surface.fill, 0.35)),
        Style(color=surface.legal, bold=True),
        Style(color=surface.forbidden, bold=True),
        {color: Style(color=stones[color], bold=True) for color in stones},
        {color: Style(color=_mixed(stones[color], surface.fill, 0.45)) for color in stones},
        {color: Style(color=stones[color]) for color in stones},
    )


def _mixed(first: str, second: str, share: float) -> str:
    """The first colour with this share of the second."""
    one, other = (RichColor.parse(color).get_truecolor() for color in (first, second))
    parts = (round(mine * (1 - share) + its * share) for mine, its in zip(one, other, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*parts)
