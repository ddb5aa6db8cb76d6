"""A game with its past and its undone future, as a value. Undo, redo and restart live here and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from tengen.core.actions import Action
from tengen.core.errors import ErrorCode, GameError
from tengen.core.position import Setup
from tengen.core.ruleset import Ruleset
from tengen.core.state import GameState
from tengen.core.steps import Step, Steps

_NO_STEPS: Final = Steps()


@dataclass(frozen=True, slots=True)
class Timeline:
    """Rules, beginning, the state now, and every step; those from `cursor` on have been undone and can be redone."""

    ruleset: Ruleset
    setup: Setup | None
    root: GameState
    state: GameState
    steps: Steps = _NO_STEPS
    cursor: int = 0

    @classmethod
    def begin(cls, ruleset: Ruleset, setup: Setup | None = None, root: GameState | None = None) -> Timeline:
        """A game before its first action; `root` is what it began with, where that is known already."""
        if root is None:
            root = ruleset.initial(setup)
        return cls(ruleset, setup, root, root)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done, without the undone."""
        return tuple([step.action for step in islice(self.steps, self.cursor)])

    @property
    def states(self) -> tuple[GameState, ...]:
        """The beginning and the state after every action, without the undone."""
        return (self.root, *[step.state for step in islice(self.steps, self.cursor)])

    @property
    def last_action(self) -> Action | None:
        """The latest action that stands."""
        return self.steps[self.cursor - 1].action if self.cursor else None

    @property
    def undone(self) -> int:
        """How many actions can be redone."""
        return len(self.steps) - self.cursor

    def state_after(self, count: int) -> GameState:
        """The memento after this many actions."""
        return self.steps[count - 1].state if count else self.root

    def act(self, action: Action, after: GameState | None = None) -> Timeline:
        """Apply an action; what had been undone is forgotten. Raises what the rules raise.

        `after` is what the rules have said already, so that they need not be asked twice.
        """
        state = self.ruleset.apply(self.state, action) if after is None else after
        cursor = self.cursor
        steps = self.steps.first(cursor).with_step(Step(action, state))
        return Timeline(self.ruleset, self.setup, self.root, state, steps, cursor + 1)

    def extended(self, steps: Iterable[Step]) -> Timeline:
        """This game with steps that the rules have already applied, one after the other; for replaying long games."""
        whole = Steps.of(chain(islice(self.steps, self.cursor), steps))
        state = whole[-1].state if whole else self.root
        return Timeline(self.ruleset, self.setup, self.root, state, whole, len(whole))

    def undo(self, count: int = 1) -> Timeline:
        """Go back this many actions. Raises NOTHING_TO_UNDO when there are fewer."""
        if not 1 <= count <= self.cursor:
            raise GameError(ErrorCode.NOTHING_TO_UNDO)
        return self._at(self.cursor - count)

    def redo(self, count: int = 1) -> Timeline:
        """Go forward again. Raises NOTHING_TO_REDO when fewer actions were undone."""
        if not 1 <= count <= self.undone:
            raise GameError(ErrorCode.NOTHING_TO_REDO)
        return self._at(self.cursor + count)

    def restart(self) -> Timeline:
        """The same game from its beginning, with no past and nothing to redo."""
        return Timeline(self.ruleset, self.setup, self.root, self.root)

    def _at(self, cursor: int) -> Timeline:
        return replace(self, state=self.state_after(cursor), cursor=cursor)
