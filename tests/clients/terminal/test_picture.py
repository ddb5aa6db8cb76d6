"""Boards as rows of signs: small and large, with colours and without."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from rich.style import Style

from tengen.clients.sitting.table import Hover
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.geometry import LARGE, SMALL, Geometry
from tengen.clients.terminal.looks import find_look
from tengen.clients.terminal.picture import Picture
from tengen.clients.terminal.shown import BoardShown
from tengen.core import BLACK, WHITE, Color, Point, find_kind, parse_board
from tengen.core.printing import width
from tengen.render import THEMES

GO = find_kind("go").rules.parse(9).board_spec()
OTHELLO = find_kind("othello").rules.parse(8).board_spec()

LINED = BoardShown(
    parse_board(
        """. . . . . . . . .
           . . . . . . . . .
           . . # o . . . . .
           . . # # o . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . .
           . . . . . . . . o"""
    ),
    GO,
    last=Point(8, 8),
    forbidden={Point(1, 1)},
    dead={Point(4, 3)},
    hint=Point(6, 6),
    territory={Point(0, 8): BLACK, Point(7, 8): WHITE},
    labels={Point(0, 0): "a", Point(2, 2): "b"},
)
CELLED = BoardShown(
    parse_board("\n".join([". " * 8] * 3 + [". . . o # . . ."] + [". . . # o . . ."] + [". " * 8] * 3)),
    OTHELLO,
    legal={Point(3, 2), Point(2, 3)},
)


def drawn(shown: BoardShown, colors: Colors, scale: int = SMALL, **options: object) -> Picture:
    """The board in the usual theme, without anything at the cursor."""
    return Picture(shown, find_look(None, colors), Geometry(shown.spec, True, scale), **options)  # type: ignore[arg-type]


def test_a_small_board_of_lines() -> None:
    assert drawn(LINED, Colors.ALL, cursor=Point(4, 4)).text().split("\n") == [
        "   A B C D E F G H J",
        "9  a─┬─┬─┬─┬─┬─┬─┬─┐",
        "8  ├─×─┼─┼─┼─┼─┼─┼─┤",
        "7  ├─┼─b─○─┼─┼─╋─┼─┤",
        "6  ├─┼─●─●─◇─┼─┼─┼─┤",
        "5  ├─┼─┼─┼[╋]┼─┼─┼─┤",
        "4  ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "3  ├─┼─╋─┼─┼─┼─★─┼─┤",
        "2  ├─┼─┼─┼─┼─┼─┼─┼─┤",
        "1  ▪─┴─┴─┴─┴─┴─┴─▫(○)",
    ]


def test_the_same_without_colours_is_letters() -> None:
    picture = drawn(LINED, Colors.NONE, cursor=Point(4, 4))
    assert picture.text().split("\n") == [
        "   A B C D E F G H J",
        "9  a . . . . . . . .",
        "8  . ! . . . . . . .",
        "7  . . b O . . , . .",
        "6  . . X X o . . . .",
        "5  . . . .[,]. . . .",
        "4  . . . . . . . . .",
        "3  . . , . . . * . .",
        "2  . . . . . . . . .",
        "1  ' . . . . . . \"(O)",
    ]
    styles = [segment.style or Style() for row in range(picture.geometry.height) for segment in picture.row(row)]
    assert all(style.color is None and style.bgcolor is None for style in styles)


def test_a_small_board_of_cells() -> None:
    assert drawn(CELLED, Colors.MANY).text().split("\n") == [
        "   a b c d e f g h",
        "1",
        "2",
        "3        ·",
        "4      · ○ ●",
        "5        ● ○",
        "6",
        "7",
        "8",
    ]
    assert "3  . . . + . . . ." in drawn(CELLED, Colors.NONE).text()


def test_a_large_board_has_discs_between_lines_that_cross_in_the_middle() -> None:
    assert drawn(LINED, Colors.ALL, LARGE).text().split("\n")[3:9] == [
        "8  ▕▁▁▁╲╱▁▁▕▁▁▁▕▁▁▁▕▁▁▁▕▁▁▁▕▁▁▁▕▁▁▁▕",
        "   ▕   ╱╲  ▕   ▕   ▕   ▕   ▕   ▕   ▕",
        "7  ▕▁▁▁▕▁▁▟b█▙▟██▙▁▕▁▁▁▕▁▁▁▗▖▁▁▕▁▁▁▕",
        "   ▕   ▕  ▜██▛▜██▛ ▕   ▕   ▝▘  ▕   ▕",
        "6  ▕▁▁▁▕▁▁▟██▙▟██▙ ▄▄ ▁▕▁▁▁▕▁▁▁▕▁▁▁▕",
        "   ▕   ▕  ▜██▛▜██▛ ▀▀  ▕   ▕   ▕   ▕",
    ]


@pytest.mark.parametrize("scale", [SMALL, LARGE])
@pytest.mark.parametrize("coordinates", [True, False])
@pytest.mark.parametrize("shown", [LINED, CELLED])
def test_every_point_is_found_where_it_is_drawn(shown: BoardShown, coordinates: bool, scale: int) -> None:
    geometry = Geometry(shown.spec, coordinates, scale)
    for point in shown.board.points():
        column, row = geometry.place(point)
        assert geometry.point_at(column, row) == point
        assert geometry.point_at(column + geometry.cell_columns - 1, row + scale - 1) == point
    assert geometry.point_at(geometry.width, geometry.top) is None
    assert geometry.point_at(geometry.left, geometry.height) is None
    assert geometry.point_at(geometry.left - 1, geometry.top) is None


@pytest.mark.parametrize("colors", list(Colors))
@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("scale", [SMALL, LARGE])
def test_every_row_is_as_wide_as_the_board_in_every_look(theme: str, colors: Colors, scale: int) -> None:
    for shown in (LINED, CELLED):
        look = find_look(theme, colors)
        geometry = Geometry(shown.spec, True, scale)
        picture = Picture(shown, look, geometry, Point(3, 3), Hover(Point(0, 5), WHITE))
        for row in range(geometry.height):
            assert width("".join(segment.text for segment in picture.row(row))) == geometry.width


def background_and_ink(picture: Picture, point: Point) -> tuple[object, object]:
    column, row = picture.geometry.place(point)
    at = 0
    for segment in picture.row(row):
        if at + len(segment.text) > column:
            assert segment.style is not None
            return segment.style.bgcolor, (segment.text, segment.style.color)
        at += len(segment.text)
    raise AssertionError("the row is too short")


@pytest.mark.parametrize("colors", list(Colors))
@pytest.mark.parametrize("theme", list(THEMES))
def test_black_white_and_empty_points_differ_in_every_look(theme: str, colors: Colors) -> None:
    look = find_look(theme, colors)
    scales = [SMALL, LARGE] if look.has_discs else [SMALL]  # letters are not drawn large
    points = (
        (LINED, Point(2, 3), Point(3, 2), Point(5, 5)),
        (CELLED, Point(4, 3), Point(3, 3), Point(6, 6)),
    )
    for scale, (shown, black, white, empty) in product(scales, points):
        picture = Picture(shown, look, Geometry(shown.spec, True, scale))
        seen = {background_and_ink(picture, point) for point in (black, white, empty)}
        assert len({ink for _, ink in seen}) == 3
        if colors is not Colors.NONE:
            assert all(background is not None for background, _ in seen), "the board has a ground of its own"


def test_the_pointer_shows_half_a_stone_of_the_side_to_move() -> None:
    def with_hover(color: Color) -> str:
        return drawn(CELLED, Colors.ALL, hover=Hover(Point(0, 0), color)).text().split("\n")[1]

    assert with_hover(BLACK) == "1  ●"
    assert with_hover(WHITE) == "1  ○"


def test_a_row_that_won_is_marked() -> None:
    won = replace(CELLED, won={Point(3, 3)})
    assert [segment for segment in drawn(won, Colors.NONE).row(4) if segment.style and segment.style.underline]
    assert "▟▄▄▙" in drawn(won, Colors.ALL, LARGE).text()


def test_a_theme_that_is_not_known_is_the_usual_one() -> None:
    assert find_look("marble", Colors.ALL) == find_look(None, Colors.ALL)


@pytest.mark.parametrize("colors", [Colors.ALL, Colors.MANY, Colors.FEW])
@pytest.mark.parametrize("theme", list(THEMES))
@pytest.mark.parametrize("point", [Point(3, 3), Point(4, 3), Point(6, 6)])
def test_the_cursor_is_seen_on_every_large_point(theme: str, colors: Colors, point: Point) -> None:
    look, geometry = find_look(theme, colors), Geometry(OTHELLO, True, LARGE)
    background, ink = background_and_ink(Picture(CELLED, look, geometry, point), point)
    assert (background, ink) != background_and_ink(Picture(CELLED, look, geometry), point)
    assert isinstance(ink, tuple)
    assert ink[1] != background, "a corner in the colour of its ground is not seen"
