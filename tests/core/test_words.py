"""The word tables: both languages say the same, and every refusal has its words."""

from __future__ import annotations

import string

import pytest

from tengen.core import (
    COLORS,
    LANGUAGES,
    SHARED_REASONS,
    ErrorCode,
    GameError,
    template,
    text,
    words,
)
from tengen.core.words import read_table


def placeholders(template_text: str) -> set[str]:
    """Words that go with a number count as the number: only some languages need them."""
    found = (name for _, name, _, _ in string.Formatter().parse(template_text) if name is not None)
    return {name.partition("|")[0] for name in found}


def test_both_languages_have_the_same_words_with_the_same_places_to_fill() -> None:
    english, chinese = (read_table("tengen", language) for language in LANGUAGES)
    assert english.keys() == chinese.keys()
    for key in english:
        assert placeholders(english[key]) == placeholders(chinese[key]), key
        assert english[key].strip()
        assert chinese[key].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_reason_and_colour_has_words(language: str) -> None:
    for key in (
        *(f"error.{code}" for code in ErrorCode),
        *(f"reason.{reason}" for reason in SHARED_REASONS),
        *(f"color.{color.word}" for color in COLORS),
        "option.preset",
        "option.size",
    ):
        assert template(language, key)


def test_a_games_word_is_found_under_its_name_and_else_in_the_shared_table() -> None:
    assert text("en", "corners.name") == "Corners"
    assert text("zh", "corners.name") == "抢角"
    assert template("en", "corners.error.KO") == template("en", "error.KO")
    assert words("en")["corners.name"] == "Corners"
    assert "error.KO" in words("zh")


def test_an_unknown_word_is_our_own_mistake() -> None:
    with pytest.raises(KeyError):
        template("en", "corners.no_such_word")
    with pytest.raises(KeyError):
        template("en", "nonsense")


def test_places_in_a_text_are_filled() -> None:
    error = GameError(ErrorCode.NO_SUCH_KIND, name="chess", kinds="go")
    assert error.text() == str(error) == 'There is no game called "chess". There are: go.'
    assert "chess" in error.text("zh")


def test_a_number_has_the_word_for_one_or_for_several() -> None:
    assert text("en", "lobby.handicap", count=1) == "1 handicap stone"
    assert text("en", "lobby.handicap", count=2) == "2 handicap stones"
    assert text("en", "game.points", count=1.5) == "1.5 points"
    assert text("zh", "lobby.handicap", count=2) == "让 2 子"
    with pytest.raises(KeyError):
        text("en", "lobby.handicap")


def test_braces_in_a_value_are_left_as_they_are() -> None:
    assert "{kinds}" in GameError(ErrorCode.NO_SUCH_KIND, name="{kinds}", kinds="-").text()


def test_a_closer_text_may_explain_a_code() -> None:
    error = GameError(ErrorCode.BAD_RULES, "rules.not_boolean", option="rest", value="3")
    assert error.code is ErrorCode.BAD_RULES
    assert "rest" in error.text()
