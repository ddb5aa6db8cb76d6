"""The board as a value: points, stones, and what changed between two boards."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tengen.core import BLACK, COLORS, WHITE, Board, Changes, Color, Point
from tests.pictures import board, shows, tidy


@st.composite
def boards(draw: st.DrawFn, columns: int = 5, rows: int = 4) -> Board:
    cells = draw(st.lists(st.sampled_from([0, 1, 2]), min_size=columns * rows, max_size=columns * rows))
    return Board(columns, rows, bytes(cells))


def test_the_other_colour_is_the_opponent() -> None:
    assert [color.other for color in COLORS] == [WHITE, BLACK]
    assert [color.word for color in COLORS] == ["black", "white"]


def test_points_count_from_the_top_left_row_by_row() -> None:
    picture = board("""# . o
                       . . #""")
    assert (picture.columns, picture.rows) == (3, 2)
    assert picture[Point(0, 0)] is BLACK
    assert picture[Point(2, 0)] is WHITE
    assert picture[Point(2, 1)] is BLACK
    assert picture[Point(1, 1)] is None
    assert list(picture.points())[:4] == [Point(0, 0), Point(1, 0), Point(2, 0), Point(0, 1)]


def test_a_board_of_one_length_is_square() -> None:
    assert Board.empty(4) == Board.empty(4, 4)
    assert Board.empty(4, 2).cells == bytes(8)


def test_only_points_inside_are_on_the_board() -> None:
    inside = Board.empty(3, 2)
    assert Point(2, 1) in inside
    for outside in (Point(3, 0), Point(0, 2), Point(-1, 0), Point(0, -1)):
        assert outside not in inside
    assert "a1" not in inside


def test_the_four_discs_in_the_middle_stand_crosswise() -> None:
    assert shows(Board.centre_four(4)) == tidy("""
        . . . .
        . o # .
        . # o .
        . . . .""")


def test_a_stone_added_leaves_the_old_board_as_it_was() -> None:
    before = Board.empty(2)
    after = before.with_stones({Point(1, 0): WHITE})
    assert before == Board.empty(2)
    assert shows(after) == tidy("""
        . o
        . .""")
    assert after.with_stones({Point(1, 0): None}) == before
    assert after.with_stone([Point(0, 0), Point(0, 1)], BLACK).stones(BLACK) == [Point(0, 0), Point(0, 1)]


@given(boards())
def test_stones_and_empties_are_all_the_points(drawn: Board) -> None:
    parts = [*drawn.stones(BLACK), *drawn.stones(WHITE), *drawn.empties()]
    assert sorted(parts) == sorted(drawn.points())
    assert drawn.count(BLACK) == len(drawn.stones(BLACK))
    assert drawn.is_full == (drawn.empties() == [])
    assert all(drawn.point(drawn.index(point)) == point for point in drawn.points())


def test_changes_tell_placed_removed_and_flipped_stones_apart() -> None:
    before = board("""# . o
                      o # .""")
    after = board("""# # .
                     # # .""")
    assert Changes.between(before, after) == Changes(
        placed=((Point(1, 0), BLACK),), removed=(Point(2, 0),), flipped=(Point(0, 1),)
    )
    assert Changes.between(before, before) == Changes()


@given(boards(), boards())
def test_changes_lead_from_the_earlier_board_to_the_later(before: Board, after: Board) -> None:
    changes = Changes.between(before, after)
    stones: dict[Point, Color | None] = dict(changes.placed)
    stones.update(dict.fromkeys(changes.removed))
    for point in changes.flipped:
        color = before[point]
        assert color is not None
        stones[point] = color.other
    assert before.with_stones(stones) == after
