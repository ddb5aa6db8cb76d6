"""A game that changes as it is played: a thin holder of a Timeline for scripts, tests and players."""

from __future__ import annotations

from tengen.core.actions import Action
from tengen.core.picture import Pictured
from tengen.core.position import Setup
from tengen.core.ruleset import Ruleset
from tengen.core.state import GameState
from tengen.core.timeline import Timeline


class Game(Pictured):
    """One game in progress: originator and caretaker of its mementos."""

    def __init__(self, ruleset: Ruleset, setup: Setup | None = None) -> None:
        self.timeline = Timeline.begin(ruleset, setup)

    @classmethod
    def at(cls, timeline: Timeline) -> Game:
        """A game that has come this far."""
        game = cls.__new__(cls)
        game.timeline = timeline
        return game

    @property
    def ruleset(self) -> Ruleset:
        """The rules it is played by."""
        return self.timeline.ruleset

    @property
    def state(self) -> GameState:
        """The state now."""
        return self.timeline.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done, without the undone."""
        return self.timeline.actions

    def act(self, action: Action) -> GameState:
        """Do something. Raises GameError when the rules refuse; then nothing has changed."""
        self.timeline = self.timeline.act(action)
        return self.state

    def undo(self, count: int = 1) -> GameState:
        """Take the latest actions back."""
        self.timeline = self.timeline.undo(count)
        return self.state

    def redo(self, count: int = 1) -> GameState:
        """Do again what was undone."""
        self.timeline = self.timeline.redo(count)
        return self.state

    def restart(self) -> GameState:
        """Begin again from the start."""
        self.timeline = self.timeline.restart()
        return self.state
