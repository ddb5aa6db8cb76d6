"""What one more stone makes of a row: `*` are the cells where it makes what is asked for, `.` the other empty ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tengen.core import BLACK, WHITE, Color
from tengen.games.gomoku.lines import Line
from tengen.games.gomoku.prospects import Prospect, prospects

_CELLS = {".": 0, "#": 1, "o": 2, "*": 0}


def shown(picture: str, asked: Callable[[Prospect], bool], line: Line, color: Color) -> str:
    """The row with a star wherever this is so."""
    cells = tuple(_CELLS[sign] for sign in picture)
    found = {prospect.place for prospect in prospects(cells, color, line) if asked(prospect)}
    return "".join("*" if place in found else sign.replace("*", ".") for place, sign in enumerate(picture))


def check(picture: str, asked: Callable[[Prospect], bool], line: Line = Line.FREESTYLE, color: Color = BLACK) -> None:
    assert shown(picture, asked, line, color) == picture


@pytest.mark.parametrize("picture", ["..*####*..", "####*", "##*##.", "..###.o", "o*####o", "#*###o##*##"])
def test_a_fifth_stone_wins(picture: str) -> None:
    check(picture, lambda prospect: prospect.wins)
    other = picture.translate({ord("#"): "o", ord("o"): "#"})
    check(other, lambda prospect: prospect.stops_win)
    check(other, lambda prospect: prospect.wins, color=WHITE)


def test_six_win_only_where_five_need_not_be_exact() -> None:
    for line in (Line.FREESTYLE, Line.CARO):
        check("###*##", lambda prospect: prospect.wins, line)
    for line in (Line.STANDARD, Line.RENJU):
        check("###.##", lambda prospect: prospect.wins, line)
    check("ooo*oo", lambda prospect: prospect.wins, Line.RENJU, WHITE)


def test_by_caro_a_five_between_two_stones_is_none_and_the_edge_closes_nothing() -> None:
    check("o####.o", lambda prospect: prospect.wins, Line.CARO)
    check("####*o.", lambda prospect: prospect.wins, Line.CARO)


@pytest.mark.parametrize(
    "picture",
    [
        "..*###*..",
        "o.###*.o",
        "o.###.o",
        "###*.",
        "..##*#..",
        ".#*##.",
        "o#.##.",
        "..##...",
    ],
)
def test_an_open_four_becomes_five_at_either_end(picture: str) -> None:
    expected = picture.replace("###*.", "###..") if picture.startswith("#") else picture
    check(expected, lambda prospect: prospect.makes_open_four)


def test_an_open_four_is_one_by_the_rules_of_the_line() -> None:
    """Where five must be exact, a sixth stone at one end makes none."""
    check("#.*###*..", lambda prospect: prospect.makes_open_four)
    check("#..###*..", lambda prospect: prospect.makes_open_four, Line.STANDARD)
    check("o.*###.o.", lambda prospect: prospect.makes_open_four)
    check("o.*###*.o", lambda prospect: prospect.makes_open_four)
    check("o.*###*.o", lambda prospect: prospect.makes_open_four, Line.CARO)


@pytest.mark.parametrize("picture", ["..*ooo*..", "o..###..", ".*oo*o*.", "#*ooo**", "#.ooo.#", "..oo...", "#*ooo**."])
def test_an_open_three_is_stopped_next_to_it_or_in_it(picture: str) -> None:
    check(picture, lambda prospect: prospect.halts)


@pytest.mark.parametrize("picture", [".**##**.", ".*#*#*.", "o.##**.", "o.##..o", "o##...", "..#...."])
def test_a_third_stone_makes_an_open_three(picture: str) -> None:
    check(picture, lambda prospect: prospect.makes_open_three)


@pytest.mark.parametrize(("picture", "most"), [("o####o", 0), ("o#.#.o", 0), ("o#.#..", 3), ("#...#", 3), (".....", 1)])
def test_stones_count_only_where_five_have_room(picture: str, most: int) -> None:
    cells = tuple(_CELLS[sign] for sign in picture)
    assert max((prospect.stones for prospect in prospects(cells, BLACK, Line.FREESTYLE)), default=0) == most
