"""Boards as text: what is read, what is printed, and that both agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    BoardSpec,
    ErrorCode,
    GameError,
    Point,
    celled_board,
    format_board,
    lined_board,
    parse_board,
)
from tengen.core.boardspec import LETTERS_WITHOUT_I


@st.composite
def labelled_boards(draw: st.DrawFn) -> tuple[Board, BoardSpec]:
    size = draw(st.integers(3, 19))
    cells = draw(st.binary(min_size=size * size, max_size=size * size))
    lines = lined_board(size, letters=LETTERS_WITHOUT_I, stars=())
    return Board(size, size, bytes(cell % 3 for cell in cells)), draw(st.sampled_from([lines, celled_board(size)]))


@given(labelled_boards(), st.sampled_from([".#o", "+XO", ".●○", "-*O"]))
def test_a_printed_board_reads_back_with_labels_and_without(case: tuple[Board, BoardSpec], symbols: str) -> None:
    board, spec = case
    assert parse_board(format_board(board, symbols=symbols)) == board
    assert parse_board(format_board(board, spec, symbols=symbols)) == board


def test_labels_are_printed_outside_the_board() -> None:
    board = Board.empty(3).with_stones({Point(0, 2): BLACK, Point(2, 0): WHITE})
    assert format_board(board, lined_board(3, letters="ABC", stars=())).splitlines() == [
        "  A B C",
        "3 . . o",
        "2 . . .",
        "1 # . .",
    ]


def test_two_figures_in_a_row_number_keep_the_columns_in_line() -> None:
    picture = format_board(Board.empty(10), celled_board(10)).splitlines()
    assert picture[0] == "   A B C D E F G H I J"
    assert picture[1] == " 1 . . . . . . . . . ."
    assert picture[10] == "10 . . . . . . . . . ."


def test_marks_are_drawn_over_the_board() -> None:
    assert format_board(Board.centre_four(4), marks={Point(0, 0): "+"}).splitlines()[0] == "+ . . ."


def test_every_way_to_draw_a_stone_is_read() -> None:
    assert parse_board("# X x ● *").stones(WHITE) == []
    assert parse_board("# X x ● *").count(BLACK) == 5
    assert parse_board("o O ○").count(WHITE) == 3
    assert len(parse_board(". + , -").empties()) == 4


def test_labels_on_either_side_are_left_out() -> None:
    picture = """
          A B C
        3 # . . 3
        2 . o . 2
        1 . . . 1
          A B C"""
    assert parse_board(picture) == parse_board("#..\n.o.\n...")


@pytest.mark.parametrize("picture", [". . ?\n. . .", ". . .\n. .", "# # 7 #", "hello"])
def test_what_is_no_board_is_bad_notation_and_the_row_is_named(picture: str) -> None:
    with pytest.raises(GameError) as refused:
        parse_board(picture)
    assert refused.value.code is ErrorCode.BAD_NOTATION
    assert refused.value.values["row"]
    assert refused.value.text("zh")


@given(st.text(max_size=60))
def test_any_text_is_a_board_or_bad_notation(text: str) -> None:
    refused = None
    try:
        board = parse_board(text)
        assert len(board.cells) == board.columns * board.rows
    except GameError as error:
        refused = error
    assert refused is None or refused.code is ErrorCode.BAD_NOTATION
