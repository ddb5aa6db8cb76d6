"""What the console must know of any game to show it, asked of its rules alone. No game is named here."""

from __future__ import annotations

from tengen.core import GameKind, Ruleset, Score, find_kind, text, words
from tengen.match import Match, counted


def kind_of(ruleset: Ruleset) -> GameKind:
    """The game that these rules are of."""
    return find_kind(ruleset.KIND)


def game_name(kind: GameKind, language: str) -> str:
    """What the game is called here: its name for the console where it has one, else its name."""
    named = words(language).get(f"{kind.name}.console_name")
    return named if named is not None else text(language, f"{kind.name}.name")


def shown_score(match: Match) -> Score | None:
    """The points to show beside the players, or None where there are none worth showing yet."""
    return counted(match.ruleset, match.state, match.outcome)


def is_full(match: Match) -> bool:
    """Whether no point of the board is empty."""
    return not match.state.position.board.empties()
