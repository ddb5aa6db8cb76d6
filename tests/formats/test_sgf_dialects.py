"""SGF as servers, sites and people write it, each in their own way."""

from __future__ import annotations

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    BadRecord,
    ClockKind,
    GameError,
    Outcome,
    Point,
    Reason,
    TimeControl,
)
from tengen.formats.sgf import FORMAT
from tests.formats.sgf_texts import noted, option, read, reading


@pytest.mark.parametrize(("text", "komi"), [("7.500000", 7.5), ("6.50000000", 6.5), ("0.000000", 0.0), ("7.5目", 7.5)])
def test_zeros_behind_a_komi_say_nothing(text: str, komi: float) -> None:
    assert option(read(f"(;KM[{text}])"), "komi") == komi


def test_a_komi_in_stones_is_told_in_points() -> None:
    for text in ("3.75子", "3又3/4子"):
        record, notices = noted(f"(;KM[{text}])")
        assert (option(record, "komi"), notices) == (7.5, ["sgf.read.komi"])


@pytest.mark.parametrize(("text", "preset"), [("Tromp/Taylor", "tromp-taylor"), ("TT--", "tromp-taylor")])
def test_tromp_and_taylor_are_written_in_many_ways(text: str, preset: str) -> None:
    assert option(read(f"(;RU[{text}])"), "preset") == preset


@pytest.mark.parametrize(("number", "line"), [("0", "freestyle"), ("1", "standard"), ("4", "renju")])
def test_gomoku_rules_may_be_the_numbers_of_gomocup(number: str, line: str) -> None:
    assert option(read(f"(;GM[4]RU[{number}];B[hh])"), "line") == line


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("W+Offline", Outcome.won(WHITE, Reason.ABANDONED)),
        ("W+Time Over", Outcome.won(WHITE, Reason.TIME)),
        ("黑胜3.5目", Outcome(BLACK, Reason.SCORE, 3.5)),
        ("黑胜2目半", Outcome(BLACK, Reason.SCORE, 2.5)),
        ("白胜1又1/4子", Outcome(WHITE, Reason.SCORE, 2.5)),
        ("白胜四分之三子", Outcome(WHITE, Reason.SCORE, 1.5)),
        ("白中盘胜", Outcome.won(WHITE, Reason.RESIGN)),
        ("黑中盤勝", Outcome.won(BLACK, Reason.RESIGN)),
        ("黒番中押し勝ち", Outcome.won(BLACK, Reason.RESIGN)),
        ("白番半目勝ち", Outcome(WHITE, Reason.SCORE, 0.5)),
        ("백 불계승", Outcome.won(WHITE, Reason.RESIGN)),
        ("흑 3집반 승", Outcome(BLACK, Reason.SCORE, 3.5)),
        ("白超时负", Outcome.won(BLACK, Reason.TIME)),
        ("黑棋认输", Outcome.won(WHITE, Reason.RESIGN)),
        ("White resigns.", Outcome.won(BLACK, Reason.RESIGN)),
        ("Black wins by 3.5 points", Outcome(BLACK, Reason.SCORE, 3.5)),
        ("White lost on time", Outcome.won(BLACK, Reason.TIME)),
        ("Void", Outcome(None, Reason.REPETITION, no_result=True)),
    ],
)
def test_a_result_is_understood_as_people_write_it_and_kept_in_their_words(text: str, result: Outcome) -> None:
    record = read(f"(;RE[{text}];B[aa])")
    assert record.result == result
    assert f"RE[{text}]".encode() in FORMAT.write([record]).data
    assert FORMAT.read(FORMAT.write([record]).data).records == (record,)


def test_a_void_game_of_gomoku_repeated_nothing() -> None:
    assert read("(;GM[4]RE[Void];B[hh])").result == Outcome(None, Reason.ABANDONED, no_result=True)


def test_fox_counts_in_stones() -> None:
    root = "GM[1]SZ[19]KM[375]HA[0]RU[Chinese]AP[GNU Go:3.8]RE[W+3.25]TM[60]TC[3]TT[20]AP[foxwq]BR[10级]"
    text = f"(;{root};B[ee]C[一\\r\\n二])"
    record, notices = noted(text)
    assert (option(record, "komi"), record.result) == (7.5, Outcome(WHITE, Reason.SCORE, 6.5))
    assert record.control == TimeControl(ClockKind.BYOYOMI, 60_000, period_ms=20_000, periods=3)
    assert record.nodes[1].comment == "一\n二"
    assert notices == ["sgf.read.komi", "sgf.read.margin"]


@pytest.mark.parametrize(
    ("root", "komi"),
    [
        ("KM[0]HA[0]RU[Japanese]AP[foxwq]", 6.5),
        ("KM[0]HA[0]RU[Chinese]AP[foxwq]", 7.5),
        ("KM[0]HA[1]RU[Chinese]AP[foxwq]", 0.0),
        ("KM[0]HA[2]AB[dd][pp]RU[Chinese]AP[foxwq]", 0.0),
        ("KM[0]HA[0]RU[Chinese]", 0.0),
    ],
)
def test_fox_writes_no_komi_for_even_games(root: str, komi: float) -> None:
    assert option(reading(f"(;{root})").records[0], "komi") == komi


def test_chinese_sites_have_names_of_their_own_for_komi_date_and_event() -> None:
    record = read("(;TE[名人战]RD[2007-04-05]KO[6.5]RE[黑中盘胜]PB[甲];B[pd]TE[1];W[dp]KO[])")
    assert (option(record, "komi"), record.created, record.info) == (6.5, "2007-04-05", (("event", "名人战"),))
    assert record.unstated == {"rules"}
    assert record.nodes[1].properties == (("TE", ("1",)),)


def test_suicide_in_a_variation_is_shown_and_the_variation_goes_on() -> None:
    text = "(;SZ[5]RU[Japanese]AB[ba][ab]AW[ee];W[dd](;B[dc])(;B[cc];W[aa]C[dies];B[bb];W[cb]))"
    record, notices = noted(text)
    assert notices == ["sgf.read.shown"]
    assert [node.comment for node in record.nodes if node.comment] == ["dies"]
    last = record.states()[-1]
    assert not isinstance(last, BadRecord)
    assert (last.position.board[Point(0, 0)], last.position.board[Point(2, 1)]) == (None, WHITE)
    assert FORMAT.read(FORMAT.write([record]).data).records == (record,)


def test_stones_of_an_opening_and_choices_that_a_file_cannot_say_are_told() -> None:
    _, notices = noted("(;GM[4]SZ[15]RU[Renju; swap2]AB[hh][ii]AW[jj];W[aa])")
    assert notices == ["sgf.read.opening", "sgf.read.opening_stones"]


def test_passes_have_no_number_in_othello() -> None:
    with pytest.raises(GameError) as caught:
        reading("(;GM[2]SZ[4]AB[aa]AW[ba]PL[W];W[];B[dd])")
    assert "Move 1 " in str(caught.value)
