"""The whole state of a game under its rules: the position and all that a position alone does not say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NewType

from tengen.core.color import BLACK, Color, Point
from tengen.core.outcome import Outcome
from tengen.core.picture import Pictured
from tengen.core.position import Position

Phase = NewType("Phase", str)
"""A stretch of the game in which the same actions are possible. Words: `phase.<name>`."""

PLAY: Final = Phase("play")
"""Moves in turn: where every game spends most of its time."""

OPENING: Final = Phase("opening")
"""One player places the first stones, of both colours or of one."""

CHOICE: Final = Phase("choice")
"""A question of the opening is to be answered."""

AGREE: Final = Phase("agree")
"""Both players settle which stones are dead."""


@dataclass(frozen=True, slots=True)
class GameState(Pictured):
    """A moment of a game. Every earlier moment is kept as it was: a state is its own memento.

    `passes` counts the passes in a row. After an opening in which the players changed colours `swapped` is
    true. `dead` and `agreed` belong to the agree phase.
    """

    position: Position
    phase: Phase = PLAY
    passes: int = 0
    swapped: bool = False
    dead: frozenset[Point] = frozenset()
    agreed: frozenset[Color] = frozenset()
    outcome: Outcome | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None

    def is_first_seat(self, color: Color) -> bool:
        """Whether this colour now belongs to the player who began as Black."""
        return (color is BLACK) != self.swapped

    def moved(self, position: Position, passes: int = 0) -> GameState:
        """This state after a move: another position, everything else as it was."""
        return GameState(position, self.phase, passes, self.swapped, self.dead, self.agreed)

    def ended(self, outcome: Outcome) -> GameState:
        """This state with the game ended."""
        return replace(self, outcome=outcome)
