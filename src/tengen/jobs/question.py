"""What players are asked: a game, who thinks about it for how long, what is wanted. Plain values with a JSON form."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from tengen.core import Color, Setup, Timeline, create_rules
from tengen.jobs.action_codec import EncodedAction
from tengen.players import Budget

THINKING: Final = "thinking"
"""The kind of jobs whose body is a Question."""


class Wanted(StrEnum):
    """What is to come of it."""

    MOVE = "move"
    ANALYSIS = "analysis"
    DEAD_STONES = "dead"
    ESTIMATE = "estimate"


class EncodedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game up to a moment: its rules, what it began from and all that was done, so that nobody needs to remember."""

    kind: str
    size: int
    rules: dict[str, str | int | float | bool]
    actions: tuple[EncodedAction, ...] = ()
    setup: Setup | None = None

    @classmethod
    def of(cls, timeline: Timeline) -> EncodedGame:
        """The game that a timeline has come to."""
        ruleset = timeline.ruleset
        actions = tuple([EncodedAction.of(action) for action in timeline.actions])
        return cls(ruleset.KIND, ruleset.size, ruleset.options(), actions, timeline.setup)

    def begun(self) -> Timeline:
        """The game before its first action. Raises GameError for rules or a beginning that cannot be."""
        return Timeline.begin(create_rules(self.kind, self.size, self.rules), self.setup)

    def timeline(self) -> Timeline:
        """The game itself. Raises GameError for what the rules refuse, ValueError for an action that there is not."""
        timeline = self.begun()
        for action in self.actions:
            timeline = timeline.act(action.action())
        return timeline

    def begins_like(self, other: EncodedGame) -> bool:
        """Whether two games have the same rules and the same beginning."""
        return (self.kind, self.size, self.rules, self.setup) == (other.kind, other.size, other.rules, other.setup)

    def shared_with(self, other: EncodedGame) -> int:
        """How many actions two games have in common from the beginning."""
        for index, (one, two) in enumerate(zip(self.actions, other.actions, strict=False)):
            if one != two:
                return index
        return min(len(self.actions), len(other.actions))


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """Think about a game as the player of this name, for `color` where both sides may act.

    No choice or analysis takes longer than `longest_ms`. Thoughts are told on the way every `progress_ms`; 0: not at
    all. A game with a `match_id` is remembered under it, which only makes the next question quicker. With `may_resign`
    what is lost may be given up.
    """

    game: EncodedGame
    longest_ms: int
    seed: int
    player: str = ""
    color: Color | None = None
    wanted: Wanted = Wanted.MOVE
    budget: Budget = Budget()
    match_id: str = ""
    progress_ms: int = 0
    may_resign: bool = False

    def encode(self) -> bytes:
        """The JSON form."""
        return msgspec.json.encode(self)


_questions: Final = msgspec.json.Decoder(Question)


def decode_question(body: bytes) -> Question:
    """The question of a JSON form. Raises msgspec.MsgspecError for what is none."""
    return _questions.decode(body)
