"""WTHOR: games without passes and names in a file, names beside it, and every byte that could be wrong."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from struct import pack

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    ClockKind,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    Resign,
    Score,
    Setup,
    TimeControl,
    create_rules,
)
from tengen.formats.notices import InGame
from tengen.formats.wthor import FORMAT
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

GOLDEN = Path(__file__).parents[1] / "golden" / "wthor" / "club.wtb"
RULES = rules_of(8, empties=True)


def beside_golden(ending: str) -> bytes | None:
    return GOLDEN.with_suffix(ending).read_bytes()


def header(games: int = 0, others: int = 0, *, year: int = 2024, size: int = 8, puzzles: int = 0) -> bytes:
    """Made on the last day of May 2024."""
    return pack("<4BIHH4B", 20, 24, 5, 31, games, others, year, size, puzzles, 0, 0)


def game(moves: str = "", score: int = 32, theory: int = 32, people: tuple[int, int, int] = (0, 0, 0)) -> bytes:
    """A game of 68 bytes. The moves are such as `f5d6`."""
    places = bytes(int(moves[i + 1]) * 10 + ord(moves[i]) - ord("a") + 1 for i in range(0, len(moves), 2))
    return pack("<3H2B60s", *people, score, theory, places)


def read(data: bytes) -> Record:
    """The only record in a file, whatever was noticed."""
    (record,) = FORMAT.read(data).records
    return record


# --- the bytes -------------------------------------------------------------------------------


def test_the_header_has_16_bytes_and_a_game_68() -> None:
    record = replace(record_of((Place(BLACK, Point(5, 4)),), RULES), created="2024-05-31")
    data = FORMAT.write([record, record]).data
    assert len(data) == 16 + 2 * 68
    assert data[:16] == header(2)
    assert data[16:22] == bytes(6)
    assert data[24] == 56
    assert data[25:84] == bytes(59)


def test_a_point_is_its_column_and_ten_times_its_row() -> None:
    assert game("a1")[8] == 11
    assert game("h8")[8] == 88
    assert names(read(header(1) + game("f5d6c3")).main_actions()) == "f5d6c3"


@pytest.mark.parametrize("seed", PASSES[8])
def test_passes_are_not_written_and_put_in_again_by_the_rules(seed: int) -> None:
    line = playout(rules_of(8), seed).actions
    assert sum(isinstance(action, Pass) for action in line) >= 1
    data = FORMAT.write([record_of(line, RULES)]).data
    assert len(data[24:].rstrip(b"\0")) == sum(isinstance(action, Place) for action in line)
    assert tuple(read(data).main_actions()) == line


def test_the_score_is_blacks_with_the_empty_cells_for_the_winner() -> None:
    record = read(header(1) + game(WIPE_OUT, 64))
    assert record.ruleset == RULES
    assert record.result == record.replay().game.state.outcome == Outcome.by_score(Score(64, 0))
    plain = Record(rules_of(8), nodes=record.nodes)
    writing = FORMAT.write([plain])
    assert writing.data[22] == 64
    assert "wthor.empties" in keys(writing.notices)


def test_the_theoretical_score_and_its_depth_are_kept() -> None:
    data = pack("<4BIHH4B", 20, 24, 1, 1, 1, 0, 2024, 8, 0, 24, 0) + game("f5", 20, 40)
    record = read(data)
    assert dict(record.info) == {"event": "#0", "theoretical_score": "40", "theoretical_depth": "24"}
    assert FORMAT.write([record]).data[23] == 40
    assert FORMAT.write([record]).data[14] == 24
    assert FORMAT.write([replace(record, info=())]).data[23] == 20


def test_a_game_without_moves_keeps_its_score() -> None:
    record = read(header(1) + game(score=0))
    assert record.main_actions() == []
    assert record.result == Outcome.by_score(Score(0, 64))


def test_another_score_than_the_moves_lead_to_is_kept_and_told() -> None:
    reading = FORMAT.read(header(1) + game(WIPE_OUT, 51), beside=beside_golden)
    assert keys(reading.notices) == ["format.result_differs"]
    assert reading.records[0].result == Outcome.by_score(Score(51, 13))


def test_the_year_of_the_games_is_in_the_header() -> None:
    assert read(header(1, year=1987) + game()).created == "1987"
    assert read(header(1, year=0) + game()).created == ""


@pytest.mark.parametrize(
    ("result", "score", "is_guess"),
    [
        (None, 4, True),
        (Outcome(BLACK, Reason.SCORE, 10), 37, False),
        (Outcome(WHITE, Reason.SCORE, 10.0), 27, False),
        (Outcome(None, Reason.SCORE, 0), 32, False),
        (Outcome(BLACK, Reason.SCORE, 9), 64, True),
        (Outcome(BLACK, Reason.SCORE, 1e9), 64, True),
        (Outcome.won(BLACK, Reason.RESIGN), 64, True),
        (Outcome.won(WHITE, Reason.TIME), 0, True),
        (Outcome.draw(Reason.AGREEMENT), 32, True),
    ],
)
def test_every_result_becomes_a_score(result: Outcome | None, score: int, is_guess: bool) -> None:
    record = replace(record_of((Place(BLACK, Point(5, 4)),), RULES), result=result)
    writing = FORMAT.write([record])
    assert writing.data[22] == score
    assert ("wthor.no_score" in keys(writing.notices)) is is_guess


# --- names -----------------------------------------------------------------------------------


def test_names_live_in_files_beside_the_games() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes(), beside=beside_golden)
    assert keys(reading.notices) == []
    assert [(record.black.name, record.white.name) for record in reading.records] == [
        *(("Ayla", "Bruno"), ("Chidi Éclair", "Ayla"), ("Bruno", "Chidi Éclair"), ("Chidi Éclair", "")),
    ]
    assert [dict(record.info).get("event") for record in reading.records] == [
        *("Club, spring", "Club, spring", "Night of lamps", None),
    ]


def test_without_those_files_names_are_numbers() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes())
    assert reading.records[0].black.name == "#1"
    assert keys(reading.notices) == ["wthor.no_names"]
    few = header(0, 1) + b"???".ljust(20, b"\0")
    reading = FORMAT.read(GOLDEN.read_bytes(), beside=lambda ending: few if ending == ".jou" else beside_golden(ending))
    assert reading.records[0].black.name == "#1"
    assert keys(reading.notices) == ["wthor.no_such_name"]


@pytest.mark.parametrize("data", [b"", b"short", header(0, 0), header(0, 9), header(0, 65535) + bytes(40)])
def test_a_broken_file_of_names_is_refused_or_passed_over(data: bytes) -> None:
    assert refused(lambda: FORMAT.read(GOLDEN.read_bytes(), beside=lambda _: data)).key == "wthor.bad_names"
    reading = FORMAT.read(GOLDEN.read_bytes(), strict=False, beside=lambda _: data)
    assert reading.records[0].white.name == "#2"
    assert keys(reading.notices) == ["wthor.names_unread", "wthor.no_names"]


def test_writing_gives_the_files_of_names_too() -> None:
    records = FORMAT.read(GOLDEN.read_bytes(), beside=beside_golden).records
    files = FORMAT.companions(records)
    assert set(files) == {".jou", ".trn"}
    assert files[".jou"][8:10] == pack("<H", 4)
    for ending, data in files.items():
        golden = GOLDEN.with_suffix(ending).read_bytes()
        assert data[16:] == golden[16:]
    writing = FORMAT.write(records)
    assert keys(writing.notices) == ["wthor.names_apart"]
    assert writing.data[16:] == GOLDEN.read_bytes()[16:]
    assert FORMAT.read(writing.data, beside=files.get).records == records


def test_long_names_and_foreign_letters_are_changed_and_told() -> None:
    record = replace(
        record_of((Place(BLACK, Point(5, 4)),), RULES), black=Participant("天元"), white=Participant("x" * 30)
    )
    writing = FORMAT.write([record])
    assert "format.text_changed" in keys(writing.notices)
    (again,) = FORMAT.read(writing.data, beside=FORMAT.companions([record]).get).records
    assert {again.black.name, again.white.name} == {"??", "x" * 19}


# --- what goes out comes in ------------------------------------------------------------------

latin = st.text(st.characters(min_codepoint=33, max_codepoint=255, exclude_characters="\x7f\x85\xa0\xad"), max_size=19)
people = st.builds(Participant, latin.filter(lambda name: name != "???" and name.isprintable()))


@st.composite
def collections(draw: st.DrawFn) -> list[Record]:
    """Some games of one year."""
    year = draw(st.sampled_from(("", "1977", "2026")))
    records = []
    for _ in range(draw(st.integers(1, 3))):
        record = record_of(without_last_pass(draw(lines(RULES))), RULES)
        event = draw(latin.filter(lambda name: name not in ("", "???") and name.isprintable()))
        result = record.result or Outcome.by_score(Score(draw(st.just(40)), 24))
        info = (("event", event), ("theoretical_score", str(draw(st.integers(0, 64)))))
        records.append(replace(record, black=draw(people), white=draw(people), created=year, info=info, result=result))
    return records


@settings(max_examples=60)
@given(collections())
def test_every_collection_survives(records: list[Record]) -> None:
    writing = FORMAT.write(records)
    assert keys(writing.notices) == ["wthor.names_apart"]
    reading = FORMAT.read(writing.data, beside=FORMAT.companions(records).get)
    assert keys(reading.notices) == []
    assert list(reading.records) == records
    assert FORMAT.write(reading.records).data == writing.data
    assert FORMAT.recognises(writing.data)


def test_what_wthor_cannot_hold_is_named() -> None:
    record = record_of((Place(BLACK, Point(5, 4)), Resign(WHITE)), RULES)
    nodes = (
        record.nodes[0],
        replace(record.nodes[1], ms=5, comment="!", properties=(("V", ("1",)),)),
        *record.nodes[2:],
    )
    control = TimeControl(ClockKind.ABSOLUTE, 5000)
    record = replace(record, nodes=nodes, control=control, created="2020-02-03", info=(("place", "x"),))
    record = replace(record.with_line([Place(BLACK, Point(3, 2))]), black=Participant("A", "1d", "random", "t"))
    lost = {"variations", "comments", "properties", "times", "clock", "ranks", "teams", "players", "date", "occasion"}
    expected = {f"format.lost.{name}" for name in lost} | {"wthor.names_apart", "wthor.no_score"}
    assert set(keys(FORMAT.write([record]).notices)) == expected
    other = replace(record, created="2021")
    assert "wthor.one_year" in keys(FORMAT.write([record, other]).notices)


def test_what_wthor_cannot_hold_at_all_is_refused() -> None:
    cases = [
        (Record(create_rules("gomoku", 15)), "format.wrong_game"),
        (Record(rules_of(10)), "format.wrong_size"),
        (Record(RULES, Setup(Board.centre_four(8), WHITE)), "format.setup"),
        (Record(RULES).with_line([Place(BLACK, Point(0, 0))]), "record.illegal_action"),
    ]
    for record, key in cases:
        error = refused(lambda record=record: FORMAT.write([record]))  # type: ignore[misc]
        assert isinstance(error, InGame)
        assert error.reason.key == key
    assert refused(lambda: FORMAT.write([])).key == "format.no_games"


# --- what is wrong is refused ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "wthor.no_header"),
        (bytes(15), "wthor.no_header"),
        (bytes(16), "format.no_games"),
        (header(0, 7) + bytes(140), "wthor.names_file"),
        (header(1, size=10) + game(), "format.wrong_size"),
        (header(1, size=99) + game(), "format.wrong_size"),
        (header(1, puzzles=1) + game(), "wthor.solitaires"),
        (header(2) + game(), "wthor.length"),
        (header(1) + game() + b"x", "wthor.length"),
        (header(1) + game()[:-1], "wthor.length"),
        (header(0xFFFFFFFF) + game(), "wthor.length"),
        (header(0xFFFFFFFF), "wthor.length"),
    ],
)
def test_a_file_of_another_kind_is_refused(data: bytes, key: str) -> None:
    assert refused(lambda: FORMAT.read(data)).key == key


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        (game("f5f5"), "record.illegal_action"),
        (game("a1"), "record.illegal_action"),
        (game("f5")[:9] + b"\0\x22" + bytes(57), "record.illegal_action"),
        (game()[:8] + b"\xff" * 60, "record.illegal_action"),
        (game()[:8] + b"\x13" * 60, "record.illegal_action"),
        (game("f5", 65), "wthor.score"),
        (game("f5", 30, 200), "wthor.score"),
    ],
)
def test_a_broken_game_is_refused_by_its_number(broken: bytes, key: str) -> None:
    data = header(3) + game("f5") + broken + game("d3")
    error = refused(lambda: FORMAT.read(data))
    assert isinstance(error, InGame)
    assert (error.game, error.reason.key) == (2, key)
    reading = legal(FORMAT.read(data, strict=False, beside=beside_golden))
    assert keys(reading.notices) == ["format.stopped"]
    assert len(reading.records) == 3
    assert names(reading.records[2].main_actions()) == "d3"


def test_the_whole_games_of_a_file_cut_short_are_kept_on_request() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes()[: 16 + 68 + 40], strict=False, beside=beside_golden)
    assert len(reading.records) == 1
    assert keys(reading.notices) == ["format.stopped"]
    assert refused(lambda: FORMAT.read(header(0xFFFFFFFF), strict=False)).key == "format.no_games"


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_or_read(seed: int) -> None:
    for copy in damaged(GOLDEN.read_bytes(), seed, 60):
        survives(FORMAT, copy)


@given(st.binary(max_size=160), st.booleans())
def test_any_bytes_are_refused_or_read(data: bytes, with_header: bool) -> None:
    survives(FORMAT, header(len(data) // 68) + data if with_header else data)


def test_a_large_file_takes_no_long_time() -> None:
    started = time.process_time()
    reading = FORMAT.read(header(500) + game("f5d6c3d3c4", 30) * 500, beside=beside_golden)
    assert len(reading.records) == 500
    survives(FORMAT, header(20_000) + b"\xff" * 68 * 5_000)
    assert time.process_time() - started < 10, "of CPU, on however busy a machine"


def test_it_is_recognised_by_its_header_and_first_move() -> None:
    assert FORMAT.recognises(GOLDEN.read_bytes())
    assert FORMAT.recognises(GOLDEN.read_bytes()[:16])
    assert FORMAT.recognises(GOLDEN.read_bytes()[:50])
    for other in (b"", bytes(84), b"(;GM[Othello]PC[]...", header(1) + game("a1"), b"f5d6c3d3c4f4f6f3e6e7"):
        assert not FORMAT.recognises(other)
