"""What a challenge says of the game: rules, clock, rated or not, colours, and who may take it up. Values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import Color, Ruleset, TimeControl
from tengen.match import AbsenceRule
from tengen.server.lobby.speeds import Speed, speed_of

WIDEST_RANGE: Final = 3_000


@dataclass(frozen=True, slots=True)
class RatingRange:
    """How many points an opponent may be below and above whoever asks; None: any number."""

    below: int | None = None
    above: int | None = None

    def __post_init__(self) -> None:
        assert all(part is None or 0 <= part <= WIDEST_RANGE for part in (self.below, self.above)), "out of bounds"

    def holds(self, own: float, other: float) -> bool:
        """Whether an opponent of this rating is in the range around one's own."""
        is_high_enough = self.below is None or other >= own - self.below
        return is_high_enough and (self.above is None or other <= own + self.above)


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """The game that somebody would play. `color` is the one that they would have; None: as chance has it.

    With a `range` only accounts may take it up, and of these who is in it.
    """

    ruleset: Ruleset
    control: TimeControl | None = None
    rated: bool = False
    color: Color | None = None
    absence: AbsenceRule = AbsenceRule.LOSES
    range: RatingRange | None = None

    @property
    def speed(self) -> Speed | None:
        """How fast the game is; None without a clock."""
        return speed_of(self.control)
