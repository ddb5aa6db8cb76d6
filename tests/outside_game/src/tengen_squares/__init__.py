"""Squares: two stones a turn, and whoever fills a square of four points wins."""

from tengen.core import GameKind, Reason, SgfTraits
from tengen_squares.rules import SQUARE, SquaresRules

KIND = GameKind(
    "squares",
    SquaresRules,
    __name__,
    aliases=("四方棋",),
    sgf=SgfTraits(number=1001, names_points=True, win=SQUARE, draw=Reason.FULL_BOARD),
)

__all__ = ["KIND"]
