"""One option: what it takes, and what the refusal says."""

from __future__ import annotations

import math
from enum import StrEnum

import pytest

from tengen.core import ErrorCode, GameError, OptionSpec, OptionType
from tengen.core.options import boolean, choice, number


class Sweet(StrEnum):
    """Something to choose from."""

    PLUM = "plum"
    MELON = "melon"


SWEET = choice("sweet", Sweet, Sweet.PLUM, advanced=True)
COUNT = number("count", 3, minimum=1, maximum=9, step=1)
KOMI = number("komi", 7.5, minimum=-20, maximum=20, step=0.5, shown_when={"count": (1, 2)})
RIPE = boolean("ripe", False)


def refused(spec: OptionSpec, value: object) -> GameError:
    with pytest.raises(GameError) as error:
        spec.check(value)
    assert error.value.code is ErrorCode.BAD_RULES
    assert error.value.values["option"] == spec.name
    assert spec.name in error.value.text("en")
    assert spec.name in error.value.text("zh")
    return error.value


def test_a_description_says_what_a_client_draws() -> None:
    assert [spec.type for spec in (SWEET, COUNT, KOMI, RIPE)] == [
        OptionType.CHOICE,
        OptionType.INTEGER,
        OptionType.NUMBER,
        OptionType.BOOLEAN,
    ]
    assert SWEET.choices == ("plum", "melon")
    assert SWEET.advanced
    assert KOMI.shown_when == (("count", (1, 2)),)
    assert KOMI.text_key == "option.komi"


def test_every_option_takes_its_own_default() -> None:
    for spec in (SWEET, COUNT, KOMI, RIPE):
        assert spec.check(spec.default) == spec.default


def test_a_choice_becomes_a_member_of_its_enumeration() -> None:
    assert SWEET.check("melon") is Sweet.MELON
    assert SWEET.check(Sweet.MELON) is Sweet.MELON


@pytest.mark.parametrize("value", ["Melon", "", "kiwi", None, 0, True, ["plum"], {"plum": 1}])
def test_what_is_no_choice_is_refused_with_the_choices_named(value: object) -> None:
    assert "plum, melon" in str(refused(SWEET, value))


@pytest.mark.parametrize("value", [0, 1, "true", None, 1.0, [True]])
def test_on_or_off_takes_only_true_and_false(value: object) -> None:
    assert RIPE.check(True) is True
    assert refused(RIPE, value).key == "rules.not_boolean"


@pytest.mark.parametrize("value", [0, 10, -3, 2.0, 2.5, "3", True, None, math.nan, 10**100])
def test_a_whole_number_is_refused_outside_its_bounds_and_they_are_named(value: object) -> None:
    assert (COUNT.check(1), COUNT.check(9)) == (1, 9)
    error = refused(COUNT, value)
    assert (error.values["minimum"], error.values["maximum"]) == ("1", "9")


@pytest.mark.parametrize("value", [-20.5, 20.5, "7.5", True, None, math.nan, math.inf, -math.inf, 10**400, [7.5]])
def test_a_number_is_refused_outside_its_bounds_and_they_are_named(value: object) -> None:
    assert (KOMI.check(-20), KOMI.check(20), KOMI.check(6.5)) == (-20.0, 20.0, 6.5)
    assert isinstance(KOMI.check(7), float)
    error = refused(KOMI, value)
    assert (error.values["minimum"], error.values["maximum"]) == ("-20", "20")


@pytest.mark.parametrize("value", [0.25, 6.4, 7.500001])
def test_a_number_between_two_steps_is_refused_with_the_step_named(value: float) -> None:
    error = refused(KOMI, value)
    assert error.key == "rules.not_a_step"
    assert error.values["step"] == 0.5


def test_a_long_value_is_cut_in_the_refusal() -> None:
    assert len(str(refused(RIPE, "x" * 10_000))) < 200
