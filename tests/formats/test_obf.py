"""Othello board files: positions on lines."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tengen.core import BLACK, LANGUAGES, WHITE, Node, Place, Point, Record, create_rules
from tengen.formats import find_format
from tengen.formats.obf import FORMAT
from tengen.formats.sgf import FORMAT as SGF
from tests.formats.othello_games import keys, refused

GOLDEN = Path(__file__).parents[1] / "golden" / "obf" / "problems.obf"
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27


def test_a_line_is_a_position_with_the_side_to_move() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes())
    first, second, third = reading.records
    assert reading.notices == ()
    assert first.setup is not None
    assert (first.setup.to_move, first.setup.board[Point(0, 0)], first.setup.board[Point(7, 0)]) == (
        BLACK,
        WHITE,
        BLACK,
    )
    assert first.nodes == (Node(comment="g8:+38\nthe first"),)
    assert second.nodes[0].comment == "h4:+0; a2:-2"
    assert third.setup is None


@pytest.mark.parametrize(
    ("line", "to_move"),
    [(f"{START} X;", BLACK), (f"{START} O", WHITE), (START.lower().replace("x", "*") + " *;", BLACK)],
)
def test_the_side_to_move_is_told_behind_the_board(line: str, to_move: object) -> None:
    (record,) = FORMAT.read(line.encode()).records
    assert record.ruleset.initial(record.setup).position.to_move is to_move


def test_it_is_known_by_its_content() -> None:
    data = GOLDEN.read_bytes()
    assert find_format("problems", data) is find_format("problems.txt", data) is FORMAT
    assert not any(FORMAT.recognises(other) for other in (b"", b"f5d6c3", b"(;GM[2])", START.encode()))


def test_what_is_written_is_read_again() -> None:
    records = FORMAT.read(GOLDEN.read_bytes()).records
    writing = FORMAT.write(records)
    assert (FORMAT.read(writing.data).records, writing.notices) == (records, ())
    assert SGF.read(SGF.write(records).data).records == records


def test_a_game_with_moves_is_not_written() -> None:
    record = Record(create_rules("othello", 8)).with_line([Place(BLACK, Point(5, 4))])
    assert "holds positions" in refused(lambda: FORMAT.write([record])).text()


def test_words_that_change_are_told() -> None:
    record = Record(create_rules("othello", 8), nodes=(Node(comment="one\ntwo"),))
    assert keys(FORMAT.write([record]).notices) == ["format.text_changed"]


@pytest.mark.parametrize("bad", [f"{START}- X;", f"{START[:-1]} X;", f"{START} Q;", f"{START};", "hello"])
def test_a_line_that_is_none_is_refused_with_its_place_or_left_out(bad: str) -> None:
    data = f"{START} X;\n{bad}\n".encode()
    error = refused(lambda: FORMAT.read(data))
    assert "Line 2" in error.text()
    reading = FORMAT.read(data, strict=False)
    assert (len(reading.records), keys(reading.notices)) == (1, ["format.skipped"])
    assert all(reading.notices[0].text(language) for language in LANGUAGES)


def test_other_games_and_boards_are_refused() -> None:
    for rules in (create_rules("go", 9), create_rules("othello", 10)):
        record = Record(rules)
        assert refused(partial(FORMAT.write, [record])).key == "format.in_game"
