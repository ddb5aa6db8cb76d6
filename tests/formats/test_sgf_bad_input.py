"""Files that are broken, hostile or merely strange: one refusal with its place, never anything else, and soon."""

from __future__ import annotations

import time
import tracemalloc
from functools import cache
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tengen.core import LANGUAGES, ErrorCode, GameError, Record
from tengen.formats.format import Reading
from tengen.formats.sgf import FORMAT
from tengen.formats.sgf import read as sgf_read
from tengen.formats.sgf.places import SgfError
from tests.formats.sgf_records import records

SECONDS = 2.5
"""Of CPU: far more than anything here takes, far less than what grows with the square of the file."""


def refused(data: bytes, *, strict: bool = True) -> GameError:
    """The refusal of a file, which every language can say."""
    with pytest.raises(GameError) as caught:
        FORMAT.read(data, strict=strict)
    for language in LANGUAGES:
        assert caught.value.text(language)
    return caught.value


@pytest.mark.parametrize(
    ("text", "byte", "words"),
    [
        ("(;B[aa]", 8, "closing parenthesis"),
        ("(;C[aa", 3, "never closed"),
        ("(;B[aa];", 9, "closing parenthesis"),
        ("(;SZ[9];B[aa]?;W[bb])", 14, '"?;W[bb])"'),
        ("(;SZ[9];B[aa]\0)", 14, "not expected"),
        ("(;GM[3])", 2, "GM[3]"),
        ("(;GM[Othello])", 2, "GM[Othello]"),
        ("(;GM[" + "9" * 5000 + "])", 2, "is not a game"),
        ("(;SZ[7:9])", 2, "7 columns and 9 rows"),
        ("(;SZ[25])", 2, "5-19"),
        ("(;SZ[3])", 2, "5-19"),
        ("(;GM[2]SZ[7])", 2, "even number"),
        ("(;GM[4]SZ[30])", 2, "8-20"),
        ("(;SZ[nine])", 2, "SZ[nine]"),
        ("(;SZ[" + "9" * 5000 + "])", 2, "is not a board size"),
        ("(;SZ[-9])", 2, "SZ[-9]"),
        ("(;SZ[9:9:9])", 2, "SZ[9:9:9]"),
        ("(;SZ[9]AB[zz])", 2, "AB names a point"),
        ("(;SZ[5]AB[aa:ee])", 2, "without a liberty"),
        ("(;GM[4]AB[aa:ea])", 2, "finished line"),
        ("(;SZ[9];B[zz])", 8, "B[zz] is not a move"),
        ("(;SZ[9];B[a])", 8, "B[a] is not a move"),
        ("(;SZ[9];B[aa][bb])", 8, "B[aa][bb] is not a move"),
        ("(;SZ[9];B[" + "a" * 100 + "])", 8, "B[aaaaaaaaaaaaaaaaaaaa…] is not a move"),
        ("(;SZ[9];B[aa];W[aa])", 14, "Move 2 is not possible"),
        ("(;SZ[9]B[aa];W[aa])", 13, "Move 2 is not possible"),
        ("(;SZ[9]B[zz];W[aa])", 2, "B[zz] is not a move"),
        ("(;SZ[9];B[aa];W[ba];B[cc];W[ab];B[dd];W[bb];B[aa])", 44, "Suicide"),
        ("(;GM[4];B[hh];W[])", 14, "cannot pass"),
        ("(;GM[4]RU[Renju];B[hh];W[aa];B[hi];W[ab];B[gg];W[ac];B[ig];W[ad];B[hg])", 65, "Forbidden"),
        ("(;GM[2];B[aa])", 8, "turn nothing over"),
        ("(;SZ[5];AB[aa:ee])", 8, "without a liberty"),
        ("(;SZ[5];AB[ff])", 8, "AB names a point"),
        ("(;SZ[9]\n\n;B[aa]\n;W[aa])", 17, "Line 4, byte 17"),
    ],
)
def test_a_mistake_is_refused_with_its_place(text: str, byte: int, words: str) -> None:
    error = refused(text.encode())
    assert isinstance(error, SgfError)
    assert error.code is ErrorCode.BAD_RECORD
    assert error.byte == byte
    assert words in error.text()


@pytest.mark.parametrize(
    "data", [b"", b"\0" * 1000, b"hello", b"(((((", b"()", b";B[aa]", b"(B[aa])", b"{}", b"\xff\xfe"]
)
def test_a_file_without_a_game_is_refused(data: bytes) -> None:
    for strict in (True, False):
        assert refused(data, strict=strict).key == "sgf.no_game"


def test_nothing_is_half_loaded() -> None:
    assert refused(b"(;SZ[9];B[aa])(;SZ[9];B[aa];W[aa])").code is ErrorCode.BAD_RECORD


def test_a_lenient_reading_of_nothing_but_mistakes_is_refused() -> None:
    error = refused(b"(;GM[9])(;SZ[99])", strict=False)
    assert isinstance(error, SgfError)
    assert "GM[9]" in error.text()


@cache
def hostile(times: int) -> dict[str, bytes]:
    """Files that ask for much, each so many times as long as what a quick test can read."""
    return {
        "parentheses": b"(" * 250_000 * times,
        "open games": b"(;" * 25_000 * times,
        "nested variations": b"(;GM[1]" + b"(;C[x]" * 12_500 * times + b")" * (12_500 * times + 1),
        "nested moves": b"(;GM[1]SZ[19]" + b"(;B[aa](;W[bb]" * 12_500 * times + b")" * (25_000 * times + 1),
        "nodes": b"(;GM[1]" + b";" * 25_000 * times + b")",
        "one open value": b"(;C[" + b"x" * 250_000 * times,
        "many open values": b"(;FF[" * 50_000 * times,
        "broken games": b"(;GM[1]!" * 1_250 * times,
        "games": b"(;)" * 1_250 * times,
        "backslashes": b"(;C[" + b"\\" * (250_000 * times + 1),
        "escapes": b"(;C[" + b"\\]" * 125_000 * times + b"])",
        "a long name": b"(;" + b"A" * 250_000 * times,
        "spaces": b"(" + b" " * 250_000 * times + b"x",
        "names": b"(;" + b"".join(b"A%d[x]" % number for number in range(25_000 * times)) + b")",
        "values": b"(;TR" + b"[aa]" * 62_500 * times + b")",
        "rectangles": b"(;TR" + b"[aa:ss]" * 25_000 * times + b")",
        "rectangles in nodes": b"(;" + b";TR[aa:ss]" * 25_000 * times + b")",
        "labels": b"(;LB" + b"[aa:x]" * 25_000 * times + b")",
        "set-ups": b"(;SZ[19]" + b";PL[W]" * 5_000 * times + b")",
        "refused variations": b"(;SZ[9];B[aa]" + b"(;W[aa])" * 7_500 * times + b")",
        "unused properties": b"(;SZ[9]" + b";TR[zz]" * 5_000 * times + b")",
        "NUL": b"(;C[" + b"\0" * 250_000 * times + b"])" + b"\0" * 25_000 * times,
        "high bytes": b"(;C[" + bytes(range(128, 256)) * 250 * times + b"])",
        "sixteen bits": "(;GM[1]SZ[9];B[aa])".encode("utf-16") * 250 * times,
        "colons": b"(;LB[%b]AR[%b]TENGEN[%b])" % ((b":" * 125_000 * times,) * 3),
        "numbers": b"(;KM[%b]HA[%b]TM[%b]OT[%bx%b]RE[B+%b]DT[%b]FF[%b])" % ((b"9" * 5_000,) * 8),
        "private numbers": b"(;TENGEN[rule.komi:%b][rule.handicap:%b][score:%b 1][prisoners:%b 1];B[aa]TENGEN[ms:%b])"
        % ((b"9" * 5_000,) * 5),
    }


def check_that_it_is_read_or_refused_soon(data: bytes, *, strict: bool, seconds: float) -> None:
    begin = time.process_time()
    try:
        reading: Reading | None = FORMAT.read(data, strict=strict)
    except GameError:
        reading = None
    assert reading is None or (reading.records and len(reading.notices) <= 101)
    assert time.process_time() - begin < seconds


@pytest.mark.parametrize("name", hostile(1))
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.long)])
def test_a_hostile_file_is_read_or_refused_soon(name: str, strict: bool, times: int) -> None:
    check_that_it_is_read_or_refused_soon(hostile(times)[name], strict=strict, seconds=times * SECONDS)


@pytest.mark.long
@pytest.mark.parametrize("strict", [True, False])
def test_a_file_of_too_many_nodes_is_refused_soon(strict: bool) -> None:
    data = b"(;GM[1]" + b";" * 2_000_001 + b")"
    check_that_it_is_read_or_refused_soon(data, strict=strict, seconds=4 * SECONDS)


def test_memory_grows_with_the_file_and_not_with_what_it_unfolds_to() -> None:
    data = b"(;SZ[19]" + b";VW[aa:ss]" * 12_000 + b")"
    tracemalloc.start()
    try:
        assert refused(data).code is ErrorCode.TOO_LARGE
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()


def test_a_file_beyond_all_measure_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sgf_read, "MOST_BYTES", 1000)
    assert refused(b"(;C[" + b"x" * 1000 + b"])").code is ErrorCode.TOO_LARGE


# --- fuzz ------------------------------------------------------------------------------------


def read_or_refused(data: bytes, *, strict: bool) -> Reading | None:
    """The reading, or None for a refusal; anything else is a failure."""
    try:
        return FORMAT.read(data, strict=strict)
    except GameError as error:
        return None if error.text() else pytest.fail("a refusal without words")


PIECES = st.sampled_from(
    [
        *("(", ")", ";", "(;", ";B[", ";W[", "]", "[", "aa", "bb", "tt", "aa:cc", ":", "\\", "\0", "é", "d3", "PA"),
        *(";B[ba]", ";W[ab]", ";B[]", ";W[]", "W[cc]", "(;B[ca]", "(;W[ac]", ";AB[bb]", ";AE[aa]AW[cb]", ";PL[B]"),
        *(
            "AB[aa]",
            "AW[bb]",
            "AE[aa]",
            "PL[W]",
            "SZ[9]",
            "SZ[5]",
            "SZ[4]",
            "GM[1]",
            "GM[2]",
            "GM[4]",
            "HA[2]",
            "HA[3]",
        ),
        *("KM[6.5]", "RE[B+R]", "RE[?]", "RU[Japanese]", "RU[Renju; swap2]", "TM[10]", "OT[5x30]", "DT[2000]", "PB[x]"),
        *("C[x]", "TR[aa]", "LB[aa:x]", "LN[aa:bb]", "VW[]", "TR[zz]", "KO[]", "EV[y]", "CA[GBK]", "FF[1]", "L[aa]"),
        *("TENGEN[ms:5]", "TENGEN[rule.dead_stones:none]", "TENGEN[prisoners:1 2]", "Black[cc]", "AP[x:1]", "BL[3]"),
    ]
)


@given(st.lists(PIECES, max_size=40), st.booleans())
@example(["(;", "SZ[5]", "AB[aa]", "AW[bb]", ")"], True)
def test_any_pieces_of_sgf_are_read_or_refused(pieces: list[str], strict: bool) -> None:
    reading = read_or_refused(("(;" + "".join(pieces) + ")").encode(), strict=strict)
    for record in reading.records if reading and strict else ():
        assert stable(record) == record


@given(st.binary(max_size=200), st.booleans())
def test_any_bytes_are_read_or_refused(data: bytes, strict: bool) -> None:
    read_or_refused(data, strict=strict)
    read_or_refused(b"(;" + data + b")", strict=strict)
    read_or_refused(b"(;C[" + data + b"])", strict=strict)


@given(records(), st.integers(0, 2**32), st.booleans())
def test_a_damaged_file_is_read_or_refused(record: Record, seed: int, strict: bool) -> None:
    chance = Random(seed)
    data = bytearray(FORMAT.write([record]).data)
    for _ in range(chance.randrange(1, 8)):
        at = chance.randrange(len(data))
        match chance.randrange(4):
            case 0:
                data[at] = chance.randrange(256)
            case 1:
                del data[at : at + chance.randrange(1, 20)]
            case 2:
                data[at:at] = chance.choice([b"]", b"[", b"(", b")", b";", b"\\", b";B[aa]", b"AB[cc]", b"\0"])
            case _:
                data[at:at] = data[at : at + chance.randrange(1, 30)]
        if not data:
            break
    reading = read_or_refused(bytes(data), strict=strict)
    for read in reading.records if reading else ():
        assert all(not isinstance(state, GameError) for state in read.states())


def stable(record: Record) -> Record:
    """The record written and read again."""
    (again,) = FORMAT.read(FORMAT.write([record]).data).records
    return again
