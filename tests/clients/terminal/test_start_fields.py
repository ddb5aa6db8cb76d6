"""The start form as fields: what a changed field makes of the form, for every game by its own description."""

from __future__ import annotations

import pytest

from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.people import PersonHere
from tengen.clients.sitting.start import StartForm, Who
from tengen.clients.terminal.start_fields import changed, start_fields
from tengen.clients.terminal.widgets.form import YES, Field, FieldType
from tengen.core import BLACK, LANGUAGES, WHITE, ErrorCode, GameError, kinds


def form(**kept: object) -> StartForm:
    return StartForm.of(kept, LocalGames(seed=1).players, (PersonHere("Ann"), PersonHere("Ben")))


def fields(shown: StartForm, *, has_more: bool = True) -> dict[str, Field]:
    return {field.name: field for field in start_fields(shown, "en", has_more=has_more)}


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_of_every_game_has_words_and_a_value_it_may_have(kind: str, language: str) -> None:
    for field in start_fields(form(kind=kind), language, has_more=True):
        assert "." not in field.label or field.label.endswith("."), "no key without its words"
        if field.type is FieldType.CHOICE:
            assert field.value in dict(field.choices)


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
def test_every_choice_of_every_field_can_be_chosen(kind: str) -> None:
    begun = form(kind=kind)
    for field in fields(begun).values():
        for value, _ in field.choices:
            assert fields(changed(begun, field.name, value))[field.name].value == value
        if field.type is FieldType.TRUTH and field.name != "more":
            other = "" if field.is_true else YES
            assert fields(changed(begun, field.name, other))[field.name].value == other


def test_options_for_experts_are_shown_when_asked_for() -> None:
    assert len(fields(form(kind="go"), has_more=False)) < len(fields(form(kind="go")))


def test_a_clock_of_ones_own_has_its_values() -> None:
    own = changed(changed(form(), "clock-name", "custom"), "clock-kind", "canadian")
    assert {"clock-main_ms", "clock-period_ms", "clock-stones"} <= fields(own).keys()
    assert changed(own, "clock-stones", "7").clock.custom.stones == 7


@pytest.mark.parametrize("written", ["", "many", "nan", "inf", "1e999", "-", "9" * 500])
def test_what_is_no_number_in_bounds_is_refused(written: str) -> None:
    own = changed(form(), "clock-name", "custom")
    with pytest.raises(GameError) as refused:
        changed(own, "clock-main_ms", written)
    assert refused.value.code is ErrorCode.BAD_RULES
    assert refused.value.text("zh")


def test_an_empty_number_leaves_it_to_the_rules() -> None:
    set_by_hand = changed(form(kind="go"), "option-komi", "0.5")
    assert fields(set_by_hand)["option-komi"].value == "0.5"
    assert fields(changed(set_by_hand, "option-komi", ""))["option-komi"].value == "7.5"


def test_who_plays_has_what_belongs_to_it() -> None:
    begun = form()
    assert begun.seats[BLACK].who is Who.ACCOUNT
    assert fields(begun)["account-black"].choices == (("Ann", "Ann"), ("Ben", "Ben"))
    level = changed(changed(begun, "who-white", "level"), "level-white", "7")
    assert level.seats[WHITE].level == 7
    assert changed(changed(begun, "who-white", "guest"), "guest-white", "Cid").seats[WHITE].guest == "Cid"
