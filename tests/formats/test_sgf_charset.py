"""Which encoding a file is in: what it says, what it does not say, and what it says wrongly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.formats.sgf import FORMAT
from tengen.formats.sgf.charset import decode

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


# --- names of many lands -----------------------------------------------------------------------

RUSSIAN = (
    "Иван Петров,Анна Кузнецова,Алексей Смирнов,Мария Попова,Дмитрий Соколов,Ольга Лебедева,Сергей Козлов,"
    "Елена Новикова,Андрей Морозов,Наталья Волкова,Павел Зайцев,Ирина Павлова,Михаил Семёнов,Юлия Голубева,"
    "Николай Виноградов,Татьяна Богданова,Фёдор Воробьёв,Ксения Щукина,Григорий Жуков,Вера Ёлкина"
)
PEOPLE = {
    "UTF-8": (
        "黑嘉嘉,Иван,José,Zoë,小林さくら,김하늘,Łukasz,Ζωή,Åse,Çelik,王伟,李娜,張偉,"
        "Øyvind,Ñandú,Šimon,Ćosić,Dvořák,刘洋,林"
    ),
    "GB2312": (
        "张明,李小龙,王大中,陈国华,刘洋,杨帆,赵磊,黄敏,周杰,吴静,徐丽,孙强,胡军,朱平,林涛,何勇,郭艳,马超,罗刚,联通"
    ),
    "Big5": (
        "陳大同,林小明,王國華,張學文,許功蓋,劉德明,楊麗花,趙子龍,黃河,周玉,吳鳳,徐志,"
        "孫中,胡適,朱熹,何其,郭靖,馬英,羅大,蔡琴"
    ),
    "Shift_JIS": (
        "山田太郎,佐藤花子,鈴木一郎,高橋さくら,田中ひろし,伊藤ケン,渡辺真,山本表,"
        "中村ソラ,小林十,加藤能,吉田予,たかし,ヤマモト,さとう,ゆうき,本田,石井ミキ,森,"
        "岡田アキ"
    ),
    "EUC-JP": (
        "山田太郎,佐藤花子,鈴木一郎,高橋さくら,田中ひろし,伊藤ケン,渡辺真,山本表,"
        "中村ソラ,小林十,加藤能,吉田予,たかし,ヤマモト,さとう,ゆうき,本田,石井ミキ,森,"
        "岡田アキ"
    ),
    "EUC-KR": (
        "김하늘,이세영,박정원,최지수,정민호,강수진,조현우,윤아름,장동민,임나연,한가람,"
        "오세훈,서유리,신동엽,권지용,황정민,안재현,송혜교,류현진,홍길동"
    ),
    "ISO-8859-1": (
        "Jürgen,André,José,Løvås,Zoë,François,Müller,Åse,Çelik,Nuñez,Bjørn,Übel,Émile,"
        "Hélène,Göran,Noël,Tomé,Ýmir,Æsa,Þór"
    ),
    "ISO-8859-2": (
        "Łukasz,Żółw,Dvořák,Šimon,Ćosić,Gőz,Tűz,Němec,Kučera,Świętek,Jaźń,Ľubor,Ťapka,"
        "Čech,Řehoř,Žižka,Ágnes,Ödön,Gąska,Sołtys"
    ),
    "ISO-8859-5": RUSSIAN,
    "windows-1251": RUSSIAN,
    "KOI8-R": RUSSIAN,
    "ISO-8859-7": (
        "Γιώργος,Μαρία,Νίκος,Ελένη,Κώστας,Σοφία,Δημήτρης,Άννα,Πέτρος,Ζωή,Χρήστος,Ειρήνη,"
        "Γιάννης,Βασιλική,Θεόδωρος,Ιωάννα,Ευάγγελος,Ουρανία,Σπύρος,Λυδία"
    ),
}
PAIRS = [
    (charset, black, white)
    for charset, people in PEOPLE.items()
    for black, white in zip(people.split(","), people.split(",")[1:] + people.split(",")[:1], strict=True)
]


def pair(data: bytes) -> tuple[str, str, list[str]]:
    """The names of the players of a file, and the keys of the notices."""
    reading = FORMAT.read(data)
    record = reading.records[0]
    return record.black.name, record.white.name, [notice.key for notice in reading.notices]


def test_twenty_names_in_each_of_twelve_charsets() -> None:
    assert len(PEOPLE) == 12
    assert all(len(people.split(",")) == 20 for people in PEOPLE.values())


@pytest.mark.parametrize(("charset", "black", "white"), PAIRS)
def test_a_declared_charset_is_believed(charset: str, black: str, white: str) -> None:
    data = f"(;CA[{charset}]PB[{black}]PW[{white}];B[aa])".encode(charset)
    assert pair(data) == (black, white, [])
    assert pair(f"(;CA[{charset}]PB[{black}];B[aa])".encode(charset)) == (black, "", [])


@pytest.mark.parametrize(("charset", "black", "white"), PAIRS)
def test_an_undeclared_charset_is_never_guessed_wrong_in_silence(charset: str, black: str, white: str) -> None:
    for data in (f"(;PB[{black}]PW[{white}];B[aa])", f"(;PB[{black}]PW[{black}];B[aa])"):
        *names, notices = pair(data.encode(charset))
        is_right = names in ([black, white], [black, black])
        assert is_right or set(notices) & {"sgf.read.guessed", "sgf.read.damaged"}


def test_russian_names_are_guessed_right_in_both_of_their_usual_charsets() -> None:
    for charset in ("windows-1251", "KOI8-R"):
        right = [
            pair(f"(;PB[{black}]PW[{white}])".encode(charset))[:2] == (black, white)
            for _, black, white in [known for known in PAIRS if known[0] == charset]
        ]
        assert sum(right) >= 19


def test_latin_1_is_doubted_only_where_another_encoding_is_far_likelier() -> None:
    for _, black, white in [known for known in PAIRS if known[0] == "ISO-8859-1"]:
        assert pair(f"(;CA[ISO-8859-1]PB[{black}]PW[{white}])".encode("latin-1")) == (black, white, [])
    assert pair("(;CA[ISO-8859-1]PB[黑嘉嘉的棋]PW[王大中])".encode("gb18030"))[2] == ["sgf.read.encoding"]


@pytest.mark.parametrize("cut", [1, 2])
def test_one_cut_character_does_not_turn_declared_utf_8_into_another_charset(cut: int) -> None:
    black = "黑嘉嘉".encode()[:-cut]
    data = b"(;CA[UTF-8]PB[" + black + b"]PW[" + "白".encode() + b"];B[aa])"
    name, other, notices = pair(data)
    assert (name.rstrip("\ufffd"), other, notices) == ("黑嘉", "白", ["sgf.read.damaged"])
    alone = pair(b"(;CA[UTF-8]PB[" + "黑".encode()[:2] + b"];B[aa])")
    assert alone == ("\ufffd\ufffd", "", ["sgf.read.damaged"])


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_byte_order_mark_is_read(codec: str) -> None:
    data = "\n(;GM[1]PB[黑嘉嘉]PW[Zoë];B[aa])".encode(codec)
    assert FORMAT.recognises(data)
    assert pair(data) == ("黑嘉嘉", "Zoë", [])


def test_a_file_that_begins_without_a_semicolon_is_read() -> None:
    data = "(GM[1]SZ[19]\nPB[本因坊]PW[小林]KM[6.5];B[pd];W[dp])".encode("shift_jis")
    assert FORMAT.recognises(data)
    assert pair(data)[:2] == ("本因坊", "小林")
    assert len(FORMAT.read(data).records[0].main_actions()) == 2
    with_others = b"Two games (of 1846):\n(GM[1];B[aa])\n(;GM[1];B[bb])"
    assert len(FORMAT.read(with_others).records) == 2
