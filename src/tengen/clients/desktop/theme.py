"""Colours and measures of the window: the tokens of the page. Boards have themes of their own (`render.themes`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

SMALL: Final = 13.0
TEXT: Final = 15.0
LARGE: Final = 18.0
TITLE: Final = 24.0
HUGE: Final = 40.0
"""Sizes of letters."""

SPACE: Final = 4.0
"""Distances are multiples of it."""
RADIUS: Final = 6.0
TOUCH: Final = 36.0
"""The height of whatever can be clicked."""
HEADER: Final = 56.0


@dataclass(frozen=True, slots=True)
class Palette:
    """Every colour of the window by its role, as `#rrggbb`."""

    name: str
    ground: str
    raised: str
    hover: str
    ink: str
    muted: str
    line: str
    edge: str
    accent: str
    accent_strong: str
    accent_soft: str
    on_accent: str
    danger: str
    danger_soft: str
    focus: str
    stone_board: str | None
    """What lies behind small stones beside text; None where the ground will do."""
    stone_black: str = "#17171a"
    stone_white: str = "#fffefb"
    stone_edge: str = "#4a453c"


LIGHT: Final = Palette(
    name="light",
    ground="#faf8f4",
    raised="#fffefb",
    hover="#f0ece4",
    ink="#24221e",
    muted="#5f5a51",
    line="#e5e0d6",
    edge="#8a8478",
    accent="#0f6b66",
    accent_strong="#0b5652",
    accent_soft="#deebe7",
    on_accent="#ffffff",
    danger="#ae2a1f",
    danger_soft="#f7e4df",
    focus="#0f8a82",
    stone_board=None,
)

DARK: Final = Palette(
    name="dark",
    ground="#16181b",
    raised="#1e2125",
    hover="#282c31",
    ink="#e9e7e2",
    muted="#a9a69f",
    line="#2d3136",
    edge="#757b82",
    accent="#63bfb4",
    accent_strong="#7fd0c6",
    accent_soft="#1c3634",
    on_accent="#0c1716",
    danger="#ff958a",
    danger_soft="#3b2320",
    focus="#4fd1c4",
    stone_board="#cb9f5b",
)

PALETTES: Final = {palette.name: palette for palette in (LIGHT, DARK)}


def is_system_dark(environment: Mapping[str, str]) -> bool:
    """Whether this desktop says that its programs are dark; many say nothing, and then they are not."""
    return "dark" in environment.get("GTK_THEME", "").lower()
