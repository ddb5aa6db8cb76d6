"""How points are called, and how names are read."""

from __future__ import annotations

import pytest

from tengen.core import BoardSpec, BoardStyle, ErrorCode, GameError, Point, celled_board, lined_board
from tengen.core.boardspec import LETTERS, LETTERS_WITHOUT_I
from tests.pictures import at

GO_BOARD = lined_board(19, letters=LETTERS_WITHOUT_I, stars=())
GOMOKU_BOARD = lined_board(15, letters=LETTERS, stars=())
OTHELLO_BOARD = celled_board(8)
BOARDS = {"lines without I": GO_BOARD, "lines with I": GOMOKU_BOARD, "cells": OTHELLO_BOARD}


def test_rows_of_a_board_of_lines_count_from_the_bottom() -> None:
    assert GO_BOARD.name(Point(0, 18)) == "A1"
    assert GO_BOARD.name(Point(3, 3)) == "D16"
    assert GO_BOARD.style is BoardStyle.LINES


def test_rows_of_a_board_of_cells_count_from_the_top() -> None:
    assert OTHELLO_BOARD.name(Point(0, 0)) == "a1"
    assert OTHELLO_BOARD.name(Point(7, 0)) == "h1"
    assert OTHELLO_BOARD.style is BoardStyle.CELLS


def test_the_letter_i_is_left_out_where_the_game_leaves_it_out() -> None:
    assert GO_BOARD.name(Point(8, 18)) == "J1"
    assert GOMOKU_BOARD.name(Point(8, 14)) == "I1"
    with pytest.raises(GameError) as refused:
        at("I1", GO_BOARD)
    assert refused.value.code is ErrorCode.BAD_NOTATION


@pytest.mark.parametrize("spec", BOARDS.values(), ids=BOARDS)
def test_every_name_reads_back_in_both_orders_and_any_case(spec: BoardSpec) -> None:
    for y in range(spec.rows):
        for x in range(spec.columns):
            name = spec.name(Point(x, y))
            letter, number = name[0], name[1:]
            spaced, padded = f" {letter} {number} ", f"{letter}0{number}"
            for text in (name, name.lower(), name.upper(), number + letter, spaced, padded):
                assert at(text, spec) == Point(x, y), text


@pytest.mark.parametrize(
    "text",
    ["", " ", "a", "1", "a0", "0a", "i1", "a9", "9a", "1j", "a1b", "aa1", "a-1", "a1.0", "１a", "а1", "pass", "a1000"],
)
def test_a_text_that_is_no_point_of_the_board_is_bad_notation(text: str) -> None:
    with pytest.raises(GameError) as refused:
        at(text, OTHELLO_BOARD)
    assert refused.value.code is ErrorCode.BAD_NOTATION
    assert refused.value.values["text"] == text.strip()


def test_the_refusal_names_the_first_and_the_last_point() -> None:
    for spec, first, last in ((GO_BOARD, "A1", "T19"), (OTHELLO_BOARD, "a1", "h8")):
        with pytest.raises(GameError) as refused:
            at("z99", spec)
        assert (refused.value.values["first"], refused.value.values["last"]) == (first, last)


def test_a_long_text_is_cut_in_the_refusal() -> None:
    with pytest.raises(GameError) as refused:
        at("x" * 10_000, OTHELLO_BOARD)
    assert len(str(refused.value)) < 100


def test_boards_of_cells_have_stars_from_eight_on() -> None:
    assert celled_board(6).stars == ()
    assert celled_board(8).stars == (Point(2, 2), Point(6, 2), Point(2, 6), Point(6, 6))
