"""What a position is worth in the terms that a protocol has: thinkers tell a chance, a lead, or both."""

from __future__ import annotations

import math
from typing import Final

from tengen.core import BLACK, Color
from tengen.players import Analysis, Candidate, ProvenWin

_SCALE: Final = 6.0
"""By so many discs the odds of winning grow by the number e."""
_MOST_DISCS: Final = 64.0


def chance(found: Candidate | Analysis, color: Color) -> float:
    """A side's chance to win; where only a lead is told, the odds of such a lead; even where nothing is."""
    win = found.win
    if win is None:
        win = 0.5 if found.margin is None else 1.0 / (1.0 + math.exp(-_within(found.margin) / _SCALE))
    return win if color is BLACK else 1.0 - win


def lead(found: Candidate | Analysis, color: Color) -> float | None:
    """A side's lead; where only a chance is told, the lead that has such odds; None where nothing is."""
    if found.margin is not None:
        return found.margin if color is BLACK else 0.0 - found.margin  # even is even for both
    return None if found.win is None else discs(found.win, color)


def discs(win: float, color: Color) -> float:
    """Black's chance to win as discs for a side, as the odds of such a lead are: 0 for even chances."""
    own = win if color is BLACK else 1.0 - win
    if own <= 0.0 or own >= 1.0:
        return math.copysign(_MOST_DISCS, own - 0.5)
    return _within(_SCALE * math.log(own / (1.0 - own)))


def proof_words(win: ProvenWin) -> str:
    """What is proven, for the side to move. Protocols speak English."""
    return f"{'wins' if win.is_movers else 'loses'} in {win.moves}"


def _within(margin: float) -> float:
    return min(max(margin, -_MOST_DISCS), _MOST_DISCS)
