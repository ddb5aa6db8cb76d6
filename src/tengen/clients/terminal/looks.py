"""How boards look in a terminal: signs and colours by theme and by how many colours there are. Draws nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
    """What stones lie on, and what is drawn there: `fill` and `other_fill` take turns on boards of cells.

    `discs` are the upper and the lower half of a large stone; those of `outlined` colours are rings of their `stones`.
    """

    fill: Style
    other_fill: Style
    line: Style
    legal: Style
    forbidden: Style
    cursor: Style
    last: Style
    stones: Mapping[Color, Style]
    ghosts: Mapping[Color, Style]
    discs: Mapping[Color, tuple[Style, Style]]
    outlined: frozenset[Color] = frozenset()


@dataclass(frozen=True, slots=True)
class Look:
    """A theme in this terminal. `has_discs`: stones can be larger than a letter."""

    name: str
    signs: Signs
    lined: Ground
    celled: Ground
    label: Style
    hint: Style
    has_discs: bool = True

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
    none, bold, faint = Style(), Style(bold=True), Style(dim=True)
    same, discs = {BLACK: none, WHITE: none}, {BLACK: (none, none), WHITE: (none, none)}
    ground = Ground(none, none, none, none, none, bold, none, same, {BLACK: faint, WHITE: faint}, discs)
    return Look("plain", LETTERS, ground, ground, none, bold, has_discs=False)


_FEW_GROUNDS: Final = {
    "wood": ("yellow", "green"),
    "paper": ("white", "white"),
    "dark": ("bright_black", "bright_black"),
    "contrast": ("bright_yellow", "bright_yellow"),
    "print": ("bright_white", "bright_white"),
}
"""The sixteen colours are those of the terminal's own palette: grounds of lined and of celled boards by theme."""
_LIGHT_ONES: Final = ("white", "bright_white", "bright_yellow")


def _few(theme: Theme) -> Look:
    lined, celled = (_few_ground(name) for name in _FEW_GROUNDS[theme.name])
    return Look(theme.name, DISCS, lined, celled, Style(), Style(color="red", bold=True))


def _few_ground(name: str) -> Ground:
    fill = Style(bgcolor=name)
    dark, light = Style(color="black"), Style(color="bright_white", bold=True)
    is_light = name in _LIGHT_ONES
    stones = {BLACK: dark, WHITE: dark if is_light else light}
    ink = Style(color="bright_white" if name in ("bright_black", "green") else "black", bold=True)
    line = Style(color="white" if name == "bright_black" else "black")
    discs = {BLACK: (dark, dark), WHITE: (light, light)}
    rings = frozenset({WHITE}) if is_light else frozenset[Color]()
    return Ground(fill, fill, line, line, Style(color="red"), ink, Style(color="red"), stones, stones, discs, rings)


def _many(theme: Theme) -> Look:
    lined, celled = _ground(theme, BoardStyle.LINES), _ground(theme, BoardStyle.CELLS)
    return Look(theme.name, DISCS, lined, celled, Style(dim=True), Style(color=theme.arrow, bold=True))


def _ground(theme: Theme, style: BoardStyle) -> Ground:
    surface = theme.lined if style is BoardStyle.LINES else theme.celled
    edge = theme.white.edge if isinstance(theme.white.fill, str) else None
    inks = {BLACK: theme.black.shade, WHITE: edge or theme.white.shade}
    other = surface.fill if style is BoardStyle.LINES else _mixed(surface.fill, surface.line, 0.13)
    bodies = {BLACK: theme.black.shade, WHITE: theme.white.shade}
    return Ground(
        Style(bgcolor=surface.fill),
        Style(bgcolor=other),
        Style(color=_mixed(surface.line, surface.fill, 0.35)),
        Style(color=surface.legal, bold=True),
        Style(color=surface.forbidden, bold=True),
        Style(color=surface.ink, bold=True),
        Style(color=theme.arrow, bold=True),
        {color: Style(color=ink, bold=True) for color, ink in inks.items()},
        {color: Style(color=_mixed(ink, surface.fill, 0.45)) for color, ink in inks.items()},
        {
            color: (Style(color=_mixed(body, "#ffffff", 0.14)), Style(color=_mixed(body, "#000000", 0.1)))
            for color, body in bodies.items()
        },
        frozenset({WHITE}) if edge is not None else frozenset(),
    )


def _mixed(first: str, second: str, share: float) -> str:
    """The first colour with this share of the second."""
    one, other = (RichColor.parse(color).get_truecolor() for color in (first, second))
    parts = (round(mine * (1 - share) + its * share) for mine, its in zip(one, other, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*parts)
