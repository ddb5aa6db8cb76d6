"""The five looks of a board, as palettes by role. Draws nothing and places nothing.

`wood` is the board of the club room, `paper` a printed page, `dark` for the evening, `contrast` for those who see
little (the stones differ in shape as well as in colour), `print` plain black on white for printers and diagrams.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.core import BLACK, Color, ErrorCode, GameError
from tengen.render.shapes import Paint, Radial, Stop


class Body(StrEnum):
    """The outline of a stone."""

    DISC = "disc"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class StoneLook:
    """How the stones of one side look, and the ink that writes on them. Widths are in parts of a cell.

    `shade` paints the small squares of points that belong to this side. A `rim` is the other face of a disc that
    can be turned over, seen at its edge.
    """

    fill: Paint
    ink: str
    shade: str
    edge: str | None = None
    edge_width: float = 0.0
    rim: Paint | None = None
    body: Body = Body.DISC


@dataclass(frozen=True, slots=True)
class Surface:
    """What the stones lie on: its colour, its lines, and the ink that marks an empty point."""

    fill: str
    line: str
    line_width: float
    ink: str
    legal: str
    legal_opacity: float
    forbidden: str


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour of a picture by its role.

    `ground` and `ink` are for the text beside the board, `frame` and `label` for the board's own edge and its
    coordinates, `lined` and `celled` for the two styles of boards. `strokes` scales the width of everything drawn.
    `hairlines` asks for lines of one pixel on screens. `faded` is the opacity of dead stones. Arrows go over stones
    of both colours, so `arrow` is neither's.
    """

    name: str
    ground: str
    ink: str
    frame: str
    frame_edge: str
    label: str
    lined: Surface
    celled: Surface
    black: StoneLook
    white: StoneLook
    arrow: str
    shadow: Radial | None = None
    grain: tuple[str, ...] = ()
    strokes: float = 1.0
    hairlines: bool = True
    faded: float = 0.42

    def stone(self, color: Color) -> StoneLook:
        """How this side's stones look."""
        return self.black if color is BLACK else self.white


def _soft_shadow(strength: float) -> Radial:
    return Radial((Stop(0, "#000000", strength), Stop(0.76, "#000000", strength * 0.8), Stop(1, "#000000", 0)))


def _lit(*stops: tuple[float, str]) -> Radial:
    """A round body lit from the upper left."""
    return Radial(tuple(Stop(offset, color) for offset, color in stops), dx=-0.34, dy=-0.42, reach=1.52)


_SLATE: Final = _lit((0, "#6d6e72"), (0.22, "#46474b"), (0.55, "#242528"), (1, "#0b0b0d"))
_SHELL: Final = _lit((0, "#ffffff"), (0.42, "#faf8f3"), (0.74, "#e9e5da"), (1, "#bdb6a6"))

WOOD: Final = Theme(
    name="wood",
    ground="#faf8f4",
    ink="#2a241c",
    frame="#dfb571",
    frame_edge="#a87b3d",
    label="#5a4019",
    lined=Surface("#dfb571", "#4f3a1b", 0.034, "#2a1d0b", "#2a1d0b", 0.42, "#a3201b"),
    celled=Surface("#3a8159", "#123f28", 0.034, "#ffffff", "#04180d", 0.5, "#ffb3a3"),
    black=StoneLook(_SLATE, "#ffffff", "#17171a", rim="#d8d3c6"),
    white=StoneLook(_SHELL, "#17171a", "#fffdf7", "#8d8470", 0.012, rim="#2c2c30"),
    arrow="#0f766e",
    shadow=_soft_shadow(0.56),
    grain=("#b9803a", "#c8924c", "#f2d29b"),
)

PAPER: Final = Theme(
    name="paper",
    ground="#fbf7ec",
    ink="#231f18",
    frame="#f5eddb",
    frame_edge="#b9ad93",
    label="#574e3f",
    lined=Surface("#f5eddb", "#3a342a", 0.03, "#231f18", "#231f18", 0.5, "#8c2f22"),
    celled=Surface("#f5eddb", "#3a342a", 0.03, "#231f18", "#231f18", 0.5, "#8c2f22"),
    black=StoneLook("#231f1b", "#fffdf6", "#231f1b", "#231f1b", 0.035),
    white=StoneLook("#fffdf6", "#231f1b", "#fffdf6", "#231f1b", 0.035),
    arrow="#0f766e",
    faded=0.35,
)

DARK: Final = Theme(
    name="dark",
    ground="#16181b",
    ink="#d9dce0",
    frame="#39414b",
    frame_edge="#4a545f",
    label="#b3bbc5",
    lined=Surface("#39414b", "#6d7885", 0.034, "#dde2e8", "#dde2e8", 0.45, "#ff9a8f"),
    celled=Surface("#2f5247", "#152a22", 0.034, "#dcebe3", "#dcebe3", 0.45, "#ffa79d"),
    black=StoneLook(
        _lit((0, "#42474e"), (0.3, "#1b1e21"), (1, "#050607")), "#e8eaed", "#08090b", "#6c7681", 0.02, rim="#a9acb0"
    ),
    white=StoneLook(
        _lit((0, "#f4f4f2"), (0.5, "#dedfdf"), (1, "#9a9da1")), "#16181b", "#dfe1e3", "#0d0e10", 0.012, rim="#0b0c0e"
    ),
    arrow="#2dbfae",
    shadow=_soft_shadow(0.55),
    faded=0.48,
)

CONTRAST: Final = Theme(
    name="contrast",
    ground="#ffffff",
    ink="#000000",
    frame="#ffcf4a",
    frame_edge="#000000",
    label="#000000",
    lined=Surface("#ffcf4a", "#000000", 0.05, "#000000", "#000000", 1.0, "#000000"),
    celled=Surface("#ffcf4a", "#000000", 0.05, "#000000", "#000000", 1.0, "#000000"),
    black=StoneLook("#000000", "#ffffff", "#000000", "#ffffff", 0.045),
    white=StoneLook("#ffffff", "#000000", "#ffffff", "#000000", 0.09, body=Body.SQUARE),
    arrow="#0050d8",
    strokes=1.6,
    hairlines=False,
    faded=0.5,
)

PRINT: Final = Theme(
    name="print",
    ground="#ffffff",
    ink="#000000",
    frame="#ffffff",
    frame_edge="#ffffff",
    label="#000000",
    lined=Surface("#ffffff", "#000000", 0.026, "#000000", "#000000", 0.8, "#000000"),
    celled=Surface("#ffffff", "#000000", 0.026, "#000000", "#000000", 0.8, "#000000"),
    black=StoneLook("#000000", "#ffffff", "#000000", "#000000", 0.03),
    white=StoneLook("#ffffff", "#000000", "#ffffff", "#000000", 0.03),
    arrow="#707070",
    hairlines=False,
    faded=0.3,
)

THEMES: Final = {theme.name: theme for theme in (WOOD, PAPER, DARK, CONTRAST, PRINT)}
"""Every theme by its name; the first is the one to use when nobody chose."""


def find_theme(name: str) -> Theme:
    """The theme of this name. Raises BAD_RULES, the code for an option that has no such value."""
    if name not in THEMES:
        raise GameError(
            ErrorCode.BAD_RULES, "rules.not_a_choice", option="theme", value=name[:40], choices=", ".join(THEMES)
        )
    return THEMES[name]
