"""Piskvork's files: one game of Gomoku, whose rules nobody wrote down."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    BadRecord,
    Board,
    ClockKind,
    ErrorCode,
    Node,
    Outcome,
    Participant,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Ruleset,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.psq import FORMAT
from tengen.formats.sgf import FORMAT as SGF
from tests.contract.cases import playout
from tests.formats.othello_games import damaged, keys, legal, record_of, refused, survives

RULE_LINE = re.compile(rb"^[012],[A-Z]", re.MULTILINE)
GOLDEN = Path(__file__).parents[1] / "golden" / "psq"


def freestyle(size: int = 15) -> Ruleset:
    return create_rules("gomoku", size)


def file(*lines: str, head: str = "Piskvorky 15x15, 0:0, 0") -> bytes:
    return "".join(f"{line}\n" for line in (head, *lines)).encode()


def read(data: bytes) -> Record:
    """The only record in a file, about which only the rules are in doubt, where it does not tell them."""
    reading = FORMAT.read(data)
    assert keys(reading.notices) == ([] if RULE_LINE.search(data) else ["psq.rules"])
    (record,) = reading.records
    return record


def row(*columns: int, y: int = 1) -> list[str]:
    """Black stones in a row, White's scattered at the bottom."""
    far = (14, 12, 10, 8, 6, 4, 2, 15, 13)
    return [line for count, x in enumerate(columns) for line in (f"{x},{y},5", f"{far[count]},15,5")]


def test_stones_count_from_one_at_the_top_left_and_take_turns() -> None:
    record = read(file("1,1,100", "2,1,250", "15,15,0"))
    assert record.ruleset == freestyle()
    assert record.main_actions() == [
        *(Place(BLACK, Point(0, 0)), Place(WHITE, Point(1, 0)), Place(BLACK, Point(14, 14))),
    ]
    assert [node.ms for node in record.nodes] == [None, 100, 250, 0]


def test_times_may_be_missing() -> None:
    assert [node.ms for node in read(file("8,8", "9,9")).nodes] == [None] * 3
    assert [node.ms for node in read(file("8,8,0", "9,9,0")).nodes] == [None] * 3
    assert [node.ms for node in read(file("8,8,-1", "9,9,7")).nodes] == [None, None, 7]


def test_the_player_who_began_is_black() -> None:
    names = ("8,8,1", "pbrain-Kite.exe", "homo-Elif", "-1")
    record = read(file(*names, head="Piskvorky 15x15, 5:0, 0"))
    assert record.black == Participant("Kite", player="engine:Kite")
    assert record.white == Participant("Elif")
    assert record.nodes[0].properties == (("PSQLEVELS", ("5:0",)),)
    record = read(file(*names, head="Piskvorky 15x15, 5:0, 1"))
    assert (record.black.name, record.white.name) == ("Elif", "Kite")
    assert record.nodes[0].properties == (("PSQLEVELS", ("0:5",)),)


@pytest.mark.parametrize("end", [(), ("-1",), ("0",), ("homo-1", "homo-2"), ("homo-1", "homo-2", "0", "and", "more")])
def test_names_and_the_code_may_be_missing(end: tuple[str, ...]) -> None:
    record = read(file("8,8,1", *end))
    assert (record.black, record.white) == (Participant(), Participant())
    assert len(record.main_actions()) == 1


def test_a_five_ends_the_game() -> None:
    record = read(file(*row(1, 2, 3, 4, 5)[:-1], "0"))
    assert record.result == record.replay().game.state.outcome == Outcome.won(BLACK, Reason.LINE)


def test_code_15_is_a_loss_on_time_of_the_side_to_move() -> None:
    assert read(file("8,8,1", "15")).result == Outcome.won(BLACK, Reason.TIME)
    assert read(file("8,8,1", "9,9,1", "15")).result == Outcome.won(WHITE, Reason.TIME)
    assert read(file(*row(1, 2, 3, 4, 5)[:-1], "15")).result == Outcome.won(BLACK, Reason.LINE)


def test_other_codes_are_told() -> None:
    reading = FORMAT.read(file("8,8,1", "7"))
    assert keys(reading.notices) == ["psq.rules", "psq.code"]
    assert reading.records[0].result is None


# --- the rules -------------------------------------------------------------------------------


def test_the_rules_are_freestyle_unless_the_moves_say_otherwise() -> None:
    reading = FORMAT.read(file("8,8,1"))
    assert reading.notices[0].values["rules"] == "freestyle"
    assert "freestyle" in reading.notices[0].text()


def test_a_game_that_goes_on_after_an_overline_is_standard() -> None:
    record = read(file(*row(1, 2, 3, 5, 6, 4)))
    assert record.ruleset.preset == "standard"


def test_a_game_that_goes_on_after_a_closed_five_is_caro() -> None:
    line = ["2,1,5", "1,1,5", "3,1,5", "7,1,5", "4,1,5", "9,9,5", "5,1,5", "11,9,5", "6,1,5", "3,14,5"]
    assert read(file(*line)).ruleset.preset == "caro"


def test_moves_after_the_end_are_refused_or_left_out() -> None:
    data = file(*row(1, 2, 3, 4, 5), "8,8,1")
    error = refused(lambda: FORMAT.read(data))
    assert isinstance(error, BadRecord)
    assert (error.number, error.reason.code) == (10, ErrorCode.GAME_OVER)
    reading = legal(FORMAT.read(data, strict=False))
    assert keys(reading.notices) == ["format.stopped", "psq.rules"]
    assert reading.records[0].result == Outcome.won(BLACK, Reason.LINE)
    assert len(reading.records[0].main_actions()) == 9


# --- the golden files ------------------------------------------------------------------------


def test_a_game_of_two_engines_is_read() -> None:
    record = read((GOLDEN / "engines.psq").read_bytes())
    assert (record.black.name, record.white.name) == ("Harbour2", "Kite")
    assert record.result == Outcome.won(BLACK, Reason.LINE)
    assert record.nodes[1].ms == 1203
    assert FORMAT.read(FORMAT.write([record]).data).records == (record,)


def test_a_game_under_standard_rules_is_read_and_written_as_it_was() -> None:
    data = (GOLDEN / "standard.psq").read_bytes()
    record = read(data)
    assert record.ruleset == create_rules("gomoku", 20, "standard")
    assert record.result == Outcome.won(WHITE, Reason.TIME)
    writing = FORMAT.write([record])
    assert writing.data == data
    assert keys(writing.notices) == []


# --- what goes out comes in ------------------------------------------------------------------

letters = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=8)
persons = letters.filter(lambda name: name not in ("1", "2")).map(Participant)
engines = (
    letters.filter(lambda name: name and not name.lower().endswith((".exe", ".zip")))
    .filter(lambda name: not name.lower().startswith(("homo-", "pbrain-")))
    .map(lambda name: Participant(name, player=f"engine:{name}"))
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games as far as they went, on every size."""
    rules = freestyle(draw(st.integers(8, 20)))
    actions = playout(rules, draw(st.integers(1, 3))).actions
    line = actions[: draw(st.just(len(actions)) | st.integers(0, len(actions)))]
    record = record_of(line, rules)
    black, white = draw(persons | engines), draw(persons | engines)
    nodes = list(record.nodes)
    if draw(st.booleans()) and line:
        times = draw(st.lists(st.integers(1, 10**6), min_size=len(line), max_size=len(line)))
        nodes[1:] = [replace(node, ms=ms) for node, ms in zip(nodes[1:], times, strict=True)]
    if any(player.player != "human" for player in (black, white)):
        levels = draw(st.sampled_from(("1:1", "0:11", "11:0", "3:4")))
        nodes[0] = Node(properties=(("PSQLEVELS", (levels,)),))
    timeout = Outcome.won(WHITE if len(line) % 2 == 0 else BLACK, Reason.TIME)
    result = record.result or draw(st.sampled_from((None, timeout)))
    return replace(record, black=black, white=white, nodes=tuple(nodes), result=result)


@settings(max_examples=60)
@given(records())
def test_every_game_survives(record: Record) -> None:
    writing = FORMAT.write([record])
    assert keys(writing.notices) == []
    assert read(writing.data) == record
    assert FORMAT.write([read(writing.data)]).data == writing.data
    assert FORMAT.recognises(writing.data)


def test_the_stones_of_an_opening_with_choices_survive_and_the_choices_are_named() -> None:
    rules = create_rules("gomoku", 15, {"opening": "swap2"})
    line = playout(rules, 1).actions
    writing = FORMAT.write([record_of(line, rules)])
    assert "format.lost.rules" in keys(writing.notices)
    again = read(writing.data)
    stones = [action.point for action in line if isinstance(action, Place)]
    assert [action.point for action in again.main_actions() if isinstance(action, Place)] == stones


def test_what_the_file_cannot_hold_is_named() -> None:
    record = record_of((Place(BLACK, Point(5, 4)), Resign(WHITE)), create_rules("gomoku", 15, "renju"))
    nodes = (*record.nodes[:1], replace(record.nodes[1], comment="!", properties=(("V", ("1",)),)), *record.nodes[2:])
    record = replace(record, nodes=nodes, control=TimeControl(ClockKind.ABSOLUTE, 5000), created="2020")
    record = replace(record, black=Participant("A\nB", "1d", "level:3", "t"), info=(("event", "x"),))
    record = record.with_line([Place(BLACK, Point(3, 2))])
    lost = {
        *(
            "variations",
            "comments",
            "properties",
            "clock",
            "ranks",
            "teams",
            "players",
            "date",
            "occasion",
            "result",
        ),
    }
    writing = FORMAT.write([record])
    assert set(keys(writing.notices)) == {f"format.lost.{name}" for name in lost} | {"format.text_changed"}
    assert read(writing.data).black.name == "A B"


@pytest.mark.parametrize(
    ("records_", "key"),
    [
        ([], "format.one_game"),
        ([Record(freestyle())] * 2, "format.one_game"),
        ([Record(create_rules("go", 9))], "format.wrong_game"),
        ([Record(create_rules("othello", 8))], "format.wrong_game"),
        ([Record(freestyle(), Setup(Board.empty(15), WHITE))], "format.setup"),
        ([Record(freestyle(), nodes=(Node(), Node(0, setup=Setup(Board.empty(15), BLACK))))], "format.middle_setup"),
        ([Record(freestyle()).with_line([Place(WHITE, Point(0, 0))])], "record.illegal_action"),
    ],
)
def test_what_the_file_cannot_hold_at_all_is_refused(records_: list[Record], key: str) -> None:
    assert refused(lambda: FORMAT.write(records_)).key == key


# --- what is wrong is refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "psq.no_header"),
        (b"8,8,1\n", "psq.no_header"),
        (b"Piskvorky", "psq.no_header"),
        (b"Piskvorky 15x15, 0:0, 2\n", "psq.no_header"),
        (b"Piskvorky 15x15, 0:0, 0 and more\n", "psq.no_header"),
        (b"Piskvorky " + b"9" * 5000 + b"x15, 0:0, 0\n", "psq.no_header"),
        (b"Piskvorky 15x15, 0:0, 0\0\n", "format.has_nul"),
        (b"Piskvorky 15x16, 0:0, 0\n", "psq.not_square"),
        (b"Piskvorky 7x7, 0:0, 0\n", "rules.bad_size"),
        (b"Piskvorky 999999x999999, 0:0, 0\n", "rules.bad_size"),
        (file("8,8,1", "8,8,1"), "record.illegal_action"),
        (file("0,8,1"), "record.illegal_action"),
        (file("16,8,1"), "record.illegal_action"),
        (file("999999,8,1"), "record.illegal_action"),
        (file("8,8,1", "nonsense"), "psq.unexpected"),
        (file("8,8,1", "8,9,"), "psq.unexpected"),
        (file("8,8,1", "8,-9,1", "9,9,1"), "psq.unexpected"),
        (file("8,8,1", "x", "9,9,1"), "psq.unexpected"),
        (file("8,8,1", "homo-1", "homo-2", "0", "9,9,1"), "psq.unexpected"),
        (file("8,8," + "9" * 50_000), "psq.unexpected"),
        (file("(" * 100_000), "psq.unexpected"),
    ],
)
def test_what_is_wrong_is_refused(data: bytes, key: str) -> None:
    assert refused(lambda: FORMAT.read(data)).key == key


def test_mistakes_have_line_and_byte() -> None:
    error = refused(lambda: FORMAT.read(file("8,8,1", "", "9,x,1", "10,10,1")))
    assert error.values == {"line": 4, "byte": 32}


@pytest.mark.parametrize(
    ("data", "count"),
    [
        (file("8,8,1", "9,9,1", "8,8,1", "10,10,1"), 2),
        (file("8,8,1", "9,x,1", "10,10,1"), 1),
        (file("8,8,1", "9,9")[:-2], 1),
        (file("8,8,1", "16,1,1"), 1),
    ],
)
def test_the_moves_before_a_mistake_are_kept_on_request(data: bytes, count: int) -> None:
    refused(lambda: FORMAT.read(data))
    reading = legal(FORMAT.read(data, strict=False))
    assert len(reading.records[0].main_actions()) == count
    assert keys(reading.notices) == ["format.stopped", "psq.rules"]


def test_other_encodings_are_told() -> None:
    reading = FORMAT.read("Piskvorky 15x15, 0:0, 0\n8,8,1\nhomo-Zoë\nhomo-2\n-1\n".encode("latin-1"))
    assert keys(reading.notices) == ["format.latin1", "psq.rules"]
    assert reading.records[0].black.name == "Zoë"


@pytest.mark.parametrize(
    "data",
    [
        file(*("8,8,1" for _ in range(50_000))),
        file(*("x" for _ in range(50_000))),
        file("," * 200_000),
        file("1" * 200_000, "2" * 200_000),
        b"Piskvorky" + b" " * 200_000,
        b"\n" * 200_000,
    ],
)
def test_large_nonsense_takes_no_long_time(data: bytes) -> None:
    started = time.process_time()
    survives(FORMAT, data)
    assert time.process_time() - started < 10, "of CPU, on however busy a machine"


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_or_read(seed: int) -> None:
    for name in ("engines.psq", "standard.psq"):
        for copy in damaged((GOLDEN / name).read_bytes(), seed, 40):
            survives(FORMAT, copy)


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    survives(FORMAT, data)
    survives(FORMAT, file("8,8,1") + data)


@pytest.mark.parametrize(
    ("data", "is_psq"),
    [
        (b"Piskvorky 20x20, 11:11, 0\n10,10,5\n", True),
        (b"\xef\xbb\xbfPiskvorky 20x20, 11:11, 0\r\n", True),
        (b"Piskvorky", False),
        (b"(;GM[4]", False),
        (b"", False),
        (b"\0\xff", False),
    ],
)
def test_it_is_recognised_by_its_header(data: bytes, is_psq: bool) -> None:
    assert FORMAT.recognises(data) is is_psq


# --- what files tell of rules and players ------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "preset"),
    [("1,Freestyle", "freestyle"), ("0,Renju", "renju"), ("2,Standard", "standard"), ("1,Caro", "caro")],
)
def test_a_line_of_rules_is_believed(line: str, preset: str) -> None:
    record = read(file("8,8,1", "9,9,1", "pbrain-a.exe", "pbrain-b.exe", "-1", line))
    assert (record.ruleset.preset, record.unstated) == (preset, frozenset())
    assert read(FORMAT.write([record]).data).ruleset.preset == preset


def test_rules_that_nobody_told_are_not_told_when_written_again() -> None:
    record = read(file("8,8,1", "9,9,1", "pbrain-a.exe", "pbrain-b.exe", "-1"))
    assert record.unstated == {"rules"}
    assert not RULE_LINE.search(FORMAT.write([record]).data)
    assert b"RU[" not in SGF.write([record]).data


@pytest.mark.parametrize(
    "name", ["Embryo.zip", "pbrain-one.exe", "AlphaZero 1", "PBRAIN-TWO.EXE", "homo-Ann", "one.exe"]
)
@pytest.mark.parametrize("began", [0, 1])
def test_the_name_of_a_player_survives_as_the_file_has_it(name: str, began: int) -> None:
    data = file("8,8,1", "9,9,1", name, "pbrain-b.exe", "-1", head=f"Piskvorky 15x15, 0:0, {began}")
    (record,) = FORMAT.read(data).records
    again = FORMAT.write([record]).data.decode()
    assert name in again.splitlines()
    through_sgf = SGF.read(SGF.write([record]).data).records
    assert name in FORMAT.write(through_sgf).data.decode().splitlines()


def test_a_player_with_another_name_is_written_under_that() -> None:
    (record,) = FORMAT.read(file("8,8,1", "Embryo.zip", "Yixin.zip", "-1")).records
    renamed = replace(record, black=Participant("Carla"))
    assert FORMAT.write([renamed]).data.decode().splitlines()[2:4] == ["homo-Carla", "Yixin.zip"]
