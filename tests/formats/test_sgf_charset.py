"""Which encoding a file is in: what it says, what it does not say, and what it says wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.formats._sgf_charset import decode
from tengen.formats.sgf import FORMAT

TEXTS = {
    "gb18030": "黑棋先手，白棋的实地不小。第三局，中盘胜",
    "big5": "黑棋先手，白棋的實地不小。許多變化，功夫很深",
    "shift_jis": "黒番の中押し勝ち。ここまでは普通の布石、表示",
    "euc_kr": "흑이 조금 두터운 바둑이다. 백의 실수",
    "latin-1": "Zoé joue très bien, Müller perd à la fin",
    "utf-8": "黑 żółć 흑 こ ü",
}
NAMES = {
    "gb18030": ["张明", "李小龙", "王大中", "陈国华"],
    "big5": ["陳大同", "林小明", "王國華", "張學文"],
    "shift_jis": ["山田さくら", "たかし", "ヤマモト"],
    "euc_kr": ["김하늘", "이세영", "박정원", "최지수"],
    "latin-1": ["Jürgen", "André", "José", "Løvås"],
}


def comment(data: bytes) -> tuple[str, list[str]]:
    """The comment in the root of a file, and the keys of the notices."""
    reading = FORMAT.read(data)
    return reading.records[0].nodes[0].comment, [notice.key for notice in reading.notices]


@pytest.mark.parametrize(("codec", "text"), TEXTS.items())
@pytest.mark.parametrize("name", ["{0}", " {0} ", "{0!s:.20}"])
def test_a_file_is_read_in_the_encoding_it_names(codec: str, text: str, name: str) -> None:
    data = f"(;CA[{name.format(codec.upper())}]C[{text}])".encode(codec)
    assert comment(data) == (text, [])


@pytest.mark.parametrize(
    ("said", "codec"),
    [("GB2312", "gb18030"), ("gbk", "gb18030"), ("EUC-KR", "euc_kr"), ("ks_c_5601-1987", "euc_kr"), ("SJIS", "cp932")],
)
def test_an_encoding_has_many_names(said: str, codec: str) -> None:
    text = TEXTS.get(codec, TEXTS["shift_jis"])
    assert comment(f"(;CA[{said}]C[{text}])".encode(codec)) == (text, [])


@pytest.mark.parametrize(("codec", "text"), TEXTS.items())
def test_a_file_that_names_no_encoding_is_read_by_its_looks(codec: str, text: str) -> None:
    found, notices = comment(f"(;C[{text}])".encode(codec))
    assert found == text
    assert notices == ([] if codec == "utf-8" else ["sgf.read.guessed"])


@pytest.mark.parametrize(("codec", "name"), [(codec, name) for codec, names in NAMES.items() for name in names])
def test_a_name_or_two_are_enough_to_guess(codec: str, name: str) -> None:
    assert comment(f"(;C[{name}])".encode(codec))[0] == name


@pytest.mark.parametrize(("codec", "text"), TEXTS.items())
@pytest.mark.parametrize("said", ["UTF-8", "ISO-8859-1", "no-such-thing"])
def test_a_wrong_name_does_no_harm_and_is_noted(codec: str, text: str, said: str) -> None:
    found, notices = comment(f"(;CA[{said}]C[{text}])".encode(codec))
    assert found == text
    right = (codec, said) in (("utf-8", "UTF-8"), ("latin-1", "ISO-8859-1"))
    assert notices == ([] if right else ["sgf.read.encoding"])


def test_utf_8_under_the_name_of_another_is_seen() -> None:
    assert comment("(;CA[GB2312]C[黑棋先手])".encode()) == ("黑棋先手", ["sgf.read.encoding"])


def test_a_trailing_byte_that_looks_like_a_bracket_or_a_backslash_is_part_of_its_character() -> None:
    assert b"\x5c" in "功".encode("big5")
    assert b"\x5d" in "]許".encode("big5")
    assert comment("(;CA[Big5]C[功許]PB[功])".encode("big5"))[0] == "功許"
    assert comment("(;CA[Shift_JIS]C[表示ソ])".encode("shift_jis"))[0] == "表示ソ"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_tells_more_than_the_file_says(codec: str) -> None:
    assert comment("(;CA[ISO-8859-1]C[黑 é])".encode(codec)) == ("黑 é", [])


def test_a_few_broken_bytes_are_replaced() -> None:
    data = "(;CA[UTF-8]C[黑棋先手，白棋的实地不小".encode() + b"\xe9\xbb" + b"])"
    found, notices = comment(data)
    assert found.startswith("黑棋先手，白棋的实地不小\ufffd")
    assert notices == ["sgf.read.damaged"]


def test_unknown_encodings_are_never_looked_up_elsewhere() -> None:
    for said in ("rot13", "zlib", "idna", "punycode", "unicode_escape", "undefined", "base64"):
        assert comment(f"(;CA[{said}]C[plain])".encode()) == ("plain", [])


@given(st.binary(max_size=300))
def test_any_bytes_become_text_of_which_every_place_is_known(data: bytes) -> None:
    decoded = decode(data)
    assert len(decoded.text) == len(decoded.escaped)
    assert decoded.text.encode("utf-8").decode("utf-8") == decoded.text


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_utf_8_is_always_read_as_utf_8_when_it_says_so(text: str) -> None:
    assert decode(f"CA[UTF-8]{text}".encode()).text == f"CA[UTF-8]{text}"
