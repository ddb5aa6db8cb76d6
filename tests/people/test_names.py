"""Names: what one may be, and when two are the same. One owner for whatever people take for one name."""

from __future__ import annotations

import time
import unicodedata
from contextlib import suppress
from hashlib import sha256

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tengen.core import LANGUAGES
from tengen.people import LONGEST_KEY, LONGEST_NAME, BadName, check_name, name_key
from tengen.people.look_alikes import _classes


def reason(text: str) -> str | None:
    """Why a name is refused; None where it is not."""
    try:
        check_name(text)
    except BadName as refused:
        return refused.key
    return None


# --- what a name may be


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "Al Capone",
        "o_o",
        "_x_",
        "J.-P. Sartre",
        "42",
        "李",
        "김",
        "天元棋手",
        "𠮷野家",
        "アキラ・ジョー",
        "小明Ming",
        "Ольга",
        "Νίκος",
        "Ҡарағай",
        "محمد",
        "נועה",
        "สมชาย",
        "ที่รัก",
        "Nguyễn Văn A",
        "José María",
        "ノノ",
        "x" * LONGEST_NAME,
        "天" * LONGEST_NAME,
    ],
)
def test_a_name_of_any_language_is_shown_as_it_was_written(name: str) -> None:
    assert check_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  Ann  ", "Ann"),
        ("Ann   Lee", "Ann Lee"),
        ("Ann\u00a0\u3000Lee", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("가", "가"),
        ("Ａｎｎ", "Ａｎｎ"),
    ],
)
def test_spaces_are_made_one_and_letters_composed(text: str, shown: str) -> None:
    assert check_name(text) == shown


@pytest.mark.parametrize("text", ["", " ", "\u3000", "a", " a ", "7", "é", "e\u0301", "ب"])
def test_a_name_has_two_letters_or_a_wide_one(text: str) -> None:
    assert reason(text) == "name.too_short"


@pytest.mark.parametrize("text", ["x" * 21, "天" * 21, "ﷺﷺ", "㉑" * 11, "x" * 1_000, " " * 300 + "Ann"])
def test_a_name_has_twenty_characters_also_when_its_signs_are_written_out(text: str) -> None:
    assert reason(text) == "name.too_long"


def test_a_megabyte_is_refused_by_its_length_alone() -> None:
    long = "Ω\u0301" * 500_000
    began = time.perf_counter()
    for refuse in (check_name, name_key):
        with pytest.raises(BadName) as refused:
            refuse(long)
        assert refused.value.key == "name.too_long"
    assert time.perf_counter() - began < 0.1


FORBIDDEN = [
    *"@/\\:#?%&<>\"'!$()*+,;=[]^`{|}~",
    *"\0\t\n\r\x1b\x7f\x85\u2028\u2029",
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    *"\u200b\u200c\u200d\u2060\ufeff\u00ad\u180e\u034f\u115f\u1160\u3164\uffa0\ufe0f\U000e0100\U000e0041",
    *"\ud800\udfff\ue000\U000f0000\uffff\u0378",
    *"🐼⚫½＠／：＃％＆＜℀㈱\u20dd\u2800–—…「」，。",
]


@pytest.mark.parametrize("sign", FORBIDDEN, ids=lambda sign: f"U+{ord(sign):04X}")
@pytest.mark.parametrize("form", ["{}Ann", "An{}n", "Ann{}", "天{}元人"])
def test_signs_of_addresses_and_what_cannot_be_seen_are_refused(sign: str, form: str) -> None:
    assert reason(form.format(sign)) == "name.bad_character"


@pytest.mark.parametrize("text", ["-f", "Ann-", ".ann", "ann.", "·ann", "ann・", "- ann", "..", "-_-"])
def test_a_name_does_not_begin_or_end_like_an_option_or_a_sentence(text: str) -> None:
    assert reason(text) == "name.bad_edge"


@pytest.mark.parametrize("text", ["__", "_ _", "_._", "___"])
def test_a_name_needs_a_letter_or_digit(text: str) -> None:
    assert reason(text) == "name.no_letter"


@pytest.mark.parametrize(
    "text", ["Zal\u0335\u0336\u0337go", "Ann" + "\u0301" * 5, "\u0301Ann", "An \u0301n", "Ann_\u0308"]
)
def test_marks_stand_on_letters_and_do_not_pile_up(text: str) -> None:
    assert reason(text) == "name.bad_marks"


@pytest.mark.parametrize("text", ["Аnn", "Annа", "pаypal", "Αnn", "ΑнN", "Ꭺnn", "Аnn天元", "օk ok", "𝐀нн"])
def test_alphabets_that_look_alike_are_not_mixed(text: str) -> None:
    assert reason(text) == "name.mixed_scripts"


@pytest.mark.parametrize("text", ["天元Ann", "アキラ 天元 Ann", "Ольга李", "Νίκος天", "안나 Ann", "Ann 2024"])
def test_any_of_them_goes_with_chinese_japanese_and_korean(text: str) -> None:
    assert reason(text) is None


@pytest.mark.parametrize(
    "text",
    [
        *("admin", "ADMIN", "A d m i n", "a.d.m.i.n", "Adm1n", "Admln", "ａｄｍｉｎ", "𝐚𝐝𝐦𝐢𝐧", "Âdmîn", "ạdmin"),
        *("root", "r00t", "R O O T", "system", "Tengen", "TEN-GEN", "天元", "天 元", "moderator"),
        *("guest", "Guest 1", "Guest_0042", "GUEST17", "guestOO", "level 3", "Level10", "1evel 9", "Tengen level 4"),
        *("游客", "游客 7", "访客12", "管理员", "系统", "黑", "白", "黒", "null", "undefined", "me", "nobody"),
        *("deleted player", "Deleted-Player 5", "anonymous", "random", "human", "engine", "Black", "WHITE"),
    ],
)
def test_names_that_could_pass_for_the_platform_are_reserved(text: str) -> None:
    assert reason(text) == "name.reserved"


@pytest.mark.parametrize(
    "text", ["guesthouse", "Levelheaded", "Tengenfan", "Blackbird", "天元杯", "白鹭", "player1", "admiral"]
)
def test_a_name_that_only_begins_so_is_free(text: str) -> None:
    assert reason(text) is None


def test_every_refusal_has_words_in_every_language() -> None:
    for text in ("", "x" * 21, "a@b", "-f", "a\u0301\u0301\u0301\u0301b", "__", "Аnn", "admin"):
        with pytest.raises(BadName) as refused:
            check_name(text)
        for language in LANGUAGES:
            words = refused.value.text(language)
            assert words
            assert "{" not in words
        assert str(refused.value) == refused.value.text("en")


# --- when two names are the same


@pytest.mark.parametrize(
    "names",
    [
        ("Ann", "ann", "ANN", "A n n", "a_n_n", "A.N-N", "ａｎｎ", "𝓐𝓷𝓷", "Ⓐⓝⓝ"),
        ("José", "jose\u0301", "JOSÉ", "J.o.s.é"),
        ("Вова", "вова", "ВОВА", "BOBA"),
        ("Гена", "гена", "ГЕНА"),
        ("ΝΙΝΑ", "NINA", "nina", "N1NA", "NlNA"),
        ("Νίκος", "νίκος", "ΝΊΚΟΣ"),
        ("Μαρία", "μαρία", "ΜΑΡΊΑ"),
        ("天ΝΑ", "天NA", "天na"),
        ("Bob", "ʙoʙ", "B0b", "Ьоb"),
        ("Straße", "STRASSE", "strasse"),
        ("lIi1", "1111", "llll", "ΙІӏǀ"),
        ("O0o", "ooo", "ОоΟ", "〇〇〇"),
        ("ﬁne", "fine"),
        ("カロロ", "力口口"),
        ("黑山", "黒山"),
        ("x²", "x2"),
        ("Ølaf", "ølaf"),
    ],
)
def test_names_that_people_take_for_the_same_have_one_key(names: tuple[str, ...]) -> None:
    assert {name_key(name) for name in names} == {name_key(names[0])}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Jose", "José"),
        ("modern", "modem"),
        ("vvin", "win"),
        ("Nick", "Vick"),
        ("Yan", "Uan"),
        ("ray", "rau"),
        ("Ann", "Anna"),
        ("张伟", "張偉"),
        ("가나", "가다"),
        ("Olaf", "Ølaf"),
        ("s5", "55"),
        ("player1", "player2"),
    ],
)
def test_names_that_people_tell_apart_have_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_every_korean_syllable_has_a_key_of_its_own() -> None:
    syllables = [chr(code) for code in range(0xAC00, 0xD7A4)]
    assert len({name_key(syllable) for syllable in syllables}) == len(syllables)


def test_for_every_letter_the_key_is_settled_and_short() -> None:
    """Korean syllables, Tangut and the rarest Chinese characters are left out: nothing looks like them."""
    for char in map(chr, (*range(0xAC00), *range(0xF900, 0x17000), *range(0x18D10, 0x20000))):
        if unicodedata.category(char)[0] in "LMN":
            key = name_key(char)
            assert name_key(key) == key, f"U+{ord(char):04X}"
            if unicodedata.normalize("NFKC", char) == char:
                assert len(key) * LONGEST_NAME <= LONGEST_KEY, f"U+{ord(char):04X}"


NAMES = st.text(
    st.one_of(
        st.characters(codec="utf-8", categories=["L", "M", "N", "Zs"]),
        st.sampled_from("aAlI1oO0 _.-·nNvVνΝυΥηΗ\u0301\u0327éАаГгб天李ノ"),
    ),
    max_size=24,
)


@given(name=NAMES)
@example("ΑΝΝΑ")
@example("ͺͺ")
@example("a_\u0301\u0327")
@example("İI")
def test_the_key_of_a_key_is_that_key(name: str) -> None:
    key = name_key(name)
    assert name_key(key) == key


@given(text=st.one_of(NAMES, st.text(max_size=30)))
def test_what_is_accepted_is_safe_to_show_and_stays_accepted(text: str) -> None:
    with suppress(BadName):
        name = check_name(text)
        assert check_name(name) == name
        assert name == name.strip()
        assert name.isprintable()
        assert not set(name) & set("@/\\:#?%&<>\"'")
        assert name.encode()
        assert 0 < len(name_key(name)) <= LONGEST_KEY
        assert name_key(name) == name_key(text)


@given(text=NAMES)
def test_twins_by_composition_width_or_case_have_one_owner(text: str) -> None:
    try:
        name = check_name(text)
    except BadName:
        return
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        assert name_key(unicodedata.normalize(form, name)) == name_key(name)
    if all(char.isascii() or not char.isalpha() for char in name):
        assert name_key(name.upper()) == name_key(name.lower()) == name_key(name)


def test_the_table_of_look_alikes_is_the_same_for_every_python() -> None:
    """A character that only a newer Python knows could take the place of another in keys that are stored."""
    members = {char for members in _classes() for member in members for char in member}
    assert not [char for char in members if unicodedata.category(char) == "Cn"]


LONG_ASSIGNED = (
    (0x30, 0x39),
    (0x41, 0x5A),
    (0x61, 0x7A),
    (0xC0, 0x24F),
    (0x391, 0x3A1),
    (0x3A3, 0x3CE),
    (0x410, 0x45F),
)
"""Letters that every version of Unicode has: digits, Latin, Greek, Cyrillic."""
WIDE = ((0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x9FA5), (0xAC00, 0xD7A3))
"""Kana, Chinese characters and Korean syllables."""


def test_keys_that_are_stored_stay_as_they_are() -> None:
    """A key in the database must be found by the same key later. Where this fails, all keys need a migration."""
    assert {name: name_key(name) for name in ("Ann", "Lee 10", "Иван", "天元杯", "José")} == {
        "Ann": "ann",
        "Lee 10": "leelo",
        "Иван": "\u0377bah",
        "天元杯": "天元杯",
        "José": "jose\u0301",
    }
    letters = (chr(code) for first, last in LONG_ASSIGNED + WIDE for code in range(first, last + 1))
    digest = sha256("\n".join(map(name_key, letters)).encode()).hexdigest()
    assert digest[:16] == "1fad80ada77eab42"
