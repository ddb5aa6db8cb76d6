"""Go, also called Weiqi and Baduk."""

from tengen.core import GameKind
from tengen.games.go.rules import GoRules

KIND = GameKind("go", GoRules, __name__, aliases=("weiqi", "baduk", "igo", "围棋"))

__all__ = ["KIND"]
