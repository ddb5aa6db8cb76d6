"""Peace: a game for two without winner or loser."""

from tengen.core import GameKind
from tengen.games.peace.rules import PeaceRules

KIND = GameKind("peace", PeaceRules, __name__, aliases=("和平棋",), can_be_won=False, protocols=())

__all__ = ["KIND"]
