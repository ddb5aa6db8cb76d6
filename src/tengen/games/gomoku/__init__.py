"""Gomoku: five in a row, with the rule sets freestyle, standard, Renju and Caro."""

from tengen.core import GameKind
from tengen.games.gomoku.rules import GomokuRules
from tengen.games.gomoku.sgf import SGF

KIND = GameKind(
    "gomoku",
    GomokuRules,
    __name__,
    aliases=("gobang", "five", "五子棋"),
    protocols=("gtp", "gomocup"),
    default_of=("gomocup",),
    sgf=SGF,
)

__all__ = ["KIND"]
