"""Othello, also called Reversi."""

from tengen.core import GameKind
from tengen.games.othello.rules import OthelloRules

KIND = GameKind("othello", OthelloRules, __name__, aliases=("reversi", "黑白棋"), protocols=("gtp", "nboard"))

__all__ = ["KIND"]
