"""What boards show of an estimate: who holds a point, which stones look lost, how sure that is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clients.play.scripts import begin, place
from tests.clients.sitting.people_here import guests

from tengen.clients.play import View
from tengen.clients.sitting.ownership import held_points, shares
from tengen.clients.sitting.table_words import estimate_lines
from tengen.clients.terminal.shown import shown_of
from tengen.core import BLACK, WHITE, Point
from tengen.players import Estimate

MIDDLE, BESIDE = Point(2, 2), Point(3, 2)
ROWS = ((1.0, 0.3, 0.29, 0.0, -1.0), (0.15, 0.14, -0.15, -0.3, -0.5))
"""The first two rows; the rest is nobody's, but for a black stone in the middle and a white one beside it."""


async def estimated(middle: float, beside: float, margin: float = 0.5) -> View:
    """A board of five lines with these shares of the two stones."""
    async with guests() as people:
        game = await begin(people.games, "go", 5)
        await place(game, "c3", "d3")
        ownership = [*ROWS[0], *ROWS[1], *[0.0] * 15]
        ownership[2 * 5 + 2], ownership[2 * 5 + 3] = middle, beside
        return replace(game.view, estimate=Estimate(margin, tuple(ownership)))


async def test_a_point_is_held_by_who_will_have_it_two_times_in_three() -> None:
    view = await estimated(0.9, -0.9)
    assert view.estimate is not None
    assert held_points(view.estimate, view.board) == {
        BLACK: (Point(0, 0), Point(1, 0), MIDDLE),
        WHITE: (Point(4, 0), Point(3, 1), Point(4, 1), BESIDE),
    }
    assert estimate_lines(view, "en") == (
        "Black leads by about 0.5.",
        "Points held: Black 3, White 4; open: 18.",
    )


@pytest.mark.parametrize(("margin", "said"), [(-12.0, "White leads by about 12."), (0.0, "It is about even.")])
async def test_who_leads_is_said_for_either_side_and_for_none(margin: float, said: str) -> None:
    assert estimate_lines(await estimated(0.9, -0.9, margin), "en")[0] == said


async def test_what_is_sure_enough_is_drawn_and_a_stone_that_stays_is_not() -> None:
    view = await estimated(0.9, -0.9)
    assert view.estimate is not None
    seen = shares(view.estimate, view.board)
    assert seen[Point(0, 0)] == 1.0
    assert seen[Point(2, 1)] == -0.15
    assert not {Point(3, 0), Point(1, 1), MIDDLE, BESIDE} & set(seen)


async def test_a_stone_that_looks_lost_is_drawn_as_the_other_sides() -> None:
    view = await estimated(-0.8, -0.9)
    assert view.estimate is not None
    assert shares(view.estimate, view.board)[MIDDLE] == -0.8
    shown = shown_of(view)
    assert shown.dead == {MIDDLE}
    assert shown.territory[Point(0, 0)] is BLACK
    assert shown.territory[Point(4, 1)] is WHITE
    assert Point(0, 1) not in shown.territory
    assert not shown_of(replace(view, estimate=None)).territory
