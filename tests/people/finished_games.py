"""Games that end, as results see them, with everything that a test does not say as it usually is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tengen.people import DAY_MS, EndedGame, GameTerms, LevelRatings, Result, Winner

LEVELS: Final = LevelRatings.read((Path(__file__).parent / "levels.toml").read_bytes())
"""Ratings of levels as a test file has them."""

MORNING: Final = 1_700_000_000_000
HOUR_MS: Final = DAY_MS // 24

ANN, BEN, CLEO, GUEST = "ann", "ben", "cleo", "guest"
ACCOUNTS: Final = frozenset({ANN, BEN, CLEO})

TERMS: Final = GameTerms("gomoku", 15, ANN, BEN, clock_on=True)
"""Ann and Ben, as they may be rated."""


def ended(
    number: int = 1, winner: Winner = Winner.FIRST, *, terms: GameTerms = TERMS, moves: int = 40, **more: Any
) -> EndedGame:
    """The end of the match of this number, which Ann and Ben play for ratings unless told otherwise."""
    game = EndedGame(
        match_id=f"m{number}",
        watch_id=f"w{number}",
        terms=terms,
        first_name=f"first of {number}",
        second_name=f"second of {number}",
        winner=winner,
        reason="line",
        moves=moves,
        begun_at=MORNING,
        ended_at=MORNING + HOUR_MS * number,
        rule_set="freestyle",
        rated=True,
    )
    return replace(game, **more)


def rated_result(number: int = 1, winner: Winner = Winner.FIRST, **more: Any) -> Result:
    """A rated result between Ann and Ben."""
    result = Result(
        match_id=f"m{number}",
        watch_id=f"w{number}",
        kind="gomoku",
        size=15,
        rule_set="freestyle",
        first_account=ANN,
        second_account=BEN,
        first_player="human",
        second_player="human",
        first_name="",
        second_name="",
        swapped=False,
        winner=winner,
        reason="line",
        margin=None,
        moves=40,
        begun_at=MORNING,
        ended_at=MORNING + HOUR_MS * number,
        rating_class="GOMOKU",
    )
    return replace(result, **more)
