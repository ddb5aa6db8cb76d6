"""How a match of two nets ended. Plays nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from train.go.net.selfplay.field import OUTCOME

KOMI = 7.5
"""Of matches: nobody draws."""
SIDE_COLUMN, WINNER_COLUMN = OUTCOME.index("side"), OUTCOME.index("winner")


@dataclass(frozen=True)
class Score:
    """What the first net did. `unfinished` games were still going on when the time was over: they count for nobody."""

    won: int
    drawn: int
    lost: int
    unfinished: int

    @property
    def share(self) -> float:
        played = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2) / played if played else 0.5


def score_of(outcomes: NDArray[np.int32], side: int, games: int) -> Score:
    winners = outcomes[outcomes[:, SIDE_COLUMN] == side, WINNER_COLUMN]
    won, drawn, lost = (int((winners == winner).sum()) for winner in (1, 0, -1))
    return Score(won, drawn, lost, games - won - drawn - lost)
