"""Which game a file tells, and what the game's folder says about telling it. Names no game."""

from __future__ import annotations

from typing import Final

from tengen.core import GameKind, SgfTraits, find_kind, kinds

_DEFAULT_NUMBER: Final = "1"
"""The value of GM in a file without it."""


def kind_of_number(value: str) -> GameKind | None:
    """The game with this value of GM, or None when no game here has it."""
    number = value.strip() or _DEFAULT_NUMBER
    return next((kind for kind in kinds() if kind.sgf and str(kind.sgf.number) == number), None)


def traits_of(kind: str) -> SgfTraits:
    """How SGF tells a game, which must be one that it tells."""
    traits = find_kind(kind).sgf
    assert traits is not None, f"SGF does not tell {kind}"
    return traits


def has_half_points(kind: str) -> bool:
    """Whether games are won by half points, as they are where there is komi."""
    return find_kind(kind).rules.FEATURES.komi
