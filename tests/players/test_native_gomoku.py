"""Gomoku's compiled search: it proves wins that are proven elsewhere, and what it calls won is told to its end."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tengen.core import BLACK, Place, Reason, Timeline, create_rules
from tengen.players import StopToken, native
from tengen.players.native import Limits

FOLDER: Final = Path(__file__).parents[1] / "golden" / "gomoku"
NODES: Final = 2_400_000
"""About what a second has; an eighth of it goes to threats."""

pytestmark = pytest.mark.skipif(not native.available(), reason="the compiled module is missing")


def positions_of(name: str) -> list[Timeline]:
    """The won positions of a list, see bench/gomoku/README.md."""
    found = []
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        rules, _, moves, _ = line.split()
        timeline = Timeline.begin(create_rules("gomoku", rules=rules))
        for move in moves.split(","):
            point = timeline.ruleset.board_spec().parse(move)
            timeline = timeline.act(Place(timeline.state.position.to_move, point))
        found.append(timeline)
    return found


def is_proven_to_its_end(timeline: Timeline) -> bool:
    """Whether the side to move is told to win, by a line that the rules accept and that ends in five."""
    search = native.searcher(timeline.ruleset, 1)
    assert search is not None
    search.sync(None, timeline.actions)
    mover = timeline.state.position.to_move
    best = search.think(Limits(NODES), StopToken()).best[0]
    if not best.is_certain:
        return False
    assert best.win == (1.0 if mover is BLACK else 0.0)
    for point in best.line:
        assert point is not None
        timeline = timeline.act(Place(timeline.state.position.to_move, point))
    outcome = timeline.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (mover, Reason.LINE)
    return True


@pytest.mark.parametrize(
    ("name", "fewest", "every"),
    [
        ("fours", 20, 10),
        ("threes", 19, 10),
        pytest.param("fours", 200, 1, marks=pytest.mark.long),
        pytest.param("threes", 190, 1, marks=pytest.mark.long),
    ],
)
def test_wins_by_threats_are_proven_and_told(name: str, fewest: int, every: int) -> None:
    assert sum(map(is_proven_to_its_end, positions_of(name)[::every])) >= fewest
