"""Files of the Tygem server."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from tengen.core import (
    BLACK,
    LANGUAGES,
    WHITE,
    BadRecord,
    ClockKind,
    GameError,
    Outcome,
    Participant,
    Pass,
    Place,
    Point,
    Reason,
    Record,
    TimeControl,
)
from tengen.formats import find_format
from tengen.formats.gib import FORMAT
from tengen.formats.sgf import FORMAT as SGF
from tests.formats.othello_games import keys, refused

GOLDEN = Path(__file__).parents[1] / "golden" / "gib" / "friendly.gib"


def file(*moves: str, head: str = "", ini: str = "INI 0 1 0 &4") -> bytes:
    lines = ["\\HS", *(f"\\[{line}\\]" for line in head.split("|") if line), "\\HE", "\\GS", "2 1 0", "1 0 &4", ini]
    return "\n".join([*lines, *moves, "\\GE", ""]).encode()


def read(data: bytes) -> Record:
    reading = FORMAT.read(data)
    assert reading.notices == ()
    (record,) = reading.records
    return record


def test_a_file_of_tygem_is_read() -> None:
    reading = FORMAT.read(GOLDEN.read_bytes())
    (record,) = reading.records
    assert keys(reading.notices) == ["gib.guessed"]
    assert (record.black, record.white) == (Participant("흑돌", "9D"), Participant("백돌", "8D"))
    assert record.main_actions() == [
        *(
            Place(BLACK, Point(15, 3)),
            Place(WHITE, Point(3, 15)),
            Place(BLACK, Point(15, 15)),
            Place(WHITE, Point(3, 3)),
        ),
        *(Pass(BLACK), Pass(WHITE)),
    ]
    assert record.result == Outcome(WHITE, Reason.SCORE, 3.5)
    assert (record.created, record.ruleset.options()["komi"], record.unstated) == (
        "2016-03-26",
        6.5,
        frozenset({"rules"}),
    )
    assert record.control == TimeControl(ClockKind.BYOYOMI, 1_200_000, period_ms=30_000, periods=3)
    assert record.info == (("event", "친선 대국"), ("place", "Tygem"))


def test_it_becomes_sgf_and_stays_the_same_game() -> None:
    (record,) = FORMAT.read(GOLDEN.read_bytes()).records
    data = SGF.write([record]).data
    assert b"RU[" not in data
    (again,) = SGF.read(data).records
    assert (again.main_actions(), again.result, again.black) == (record.main_actions(), record.result, record.black)


def test_it_is_known_by_its_content() -> None:
    data = GOLDEN.read_bytes()
    assert find_format("game", data) is find_format("game.txt", data) is FORMAT
    assert not any(FORMAT.recognises(other) for other in (b"", b"HS", b"(;GM[1])"))


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("3", Outcome.won(BLACK, Reason.RESIGN)),
        ("4", Outcome.won(WHITE, Reason.RESIGN)),
        ("7", Outcome.won(BLACK, Reason.TIME)),
        ("8", Outcome.won(WHITE, Reason.TIME)),
        ("0", Outcome(BLACK, Reason.SCORE, 12.5)),
        ("9", None),
    ],
)
def test_how_it_ended(code: str, result: Outcome | None) -> None:
    head = f"GAMEINFOMAIN=GRLT:{code},ZIPSU:125,GONGJE:65"
    assert read(file("STO 0 2 1 3 3", head=head)).result == result
    assert read(file("STO 0 2 1 3 3", head=f"GAMETAG=S1,R{code},G65,Z125")).result == result


def test_handicap_stones_stand_on_the_usual_points() -> None:
    record = read(file("STO 0 2 2 2 2", ini="INI 0 1 4 &4"))
    assert record.ruleset.options()["handicap"] == 4
    assert record.main_actions() == [Place(WHITE, Point(2, 2))]
    assert record.replay().game.state.position.board.count(BLACK) == 4


def test_a_komi_that_is_not_told_stays_untold() -> None:
    assert read(file("STO 0 2 1 3 3")).unstated == {"rules", "komi"}
    assert b"KM[" not in SGF.write([read(file("STO 0 2 1 3 3"))]).data


def test_a_move_that_cannot_be_is_refused_or_ends_the_game() -> None:
    data = file("STO 0 2 1 3 3", "STO 0 3 2 3 3", "STO 0 4 1 4 4")
    error = refused(lambda: FORMAT.read(data))
    assert isinstance(error, BadRecord)
    assert error.number == 2
    reading = FORMAT.read(data, strict=False)
    assert (len(reading.records[0].main_actions()), keys(reading.notices)) == (1, ["format.stopped"])
    assert all(reading.notices[0].text(language) for language in LANGUAGES)
    assert "Line 7" in refused(lambda: FORMAT.read(file("STO 0 2 1 3"))).text()


@pytest.mark.parametrize("codec", ["utf-8", "gb18030", "euc_kr"])
def test_names_are_read_in_the_charset_they_are_in(codec: str) -> None:
    name = "김하늘" if codec == "euc_kr" else "王大中"
    data = file("STO 0 2 1 3 3", head="GAMEBLACKNAME=NAME(3D)").decode().replace("NAME(", f"{name}(").encode(codec)
    assert FORMAT.read(data).records[0].black == Participant(name, "3D")


def test_it_is_not_written_and_says_so() -> None:
    assert FORMAT.is_read_only
    assert refused(lambda: FORMAT.write([read(file("STO 0 2 1 3 3"))])).key == "gib.not_written"


@pytest.mark.parametrize(
    "data", [b"\\HS\n", b"\\HS\n\\GS\nSTO 0 2 1 99 99", b"\\HS\n\\[GAMETAG=C:::,T--,Gx\\]\n\\HE\n\xff\xfe"]
)
def test_damaged_files_are_refused_or_read_in_part(data: bytes) -> None:
    for strict in (True, False):
        with contextlib.suppress(GameError):
            assert FORMAT.read(data, strict=strict).records
