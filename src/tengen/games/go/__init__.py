"""Go, also called Weiqi and Baduk."""

from tengen.core import GameKind
from tengen.games.go.rules import GoRules
from tengen.games.go.sgf import SGF

KIND = GameKind("go", GoRules, __name__, aliases=("weiqi", "baduk", "igo", "围棋"), default_of=("gtp",), sgf=SGF)

__all__ = ["KIND"]
