"""Saves as values: names, who is wanted for a game to go on, which seat has which colour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import BLACK, LANGUAGES, WHITE
from tengen.people import PeopleCode, PeopleError, Save, SavedSeat
from tengen.people.saves import LONGEST_SAVE_NAME, check_present, check_save_name, save_name_key

ANN, BEN = SavedSeat("a", "Ann"), SavedSeat("b", "Ben")
GUEST, LEVEL = SavedSeat(None, "Guest"), SavedSeat(None, "level:3", "level:3")


def save(first: SavedSeat = ANN, second: SavedSeat = BEN, *, swapped: bool = False) -> Save:
    return Save("s1", "a", "Sunday", "go", 5, first, second, swapped, 3, bytes(25), 1, 2)


def refused(name: str) -> PeopleError:
    with pytest.raises(PeopleError) as caught:
        check_save_name(name)
    assert all(str(LONGEST_SAVE_NAME) in caught.value.text(language) for language in LANGUAGES)
    return caught.value


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["a", "Sunday 1", "第三局 · 复盘", "<b>!</b>", "'; drop table saves; --", "🙂", "x" * 60]
)
def test_any_name_that_can_be_seen_will_do(name: str) -> None:
    assert check_save_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 61,
        "a\nb",
        "a\0b",
        "a\x1b[2Jb",
        "a\u202eb",
        "a\u2066b",
        "a\u200bb",
        "\ufeffa",
        "a\ud800b",
        "a\u2028b",
    ],
    ids=ascii,
)
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    assert refused(name).code is PeopleCode.BAD_NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sunday", "SUNDAY"),
        ("Straße", "STRASSE"),
        ("Ｓｕｎｄａｙ", "sunday"),
        ("ﬁn", "fin"),
        ("a  b", "a b"),
        ("É", "e\u0301"),
    ],
)
def test_names_are_compared_whatever_their_case_and_form(one: str, other: str) -> None:
    assert save_name_key(one) == save_name_key(other)


def test_other_names_are_others() -> None:
    assert len({save_name_key(name) for name in ("Sunday", "Sunday 1", "Sunda", "星期天", "星期日", "ab", "a b")}) == 7


@given(st.text(max_size=80))
def test_a_name_is_shown_as_it_was_given_or_refused(name: str) -> None:
    try:
        checked = check_save_name(name)
    except PeopleError:
        return
    assert checked == name.strip()
    assert save_name_key(save_name_key(checked)) == save_name_key(checked)


# --- who is wanted -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "present", "is_allowed"),
    [
        ("", "", True),
        ("", "a", True),
        ("a", "a", True),
        ("a", "ba", True),
        ("ab", "ab", True),
        ("ab", "ba", False),
        ("ab", "a", False),
        ("ab", "b", False),
        ("ab", "ac", False),
        ("ab", "", False),
        ("a", "b", False),
        ("aa", "a", True),
        ("aa", "ba", True),
    ],
)
def test_accounts_of_a_game_must_be_present_in_their_order(wanted: str, present: str, is_allowed: bool) -> None:
    if is_allowed:
        check_present(wanted, present)
        return
    with pytest.raises(PeopleError) as caught:
        check_present(wanted, present)
    assert caught.value.code is PeopleCode.WRONG_PLAYERS
    assert caught.value.text("en") == "The game file does not match the current user."
    assert caught.value.text("zh") == "存档与当前用户不符。"


def test_guests_and_programs_are_not_wanted() -> None:
    assert save(ANN, LEVEL).account_ids == ("a",)
    assert save(GUEST, BEN).account_ids == ("b",)
    assert save(GUEST, LEVEL).account_ids == ()
    assert save(BEN, ANN).account_ids == ("b", "a")


def test_seats_follow_the_colours_through_an_opening_that_exchanges_them() -> None:
    assert (save().seat(BLACK), save().seat(WHITE)) == (ANN, BEN)
    assert (save(swapped=True).seat(BLACK), save(swapped=True).seat(WHITE)) == (BEN, ANN)
    assert save(swapped=True).account_ids == ("a", "b")
