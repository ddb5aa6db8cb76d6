"""Every named rule set against the published table of its axes."""

from __future__ import annotations

import pytest

from tengen.core import ErrorCode, GameError, OptionValue, create_rules
from tengen.games.go.options import PRESETS

# The table of rule sets as engines know them; the last line is our own for schools.
TABLE = """
    name          ko           scoring    tax   suicide  bonus  button  komi
    tromp-taylor  positional   area       none  yes      0      no      7.5
    chinese       simple       area       none  no       N      no      7.5
    chinese-kgs   positional   area       none  no       N      no      7.5
    japanese      simple       territory  seki  no       0      no      6.5
    korean        simple       territory  seki  no       0      no      6.5
    aga           situational  area       none  no       N-1    no      7.5
    aga-button    situational  area       none  no       N-1    yes     7.0
    new-zealand   situational  area       none  yes      0      no      7.0
    ing           positional   area       none  yes      0      no      7.5
    stone-scoring simple       area       all   no       0      no      7.5
    classroom     simple       territory  none  no       0      no      6.5
"""
ROWS = [tuple(line.split()) for line in TABLE.strip().splitlines()[1:]]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_preset_sets_every_axis_as_in_the_table(row: tuple[str, ...]) -> None:
    name, ko, scoring, tax, suicide, bonus, button, komi = row
    options = create_rules("go", 19, name).options()
    axes = {key: value for key, value in options.items() if key != "preset"}
    assert axes == {
        "ko": ko,
        "scoring": scoring,
        "tax": tax,
        "suicide": suicide == "yes",
        "handicap_bonus": bonus,
        "button": button == "yes",
        "komi": float(komi),
        "handicap": 0,
        "handicap_placement": "fixed",
        "dead_stones": "none",
    }


def test_there_are_no_other_presets() -> None:
    assert {row[0] for row in ROWS} == set(PRESETS)


def test_the_default_is_chinese_as_servers_play_it() -> None:
    assert create_rules("go") == create_rules("go", 19, "chinese-kgs")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("size", [5, 6, 7, 13, 19])
def test_every_preset_holds_on_every_size_and_is_read_back_from_its_options(name: str, size: int) -> None:
    rules = create_rules("go", size, name)
    assert create_rules("go", size, rules.options()) == rules


@pytest.mark.parametrize("name", PRESETS)
def test_rules_know_a_preset_that_they_are(name: str) -> None:
    """Not always the one that was asked for: Korean is played as Japanese, and Ing as Tromp-Taylor."""
    rules = create_rules("go", 19, name)
    assert rules.preset is not None
    assert create_rules("go", 19, rules.preset) == rules


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "japanese", "komi": 0},
        {"preset": "japanese", "handicap": 4},
        {"preset": "japanese", "handicap": 4, "handicap_placement": "free"},
        {"preset": "japanese", "dead_stones": "agree"},
        {"preset": "japanese", "dead_stones": "cleanup"},
    ],
)
def test_what_is_set_for_one_game_leaves_the_preset_its_name(rules: dict[str, OptionValue]) -> None:
    assert create_rules("go", 19, rules).preset == "japanese"


@pytest.mark.parametrize(
    ("axis", "value"),
    [
        ("ko", "situational"),
        ("scoring", "territory"),
        ("tax", "seki"),
        ("suicide", True),
        ("handicap_bonus", "N-1"),
        ("button", True),
    ],
)
def test_each_axis_can_be_set_by_itself_and_the_others_stay(axis: str, value: OptionValue) -> None:
    plain = create_rules("go", 19, "chinese").options()
    changed = create_rules("go", 19, {"preset": "chinese", axis: value}).options()
    changed.pop("preset", None)
    plain.pop("preset")
    assert changed == {**plain, axis: value}


@pytest.mark.parametrize(
    "rules",
    [
        "chess",
        {"preset": "nihon"},
        {"ko": "super"},
        {"tax": "some"},
        {"suicide": "yes"},
        {"komi": 7.3},
        {"komi": 400.5},
        {"komi": float("nan")},
        {"superko": "positional"},
        {"scoring": "territory", "button": True},
        {"dead_stones": "cleanup"},
        {"handicap_bonus": 2},
    ],
)
def test_rules_that_do_not_exist_or_do_not_go_together_are_refused(rules: str | dict[str, OptionValue]) -> None:
    with pytest.raises(GameError) as refused:
        create_rules("go", 19, rules)
    assert refused.value.code is ErrorCode.BAD_RULES


def test_rules_keep_the_name_that_was_asked_for() -> None:
    for name in ("japanese", "korean", "tromp-taylor", "ing"):
        assert create_rules("go", 19, {"preset": name, "komi": 0.5}).preset == name


def test_territory_without_a_preset_brings_its_own_tax_bonus_and_komi() -> None:
    options = create_rules("go", 19, {"scoring": "territory"}).options()
    assert (options["tax"], options["handicap_bonus"], options["komi"]) == ("seki", "0", 6.5)
    options = create_rules("go", 19, {"scoring": "territory", "tax": "none", "komi": 0.5}).options()
    assert (options["tax"], options["komi"]) == ("none", 0.5)


def test_the_button_without_a_preset_brings_its_own_komi() -> None:
    assert create_rules("go", 19, {"button": True}).options()["komi"] == 7.0
