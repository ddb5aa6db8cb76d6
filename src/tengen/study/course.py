"""The main line of a record as turns that can be thought about. Judges nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from tengen.core import Action, BadRecord, GameState, Record, Setup
from tengen.players import Turn


@dataclass(frozen=True, slots=True)
class Course:
    """A record of one line, with the state that each of its nodes shows."""

    record: Record
    states: tuple[GameState, ...]

    @classmethod
    def of(cls, record: Record) -> Self:
        """The course of a record without variations. Raises BadRecord at an illegal action."""
        assert record.is_one_line, "variations are no course"
        states: list[GameState] = []
        for state in record.states():
            if isinstance(state, BadRecord):
                raise state
            states.append(state)
        return cls(record, tuple(states))

    def __len__(self) -> int:
        return len(self.states)

    def action(self, at: int) -> Action | None:
        """What led to a position."""
        return self.record.nodes[at].action

    def turn(self, at: int) -> Turn:
        """The turn at a position, with all that happened since the last set-up."""
        nodes = self.record.nodes
        begin = next((index for index in range(at, 0, -1) if nodes[index].setup is not None), 0)
        setup: Setup | None = nodes[begin].setup or self.record.setup
        actions = tuple(action for node in nodes[begin : at + 1] if (action := node.action) is not None)
        return Turn(self.record.ruleset, setup, actions, self.states[at])
