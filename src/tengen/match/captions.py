"""What stands below the picture of a board, in words: how the game stands, and its points or prisoners."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tengen.core import GameState, Outcome, Ruleset, text, words
from tengen.match.status import outcome_status, tally, turn_status

Caption: TypeAlias = Callable[[GameState, GameState | None, Outcome | None], str]
"""The lines below a state, from it, the state before it where an action led to it, and how the game has ended."""


def caption_for(ruleset: Ruleset, language: str) -> Caption:
    """Captions in a language for the moments of one game; all have the same number of lines."""

    def caption(state: GameState, before: GameState | None, outcome: Outcome | None) -> str:
        now = turn_status(ruleset, state, before) if outcome is None else outcome_status(outcome)
        counts = tally(ruleset, state, outcome)
        said = (now,) if counts is None else (now, counts)
        return "\n".join(text(language, f"{ruleset.KIND}.{status.key}", **status.values) for status in said)

    return caption


def caption_letters(language: str) -> str:
    """Every letter that captions in this language can have, for those who must know whether they can set them."""
    return "".join(sorted({letter for key, said in words(language).items() if "status." in key for letter in said}))
