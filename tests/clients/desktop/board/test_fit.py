"""Where boards lie on the pixels of a screen."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tengen.clients.desktop.board import BoardFit
from tengen.core import Point, create_rules, kinds

ROOMS = ((400, 400), (1200, 700), (333, 900), (57, 61))
BOARDS = [(kind.name, size) for kind in kinds() for size in (kind.rules.SIZES[0], kind.rules.SIZES[-1])]


@pytest.mark.parametrize(("kind", "size"), BOARDS)
@pytest.mark.parametrize("coordinates", [True, False])
def test_the_pixel_in_the_middle_of_a_point_is_that_points(kind: str, size: int, coordinates: bool) -> None:
    spec = create_rules(kind, size).board_spec()
    for room in ROOMS:
        fit = BoardFit.into(spec, room, coordinates=coordinates)
        for point in (Point(x, y) for x in range(spec.columns) for y in range(spec.rows)):
            assert fit.point_at(*fit.middle(point)) == point


@pytest.mark.parametrize(("kind", "size"), BOARDS)
def test_a_board_fills_its_room_to_less_than_a_pixel_a_cell(kind: str, size: int) -> None:
    spec = create_rules(kind, size).board_spec()
    for room in ROOMS[:3]:
        width, height = BoardFit.into(spec, room, coordinates=True).size
        assert width <= room[0]
        assert height <= room[1]
        assert min(room[0] - width, room[1] - height) <= max(spec.columns, spec.rows) + 3


def test_beside_the_board_there_is_no_point() -> None:
    fit = BoardFit.into(create_rules("go", 9).board_spec(), (420, 420), coordinates=True)
    width, height = fit.size
    for x, y in ((0, 0), (width - 1, height / 2), (width / 2, 2), (-500, 100), (10_000, 10_000)):
        assert fit.point_at(x, y) is None


def test_all_points_are_equally_far_apart() -> None:
    fit = BoardFit.into(create_rules("go", 19).board_spec(), (777, 777), coordinates=True)
    columns = [fit.middle(Point(x, 0))[0] for x in range(19)]
    assert {after - before for before, after in pairwise(columns)} == {fit.cell_px}
