"""Saves on lines: many games a file, a broken line named by its number, and never taken for a single save."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import BadRecord, ErrorCode, Record, create_rules
from tengen.formats import find_format, formats, read, saves
from tengen.formats.notices import MOST_NOTICES, InLine
from tengen.formats.save import format as save
from tengen.formats.saves import FORMAT
from tests.contract.cases import playout
from tests.formats.othello_games import damaged, keys, refused, survives
from tests.formats.test_save import GOLDEN, records

PEACE = Record(create_rules("peace", 8)).with_line(playout(create_rules("peace", 8), 1).actions[:6])
SWAP2 = create_rules("gomoku", 15, {"opening": "swap2"})
CHOSEN = Record(SWAP2).with_line(playout(SWAP2, 1).actions[:9])
GAMES = (PEACE, CHOSEN, save.loads(GOLDEN.read_text(encoding="utf-8")))
DATA = FORMAT.write(GAMES).data
LINES = DATA.splitlines(keepends=True)
PRETTY = GOLDEN.read_bytes()


def told(data: bytes, *, strict: bool = True) -> str:
    return refused(lambda: FORMAT.read(data, strict=strict)).text()


# --- what goes in comes out --------------------------------------------------------------------


def test_a_game_is_a_line_and_comes_back() -> None:
    assert (FORMAT.name, FORMAT.endings, FORMAT.holds_many) == ("saves", (".jsonl",), True)
    assert len(LINES) == len(GAMES)
    assert [json.loads(line)["game_type"] for line in LINES] == ["peace", "gomoku", "othello"]
    assert FORMAT.read(DATA).records == GAMES
    assert FORMAT.read(DATA).notices == ()


@given(st.lists(records(), min_size=1, max_size=3))
def test_any_games_come_back_as_from_saves_of_their_own(games: list[Record]) -> None:
    data = FORMAT.write(games).data
    assert data.count(b"\n") == len(games)
    assert FORMAT.read(data).records == tuple(save.loads(save.dumps(game)) for game in games)


def test_a_text_with_line_breaks_of_any_kind_stays_on_its_line() -> None:
    words = "a\nb\r\nc\u2028d\x85e\x0bf"
    record = Record(PEACE.ruleset, info=(("event", words),))
    (again,) = FORMAT.read(FORMAT.write([record]).data).records
    assert again.info == (("event", words),)


@pytest.mark.parametrize("blank", [b"\n\n", b"\r\n", b" \t\n", b"\n\x0b\n"])
def test_blank_lines_are_passed_over(blank: bytes) -> None:
    data = b"\xef\xbb\xbf" + LINES[0] + blank + LINES[1].replace(b"\n", b"\r\n") + blank + LINES[2].strip()
    assert FORMAT.read(data).records == GAMES
    assert FORMAT.read(blank + DATA + blank).records == GAMES


def test_no_games_are_no_file() -> None:
    assert refused(lambda: FORMAT.write([])).key == "format.no_games"
    assert refused(lambda: FORMAT.read(b" \n\n")).key == "format.no_games"


# --- which of the two it is --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["games.jsonl", "games.json", "games", "games.dat"])
def test_lines_are_never_read_as_one_save(name: str) -> None:
    torn = (LINES[0] + LINES[1][:30], LINES[0][:-9] + b"\n" + LINES[1])
    for data in (DATA, b"\n\n" + DATA, b"\xef\xbb\xbf" + DATA, *torn):
        assert find_format(name, data) is FORMAT
    assert [format_ for format_ in formats() if format_.recognises(DATA)] == [FORMAT]
    assert read(name, DATA).records == GAMES


@pytest.mark.parametrize("name", ["game.json", "game", "game.jsonl"])
def test_one_save_over_lines_is_never_read_as_many(name: str) -> None:
    plain = json.loads(PRETTY)
    by_comma = json.dumps(plain).replace(", {", ",\n{").replace("[{", "[\n{")
    for text in (PRETTY.decode(), json.dumps(plain, indent=1), json.dumps(plain, indent=0), by_comma):
        assert find_format(name, text.encode()) is save.FORMAT
        assert read(name, text.encode()).records == GAMES[2:]


def test_one_save_on_one_line_is_both_and_the_ending_says_which() -> None:
    assert find_format("game.json", LINES[0]) is find_format("game", LINES[0]) is save.FORMAT
    assert find_format("game.jsonl", LINES[0]) is FORMAT
    for name in ("game.json", "game", "game.jsonl"):
        assert read(name, LINES[0]).records == GAMES[:1]


def test_other_lines_of_json_are_not_ours() -> None:
    for data in (b"", b"\n", b"{}\n{}\n", b'{"index":0,"first":1}\n{"index":1}\n', b'["format","tengen-save"]\n' * 2):
        assert not FORMAT.recognises(data)


def test_looking_is_quick_whatever_the_file() -> None:
    for data in (b"\n" * (8 << 20), b"{" * (8 << 20), b"{\n" * (4 << 20), b'{"type"' * (1 << 20)):
        assert not FORMAT.recognises(data)


# --- mistakes ----------------------------------------------------------------------------------


def test_a_broken_line_is_named_by_its_number() -> None:
    assert told(LINES[0] + b"\n \n" + b'  {"format": \n') == "The file is not readable: line 4, column 14."
    assert told(LINES[0] + b'{"format":"other"}\n') == "Line 2: This is not a Tengen save file."
    assert told(LINES[0] + LINES[1].replace(b"gomoku", b"chess!", 1)).startswith("Line 2: ")
    assert told(LINES[0] + b"\xff\n").startswith(f"Line 2: The save file is not UTF-8 text: byte {len(LINES[0]) + 1}")
    assert told(LINES[0] + b"[" * 100_000).startswith("Line 2: ")


def test_an_illegal_move_is_named_with_its_line() -> None:
    file = json.loads(LINES[1])
    file["move_history"][1] = file["move_history"][0]
    data = LINES[0] + json.dumps(file).encode()
    error = refused(lambda: FORMAT.read(data))
    assert isinstance(error, InLine)
    assert isinstance(error.reason, BadRecord)
    reading = FORMAT.read(data, strict=False)
    assert [len(record.main_actions()) for record in reading.records] == [6, 1]
    assert keys(reading.notices) == ["format.stopped"]
    assert reading.notices[0].text().startswith("Game 2 is kept only up to its first mistake: Move 2")


def test_a_file_that_was_cut_short_keeps_its_whole_lines() -> None:
    data = LINES[0] + b"nonsense\n" + DATA[len(LINES[0]) : -20]
    reading = read("games.jsonl", data, strict=False)
    assert reading.records == GAMES[:2]
    assert keys(reading.notices) == ["format.skipped", "format.skipped"]
    assert "Game 2 is left out: The file is not readable: line 2, column 1." in reading.notices[0].text()


def test_what_differs_is_told_of_its_game() -> None:
    data = LINES[0] + LINES[2].replace(b'"captured_counts":{"black":0', b'"captured_counts":{"black":7')
    assert told(data).startswith("Line 2: ")
    reading = FORMAT.read(data, strict=False)
    assert reading.records == (GAMES[0], GAMES[2])
    assert [notice.text().partition(":")[0] for notice in reading.notices] == ["Game 2"]


def test_many_mistakes_are_counted() -> None:
    reading = FORMAT.read(LINES[0] + b"{}\n" * (MOST_NOTICES + 5), strict=False)
    assert len(reading.notices) == MOST_NOTICES + 1
    assert reading.notices[-1].values == {"count": 5}


def test_where_every_line_is_broken_the_first_is_told() -> None:
    assert told(b"{}\n{}\n", strict=False) == "Line 1: This is not a Tengen save file."


def test_a_line_has_the_bound_of_a_save_and_the_file_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_BYTES", len(LINES[0]) + 100)
    long = LINES[0].replace(b'"created":""', b'"created":"' + b"x" * 200 + b'"')
    assert refused(lambda: FORMAT.read(LINES[0] + long)).code is ErrorCode.TOO_LARGE
    assert told(LINES[0] + long).startswith("Line 2: ")
    monkeypatch.setattr(saves, "MOST_GAMES", 2)
    assert len(FORMAT.read(LINES[0] * 2).records) == 2
    assert refused(lambda: FORMAT.read(LINES[0] * 3)).code is ErrorCode.TOO_LARGE
    monkeypatch.setattr(saves, "MOST_BYTES", 100)
    assert refused(lambda: FORMAT.read(DATA)).code is ErrorCode.TOO_LARGE


def test_a_game_that_cannot_be_written_is_named() -> None:
    first = GAMES[2].main_actions()[0]
    bad = Record(GAMES[2].ruleset).with_line([first, first])
    assert refused(lambda: FORMAT.write([PEACE, bad])).text().startswith("Game 2: Move 2 ")


def test_damaged_files_give_games_or_one_refusal() -> None:
    for data in damaged(DATA, 3, 300):
        survives(FORMAT, data)
