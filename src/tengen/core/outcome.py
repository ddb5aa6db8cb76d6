"""How a game ended, and how it stands in points. Judges nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from tengen.core.color import BLACK, WHITE, Color


class Reason(StrEnum):
    """Why a game ended. Words: `reason.<value>`."""

    LINE = "line"
    SCORE = "score"
    FULL_BOARD = "full_board"
    REPETITION = "repetition"
    RESIGN = "resign"
    TIME = "time"
    ABANDONED = "abandoned"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"


class Score(NamedTuple):
    """Points of both sides, komi and bonus included."""

    black: float
    white: float

    @property
    def leader(self) -> Color | None:
        """Who has more points, or None when they are level."""
        if self.black == self.white:
            return None
        return BLACK if self.black > self.white else WHITE

    @property
    def margin(self) -> float:
        """By how many points the leader leads."""
        return abs(self.black - self.white)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: a winner, a draw, or no result.

    `margin` is by how many points it was won, where points decided; `score` holds both sides' points.
    """

    winner: Color | None
    reason: Reason
    margin: float | None = None
    score: Score | None = None
    no_result: bool = False

    @property
    def is_draw(self) -> bool:
        """Whether the game was played to an end and nobody won."""
        return self.winner is None and not self.no_result

    @classmethod
    def by_score(cls, score: Score) -> Outcome:
        """The side with more points wins; level points are a draw."""
        return cls(score.leader, Reason.SCORE, score.margin, score)

    @classmethod
    def won(cls, winner: Color, reason: Reason) -> Outcome:
        """A win that is not counted in points."""
        return cls(winner, reason)

    @classmethod
    def draw(cls, reason: Reason) -> Outcome:
        """Nobody wins."""
        return cls(None, reason)
