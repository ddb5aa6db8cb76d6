"""What a move gave away: the worth of a position before and after it, from its player's side. Searches nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.core import BLACK, Action, Color, Pass, Place
from tengen.players import Analysis


class Grade(StrEnum):
    """How bad a move is, by the share of the win that it gives away."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_FROM: Final = {Grade.BLUNDER: 0.20, Grade.MISTAKE: 0.10, Grade.INACCURACY: 0.05}
"""The loss from which a move is one, worst first."""
_HOPELESS: Final = 0.05
"""Who stands worse than this has nothing to give away."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a move gave away of the win, between 0 and 1, and in points or discs where the game has them."""

    win: float
    margin: float | None
    grade: Grade | None


def judge(action: Action | None, before: Analysis, after: Analysis) -> Judgement | None:
    """How good an action was, by what its position was worth and what the next one is; None for what is no move."""
    if not isinstance(action, Place | Pass) or before.win is None or after.win is None:
        return None
    player = action.player
    move = action.point if isinstance(action, Place) else None
    if before.best and before.best[0].move == move:
        return Judgement(0.0, None if before.margin is None else 0.0, None)
    best, played = _win_for(player, before.win), _win_for(player, after.win)
    win = max(best - played, 0.0)
    margin = _margin_loss(player, before, after)
    is_silent = best < _HOPELESS or (_is_won(player, before) and _is_won(player, after))
    return Judgement(win, margin, None if is_silent else _grade_of(win))


def _win_for(player: Color, win: float) -> float:
    return win if player is BLACK else 1 - win


def _margin_loss(player: Color, before: Analysis, after: Analysis) -> float | None:
    if before.margin is None or after.margin is None:
        return None
    lost = before.margin - after.margin
    return max(lost if player is BLACK else -lost, 0.0)


def _is_won(player: Color, analysis: Analysis) -> bool:
    """Whether the win of this side is proven."""
    is_proven = analysis.exact is not None or (bool(analysis.best) and analysis.best[0].is_certain)
    return is_proven and analysis.win is not None and _win_for(player, analysis.win) == 1.0


def _grade_of(win: float) -> Grade | None:
    return next((grade for grade, least in _FROM.items() if win >= least), None)
