"""Corners: a fifth game, here only to prove that nothing outside a game's folder knows which games there are."""

from tengen.core import GameKind
from tests.toygame.rules import CornersRules

KIND = GameKind("corners", CornersRules, __name__, aliases=("抢角",))

__all__ = ["KIND"]
