"""What may be said: one line that others can read, or a quick word in every language."""

from __future__ import annotations

import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import LANGUAGES, text
from tengen.people import LONGEST_LINE, QUICK_WORDS, ChatRoom, PeopleCode, PeopleError, TalkPlace
from tengen.people.chat import check_said
from tengen.people.names import INVISIBLE


def said(line: str) -> str | None:
    """The line as others read it; None where it is refused."""
    try:
        return check_said(line, None)
    except PeopleError as error:
        return None if error.code is PeopleCode.BAD_TEXT else str(error)


@pytest.mark.parametrize("line", ["gg", "下得好！", "a{b}c <b>", "http://example.org", "👍", "Nguyễn", "ที่รัก"])
def test_a_line_of_any_language_is_said_as_it_was_written(line: str) -> None:
    assert said(line) == line


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("  much   space\t\n\r here ", "much space here"),
        ("no\x00 bells\x07\x1b[31m", "no bells[31m"),
        ("one\u2028two\u0085three", "one two three"),
        ("\u202eevil\u202c \u2066x\u2069", "evil x"),
        ("a\u200bb\u200dc\ufeffd\u2060", "abcd"),
        ("h\u3164i\ufe0f", "hi"),
        ("e\u0301", "é"),
        ("half \ud800 a character", "half a character"),
        ("Z" + "\u0300" * 50, "Z" + "\u0300" * 4),
        ("\u3000全角\u3000空格", "全角 空格"),
    ],
)
def test_what_is_not_to_be_seen_is_left_out(written: str, read: str) -> None:
    assert said(written) == read


@pytest.mark.parametrize("line", ["", "   ", "\u200b\u200b", "\x00", "x" * (LONGEST_LINE + 1), "x " * 150])
def test_nothing_and_too_much_are_refused(line: str) -> None:
    assert said(line) is None


def test_the_longest_line_has_two_hundred_characters_once_it_is_cleaned() -> None:
    assert said("天" * 200) == "天" * 200
    assert said("x" * 200 + " " * 700) == "x" * 200


def test_a_text_far_too_long_costs_nothing() -> None:
    begun = time.process_time()
    assert said("\u0301\u0316" * 5_000_000) is None
    assert time.process_time() - begun < 0.5


def test_a_pile_of_marks_within_the_bounds_costs_little() -> None:
    begun = time.process_time()
    said("a" + "\u0301\u0316" * 499)
    assert time.process_time() - begun < 0.1


@given(st.text(max_size=300))
def test_what_is_said_is_one_clean_line(line: str) -> None:
    read = said(line)
    if read is not None:
        assert 1 <= len(read) <= LONGEST_LINE
        assert read.isprintable()
        assert not INVISIBLE.intersection(read)
        assert unicodedata.is_normalized("NFC", read)
        assert said(read) == read
        assert read.encode()


@pytest.mark.parametrize(
    ("line", "word"), [(None, None), ("hi", "hello"), (None, "HELLO"), (None, "error.BUSY"), (None, "")]
)
def test_somebody_says_a_text_or_one_of_the_quick_words(line: str | None, word: str | None) -> None:
    with pytest.raises(PeopleError) as refused:
        check_said(line, word)
    assert refused.value.code is PeopleCode.BAD_TEXT


@pytest.mark.parametrize("word", QUICK_WORDS)
def test_every_quick_word_is_there_in_both_languages(word: str) -> None:
    assert check_said(None, word) is None
    words = {text(language, f"chat.word.{word}") for language in LANGUAGES}
    assert len(words) == len(LANGUAGES)


def test_players_talk_to_each_other_and_watchers_to_nobody_in_person() -> None:
    assert TalkPlace("m", ChatRoom.PLAYERS, ("ann", "ben")).others("ann") == ("ben",)
    assert TalkPlace("m", ChatRoom.PLAYERS, ("ann", "ann")).others("ann") == ()
    assert TalkPlace("m", ChatRoom.WATCHERS, ("ann", "ben")).others("cy") == ()
