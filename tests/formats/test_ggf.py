"""GGF: what goes in comes out, what other programs write is understood, what is wrong is refused with its place."""

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
    Board,
    ClockKind,
    Color,
    ErrorCode,
    Mark,
    Node,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.ggf import FORMAT
from tengen.formats.ggf.parts import date_text, read_clock, read_date, read_result, result_text
from tengen.formats.notices import InGame
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
    without_last_pass,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "ggf" / "club.ggf"
USUAL = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"


def game(moves: str = "", *, head: str = "", board: str = USUAL) -> bytes:
    """The text of a game with these moves, `B[F5]W[D6]`."""
    return f"(;GM[Othello]{head}{f'BO[{board}]' if board else ''}{moves};)".encode()


def read(data: bytes) -> Record:
    """The only record in a file without doubts."""
    reading = FORMAT.read(data)
    assert keys(reading.notices) == []
    (record,) = reading.records
    return record


def written(record: Record) -> str:
    return FORMAT.write([record]).data.decode().strip()


# --- what is in a game -----------------------------------------------------------------------


def test_players_ratings_place_and_date_are_read() -> None:
    record = read(game(head="PC[GGS/os]DT[2010.10.17_05:23:05.GMT]PB[Ayla]PW[Bruno 2]RB[1457.12]RW[1631.74]"))
    assert record.black == Participant("Ayla", "1457.12")
    assert record.white == Participant("Bruno 2", "1631.74")
    assert record.info == (("place", "GGS/os"),)
    assert record.created == "2010-10-17T05:23:05Z"


def test_moves_have_values_for_their_player_and_times_in_seconds() -> None:
    record = read(game("B[F5/1.50/2.25]W[d6/-3]B[C3//0.01]W[D3/0.00/1:05.5]"))
    assert names(record.main_actions()) == "f5d6c3d3"
    assert [node.ms for node in record.nodes] == [None, 2250, None, 10, 65_500]
    assert [dict(node.properties).get("V") for node in record.nodes[1:]] == [("1.50",), ("3",), None, ("0.00",)]


def test_a_pass_is_written_PA() -> None:  # noqa: N802
    line = playout(rules_of(4), PASSES[4][0]).actions
    text = written(record_of(line, rules_of(4)))
    assert text.count("W[PA]") + text.count("B[PA]") == sum(isinstance(action, Pass) for action in line)
    assert read(text.encode()).main_actions() == list(line)


def test_a_forced_pass_that_is_left_out_is_put_in_because_the_colours_tell() -> None:
    line = playout(rules_of(4), PASSES[4][1]).actions
    text = written(record_of(line, rules_of(4))).replace("W[PA]", "").replace("B[PA]", "")
    assert read(text.encode()).main_actions() == list(line)


def test_passes_after_the_end_are_left_out() -> None:
    text = written(record_of(playout(rules_of(4), 2).actions, rules_of(4)))
    reading = FORMAT.read(text.replace(";)", "B[PA]W[PA];)").encode())
    assert keys(reading.notices) == ["format.pass_after_end"]
    assert reading.records[0].main_actions() == list(playout(rules_of(4), 2).actions)


def test_any_position_may_be_the_beginning() -> None:
    picture = "6 ------ -*OO-- --O*-- --*O-- ------ ------ O"
    record = read(game("W[A2]", board=picture))
    assert record.setup is not None
    assert record.setup.to_move is WHITE
    assert record.setup.board[Point(1, 1)] is BLACK
    assert record.setup.board[Point(2, 1)] is WHITE
    assert record.ruleset.size == 6
    assert f"BO[{picture}]" in written(record)


def test_the_usual_beginning_is_no_set_up() -> None:
    assert read(game()).setup is None
    assert read(game(board=USUAL.replace(" ", "").replace("8-", "8 -"))).setup is None
    assert read(game(board="")).setup is None
    assert read(game(board="", head="TY[10]")).ruleset.size == 10
    assert read(game(board=USUAL[:-1] + "O")).setup == Setup(Board.centre_four(8), WHITE)


def test_games_follow_each_other_with_numbers_of_those_played_together() -> None:
    one = game("B[F5]")
    assert len(FORMAT.read(one + b"\n" + one).records) == 2
    assert len(FORMAT.read(b"1 " + one + b"\n2 " + one + one + b"\r\n1" + one).records) == 4


def test_what_we_have_no_place_for_is_kept_for_the_way_back() -> None:
    text = "(;GM[Othello]PB[]PW[]TI[15:00//02:00]TY[s8r20]ID[.12]KM[0]RE[?]BO[" + USUAL + "]B[F5]XX[a]W[D6];)"
    reading = FORMAT.read(text.encode())
    record = reading.records[0]
    assert record.nodes[0].properties == (
        *(("GGFTI", ("15:00//02:00",)), ("GGFTY", ("s8r20",)), ("GGFID", (".12",)), ("GGFKM", ("0",))),
    )
    assert record.nodes[1].properties == (("GGFXX", ("a",)),)
    assert written(record) == text


# --- results ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "winner", "reason", "margin"),
    [
        ("+12", BLACK, Reason.SCORE, 12),
        ("-4.00", WHITE, Reason.SCORE, 4),
        ("+0.000", None, Reason.SCORE, 0),
        ("-4:t", WHITE, Reason.TIME, 4),
        ("+64.00:r", BLACK, Reason.RESIGN, None),
        ("-64:l", WHITE, Reason.ABANDONED, None),
        ("+6:s", BLACK, Reason.AGREEMENT, 6),
        ("+2.003", BLACK, Reason.SCORE, 2.003),
        ("0:s", None, Reason.AGREEMENT, None),
    ],
)
def test_a_result_is_for_black_with_a_flag_for_its_reason(
    text: str, winner: Color | None, reason: Reason, margin: float | None
) -> None:
    outcome = Outcome(winner, reason, margin)
    assert read_result(text, 8) == outcome
    assert read_result(result_text(outcome, 8), 8) == outcome


@pytest.mark.parametrize("text", ["?", "", "black", "+", "1e9", "+12:x", "+999999", "nan"])
def test_what_is_no_result_is_none(text: str) -> None:
    assert read_result(text, 8) is None


def test_empty_cells_go_to_the_winner_where_the_result_says_so() -> None:
    moves = "".join(f"{'BW'[i // 2 % 2]}[{WIPE_OUT[i : i + 2]}]" for i in range(0, len(WIPE_OUT), 2))
    with_empties, without = read(game(moves + "RE[+64]")), read(game(moves + "RE[+13]"))
    assert with_empties.ruleset == rules_of(8, empties=True)
    assert without.ruleset == rules_of(8)
    for record in (with_empties, without):
        assert not record.replay().disagrees
        assert record.result == record.replay().game.state.outcome


def test_another_result_than_the_moves_lead_to_is_kept_and_told() -> None:
    text = written(record_of(playout(rules_of(4), 2).actions, rules_of(4)))
    reading = FORMAT.read(re.sub(r"RE\[[^]]*\]", "RE[-3.00]", text).encode())
    assert keys(reading.notices) == ["format.result_differs"]
    assert reading.records[0].result == Outcome(WHITE, Reason.SCORE, 3)


def test_a_resignation_is_a_result_and_no_move() -> None:
    record = Record(rules_of(8)).with_line([Place(BLACK, Point(5, 4)), Resign(WHITE)])
    again = read(written(record).encode())
    assert again.main_actions() == [Place(BLACK, Point(5, 4))]
    assert again.result == Outcome.won(BLACK, Reason.RESIGN)


# --- clocks and dates ------------------------------------------------------------------------

MINUTE = 60_000


@pytest.mark.parametrize(
    ("text", "control", "lost"),
    [
        ("15:00", TimeControl(ClockKind.ABSOLUTE, 15 * MINUTE), ""),
        ("1:00:00//", TimeControl(ClockKind.ABSOLUTE, 60 * MINUTE), ""),
        ("15:00/00:00/00:00", TimeControl(ClockKind.ABSOLUTE, 15 * MINUTE), ""),
        ("15:00//02:00", TimeControl(ClockKind.ABSOLUTE, 15 * MINUTE), "ggf.clock_overtime"),
        ("15:00/0/2:00", TimeControl(ClockKind.ABSOLUTE, 15 * MINUTE), "ggf.clock_overtime"),
        ("5:00/10/0", TimeControl(ClockKind.FISCHER, 5 * MINUTE, increment_ms=10_000), ""),
        ("5:00/10,1/0", TimeControl(ClockKind.FISCHER, 5 * MINUTE, increment_ms=10_000), ""),
        ("5:00,N0//30,N1", TimeControl(ClockKind.BYOYOMI, 5 * MINUTE, period_ms=30_000, periods=1), ""),
        ("0,N0//30,N1", TimeControl(ClockKind.PER_MOVE, period_ms=30_000), ""),
        ("5:00,N0//1:00,N10", TimeControl(ClockKind.CANADIAN, 5 * MINUTE, period_ms=MINUTE, stones=10), ""),
        ("5:00/10,N1/", None, "ggf.clock"),
        ("2:00:00,40//30:00", None, "ggf.clock"),
        ("9999:00:00", None, "ggf.clock"),
        ("0", None, ""),
        ("", None, ""),
    ],
)
def test_clocks_are_kept_as_far_as_they_fit(text: str, control: TimeControl | None, lost: str) -> None:
    clock = read_clock(text)
    assert clock is not None
    assert (clock.control, clock.lost) == (control, lost)


@pytest.mark.parametrize("text", ["x", "1:2:3:4", "5:00/1/2/3", "-5", "5:00,", "1e5", "99999999"])
def test_what_is_no_clock_is_told(text: str) -> None:
    assert read_clock(text) is None
    assert keys(FORMAT.read(game(head=f"TI[{text}]")).notices) == ["ggf.clock"]


def test_two_clocks_are_one_when_they_are_equal() -> None:
    both = read(game(head="TB[5:00/10/0]TW[5:00/10/0]"))
    assert both.control == TimeControl(ClockKind.FISCHER, 5 * MINUTE, increment_ms=10_000)
    other = FORMAT.read(game(head="TB[5:00]TW[3:00]"))
    assert other.records[0].control is None
    assert keys(other.notices) == ["ggf.clock"]
    assert "TB[5:00]TW[3:00]" in written(other.records[0])


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2010.10.17_05:23:05.MDT", "2010-10-17T05:23:05"),
        ("2010.10.17_05:23:05.GMT", "2010-10-17T05:23:05Z"),
        ("2000-4-16 11:13 EST", "2000-04-16T11:13:00"),
        ("2001.1.2", "2001-01-02"),
        ("945277754", "1999-12-15T17:09:14Z"),
        ("2001", "2001"),
        ("2001.13.40", ""),
        ("yesterday", ""),
    ],
)
def test_dates_are_read_in_the_forms_that_occur(text: str, iso: str) -> None:
    assert read_date(text) == iso
    assert read_date(date_text(iso)) == iso


# --- what goes out comes in ------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="[]"), max_size=8)
seconds = st.integers(1, 7200).map(lambda count: count * 1000)
controls = st.one_of(
    st.none(),
    st.builds(TimeControl, st.just(ClockKind.ABSOLUTE), seconds),
    st.builds(TimeControl, st.just(ClockKind.FISCHER), seconds, increment_ms=seconds),
    st.builds(TimeControl, st.just(ClockKind.CANADIAN), seconds, period_ms=seconds, stones=st.integers(2, 50)),
    st.builds(TimeControl, st.just(ClockKind.BYOYOMI), seconds, period_ms=seconds, periods=st.just(1)),
    st.builds(TimeControl, st.just(ClockKind.PER_MOVE), period_ms=seconds),
)
values = st.integers(-6400, 6400).map(lambda value: (("V", (f"{value / 100:.2f}".replace("-0.00", "0.00"),)),))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Random games of every size, from the beginning or from some position, with all that GGF holds."""
    rules = rules_of(draw(st.sampled_from((4, 6, 8, 10, 16))))
    line = draw(lines(rules))
    setup = None
    if draw(st.booleans()):
        cut = draw(st.integers(0, len(line) - 1))
        before = Record(rules).with_line(line[:cut]).replay().game.state.position
        setup, line = Setup(before.board, before.to_move), line[cut:]
        setup = None if setup == Setup(Board.centre_four(rules.size), BLACK) else setup
    nodes = list(Record(rules, setup).with_line(line).nodes)
    for index in range(1, len(nodes)):
        ms = draw(st.none() | st.integers(0, 10**8)) if index < 8 else None
        nodes[index] = replace(nodes[index], ms=ms, properties=draw(values) if index < 8 and ms else ())
    people = st.builds(Participant, texts, texts)
    record = Record(rules, setup, draw(people), draw(people), tuple(nodes))
    computed = record.replay().game.state.outcome
    reasons = st.sampled_from((Reason.RESIGN, Reason.TIME, Reason.ABANDONED))
    ends = st.builds(Outcome, st.sampled_from((BLACK, WHITE)), reasons)
    days = st.dates().map(lambda day: day.isoformat()) | st.datetimes(timezones=st.none()).map(
        lambda moment: moment.replace(microsecond=0).isoformat(timespec="seconds")
    )
    place = draw(texts)
    return replace(
        record,
        result=computed if computed is not None else draw(st.none() | ends),
        created=draw(st.just("") | days),
        control=draw(controls),
        info=(("place", place),) if place else (),
    )


@settings(max_examples=60)
@given(st.lists(records(), min_size=1, max_size=2))
def test_every_record_survives(collection: list[Record]) -> None:
    writing = FORMAT.write(collection)
    reading = FORMAT.read(writing.data)
    assert keys(writing.notices) == keys(reading.notices) == []
    assert reading.records == tuple(collection)
    assert FORMAT.write(reading.records).data == writing.data
    assert FORMAT.recognises(writing.data)


@given(lines(rules_of(4)))
def test_a_game_without_its_passes_is_the_same_game(line: tuple[Place | Pass, ...]) -> None:
    text = written(record_of(line, rules_of(4)))
    bare = text.replace("B[PA]", "").replace("W[PA]", "")
    assert tuple(read(bare.encode()).main_actions()) == without_last_pass(line)


def test_what_ggf_cannot_hold_is_named() -> None:
    record = Record(
        rules_of(8, empties=True), black=Participant("A]\n B", player="level:3", team="x"), created="long ago"
    )
    record = record.with_line([Place(BLACK, Point(5, 4)), Place(WHITE, Point(3, 5))]).with_line(
        [Place(WHITE, Point(5, 5))], 1
    )
    nodes = list(record.nodes)
    nodes[1] = replace(nodes[1], comment="!", marks=(Mark("label", ((0, 0),), "A"),), properties=(("N", ("x",)),))
    control = TimeControl(ClockKind.BYOYOMI, 0, period_ms=30_500, periods=3)
    result = Outcome.won(WHITE, Reason.FORFEIT)
    record = replace(record, nodes=tuple(nodes), control=control, info=(("event", "x"),), result=result)
    writing = FORMAT.write([record, Record(rules_of(8)), record])
    lost = {
        *("variations", "comments", "marks", "properties", "teams", "players", "date", "clock", "occasion", "result"),
    }
    assert set(keys(writing.notices)) == {f"format.lost.{name}" for name in lost} | {
        "format.text_changed",
        "ggf.lost_empties",
    }
    assert writing.notices[0].values == {"game": 1, "count": 2}
    again = FORMAT.read(writing.data).records[0]
    assert again.black.name == "A) B"
    assert names(again.main_actions()) == "f5d6"


def test_what_ggf_cannot_hold_at_all_is_refused() -> None:
    lesson = Record(rules_of(4), nodes=(Node(), Node(0, setup=Setup(Board.centre_four(4), WHITE))))
    illegal = Record(rules_of(4)).with_line([Place(BLACK, Point(0, 0))])
    cases = [
        (Record(create_rules("peace", 4)), "format.wrong_game"),
        (Record(create_rules("go", 9)), "format.wrong_game"),
        (lesson, "format.middle_setup"),
        (illegal, "record.illegal_action"),
    ]
    for record, key in cases:
        error = refused(lambda record=record: FORMAT.write([Record(rules_of(4)), record]))  # type: ignore[misc]
        assert isinstance(error, InGame)
        assert (error.game, error.reason.key) == (2, key)
    assert refused(lambda: FORMAT.write([])).key == "format.no_games"


# --- the golden file -------------------------------------------------------------------------


def test_the_games_of_the_club_are_read() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes())
    assert keys(reading.notices) == ["ggf.clock_overtime"]
    ayla, wiped, small, first, second = reading.records
    assert (ayla.black.name, ayla.white.rank) == ("Ayla", "1702.00")
    assert sum(isinstance(action, Pass) for action in ayla.main_actions()) == 2
    assert wiped.ruleset == rules_of(8, empties=True)
    assert small.ruleset.size == 6
    assert first.setup == second.setup is not None
    assert second.result == Outcome.won(WHITE, Reason.TIME)
    assert FORMAT.read(FORMAT.write(reading.records).data).records == reading.records


# --- what is wrong is refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "format.no_games"),
        (b" \n\t ", "format.no_games"),
        (b"garbage", "ggf.unexpected"),
        (b"(;GM[Oth\0ello];)", "format.has_nul"),
        ("(;GM[Othello];)".encode("utf-16"), "format.has_nul"),
        (b"1", "ggf.unexpected"),
        (b"3 " + game() + game(), "ggf.count"),
        (b"999999999 " + game(), "ggf.count"),
        (b"0 " + game() + b"x", "ggf.unexpected"),
        (game() + b" and more", "ggf.unexpected"),
        (b"(" * 100_000, "ggf.unexpected"),
        (b")" * 100_000, "ggf.unexpected"),
    ],
)
def test_a_file_that_is_no_ggf_is_refused(data: bytes, key: str) -> None:
    assert refused(lambda: FORMAT.read(data)).key == key


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"(;" * 100_000, "ggf.unexpected"),
        (b"(;GM[Othello]" + b"[" * 100_000, "ggf.unexpected"),
        (b"(;GM[Othello]B[" + b"F5" * 100_000, "ggf.unexpected"),
        (b"(;GM[Othello]", "ggf.open"),
        (b"(;GM[Oth", "ggf.unexpected"),
        (b"(;)", "ggf.wrong_game"),
        (b"(;GM[Amazons];)", "ggf.wrong_game"),
        (b"(;GM[2];)", "ggf.wrong_game"),
        (game(head="TY[8a]"), "ggf.anti"),
        (game(head="TY[eight]"), "ggf.bad_value"),
        (game(head="TY[7]", board=""), "rules.bad_even_size"),
        (game(head="TY[88]", board=""), "rules.bad_even_size"),
        (game(board="8 *"), "ggf.bad_value"),
        (game(board="8 " + "-" * 64), "ggf.bad_value"),
        (game(board="8 " + "-" * 65), "ggf.bad_value"),
        (game(board="8 " + "x" * 64 + " *"), "ggf.bad_value"),
        (game(board="999 " + "-" * 64 + " *"), "rules.bad_even_size"),
        (game(board="9" * 5000 + " *"), "ggf.bad_value"),
        (game(board="8 " + " " * 50_000 + "?"), "ggf.bad_value"),
        (game("W[F5]"), "record.illegal_action"),
        (game("B[A1]"), "record.illegal_action"),
        (game("B[I9]"), "record.illegal_action"),
        (game("B[F0]"), "record.illegal_action"),
        (game("B[]"), "record.illegal_action"),
        (game("B[F5/1/2/3]"), "record.illegal_action"),
        (game("B[PA]"), "record.illegal_action"),
        (game("B[F5]B[F6]"), "record.illegal_action"),
    ],
)
def test_a_game_that_cannot_be_is_refused_by_its_number(data: bytes, key: str) -> None:
    error = refused(lambda: FORMAT.read(game("B[F5]") + data))
    assert isinstance(error, InGame)
    assert (error.game, error.code) in [(2, ErrorCode.BAD_RECORD), (2, ErrorCode.BAD_RULES)]
    assert error.reason.key == key


def test_mistakes_have_line_and_byte() -> None:
    error = refused(lambda: FORMAT.read("\ufeff(;GM[Othello]PB[é];)\n (;GM[Othello] ?".encode()))
    assert isinstance(error, InGame)
    assert error.reason.values == {"line": 2, "byte": 40}
    latin = refused(lambda: FORMAT.read("(;GM[Othello]PB[é];)\n?".encode("latin-1")))
    assert latin.values == {"line": 2, "byte": 22}


def test_illegal_moves_have_game_and_move_number() -> None:
    error = refused(lambda: FORMAT.read(game() + game("B[F5]W[D6]B[A1]")))
    assert str(error) == "Game 2: Move 3 is not possible: A disc here would turn nothing over."
    assert error.text("zh").startswith("第 2 局：第 3 手不成立：")


@pytest.mark.parametrize(
    ("data", "count", "key"),
    [
        (game("B[F5]W[D6]B[A1]W[F6]"), 2, "format.stopped"),
        (game("B[F5]W[D6]B[C3")[:-2], 2, "format.stopped"),
        (b"(;GM[Othello]B[F5]W[D6](;)", 2, "format.stopped"),
        (game("B[F5]W[D6]")[:-2], 2, "format.stopped"),
    ],
)
def test_the_moves_before_a_mistake_are_kept_on_request(data: bytes, count: int, key: str) -> None:
    refused(lambda: FORMAT.read(game("B[F5]") + data + b"\n" + game("B[D3]")))
    reading = legal(FORMAT.read(game("B[F5]") + data + b"\n" + game("B[D3]"), strict=False))
    kept = [names(record.main_actions()) for record in reading.records]
    assert kept[0] == "f5"
    assert len(kept[1]) == 2 * count
    assert key in keys(reading.notices)


def test_games_that_cannot_be_told_are_left_out_on_request() -> None:
    data = game(board="8 *") + game("B[F5]") + b"rubbish" + game("B[D3]") + b"(;GM[Go];)"
    reading = FORMAT.read(data, strict=False)
    assert [names(record.main_actions()) for record in reading.records] == ["f5", "d3"]
    assert keys(reading.notices) == ["format.skipped", "format.stopped", "format.skipped"]
    assert "ggf" not in reading.notices[0].text()
    assert refused(lambda: FORMAT.read(game(board="8 *"), strict=False)).key == "format.in_game"


def test_many_broken_games_are_counted() -> None:
    reading = FORMAT.read(game("B[A1]") * 300, strict=False)
    assert len(reading.notices) == 101
    assert reading.notices[-1].values == {"count": 200}


@pytest.mark.parametrize(
    ("head", "key"),
    [
        ("TY[8k]", "ggf.komi"),
        ("KM[+2.5]", "ggf.komi"),
        ("TY[10]", "ggf.size_differs"),
        ("DT[once]", "ggf.date"),
        ("PB[\xe9]", "format.latin1"),
    ],
)
def test_doubts_are_told(head: str, key: str) -> None:
    assert keys(FORMAT.read(game("B[F5]", head=head).decode().encode("latin-1")).notices) == [key]


@pytest.mark.parametrize("move", ["B[F5/good/1]", "B[F5/nan/1]", "B[F5/1/soon]", "B[F5//1e9]"])
def test_a_value_or_time_that_is_none_is_told(move: str) -> None:
    assert keys(FORMAT.read(game(move)).notices) == ["ggf.bad_note"]


@pytest.mark.parametrize(
    "data",
    [
        b"(;" * 20_000,
        b"(;A[" * 20_000,
        b"(;GM[Othello]\xc3\xa9" * 3_000,
        b"9 " * 50_000,
        b"1(;)" * 5_000,
        b" " * 200_000 + b"x",
        b"(;GM[Othello]TI[" + b"/" * 100_000 + b"];)",
        b"(;GM[Othello]B[" + b"/" * 100_000 + b"];)",
        b"(;GM[Othello]" + b"A[]" * 20_000 + b";)",
    ],
)
def test_large_nonsense_takes_no_long_time(data: bytes) -> None:
    started = time.process_time()
    survives(FORMAT, data)
    assert time.process_time() - started < 10, "of CPU, on however busy a machine"


@pytest.mark.parametrize("seed", range(6))
def test_damaged_files_are_refused_or_read(seed: int) -> None:
    data = GOLDEN.read_bytes()
    parts = (data[:900], data[2900:], data)
    for copy in damaged(parts[seed % 3], seed, 40):
        survives(FORMAT, copy)


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_or_read(data: bytes) -> None:
    survives(FORMAT, data)
    survives(FORMAT, b"(;GM[Othello]" + data)


@pytest.mark.parametrize(
    ("data", "is_ggf"),
    [
        (b"(;GM[Othello]PC[", True),
        (b"\xef\xbb\xbf\n1 (; GM[othello]", True),
        (b"(;GM[2]FF[4]", False),
        (b"(;FF[4]GM[2]", False),
        (b"", False),
        (b"f5d6", False),
        (b"\0\xff", False),
    ],
)
def test_it_is_recognised_by_the_name_of_the_game(data: bytes, is_ggf: bool) -> None:
    assert FORMAT.recognises(data) is is_ggf
