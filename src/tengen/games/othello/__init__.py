"""Othello, also called Reversi."""

from tengen.core import GameKind
from tengen.games.othello.rules import OthelloRules
from tengen.games.othello.sgf import SGF

KIND = GameKind(
    "othello",
    OthelloRules,
    __name__,
    aliases=("reversi", "黑白棋"),
    protocols=("gtp", "nboard"),
    default_of=("nboard",),
    sgf=SGF,
)

__all__ = ["KIND"]
