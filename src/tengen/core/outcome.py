"""How a game ended, and how it stands in points. Judges nothing itself."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, final

from tengen.core.color import BLACK, COLORS, WHITE, Color

_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")


@final
class Reason(str):
    """Why a game ended: the reasons that games share, and those that a game declares as `Ruleset.REASONS`.

    A reason is made once, in the code that declares it; one with the same name is the same object. What a file or a
    message names is looked up with `Ruleset.find_reason` and never made. Words: `reason.<name>`, and
    `status.won.<name>.black` and `.white` for the line that says who won.
    """

    __slots__ = ()
    _made: ClassVar[dict[str, Reason]] = {}

    LINE: ClassVar[Reason]
    SCORE: ClassVar[Reason]
    FULL_BOARD: ClassVar[Reason]
    REPETITION: ClassVar[Reason]
    RESIGN: ClassVar[Reason]
    TIME: ClassVar[Reason]
    ABANDONED: ClassVar[Reason]
    AGREEMENT: ClassVar[Reason]
    FORFEIT: ClassVar[Reason]
    CANCELLED: ClassVar[Reason]

    def __new__(cls, name: str) -> Reason:
        """The reason of this name: small letters, digits and underscores, at most 32."""
        assert _NAME.fullmatch(name), f"{name[:40]!r} is no name of a reason"
        return cls._made.setdefault(str(name), super().__new__(cls, name))

    def __repr__(self) -> str:
        return f"Reason({str(self)!r})"

    @property
    def text_keys(self) -> tuple[str, ...]:
        """Where the words of this reason are, inside its game's table."""
        return (f"reason.{self}", *(f"status.won.{self}.{color.word}" for color in COLORS))


Reason.LINE = Reason("line")
Reason.SCORE = Reason("score")
Reason.FULL_BOARD = Reason("full_board")
Reason.REPETITION = Reason("repetition")
Reason.RESIGN = Reason("resign")
Reason.TIME = Reason("time")
Reason.ABANDONED = Reason("abandoned")
Reason.AGREEMENT = Reason("agreement")
Reason.FORFEIT = Reason("forfeit")
Reason.CANCELLED = Reason("cancelled")

SHARED_REASONS: Final = (
    Reason.LINE,
    Reason.SCORE,
    Reason.FULL_BOARD,
    Reason.REPETITION,
    Reason.RESIGN,
    Reason.TIME,
    Reason.ABANDONED,
    Reason.AGREEMENT,
    Reason.FORFEIT,
    Reason.CANCELLED,
)
"""The reasons that every game may end by."""


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

    @classmethod
    def cancelled(cls) -> Outcome:
        """Nobody has begun the game: it counts for nothing."""
        return cls(None, Reason.CANCELLED, no_result=True)
