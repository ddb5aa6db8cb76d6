"""Move strings of Othello, however people write them."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    BadRecord,
    Board,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Setup,
    create_rules,
)
from tengen.formats.moves import FORMAT
from tengen.formats.notices import InGame
from tengen.formats.othello_games import name_of
from tests.contract.cases import playout
from tests.formats.othello_games import (
    PASSES,
    WIPE_OUT,
    damaged,
    keys,
    legal,
    lines,
    names,
    record_of,
    refused,
    rules_of,
    survives,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "moves" / "club.txt"
RULES = rules_of(8)


def games(text: str) -> list[str]:
    """The games in a text without doubts, each as a plain string with its passes."""
    reading = FORMAT.read(text.encode())
    assert keys(reading.notices) == []
    return [names(record.main_actions()) for record in reading.records]


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4\n",
        "F5d6C3d3C4",
        "  f5 d6  c3\td3 c4  ",
        "f5, d6, c3, d3, c4",
        "f5-d6-c3-d3-c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "1) f5 2) d6 3) c3 4) d3 5) c4",
        "1 f5 2 d6 3 c3 4 d3 5 c4",
        "f5d6\nc3d3\nc4",
        "f5\nd6\r\nc3\nd3\nc4\n\n",
        "\ufefff5d6c3d3c4",
    ],
)
def test_a_game_may_be_written_in_many_ways(text: str) -> None:
    assert games(text) == ["f5d6c3d3c4"]


def test_one_game_a_line_is_a_collection() -> None:
    assert games("f5d6c3\nf5f6e6\nd3c3c4\n") == ["f5d6c3", "f5f6e6", "d3c3c4"]


def test_a_line_that_goes_on_is_the_same_game() -> None:
    assert games("f5d6c3\nd3c4\n") == ["f5d6c3d3c4"]


def test_an_empty_line_parts_games_that_could_be_one() -> None:
    assert games("f5d6c3\n\nd3c3\n") == ["f5d6c3", "d3c3"]
    assert games("f5d6\n\nc3d3\n") == ["f5d6c3d3"]


@pytest.mark.parametrize("word", ["--", "pass", "PA", "Pa", "ps", " pass ", ""])
@pytest.mark.parametrize("seed", PASSES[8])
def test_passes_may_be_written_or_left_out(word: str, seed: int) -> None:
    line = names(list(playout(RULES, seed).actions))
    assert "--" in line
    assert games(line.replace("--", word)) == [line]


def test_passes_after_the_end_are_left_out() -> None:
    reading = FORMAT.read(f"{WIPE_OUT}--\nf5d6".encode())
    assert keys(reading.notices) == ["format.pass_after_end"]
    assert [len(record.main_actions()) for record in reading.records] == [9, 2]


def test_the_result_is_the_one_the_moves_lead_to() -> None:
    (record,) = FORMAT.read(WIPE_OUT.encode()).records
    assert record.result == record.replay().game.state.outcome
    (record,) = FORMAT.read(b"f5").records
    assert record.result is None


def test_the_games_of_the_club_are_read() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes())
    assert keys(reading.notices) == []
    found = [names(record.main_actions()) for record in reading.records]
    assert [len(line) // 2 for line in found] == [62, 59, 62, 9, 3, 3]
    assert found[0] == found[2]
    assert FORMAT.read(FORMAT.write(reading.records).data).records == reading.records


# --- what goes out comes in ------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(lines(RULES), min_size=1, max_size=4))
def test_every_collection_survives(collection: list[tuple[Place | Pass, ...]]) -> None:
    records = tuple(record_of(line, RULES) for line in collection)
    writing = FORMAT.write(records)
    assert keys(writing.notices) == []
    reading = FORMAT.read(writing.data)
    assert keys(reading.notices) == []
    assert reading.records == records
    assert FORMAT.recognises(writing.data)


@given(lines(RULES), st.integers(0, 1000))
def test_every_game_survives_being_written_by_hand(line: tuple[Place | Pass, ...], seed: int) -> None:
    chance = Random(seed)
    text = ""
    for number, action in enumerate(line, 1):
        name = names([action])
        name = chance.choice(("pass", "PA", "--")) if name == "--" else chance.choice((name, name.upper()))
        text += chance.choice(("", f" {number}. ", " ", "\n", ", ")) + name
    assert games(text) == [names(list(line))]


def test_what_a_move_string_cannot_hold_is_named() -> None:
    record = record_of((Place(BLACK, Point(5, 4)), Resign(WHITE)), rules_of(8, empties=True))
    record = replace(record, black=Participant("A"), created="2020", info=(("event", "x"),))
    lost = {"names", "date", "occasion", "result", "rules"}
    assert set(keys(FORMAT.write([record]).notices)) == {f"format.lost.{name}" for name in lost}
    declared = replace(record_of((Place(BLACK, Point(5, 4)),), RULES), result=Outcome.won(BLACK, Reason.TIME))
    assert keys(FORMAT.write([declared]).notices) == ["format.lost.result"]


def test_what_a_move_string_cannot_hold_at_all_is_refused() -> None:
    cases = [
        (Record(create_rules("peace", 8)), "format.wrong_game"),
        (Record(rules_of(10)), "format.wrong_size"),
        (Record(RULES, Setup(Board.centre_four(8), WHITE)), "format.setup"),
        (Record(RULES), "format.empty_game"),
        (Record(RULES).with_line([Place(BLACK, Point(0, 0))]), "record.illegal_action"),
    ]
    for record, key in cases:
        error = refused(lambda record=record: FORMAT.write([record]))  # type: ignore[misc]
        assert isinstance(error, InGame)
        assert error.reason.key == key
    assert refused(lambda: FORMAT.write([])).key == "format.no_games"


# --- what is wrong is refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "game", "key"),
    [
        ("a1", 1, "record.illegal_action"),
        ("f5f5", 1, "record.illegal_action"),
        ("--f5", 1, "record.illegal_action"),
        ("f5d6\na1", 1, "record.illegal_action"),
        (f"{WIPE_OUT}a1", 1, "record.illegal_action"),
        (f"{WIPE_OUT}\na1", 2, "record.illegal_action"),
        ("f5d6\nf5a1", 2, "record.illegal_action"),
        ("f5d6 hello", 1, "moves.unexpected"),
        ("hello", 1, "moves.unexpected"),
        ("f5d6c3i9", 1, "moves.unexpected"),
        ("f5d66", 1, "moves.unexpected"),
        ("f5d6 9999999999", 1, "moves.unexpected"),
        ("f5\x01", 1, "moves.unexpected"),
        ("f5(" + "(" * 100_000, 1, "moves.unexpected"),
        ("五子棋", 1, "moves.unexpected"),
    ],
)
def test_a_game_that_cannot_be_is_refused_by_its_number(text: str, game: int, key: str) -> None:
    error = refused(lambda: FORMAT.read(text.encode()))
    assert isinstance(error, InGame)
    assert (error.game, error.reason.key) == (game, key)


def test_mistakes_have_line_and_byte_or_move_number() -> None:
    error = refused(lambda: FORMAT.read(b"f5d6\n  c3 ?"))
    assert isinstance(error, InGame)
    assert error.reason.values == {"line": 2, "byte": 11}
    assert str(refused(lambda: FORMAT.read(b"f5d6\nc3a1"))).startswith("Game 1: Move 4 is not possible")


@pytest.mark.parametrize(
    ("data", "key"), [(b"", "format.no_games"), (b" \n\n", "format.no_games"), (b"f5\0", "format.has_nul")]
)
def test_a_file_without_games_is_refused(data: bytes, key: str) -> None:
    assert refused(lambda: FORMAT.read(data)).key == key


def test_the_moves_before_a_mistake_are_kept_on_request() -> None:
    reading = legal(FORMAT.read(b"f5d6a1c3\nd3c3\nxyz\nf5f6 what\n", strict=False))
    assert [names(record.main_actions()) for record in reading.records] == ["f5d6", "d3c3", "f5f6"]
    assert keys(reading.notices) == ["format.stopped"] * 3
    reading = FORMAT.read(b"xyz\nf5d6\n", strict=False)
    assert len(reading.records) == 1
    assert keys(reading.notices) == ["format.skipped"]
    assert refused(lambda: FORMAT.read(b"xyz", strict=False)).key == "format.in_game"


@pytest.mark.parametrize(
    "data",
    [
        b"f5" * 100_000,
        b"f5\n" * 3_000,
        b"f5 --" * 20_000,
        b"\n" * 200_000,
        b" " * 200_000 + b"?",
        b"-" * 100_000,
        b"1 " * 50_000,
        WIPE_OUT.encode() + b"--" * 50_000,
        b"\xff" * 100_000,
    ],
)
def test_large_nonsense_takes_no_long_time(data: bytes) -> None:
    started = time.process_time()
    survives(FORMAT, data)
    assert time.process_time() - started < 10, "of CPU, on however busy a machine"


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_or_read(seed: int) -> None:
    for copy in damaged(GOLDEN.read_bytes(), seed, 30):
        survives(FORMAT, copy)


@given(st.binary(max_size=40) | st.text("abcdefgh12345678 -\n.pas", max_size=40).map(str.encode))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    survives(FORMAT, data)


@pytest.mark.parametrize(
    ("data", "is_moves"),
    [
        (b"f5d6c3", True),
        (b"1. F5 d6 2. C3", True),
        (GOLDEN.read_bytes(), True),
        (GOLDEN.read_bytes()[:255], True),
        (b"d3 -- pass", True),
        (b"", False),
        (b"   ", False),
        (b"a1b2", False),
        (b"f5 is my favourite key", False),
        (b"12 34 56", False),
        (b"(;GM[Othello]", False),
        (b"f5" + b" " * 1000, True),
    ],
)
def test_it_is_recognised_by_its_moves(data: bytes, is_moves: bool) -> None:
    assert FORMAT.recognises(data) is is_moves


# --- Gomoku ------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["h8i9h7", "H8 I9 H7", "1. h8 i9 2. h7", "h8,i9,h7\n", "h8 i9\nh7"])
def test_a_string_that_cannot_be_othello_is_gomoku(text: str) -> None:
    assert FORMAT.recognises(text.encode())
    reading = FORMAT.read(text.encode())
    (record,) = reading.records
    assert (record.ruleset.KIND, record.ruleset.size, record.unstated) == ("gomoku", 15, frozenset({"rules"}))
    assert record.main_actions() == [Place(BLACK, Point(7, 7)), Place(WHITE, Point(8, 6)), Place(BLACK, Point(7, 8))]
    assert keys(reading.notices) == ["moves.gomoku"]
    writing = FORMAT.write([record])
    assert (writing.data, writing.notices) == (b"h8i9h7\n", ())


def test_an_empty_line_or_a_point_that_is_taken_begins_another_game_of_gomoku() -> None:
    games = FORMAT.read(b"h8i9h7\nh8i8j8\n\nk10k11k12\n").records
    assert [len(game.main_actions()) for game in games] == [3, 3, 3]
    assert FORMAT.read(FORMAT.write(games).data).records == games


def test_a_larger_board_is_taken_where_the_points_ask_for_it() -> None:
    assert [FORMAT.read(text).records[0].ruleset.size for text in (b"h8i9o15", b"h8i9s19", b"h8i9t20")] == [15, 19, 20]


def test_a_gomoku_game_that_would_be_read_as_othello_is_not_written() -> None:
    rules = create_rules("gomoku", 15)
    points = [Point(3, 12), Point(2, 12), Point(2, 11)]  # d3, c3, c4
    record = Record(rules).with_line(Place(BLACK if n % 2 == 0 else WHITE, point) for n, point in enumerate(points))
    assert refused(lambda: FORMAT.write([record])).key == "format.wrong_game"


def test_othello_with_a_mistake_is_no_gomoku() -> None:
    assert refused(lambda: FORMAT.read(b"f5d6c3d3c4i9")).key == "format.in_game"


def test_passes_have_no_number_in_othello() -> None:
    rules = create_rules("othello", 8)
    state, names = rules.initial(), list[str]()
    chance = random.Random(7)
    while not rules.can_pass(state):  # until somebody has to pass
        point = chance.choice(rules.legal_points(state))
        names.append(name_of(point))
        state = rules.apply(state, Place(state.position.to_move, point))
        if state.is_over:
            state, names = rules.initial(), []
    state = rules.apply(state, Pass(state.position.to_move))
    wrong = next(point for point in state.position.board.points() if point not in rules.legal_points(state))
    error = refused(lambda: FORMAT.read("".join([*names, "--", name_of(wrong)]).encode()))
    assert isinstance(error, InGame)
    assert isinstance(error.reason, BadRecord)
    assert error.reason.number == len(names) + 1
