"""What is to be drawn at each point: a stone, a mark or nothing, and in which order they count."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from rich.style import Style

from tengen.clients.sitting.table import Hover
from tengen.clients.terminal.looks import Ground, Look
from tengen.clients.terminal.shown import BoardShown
from tengen.core import Color, Point


class Mark(Enum):
    """What an empty point shows."""

    NOTHING = auto()
    STAR = auto()
    LABEL = auto()
    GHOST = auto()
    HINT = auto()
    FORBIDDEN = auto()
    LEGAL = auto()
    TERRITORY = auto()


@dataclass(frozen=True)
class MarkedBoard:
    """A board with its look, the cursor of the keyboard and what the pointer shows."""

    shown: BoardShown
    look: Look
    cursor: Point | None = None
    hover: Hover | None = None

    @property
    def ground(self) -> Ground:
        """What the board is made of."""
        return self.look.ground(self.shown.spec.style)

    def fill(self, point: Point) -> Style:
        """The colour of the board there."""
        return self.ground.fill if (point.x + point.y) % 2 == 0 else self.ground.other_fill

    def stone(self, point: Point) -> Color | None:
        """The stone there."""
        return self.shown.board[point]

    def mark(self, point: Point) -> tuple[Mark, Color | None]:
        """What an empty point shows, and whose it is."""
        shown = self.shown
        if point in shown.labels:
            return Mark.LABEL, None
        if self.hover is not None and self.hover.point == point:
            return Mark.GHOST, self.hover.color
        if point == shown.hint:
            return Mark.HINT, None
        if point in shown.forbidden:
            return Mark.FORBIDDEN, None
        if point in shown.legal:
            return Mark.LEGAL, None
        if point in shown.territory:
            return Mark.TERRITORY, shown.territory[point]
        return (Mark.STAR if point in shown.spec.stars else Mark.NOTHING), None
